package tray

import (
	"testing"
	"time"

	"github.com/godbus/dbus/v5"
	"github.com/godbus/dbus/v5/prop"

	"agentisland/internal/desktoptest"
)

// hastyWatcher takes the name before it takes icons: it forgets the first.
type hastyWatcher struct{ calls chan string }

func (w hastyWatcher) RegisterStatusNotifierItem(sender dbus.Sender, path string) *dbus.Error {
	w.calls <- string(sender) + path
	return nil
}

func TestTrayRegistersAgain(t *testing.T) {
	needTray(t)
	address := desktoptest.Bus(t)
	conn := desktoptest.Dial(t, address)
	w := hastyWatcher{make(chan string, 8)}
	props, err := prop.Export(conn, watcherPath, prop.Map{watcherName: {
		"RegisteredStatusNotifierItems": {Value: []string{}, Emit: prop.EmitTrue},
	}})
	if err != nil {
		t.Fatal(err)
	}
	if err := conn.Export(w, watcherPath, watcherName); err != nil {
		t.Fatal(err)
	}
	if _, err := conn.RequestName(watcherName, dbus.NameFlagDoNotQueue); err != nil {
		t.Fatal(err)
	}
	startChild(t, address, snapshotOf())
	call := func() string {
		select {
		case c := <-w.calls:
			return c
		case <-time.After(10 * time.Second):
			t.Fatal("no registration")
			return ""
		}
	}
	first := call()
	if again := call(); again != first {
		t.Errorf("registered as %s, then as %s", first, again)
	}
	props.SetMust(watcherName, "RegisteredStatusNotifierItems", []string{first})
	if n := len(w.calls); n != 0 {
		t.Errorf("%d more registrations", n)
	}
}

func TestHasItem(t *testing.T) {
	names := []string{":1.5", "org.kde.StatusNotifierItem-7-1"}
	for item, want := range map[string]bool{
		":1.5/StatusNotifierItem":        true,
		":1.5":                           true,
		":1.55/StatusNotifierItem":       false,
		"org.kde.StatusNotifierItem-7-1": true,
		"org.kde.StatusNotifierItem-7-12/StatusNotifierItem": false,
		"": false,
	} {
		if got := hasItem([]string{item}, names); got != want {
			t.Errorf("%q: %v", item, got)
		}
	}
}
