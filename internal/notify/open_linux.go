package notify

import (
	"context"

	"agentisland/internal/alert"
)

// openNative opens the D-Bus backend if there is a session bus. A bus without
// a notification server is good enough: one may start later, and nothing that
// beeep tries would get through without it either.
func openNative(ctx context.Context, o Options) (alert.Notifier, error) {
	d := newDesktop(o, sessionBusAddress, defaultTiming)
	ctx, cancel := context.WithTimeout(ctx, d.timing.call)
	defer cancel()
	if err := d.start(ctx); err != nil {
		d.Close()
		return nil, err
	}
	return d, nil
}

// probeNative asks the notification server what it can do.
func probeNative(ctx context.Context, o Options) (alert.Capabilities, error) {
	d := newDesktop(o, sessionBusAddress, defaultTiming)
	defer d.Close()
	ctx, cancel := context.WithTimeout(ctx, d.timing.call)
	defer cancel()
	_, err := d.server(ctx)
	return d.Capabilities(), err
}
