package notify

import (
	"bytes"
	"context"
	stdimage "image"
	"image/png"
	"log/slog"
	"os"
	"slices"
	"strconv"
	"testing"
	"time"

	"github.com/godbus/dbus/v5"

	"agentisland/internal/alert"
	"agentisland/internal/desktoptest"
)

// quick is the timing of tests.
var quick = timing{call: 300 * time.Millisecond, backoffMin: 20 * time.Millisecond, backoffMax: 50 * time.Millisecond}

var sample = alert.Notification{ID: "n1", Session: "claude:1", Title: "Title one", Body: "Body one", Action: "Open session"}

// rig is the D-Bus backend on a private bus with a notification server.
type rig struct {
	address string
	server  *dbus.Conn
	*desktoptest.Notifyd
	n *desktop
}

func (r *rig) shown() (cards []card) {
	for _, n := range r.Shown() {
		cards = append(cards, card{strconv.Itoa(int(n.ID)), n.Summary, n.Body})
	}
	return cards
}

func number(num string) uint32 {
	n, _ := strconv.ParseUint(num, 10, 32)
	return uint32(n)
}

func (r *rig) click(num, token string) { r.Act(number(num), "default", token) }
func (r *rig) dismiss(num string)      { r.Dismiss(number(num)) }
func (r *rig) quirks() quirks          { return quirks{} }
func (r *rig) restart(t *testing.T) alert.Notifier {
	r.n.Close()
	r.n = openDesktop(t, r.address, defaultTiming)
	return r.n
}

// newRig starts a bus, a server changed by setup, and the backend.
func newRig(t *testing.T, timing timing, setup ...func(*desktoptest.Notifyd)) *rig {
	t.Helper()
	r := &rig{address: desktoptest.Bus(t)}
	r.serve(t, setup...)
	r.n = openDesktop(t, r.address, timing)
	return r
}

// serve starts a server on the rig's bus.
func (r *rig) serve(t *testing.T, setup ...func(*desktoptest.Notifyd)) {
	t.Helper()
	r.server = desktoptest.Dial(t, r.address)
	r.Notifyd = desktoptest.NewNotifyd(t, r.server, setup...)
	t.Cleanup(r.Notifyd.Release)
}

func openDesktop(t *testing.T, address string, timing timing) *desktop {
	t.Helper()
	o := Options{Log: slog.New(slog.DiscardHandler)}.withDefaults()
	d := newDesktop(o, func() (string, error) { return address, nil }, timing)
	t.Cleanup(func() { d.Close() })
	ctx, cancel := context.WithTimeout(t.Context(), timing.call)
	defer cancel()
	if err := d.start(ctx); err != nil {
		t.Fatal(err)
	}
	return d
}

func TestDesktopKeepsContract(t *testing.T) {
	testNotifier(t, func(t *testing.T) (alert.Notifier, controller) {
		r := newRig(t, defaultTiming)
		return r.n, r
	})
}

func TestDesktopSays(t *testing.T) {
	r := newRig(t, defaultTiming)
	silent := sample
	silent.Silent = true
	mustPost(t, r.n, silent)
	got := r.Shown()[0]
	if want := []string{"default", "Open session", "open", "Open session"}; !slices.Equal(got.Actions, want) {
		t.Errorf("actions %q", got.Actions)
	}
	for hint, want := range map[string]any{"desktop-entry": "agentisland", "urgency": byte(1), "suppress-sound": true} {
		if v := got.Hints[hint].Value(); v != want {
			t.Errorf("hint %s = %v, want %v", hint, v, want)
		}
	}
	if got.App != "Agent Island" || got.Timeout != -1 {
		t.Errorf("app %q, timeout %d", got.App, got.Timeout)
	}
	if c := r.n.Capabilities(); c != (alert.Capabilities{Name: "fake", Click: true, Withdraw: true, Replace: true}) {
		t.Errorf("capabilities %+v", c)
	}
	mustPost(t, r.n, sample)
	if _, ok := r.Shown()[0].Hints["suppress-sound"]; ok {
		t.Error("a notification that may ring suppresses its sound")
	}
	if n := r.Asked(); n != 1 {
		t.Errorf("asked %d times for the capabilities", n)
	}
}

func TestDesktopSound(t *testing.T) {
	r := newRig(t, defaultTiming, func(d *desktoptest.Notifyd) { d.Capabilities = []string{"actions", "sound"} })
	silent := sample
	silent.Silent = true
	for _, tt := range []struct {
		sound string
		note  alert.Notification
		want  map[string]any
	}{
		{"", sample, map[string]any{"sound-name": "message-new-instant"}},
		{SystemSound, sample, map[string]any{"sound-name": "message-new-instant"}},
		{NoSound, sample, map[string]any{"suppress-sound": true}},
		{"/s/ding.oga", sample, map[string]any{"sound-file": "/s/ding.oga"}},
		{"/s/ding.oga", silent, map[string]any{"suppress-sound": true}},
	} {
		r.n.opts.Sound = tt.sound
		mustPost(t, r.n, tt.note)
		for _, hint := range []string{"sound-name", "sound-file", "suppress-sound"} {
			if got := r.Shown()[0].Hints[hint].Value(); got != tt.want[hint] {
				t.Errorf("sound %q, silent %v: hint %s = %v, want %v", tt.sound, tt.note.Silent, hint, got, tt.want[hint])
			}
		}
	}
}

