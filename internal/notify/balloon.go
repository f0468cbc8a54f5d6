package notify

import (
	"context"
	"fmt"
	"sync"
	"time"

	"agentisland/internal/alert"
)

// balloonShell is what shows balloons on the tray icon. Both calls may block.
type balloonShell interface {
	show(title, body string, silent bool) error
	hide() error
	// detach stops the reports to balloons.report.
	detach()
}

// balloonReport is what a shell says about the balloon on the screen.
type balloonReport int

const (
	balloonShown balloonReport = iota
	balloonHidden
	balloonTimedOut
	balloonClicked
	balloonShellRestarted
)

// balloons is the notifier of a tray icon, which has room for one balloon: a
// newer one replaces the older, whatever their IDs.
type balloons struct {
	shell  balloonShell
	worker *worker
	events *events
	limit  time.Duration // for one call
	opts   Options
	lacks  string // why there is nothing better

	mu      sync.Mutex
	current *alert.Notification // asked for and not reported gone
	seen    bool                // the shell reported current on the screen
	last    *alert.Notification // timed out: the system's list may still offer it
}

// newBalloons makes the notifier. A balloon has no sound of its own choice: a
// sound file means the system's sound.
func newBalloons(o Options) *balloons {
	return &balloons{worker: newWorker(), events: newEvents(), limit: callLimit, opts: o}
}

// Post shows n in place of any other balloon. There is no handle: a balloon
// does not outlive its icon.
func (b *balloons) Post(ctx context.Context, n alert.Notification) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, b.limit)
	defer cancel()
	err := b.worker.do(ctx, func() error {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		b.begin(n)
		err := b.shell.show(cleanLine(n.Title, maxTitle), cleanText(n.Body, maxBody), b.opts.silent(n))
		if err != nil {
			b.drop(n.ID)
		}
		return err
	})
	if err != nil {
		return "", fmt.Errorf("notify: post %q: %w", n.ID, err)
	}
	return "", nil
}

// begin makes n the current balloon before the shell is asked, so that no
// report about it can come too early.
func (b *balloons) begin(n alert.Notification) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.current != nil && b.current.ID != n.ID {
		b.events.send(gone(*b.current))
	}
	b.current, b.seen, b.last = &n, false, nil
}

// drop forgets id and reports whether it was on the screen.
func (b *balloons) drop(id string) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.last != nil && b.last.ID == id {
		b.last = nil
	}
	if b.current == nil || b.current.ID != id {
		return false
	}
	b.current = nil
	return true
}

// Adopt reports n as closed: the balloon went with the icon of the earlier run.
func (b *balloons) Adopt(n alert.Notification, _ string) { b.events.send(gone(n)) }

// Withdraw takes the balloon back if it is the one of this ID.
func (b *balloons) Withdraw(ctx context.Context, id string) error {
	ctx, cancel := context.WithTimeout(ctx, b.limit)
	defer cancel()
	err := b.worker.do(ctx, func() error {
		if !b.drop(id) {
			return nil
		}
		return b.shell.hide()
	})
	if err != nil {
		return fmt.Errorf("notify: withdraw %q: %w", id, err)
	}
	return nil
}

// report takes what the shell says. It never blocks: it is called on the
// thread of the tray's window.
func (b *balloons) report(r balloonReport) {
	b.mu.Lock()
	defer b.mu.Unlock()
	switch r {
	case balloonShown:
		b.seen = b.current != nil
	case balloonHidden, balloonTimedOut:
		// Before current was seen this is about the one it replaced.
		if b.current != nil && b.seen {
			b.events.send(gone(*b.current))
			b.last, b.current = b.current, nil
		}
	case balloonShellRestarted:
		if b.current != nil {
			b.events.send(gone(*b.current))
		}
		b.current, b.last = nil, nil
	case balloonClicked:
		n := b.current
		if n == nil {
			n = b.last
		}
		if n != nil {
			b.events.send(clicked(*n, ""))
		}
		b.current, b.last = nil, nil
	}
}

// Events reports clicks and balloons that went.
func (b *balloons) Events() <-chan alert.Event { return b.events.ch }

// Capabilities of a balloon: everything, but one at a time.
func (b *balloons) Capabilities() alert.Capabilities {
	return alert.Capabilities{Name: "balloon", Click: true, Withdraw: true, Replace: true, Lacks: b.lacks}
}

// Close ends the backend and leaves the balloon to its time.
func (b *balloons) Close() error {
	b.worker.close(closeLimit)
	b.shell.detach()
	b.events.close()
	return nil
}
