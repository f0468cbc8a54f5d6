package engine

import (
	"time"

	"agentisland/internal/alert"
	"agentisland/internal/session"
)

// act carries out a decision of the policy.
func (e *Engine) act(f alert.Effect) {
	if e.outbox == nil {
		return
	}
	d := delivery{session: f.Session}
	switch f.Action {
	case alert.Post:
		n := Compose(e.cfg.Messages, f.Session, f.View, e.cfg.Details)
		d.post = &n
	case alert.Withdraw:
	default:
		return
	}
	e.deliver(f.At, d)
}

// deliver orders d after alarms that come close together were joined and those
// that are too many were put aside.
func (e *Engine) deliver(now time.Time, d delivery) {
	joined := []delivery{d}
	switch {
	case e.bundle == nil:
	case d.post != nil:
		joined = e.bundle.post(now, *d.post)
	default:
		joined = e.bundle.withdraw(d.session)
	}
	for _, j := range joined {
		for _, order := range e.limit.order(now, j) {
			e.outbox.order(order)
		}
	}
}

// adopt makes the notifications of an earlier run known to the desktop.
func (e *Engine) adopt() {
	for name, shown := range e.core.policy.Memory.Shown {
		n := alert.Notification{ID: name, Session: name, Reason: shown.Reason, Action: e.cfg.Messages.Open}
		e.cfg.Notifier.Adopt(n, shown.Handle)
	}
}

func (e *Engine) clicked(ev alert.Event) {
	ids, orders := e.limit.closed(ev.ID)
	for _, d := range orders {
		e.outbox.order(d)
	}
	for _, id := range ids {
		sessions := []string{id}
		if e.bundle != nil {
			sessions = e.bundle.closed(id)
		}
		for _, name := range sessions {
			e.core.policy.Closed(name)
		}
	}
	if ev.Kind == alert.Clicked {
		e.open(session.ParseRef(ev.Session), ev.Token)
	}
}

// delivered notes what the desktop said. The handle of a notification that
// stands for several sessions is that of each, so that the next run can take it
// back.
func (e *Engine) delivered() {
	for _, d := range e.outbox.results.take() {
		if d.err != nil {
			for _, name := range e.covers(d.session) {
				e.core.policy.Undelivered(name, d.err.Error())
			}
			e.suffer(&e.trouble.notify, e.cfg.Messages.Notice.NotifyFailed(d.err.Error()))
			continue
		}
		e.suffer(&e.trouble.notify, "")
		for _, name := range e.covers(d.session) {
			e.core.policy.Delivered(name, d.handle)
		}
	}
}

// covers lists the sessions for which a notification stands.
func (e *Engine) covers(id string) (sessions []string) {
	for _, id := range e.limit.covers(id) {
		if e.bundle == nil {
			sessions = append(sessions, id)
		} else {
			sessions = append(sessions, e.bundle.covers(id)...)
		}
	}
	return sessions
}
