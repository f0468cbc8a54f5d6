package tray

import (
	"context"
	"time"
)

const (
	// minInterval keeps the menu calm: at most four updates a second.
	minInterval = 250 * time.Millisecond
	// ageInterval is how often ages are brought up to date while nothing
	// else changes. Rows show whole minutes.
	ageInterval = time.Minute
	// settleTime is when the icon and the tooltip are set once more: systray
	// loses what is set while its start on Linux is under way.
	settleTime = time.Second
)

// display is what the loop drives: the system's tray, or a fake in tests.
type display interface {
	// apply shows m and does nothing where m equals what is shown. It is false
	// when a part must wait because the person has the menu open.
	apply(m Model) bool
	// reassert sets icon and tooltip again.
	reassert()
}

// loop keeps d equal to the latest snapshot until ctx is done.
func (t *Tray) loop(ctx context.Context, d display) {
	settled := time.After(settleTime)
	for {
		m := t.model(time.Now())
		done := d.apply(m)
		select {
		case <-ctx.Done():
			return
		case <-time.After(minInterval):
		}
		if !done {
			continue
		}
		var ages <-chan time.Time
		if len(m.Rows) > 0 { // without rows nothing ages: sleep until told
			ages = time.After(ageInterval - minInterval)
		}
		select {
		case <-ctx.Done():
			return
		case <-t.changed:
		case <-ages:
		case <-settled:
			d.reassert()
		}
	}
}

func (t *Tray) model(now time.Time) Model {
	return Build(t.snapshot(), t.catalog, Options{Now: now, Version: t.version})
}
