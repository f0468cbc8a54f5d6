package engine

import (
	"time"

	"agentisland/internal/alert"
	"agentisland/internal/classify"
	"agentisland/internal/session"
	"agentisland/internal/status"
)

// Explanation is the whole chain behind a session's state and behind its alarm:
// the record that decided, the row and rule that read it, the other evidence,
// and the gate.
type Explanation struct {
	View     status.View
	Reading  classify.Reading
	Activity time.Time // effective time of the reading
	Age      time.Duration
	Live     status.Live
	Desktop  time.Time
	Alarm    alert.Outcome
}

// Explain returns the chain behind a session, and false when there is no such
// session.
func (c *Core) Explain(now time.Time, ref session.Ref) (Explanation, bool) {
	e := c.sessions[ref]
	if e == nil {
		return Explanation{}, false
	}
	return Explanation{
		View:     c.view(e),
		Reading:  e.reading,
		Activity: e.activity,
		Age:      now.Sub(e.activity),
		Live:     c.live.of(ref),
		Desktop:  c.desktop[e.desktopID()].LastActivity,
		Alarm:    c.policy.Explain(now, c.input(e)),
	}, true
}

// Explain asks for the chain behind a session. then is called by the engine's
// goroutine and must not block.
func (e *Engine) Explain(ref session.Ref, then func(Explanation)) {
	e.commands.push(func(now time.Time) {
		if x, ok := e.core.Explain(now, ref); ok {
			then(x)
		}
	})
}

// Tell shows a notification that is not an alarm: the answer to something a
// person asked for.
func (e *Engine) Tell(n alert.Notification) {
	if e.outbox != nil {
		e.outbox.order(delivery{session: n.ID, post: &n})
	}
}
