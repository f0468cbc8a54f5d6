// Package notifytest has an alert.Notifier for tests: a desktop in memory on
// which the test plays the person.
package notifytest

import (
	"context"
	"strconv"
	"sync"

	"agentisland/internal/alert"
)

// Card is one notification on the fake's screen.
type Card struct {
	alert.Notification
	Handle string
}

// Fake is an alert.Notifier. It records what it is asked and can be told to
// fail. All methods are safe for use by several goroutines.
type Fake struct {
	mu        sync.Mutex
	screen    *screen
	known     map[string]bool // IDs posted or adopted by this fake
	events    chan alert.Event
	closed    bool
	caps      alert.Capabilities
	err       error
	posts     []alert.Notification
	withdrawn []string
}

// screen outlives the fakes that show on it.
type screen struct {
	mu    sync.Mutex
	last  int
	cards []Card
}

// New returns a fake that can do everything.
func New() *Fake { return newFake(&screen{}) }

func newFake(s *screen) *Fake {
	return &Fake{
		screen: s, known: map[string]bool{}, events: make(chan alert.Event, 64),
		caps: alert.Capabilities{Name: "fake", Click: true, Withdraw: true, Replace: true},
	}
}

// Restart closes f and returns a new fake on the same screen, as when the
// application starts again.
func (f *Fake) Restart() *Fake {
	_ = f.Close()
	return newFake(f.screen)
}

// Fail makes every later Post and Withdraw return err; nil ends that.
func (f *Fake) Fail(err error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.err = err
}

// SetCapabilities changes what Capabilities answers, and nothing else.
func (f *Fake) SetCapabilities(c alert.Capabilities) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.caps = c
}

// Post is alert.Notifier's.
func (f *Fake) Post(ctx context.Context, n alert.Notification) (string, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if err := f.broken(ctx); err != nil {
		return "", err
	}
	f.posts = append(f.posts, n)
	known := f.known[n.ID]
	f.known[n.ID] = true
	return f.screen.show(n, known), nil
}

// broken says why nothing works now. The caller holds f.mu.
func (f *Fake) broken(ctx context.Context) error {
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case f.closed:
		return context.Canceled
	}
	return f.err
}

// Adopt is alert.Notifier's. A handle that is not on the screen is reported closed.
func (f *Fake) Adopt(n alert.Notification, handle string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if c, ok := f.screen.find(n.ID); ok && c.Handle == handle {
		f.known[n.ID] = true
		return
	}
	f.send(alert.Event{Kind: alert.Closed, ID: n.ID, Session: n.Session})
}

// Withdraw is alert.Notifier's.
func (f *Fake) Withdraw(ctx context.Context, id string) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	if err := f.broken(ctx); err != nil {
		return err
	}
	f.withdrawn = append(f.withdrawn, id)
	if f.known[id] {
		delete(f.known, id)
		f.screen.remove(id)
	}
	return nil
}

// Events is alert.Notifier's.
func (f *Fake) Events() <-chan alert.Event { return f.events }

// Capabilities is alert.Notifier's.
func (f *Fake) Capabilities() alert.Capabilities {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.caps
}

// Close is alert.Notifier's.
func (f *Fake) Close() error {
	f.mu.Lock()
	defer f.mu.Unlock()
	if !f.closed {
		f.closed = true
		close(f.events)
	}
	return nil
}

// Click plays the person clicking the notification of id, if it is shown.
func (f *Fake) Click(id, token string) { f.end(id, alert.Clicked, token) }

// Dismiss plays the person closing the notification of id, if it is shown.
func (f *Fake) Dismiss(id string) { f.end(id, alert.Closed, "") }

func (f *Fake) end(id string, kind alert.EventKind, token string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	c, ok := f.screen.find(id)
	if !ok || !f.known[id] {
		return
	}
	delete(f.known, id)
	f.screen.remove(id)
	f.send(alert.Event{Kind: kind, ID: id, Session: c.Session, Token: token})
}

// send queues ev, the oldest event giving way. The caller holds f.mu.
func (f *Fake) send(ev alert.Event) {
	if f.closed {
		return
	}
	if len(f.events) == cap(f.events) {
		<-f.events
	}
	f.events <- ev
}

// Shown lists what is on the screen, oldest first.
func (f *Fake) Shown() []Card {
	f.screen.mu.Lock()
	defer f.screen.mu.Unlock()
	return append([]Card(nil), f.screen.cards...)
}

// Posts lists every notification that Post took.
func (f *Fake) Posts() []alert.Notification {
	f.mu.Lock()
	defer f.mu.Unlock()
	return append([]alert.Notification(nil), f.posts...)
}

// Withdrawn lists the IDs that Withdraw took, known or not.
func (f *Fake) Withdrawn() []string {
	f.mu.Lock()
	defer f.mu.Unlock()
	return append([]string(nil), f.withdrawn...)
}

// show puts n on the screen, in place of the one of the same ID if replace.
func (s *screen) show(n alert.Notification, replace bool) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	for i, c := range s.cards {
		if replace && c.ID == n.ID {
			s.cards[i].Notification = n
			return c.Handle
		}
	}
	s.last++
	handle := strconv.Itoa(s.last)
	s.cards = append(s.cards, Card{n, handle})
	return handle
}

func (s *screen) find(id string) (Card, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, c := range s.cards {
		if c.ID == id {
			return c, true
		}
	}
	return Card{}, false
}

func (s *screen) remove(id string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for i, c := range s.cards {
		if c.ID == id {
			s.cards = append(s.cards[:i:i], s.cards[i+1:]...)
			return
		}
	}
}
