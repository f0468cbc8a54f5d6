//go:build cgo || !darwin

package tray

import (
	"context"
	"errors"
	"sync/atomic"

	"fyne.io/systray"
)

// ran guards systray, which has one tray per process and quits once.
var ran atomic.Bool

// run is Run where systray builds. Every way to stop goes through ctx: it ends
// the loop, the loop's end quits systray, and that ends systray.Run.
func (t *Tray) run(ctx context.Context) (err error) {
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	if !ran.CompareAndSwap(false, true) {
		return ErrRanBefore
	}
	if err := prepare(ctx, stop); err != nil {
		return err
	}
	presetProperties(t.model(t.snapshot().At))
	// systray closes a connection that may have never been opened, after
	// everything of ours has ended: nothing is lost by going on.
	defer func() {
		if ctx.Err() != nil && recover() != nil {
			err = outcome(ctx)
		}
	}()
	systray.Run(func() {
		m := newMenu(t, func() { stop(nil) })
		// The first opening of the menu waits for this function: do not block.
		go func() {
			defer systray.Quit()
			t.loop(ctx, m)
		}()
	}, func() { stop(nil) })
	return outcome(ctx)
}

// outcome is nil unless the desktop took the tray away.
func outcome(ctx context.Context) error {
	if errors.Is(context.Cause(ctx), ErrBusLost) {
		return ErrBusLost
	}
	return nil
}
