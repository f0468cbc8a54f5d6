package notify

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/gen2brain/beeep"

	"agentisland/internal/alert"
)

// beeepNotifier shows notifications and can do nothing more with them.
type beeepNotifier struct {
	show   func(title, body string) error
	worker *worker
	events *events
	limit  time.Duration // for one call
	lacks  string        // why there is nothing better
}

// newBeeep opens the fallback of every platform. beeep.Alert is not used: it
// marks the notification as critical, which breaks through do-not-disturb.
func newBeeep(o Options) *beeepNotifier {
	beeep.AppName = o.AppName
	icon := o.Icon
	return newBeeepWith(func(title, body string) error {
		if icon == nil {
			return beeep.Notify(title, body, "")
		}
		return beeep.Notify(title, body, icon)
	})
}

func newBeeepWith(show func(title, body string) error) *beeepNotifier {
	return &beeepNotifier{show: show, worker: newWorker(), events: newEvents(), limit: callLimit}
}

// Post shows n and returns no handle.
func (b *beeepNotifier) Post(ctx context.Context, n alert.Notification) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, b.limit)
	defer cancel()
	err := b.worker.do(ctx, func() error {
		// What waited too long may be out of date, and nothing could take it back.
		if ctx.Err() != nil {
			return ctx.Err()
		}
		return b.show(cleanLine(n.Title, maxTitle), cleanText(n.Body, maxBody))
	})
	if err != nil {
		return "", fmt.Errorf("notify: post %q: %w", n.ID, err)
	}
	return "", nil
}

// Adopt does nothing: beeep has no names for what it showed.
func (b *beeepNotifier) Adopt(alert.Notification, string) {}

// Withdraw is not possible with beeep.
func (b *beeepNotifier) Withdraw(context.Context, string) error {
	return fmt.Errorf("notify: withdraw: %w", errors.ErrUnsupported)
}

// Events never has an event; it is closed by Close.
func (b *beeepNotifier) Events() <-chan alert.Event { return b.events.ch }

// Capabilities says that nothing but showing works.
func (b *beeepNotifier) Capabilities() alert.Capabilities {
	return alert.Capabilities{Name: "beeep", Lacks: b.lacks}
}

// closeLimit is how long Close waits for a call that does not come back.
const closeLimit = time.Second

// Close ends the backend. A call that hangs in the system is left behind.
func (b *beeepNotifier) Close() error {
	b.worker.close(closeLimit)
	b.events.close()
	return nil
}