func TestProbe(t *testing.T) {
	t.Setenv("DBUS_SESSION_BUS_ADDRESS", desktoptest.Bus(t))
	if c, err := Probe(t.Context(), Options{}); err == nil {
		t.Errorf("%+v on a bus without a server", c)
	}
	r := &rig{address: os.Getenv("DBUS_SESSION_BUS_ADDRESS")}
	r.serve(t)
	if c, err := Probe(t.Context(), Options{}); err != nil || c.Name != "fake" || !c.Click {
		t.Errorf("%+v, %v", c, err)
	}
}

func TestDesktopButtonClick(t *testing.T) {
	r := newRig(t, defaultTiming)
	mustPost(t, r.n, sample)
	r.Act(r.Shown()[0].ID, "open", "")
	wantEvent(t, r.n, alert.Event{Kind: alert.Clicked, ID: "n1", Session: "claude:1"})
	if id := <-r.Gone; id != 1 {
		t.Errorf("closed %d after the click, want 1", id)
	}
	wantNoEvent(t, r.n)
}

func TestDesktopWithoutCapabilities(t *testing.T) {
	r := newRig(t, defaultTiming, func(d *desktoptest.Notifyd) { d.Capabilities = nil })
	n := sample
	n.Body = "a < b & c"
	mustPost(t, r.n, n)
	got := r.Shown()[0]
	if len(got.Actions) != 0 || got.Body != "a < b & c" {
		t.Errorf("actions %q, body %q", got.Actions, got.Body)
	}
	if r.n.Capabilities().Click {
		t.Error("clicks are said to work without actions")
	}
}

func TestDesktopSecretMarkup(t *testing.T) {
	d := newDesktop(Options{}.withDefaults(), sessionBusAddress, quick)
	n := sample
	n.Body = "<b>a</b> & b"
	for name, c := range map[string]struct {
		srv  server
		want string
	}{
		"plain":  {server{}, "<b>a</b> & b"},
		"markup": {server{markup: true}, "&lt;b&gt;a&lt;/b&gt; &amp; b"},
		"secret": {server{secretMarkup: true}, "‹b›a‹/b› & b"},
	} {
		if got := d.notifyArgs(&c.srv, n, 0)[4]; got != c.want {
			t.Errorf("%s: body %q, want %q", name, got, c.want)
		}
	}
	xfce := server{actions: true, drawsDefault: true}
	if got := d.actions(&xfce, n); !slices.Equal(got, []string{"default", "Open session"}) {
		t.Errorf("actions %q", got)
	}
}

func TestDecodeIcon(t *testing.T) {
	var small, large bytes.Buffer
	if err := png.Encode(&small, stdimage.NewGray(stdimage.Rect(0, 0, 3, 2))); err != nil {
		t.Fatal(err)
	}
	if err := png.Encode(&large, stdimage.NewGray(stdimage.Rect(0, 0, maxIconSide+1, 1))); err != nil {
		t.Fatal(err)
	}
	got := decodeIcon(small.Bytes())
	if got == nil || got.Width != 3 || got.Height != 2 || got.RowStride != 12 || len(got.Pixels) != 24 {
		t.Errorf("icon %+v", got)
	}
	for _, bad := range [][]byte{nil, []byte("no picture"), small.Bytes()[:40], large.Bytes()} {
		if decodeIcon(bad) != nil {
			t.Errorf("an icon from %.20q", bad)
		}
	}
}

func TestDesktopServerIgnoresReplace(t *testing.T) {
	r := newRig(t, defaultTiming, func(d *desktoptest.Notifyd) { d.IgnoreReplace = true })
	mustPost(t, r.n, sample)
	again := sample
	again.Title = "Second"
	mustPost(t, r.n, again)
	wantShown(t, r, "Second|Body one")
	wantNoEvent(t, r.n)
}

func TestDesktopReplaceAfterDismiss(t *testing.T) {
	r := newRig(t, defaultTiming)
	mustPost(t, r.n, sample)
	r.Dismiss(1)
	wantEvent(t, r.n, alert.Event{Kind: alert.Closed, ID: "n1", Session: "claude:1"})
	mustPost(t, r.n, sample)
	if got := r.Shown()[0]; got.Replaces != 0 {
		t.Errorf("replaces %d, which is gone", got.Replaces)
	}
}
