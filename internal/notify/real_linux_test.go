package notify

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"agentisland/internal/alert"
)

// realServer is the server that scripts/linux/t-notify.sh started in an X
// session of its own, a key of serverKinds; elsewhere the tests are left out.
const realServer = "AGENTISLAND_TEST_SERVER"

func realKind(t *testing.T) serverKind {
	t.Helper()
	name := os.Getenv(realServer)
	if name == "" {
		t.Skip("needs a desktop: scripts/linux/xsession.sh scripts/linux/t-notify.sh brings one")
	}
	kind, ok := serverKinds[name]
	if !ok {
		t.Fatalf("%s=%q is no server known here", realServer, name)
	}
	return kind
}

func openScreen(t *testing.T, kind serverKind) *screen {
	t.Helper()
	s := newScreen(t, os.Getenv("DBUS_SESSION_BUS_ADDRESS"), kind)
	if c := s.n.Capabilities(); c.Name != kind.name || !c.Click || !c.Withdraw || !c.Replace {
		t.Fatalf("capabilities %+v of a server that should be %s", c, kind.name)
	}
	return s
}

// TestRealServerKeepsContract runs the contract against the server of a real
// desktop, with clicks of a real mouse.
func TestRealServerKeepsContract(t *testing.T) {
	kind := realKind(t)
	testNotifier(t, func(t *testing.T) (alert.Notifier, controller) {
		s := openScreen(t, kind)
		return s.n, s
	})
}

// TestRealServerShowsAnything posts them, keeps a picture for people to look at
// and checks that the server bears it: what is up can still be taken back.
func TestRealServerShowsAnything(t *testing.T) {
	s := openScreen(t, realKind(t))
	for _, n := range nasty {
		mustPost(t, s.n, n)
	}
	if !eventually(func() bool { return len(s.shown()) == len(nasty) }) {
		t.Fatalf("shown %+v", s.shown())
	}
	if dir := os.Getenv("SHOTS"); dir != "" {
		time.Sleep(300 * time.Millisecond) // to be painted
		if out, err := exec.Command("import", "-window", "root", filepath.Join(dir, os.Getenv(realServer)+"-nasty.png")).CombinedOutput(); err != nil {
			t.Errorf("screenshot: %v: %s", err, out)
		}
	}
	for _, n := range nasty {
		mustWithdraw(t, s.n, n.ID)
	}
	wantShown(t, s)
	wantNoEvent(t, s.n)
}
