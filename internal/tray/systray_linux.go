package tray

import (
	"context"
	"fmt"

	"fyne.io/systray"
	"github.com/godbus/dbus/v5"
)

// appName is the item's name on the bus, the same in every language.
const appName = "Agent Island"

// prepare makes sure that systray finds the bus: without one it stays
// invisible and panics when it quits. It also ends the tray when the bus goes
// away, which is the end of the desktop session.
func prepare(ctx context.Context, stop context.CancelCauseFunc) error {
	probeCtx, cancel := context.WithTimeout(ctx, hostTimeout)
	defer cancel()
	probe, err := dialBus(probeCtx)
	if err != nil {
		return fmt.Errorf("%w: %w", ErrNoBus, err)
	}
	probe.Close()
	// systray asks for the same shared connection and closes it at its end.
	// Nobody else should use it: see keepRegistered.
	shared, err := dbus.SessionBus()
	if err != nil {
		return fmt.Errorf("%w: %w", ErrNoBus, err)
	}
	context.AfterFunc(shared.Context(), func() { stop(ErrBusLost) })
	go keepRegistered(ctx, shared)
	return nil
}

// presetProperties sets what a panel reads first. systray starts on the bus
// beside onReady and loses what is set meanwhile, but not what is set before.
func presetProperties(m Model) {
	// The title also becomes the item's Id, by which panels remember whether
	// the person hid it: constant, and set once.
	systray.SetTitle(appName)
	systray.SetIcon(icon(m.Icon))
	systray.SetTooltip(m.Tooltip)
}

// setIcon sets the icon. systray panics when the bus closes at that moment;
// the tray is about to end with ErrBusLost then, and the panic adds nothing.
func setIcon(png []byte) {
	defer func() { _ = recover() }()
	systray.SetIcon(png)
}

// frozen is false: an open menu shows changes at once.
func frozen() bool { return false }
