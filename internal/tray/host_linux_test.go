package tray

import (
	"net"
	"path/filepath"
	"testing"

	"github.com/godbus/dbus/v5"
	"github.com/godbus/dbus/v5/prop"

	"agentisland/internal/desktoptest"
)

func TestHostState(t *testing.T) {
	needBus(t)
	expect := func(want Host) {
		t.Helper()
		if got := HostState(t.Context()); got != want {
			t.Errorf("%v, want %v", got, want)
		}
	}
	t.Setenv("DBUS_SESSION_BUS_ADDRESS", "unix:path=/nonexistent/bus")
	expect(NoBus)

	silent, err := net.Listen("unix", filepath.Join(t.TempDir(), "bus")) // accepts and never answers
	if err != nil {
		t.Fatal(err)
	}
	defer silent.Close()
	t.Setenv("DBUS_SESSION_BUS_ADDRESS", "unix:path="+silent.Addr().String())
	expect(NoBus)

	address := desktoptest.Bus(t)
	t.Setenv("DBUS_SESSION_BUS_ADDRESS", address)
	expect(NoHost)
	desktoptest.NewWatcher(t, desktoptest.Dial(t, address))
	expect(Ready)

	address = desktoptest.Bus(t)
	t.Setenv("DBUS_SESSION_BUS_ADDRESS", address)
	conn := desktoptest.Dial(t, address)
	_, err = prop.Export(conn, watcherPath, prop.Map{watcherName: {
		"IsStatusNotifierHostRegistered": {Value: false, Emit: prop.EmitTrue},
	}})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := conn.RequestName(watcherName, dbus.NameFlagDoNotQueue); err != nil {
		t.Fatal(err)
	}
	expect(NoHost)
}
