package tray

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/godbus/dbus/v5"
)

const (
	watcherName = "org.kde.StatusNotifierWatcher"
	watcherPath = "/StatusNotifierWatcher"
	itemPath    = "/StatusNotifierItem" // where systray puts the icon

	// hostTimeout bounds the question to a panel that does not answer.
	hostTimeout = 2 * time.Second
)

// HostState asks the session bus whether a tray host is there. It starts
// neither a bus nor a host.
func HostState(ctx context.Context) Host {
	ctx, cancel := context.WithTimeout(ctx, hostTimeout)
	defer cancel()
	conn, err := dialBus(ctx)
	if err != nil {
		return NoBus
	}
	defer conn.Close()
	var owned bool
	if err := conn.BusObject().CallWithContext(ctx, "org.freedesktop.DBus.NameHasOwner", 0, watcherName).Store(&owned); err != nil || !owned {
		return NoHost
	}
	var registered bool
	err = conn.Object(watcherName, watcherPath).CallWithContext(ctx, "org.freedesktop.DBus.Properties.Get",
		dbus.FlagNoAutoStart, watcherName, "IsStatusNotifierHostRegistered").Store(&registered)
	if refusal := (dbus.Error{}); errors.As(err, &refusal) {
		return Ready // a watcher without this property still takes icons
	}
	if err != nil || !registered {
		return NoHost
	}
	return Ready
}

// dialBus opens a connection of our own that ends with ctx. Plain
// dbus.ConnectSessionBus would run dbus-launch where there is no bus and
// leave a stray daemon behind.
func dialBus(ctx context.Context) (*dbus.Conn, error) {
	conn, err := dbus.SessionBusPrivateNoAutoStartup(dbus.WithContext(ctx))
	if err != nil {
		return nil, fmt.Errorf("find the session bus: %w", err)
	}
	if err := conn.Auth(nil); err != nil {
		conn.Close()
		return nil, fmt.Errorf("authenticate to the session bus: %w", err)
	}
	if err := conn.Hello(); err != nil {
		conn.Close()
		return nil, fmt.Errorf("greet the session bus: %w", err)
	}
	return conn, nil
}
