package engine

import (
	"context"
	"log/slog"
	"slices"
	"sync"
	"time"

	"agentisland/internal/alert"
)

// How long one delivery may take, and the pauses between tries of one that
// failed.
const deliveryTimeout = 10 * time.Second

var retryPauses = [...]time.Duration{2 * time.Second, 10 * time.Second, time.Minute}

// delivery is one order to the desktop.
type delivery struct {
	session string
	post    *alert.Notification // nil: withdraw
	tries   int
	after   time.Time
}

// delivered is what became of a post.
type delivered struct {
	session, handle string
	err             error
}

// outbox carries out deliveries one after the other on a goroutine of its own,
// so that a slow desktop never holds up the engine. A withdrawal takes back a
// post that still waits.
type outbox struct {
	notifier alert.Notifier
	results  *queue[delivered]
	log      *slog.Logger

	mu      sync.Mutex
	waiting []delivery
	wake    chan struct{}
}

func newOutbox(n alert.Notifier, log *slog.Logger) *outbox {
	return &outbox{notifier: n, results: newQueue[delivered](), log: log, wake: make(chan struct{}, 1)}
}

// order replaces whatever still waits for the same session: only the newest
// picture counts.
func (o *outbox) order(d delivery) {
	o.mu.Lock()
	o.waiting = slices.DeleteFunc(o.waiting, func(w delivery) bool { return w.session == d.session })
	o.waiting = append(o.waiting, d)
	o.mu.Unlock()
	o.signal()
}

func (o *outbox) signal() {
	select {
	case o.wake <- struct{}{}:
	default:
	}
}

// next takes the first delivery that is due, or says how long to wait.
func (o *outbox) next(now time.Time) (d delivery, wait time.Duration, ok bool) {
	o.mu.Lock()
	defer o.mu.Unlock()
	wait = time.Hour
	for i, w := range o.waiting {
		if !w.after.After(now) {
			o.waiting = slices.Delete(o.waiting, i, i+1)
			return w, 0, true
		}
		wait = min(wait, w.after.Sub(now))
	}
	return delivery{}, wait, false
}

// run delivers until ctx is done.
func (o *outbox) run(ctx context.Context) {
	for {
		d, wait, ok := o.next(time.Now())
		if ok {
			o.deliver(ctx, d)
			continue
		}
		timer := time.NewTimer(wait)
		select {
		case <-ctx.Done():
			timer.Stop()
			return
		case <-o.wake:
		case <-timer.C:
		}
		timer.Stop()
	}
}

func (o *outbox) deliver(ctx context.Context, d delivery) {
	ctx, cancel := context.WithTimeout(ctx, deliveryTimeout)
	defer cancel()
	if d.post == nil {
		if err := o.notifier.Withdraw(ctx, d.session); err != nil {
			o.log.Warn("withdraw", "session", d.session, "err", err)
		}
		return
	}
	handle, err := o.notifier.Post(ctx, *d.post)
	if err != nil {
		o.log.Warn("post", "session", d.session, "try", d.tries+1, "err", err)
		o.again(d)
	}
	o.results.push(delivered{session: d.session, handle: handle, err: err})
}

// again puts a failed post back, unless something newer waits for its session.
func (o *outbox) again(d delivery) {
	if d.tries >= len(retryPauses) {
		return
	}
	d.after = time.Now().Add(retryPauses[d.tries])
	d.tries++
	o.mu.Lock()
	defer o.mu.Unlock()
	if !slices.ContainsFunc(o.waiting, func(w delivery) bool { return w.session == d.session }) {
		o.waiting = append(o.waiting, d)
	}
}
