package notify

import (
	"context"
	"errors"
	"log/slog"
	"path/filepath"
	"strings"
	"testing"

	"github.com/godbus/dbus/v5"

	"agentisland/internal/alert"
	"agentisland/internal/desktoptest"
)

var (
	sampleGone    = alert.Event{Kind: alert.Closed, ID: "n1", Session: "claude:1"}
	sampleClicked = alert.Event{Kind: alert.Clicked, ID: "n1", Session: "claude:1"}
)

func TestDesktopLyingSignals(t *testing.T) {
	r := newRig(t, defaultTiming)
	mustPost(t, r.n, sample)
	for _, args := range [][]any{
		{},
		{uint32(1)},
		{"1", "default"},
		{int32(1), "default"},
		{uint64(1), uint64(1)},
		{uint32(0), "default"},
		{uint32(77), "default"},                        // of another application
		{uint32(1), "inline-reply"},                    // an action that was not offered
		{uint32(1), []string{"default"}},               // the text in a list
		{uint32(1), dbus.MakeVariant("default")},       // the text in a variant
		{dbus.MakeVariant(uint32(1)), "default"},       // the number in a variant
		{uint32(1), uint32(1), "default", "and so on"}, // a text where a number is due
		{map[string]uint32{"id": 1}, struct{ A int32 }{4}},
	} {
		r.Emit("ActionInvoked", args...)
		r.Emit("ActivationToken", args...)
		r.Emit("Surprise", args...)
	}
	r.Emit("NotificationClosed", uint32(1), "because")
	r.Emit("NotificationClosed", uint32(77), uint32(1))
	r.Emit("ActivationToken", uint32(1), strings.Repeat("x", 1<<16))
	wantNoEvent(t, r.n)
	// Tokens of odd signals above are harmless, the last honest one counts.
	r.Act(1, "default", "honest")
	want := sampleClicked
	want.Token = "honest"
	wantEvent(t, r.n, want)
	wantNoEvent(t, r.n)
}

func TestDesktopSignalsOfOthers(t *testing.T) {
	r := newRig(t, defaultTiming)
	mustPost(t, r.n, sample)
	other := desktoptest.Dial(t, r.address)
	for _, to := range []string{"", r.n.conn.Names()[0]} {
		for _, path := range []dbus.ObjectPath{serverPath, "/elsewhere"} {
			emitTo(t, other, to, path, "ActionInvoked", uint32(1), "default")
			emitTo(t, other, to, path, "NotificationClosed", uint32(1), uint32(2))
		}
	}
	r.server.Emit("/elsewhere", ifaceName+".ActionInvoked", uint32(1), "default")
	wantNoEvent(t, r.n)
}

// emitTo sends a signal to one connection, which no match rule filters.
func emitTo(t *testing.T, conn *dbus.Conn, to string, path dbus.ObjectPath, member string, args ...any) {
	t.Helper()
	m := &dbus.Message{Type: dbus.TypeSignal, Body: args, Headers: map[dbus.HeaderField]dbus.Variant{
		dbus.FieldInterface: dbus.MakeVariant(ifaceName),
		dbus.FieldMember:    dbus.MakeVariant(member),
		dbus.FieldPath:      dbus.MakeVariant(path),
		dbus.FieldSignature: dbus.MakeVariant(dbus.SignatureOf(args...)),
	}}
	if to != "" {
		m.Headers[dbus.FieldDestination] = dbus.MakeVariant(to)
	}
	if call := conn.Send(m, nil); call.Err != nil {
		t.Fatal(call.Err)
	}
}

func TestDesktopLyingAnswers(t *testing.T) {
	notify := func(f any) map[string]any { return map[string]any{"Notify": f} }
	type hints = map[string]dbus.Variant
	for name, methods := range map[string]map[string]any{
		"no methods": {},
		"text": notify(func(string, uint32, string, string, string, []string, hints, int32) (string, *dbus.Error) {
			return "1", nil
		}),
		"zero": notify(func(string, uint32, string, string, string, []string, hints, int32) (uint32, *dbus.Error) {
			return 0, nil
		}),
		"nothing": notify(func(string, uint32, string, string, string, []string, hints, int32) *dbus.Error {
			return nil
		}),
		"error": notify(func(string, uint32, string, string, string, []string, hints, int32) (uint32, *dbus.Error) {
			return 1, dbus.NewError("org.example.No", nil)
		}),
	} {
		t.Run(name, func(t *testing.T) {
			methods["GetCapabilities"] = func() (uint32, *dbus.Error) { return 7, nil }
			methods["GetServerInformation"] = func() ([]uint32, *dbus.Error) { return []uint32{7}, nil }
			address := desktoptest.Bus(t)
			server := desktoptest.Dial(t, address)
			if err := server.ExportMethodTable(methods, serverPath, ifaceName); err != nil {
				t.Fatal(err)
			}
			if _, err := server.RequestName(serverName, 0); err != nil {
				t.Fatal(err)
			}
			n := openDesktop(t, address, quick)
			if _, err := n.Post(t.Context(), sample); err == nil {
				t.Error("Post: no error")
			}
			mustWithdraw(t, n, sample.ID)
			if c := n.Capabilities(); c.Click || c.Name != serverName {
				t.Errorf("capabilities %+v", c)
			}
			if len(n.open) != 0 {
				t.Errorf("%d entries are kept", len(n.open))
			}
		})
	}
}

