package tray

import (
	"context"
	"strings"
	"time"

	"github.com/godbus/dbus/v5"
)

// registerChecks are the pauses after which the registration is checked,
// counted from the start and from each time that a host comes or goes.
var registerChecks = []time.Duration{2 * time.Second, 10 * time.Second, 30 * time.Second}

// keepRegistered registers the icon again with a host that lost it. systray
// registers once when a host takes the watcher's name, but some hosts own the
// name before they take icons (evilsocket/opensnitch#1659), and any signal of
// fewer than three values on the shared connection ends systray's watch.
// Hence a connection of our own for listening; the call goes over systray's,
// whose address the host remembers.
func keepRegistered(ctx context.Context, systrays *dbus.Conn) {
	conn, err := dialBus(ctx)
	if err != nil {
		return
	}
	defer conn.Close()
	changes := make(chan *dbus.Signal, 8)
	conn.Signal(changes)
	if err := conn.AddMatchSignal(
		dbus.WithMatchSender("org.freedesktop.DBus"),
		dbus.WithMatchInterface("org.freedesktop.DBus"),
		dbus.WithMatchMember("NameOwnerChanged"),
		dbus.WithMatchArg(0, watcherName),
	); err != nil {
		return
	}
	for step := 0; ; step++ {
		var check <-chan time.Time
		if step < len(registerChecks) {
			check = time.After(registerChecks[step])
		}
		select {
		case <-ctx.Done():
			return
		case _, open := <-changes:
			if !open {
				return
			}
			step = -1 // from the first pause again
		case <-check:
			registerIfMissing(ctx, systrays)
		}
	}
}

// registerIfMissing does nothing when there is no host or when the host does
// not tell what it has.
func registerIfMissing(ctx context.Context, conn *dbus.Conn) {
	ctx, cancel := context.WithTimeout(ctx, hostTimeout)
	defer cancel()
	watcher := conn.Object(watcherName, watcherPath)
	var items []string
	err := watcher.CallWithContext(ctx, "org.freedesktop.DBus.Properties.Get", dbus.FlagNoAutoStart,
		watcherName, "RegisteredStatusNotifierItems").Store(&items)
	if err != nil || hasItem(items, conn.Names()) {
		return
	}
	// A host that refuses is asked again at the next check.
	watcher.CallWithContext(ctx, watcherName+".RegisterStatusNotifierItem", dbus.FlagNoAutoStart, itemPath)
}

// hasItem reports whether one of the names is among the items, which hosts
// write as "name" or "name/path".
func hasItem(items, names []string) bool {
	for _, item := range items {
		for _, name := range names {
			if rest, ok := strings.CutPrefix(item, name); ok && (rest == "" || rest[0] == '/') {
				return true
			}
		}
	}
	return false
}
