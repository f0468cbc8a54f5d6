package e2e

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"agentisland/internal/desktoptest"
)

// patience is how long something may take that should happen at once: machines
// that run tests are busy.
const patience = 15 * time.Second

// desktop is a session bus with everything on it that the app talks to.
type desktop struct {
	address string
	watcher *desktoptest.Watcher
	notes   *desktoptest.Notifyd
}

func newDesktop(t *testing.T) *desktop {
	t.Helper()
	address := desktoptest.Bus(t)
	return &desktop{
		address: address,
		watcher: desktoptest.NewWatcher(t, desktoptest.Dial(t, address)),
		notes:   desktoptest.NewNotifyd(t, desktoptest.Dial(t, address)),
	}
}

// app is one run of the real program.
type app struct {
	t      *testing.T
	cmd    *exec.Cmd
	item   desktoptest.Item
	stderr *bytes.Buffer
}

// start starts the program in a home and waits for its icon.
func (d *desktop) start(t *testing.T, home string) *app {
	t.Helper()
	a := &app{t: t, cmd: exec.Command(binary), stderr: &bytes.Buffer{}}
	a.cmd.Env = append(os.Environ(),
		"HOME="+home, "DBUS_SESSION_BUS_ADDRESS="+d.address, "LC_ALL=en_US.UTF-8", "LANGUAGE=",
		"CLAUDE_CONFIG_DIR=", "CODEX_HOME=", "XDG_STATE_HOME=", "XDG_CONFIG_HOME=")
	a.cmd.Stderr = a.stderr
	if err := a.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(a.stop)
	select {
	case a.item = <-d.watcher.New:
	case <-time.After(patience):
		t.Fatalf("no icon appeared; the program said %q", a.stderr)
	}
	return a
}

// stop ends the program as a session manager does, and checks that it ends well.
func (a *app) stop() {
	if a.cmd.ProcessState != nil {
		return
	}
	_ = a.cmd.Process.Signal(syscall.SIGTERM)
	done := make(chan error, 1)
	go func() { done <- a.cmd.Wait() }()
	select {
	case err := <-done:
		if err != nil {
			a.t.Errorf("the program ended with %v and said %q", err, a.stderr)
		}
	case <-time.After(patience):
		_ = a.cmd.Process.Kill()
		<-done
		a.t.Errorf("the program did not end on SIGTERM and said %q", a.stderr)
	}
}

// kill ends the program without giving it a chance.
func (a *app) kill() {
	_ = a.cmd.Process.Kill()
	_ = a.cmd.Wait()
}

// picture is what the icon looks like and says.
type picture struct {
	pixels  string
	tooltip string
}

func (a *app) picture() picture {
	a.t.Helper()
	var pixmaps []desktoptest.Pixmap
	var tip struct {
		Icon        string
		Pixmaps     []desktoptest.Pixmap
		Title, Text string
	}
	if err := a.item.Prop("IconPixmap", &pixmaps); err != nil || len(pixmaps) == 0 {
		a.t.Fatalf("read the icon: %v (%d sizes)", err, len(pixmaps))
	}
	if err := a.item.Prop("ToolTip", &tip); err != nil {
		a.t.Fatalf("read the tooltip: %v", err)
	}
	return picture{string(pixmaps[0].Pix), tip.Title}
}

// wait waits until the tooltip says want and returns the picture.
func (a *app) wait(want string) picture {
	a.t.Helper()
	eventually(a.t, fmt.Sprintf("the tooltip says %q", want), func() bool {
		return strings.HasSuffix(a.picture().tooltip, want)
	})
	time.Sleep(100 * time.Millisecond) // icon and tooltip are set one after the other
	return a.picture()
}

func (a *app) menu() string {
	a.t.Helper()
	n, err := a.item.Layout()
	if err != nil {
		a.t.Fatal(err)
	}
	return n.String()
}

func eventually(t *testing.T, what string, ok func() bool) {
	t.Helper()
	for deadline := time.Now().Add(patience); !ok(); time.Sleep(5 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("not within %s: %s", patience, what)
		}
	}
}

// never checks for a while that nothing happens that should not.
func never(t *testing.T, what string, during time.Duration, happened func() bool) {
	t.Helper()
	for end := time.Now().Add(during); time.Now().Before(end); time.Sleep(20 * time.Millisecond) {
		if happened() {
			t.Fatalf("happened: %s", what)
		}
	}
}

// claude is one transcript of Claude Code in a home.
type claude struct {
	t    *testing.T
	path string
	id   string
	cwd  string // the session's folder
	n    int
}

const project = "/w/shop_front"

func newClaude(t *testing.T, home, id string) *claude {
	t.Helper()
	dir := filepath.Join(home, ".claude", "projects", "-w-shop-front")
	if err := os.MkdirAll(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	return &claude{t: t, path: filepath.Join(dir, id+".jsonl"), id: id, cwd: project}
}

func (c *claude) write(format string, args ...any) {
	c.t.Helper()
	f, err := os.OpenFile(c.path, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		c.t.Fatal(err)
	}
	if _, err := fmt.Fprintf(f, format+"\n", args...); err != nil {
		c.t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		c.t.Fatal(err)
	}
}

func (c *claude) record(at time.Time, kind, message string) {
	c.t.Helper()
	c.n++
	c.write(`{"parentUuid":null,"isSidechain":false,"type":%q,"message":%s,"uuid":"%s-%d","timestamp":%q,"cwd":%q,"sessionId":%q,"version":"2.1.200","gitBranch":"main","entrypoint":"cli"}`,
		kind, message, c.id, c.n, at.UTC().Format("2006-01-02T15:04:05.000Z"), c.cwd, c.id)
}

func (c *claude) prompt() {
	c.t.Helper()
	c.record(time.Now(), "user", `{"role":"user","content":"please fix it"}`)
}

func (c *claude) finish(at time.Time) {
	c.t.Helper()
	c.record(at, "assistant", `{"id":"`+fmt.Sprint("msg_", c.id, c.n)+`","role":"assistant","model":"m","content":[{"type":"text","text":"Done."}],"stop_reason":"end_turn"}`)
}

func (c *claude) title(s string) {
	c.t.Helper()
	c.write(`{"type":"ai-title","aiTitle":%q,"sessionId":%q}`, s, c.id)
}
