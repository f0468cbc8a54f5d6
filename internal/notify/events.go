package notify

import (
	"sync"

	"agentisland/internal/alert"
)

// eventsKept is how many events wait for a slow reader.
const eventsKept = 64

// events is a channel whose sender never waits: when it is full the oldest
// event gives way.
type events struct {
	mu     sync.Mutex
	ch     chan alert.Event
	closed bool
}

func newEvents() *events { return &events{ch: make(chan alert.Event, eventsKept)} }

// send queues ev; after close it does nothing.
func (e *events) send(ev alert.Event) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.closed {
		return
	}
	for {
		select {
		case e.ch <- ev:
			return
		default:
		}
		select {
		case <-e.ch:
		default:
		}
	}
}

// close closes the channel, once.
func (e *events) close() {
	e.mu.Lock()
	defer e.mu.Unlock()
	if !e.closed {
		e.closed = true
		close(e.ch)
	}
}

func clicked(n alert.Notification, token string) alert.Event {
	return alert.Event{Kind: alert.Clicked, ID: n.ID, Session: n.Session, Token: token}
}

func gone(n alert.Notification) alert.Event {
	return alert.Event{Kind: alert.Closed, ID: n.ID, Session: n.Session}
}