func TestDesktopServerReturns(t *testing.T) {
	r := newRig(t, defaultTiming)
	handle := mustPost(t, r.n, sample)
	r.server.Close()
	wantEvent(t, r.n, sampleGone)
	if _, err := r.n.Post(t.Context(), sample); err == nil {
		t.Error("Post without a server: no error")
	}
	mustWithdraw(t, r.n, sample.ID)

	r.serve(t, func(d *desktoptest.Notifyd) { d.Capabilities = nil })
	next := mustPost(t, r.n, sample)
	if handle == next {
		t.Errorf("two servers gave the same handle %q", handle)
	}
	if got := r.Shown()[0]; got.Replaces != 0 || len(got.Actions) != 0 || r.Asked() != 1 {
		t.Errorf("the new server got %+v and was asked %d times", got, r.Asked())
	}
	r.n.Adopt(alert.Notification{ID: "old", Session: "s"}, handle)
	wantEvent(t, r.n, alert.Event{Kind: alert.Closed, ID: "old", Session: "s"})
	wantNoEvent(t, r.n)
}

func TestDesktopAdoptBeforeServer(t *testing.T) {
	address := desktoptest.Bus(t)
	n := openDesktop(t, address, defaultTiming)
	if c := n.Capabilities(); c.Name != serverName || c.Click {
		t.Errorf("capabilities %+v", c)
	}
	n.Adopt(sample, "otherbus/:1.7/3")
	wantNoEvent(t, n)
	desktoptest.NewNotifyd(t, desktoptest.Dial(t, address))
	mustPost(t, n, alert.Notification{ID: "n2"})
	wantEvent(t, n, sampleGone)
}

func TestDesktopBusReturns(t *testing.T) {
	socket := filepath.Join(t.TempDir(), "bus")
	address, stop := desktoptest.StartBus(t, socket)
	r := &rig{address: address}
	r.serve(t)
	r.n = openDesktop(t, address, quick)
	mustPost(t, r.n, sample)
	stop()
	if !eventually(func() bool { _, err := r.n.Post(t.Context(), sample); return err != nil }) {
		t.Fatal("Post without a bus: no error")
	}
	if !eventually(func() bool {
		_, err := r.n.Post(t.Context(), sample)
		return err != nil && strings.Contains(err.Error(), "next attempt in")
	}) {
		t.Error("no pause between attempts")
	}
	if err := r.n.Withdraw(t.Context(), sample.ID); err == nil {
		t.Error("Withdraw without a bus: no error")
	}
	r.address, _ = desktoptest.StartBus(t, socket)
	r.serve(t)
	other := alert.Notification{ID: "n2", Title: "After"}
	if !eventually(func() bool { _, err := r.n.Post(t.Context(), other); return err == nil }) {
		t.Fatal("the bus is back but Post still fails")
	}
	wantEvent(t, r.n, sampleGone)
	wantShown(t, r, "After|")
}

func TestDesktopHostileText(t *testing.T) {
	r := newRig(t, defaultTiming)
	n := alert.Notification{
		ID: "n1", Session: "s",
		Title:  "<b>T</b>\x00\u202Egnp\u202C & \xff\uFFFE" + strings.Repeat("t", 10<<10),
		Body:   "<img src=x>\n\n\x1b[31m" + strings.Repeat("&", 10<<10),
		Action: "Open\x00\u2066\n" + strings.Repeat("o", 1000),
	}
	mustPost(t, r.n, n)
	got := r.Shown()[0]
	if want := "<b>T</b>gnp & \uFFFD"; !strings.HasPrefix(got.Summary, want) || len([]rune(got.Summary)) != maxTitle {
		t.Errorf("summary %q", got.Summary)
	}
	if want := "&lt;img src=x&gt;\n[31m&amp;&amp;"; !strings.HasPrefix(got.Body, want) || !strings.HasSuffix(got.Body, "&amp;…") {
		t.Errorf("body %q", got.Body)
	}
	if a := got.Actions[1]; !strings.HasPrefix(a, "Open oooo") || len([]rune(a)) != maxAction {
		t.Errorf("label %q", a)
	}
	mustPost(t, r.n, alert.Notification{ID: "n2"})
	if got := r.Shown()[1]; got.Summary != "Agent Island" || got.Actions[1] != "Agent Island" {
		t.Errorf("an empty notification is shown as %+v", got)
	}
}

func TestOpenFallsBack(t *testing.T) {
	t.Setenv("DBUS_SESSION_BUS_ADDRESS", "unix:path=/nonexistent/bus")
	n, err := Open(t.Context(), Options{Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	defer n.Close()
	if c := n.Capabilities(); c.Name != "beeep" {
		t.Errorf("capabilities %+v", c)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Open(ctx, Options{}); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

func TestHandle(t *testing.T) {
	home, num, ok := parseHandle(handleOf("0123/:1.42", 7))
	if home != "0123/:1.42" || num != 7 || !ok {
		t.Error(home, num, ok)
	}
	for _, bad := range []string{"", "/", "/7", "a/0", "a/-1", "a/4294967296", "a/b", "7"} {
		if _, _, ok := parseHandle(bad); ok {
			t.Errorf("%q is taken for a handle", bad)
		}
	}
}
