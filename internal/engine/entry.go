package engine

import (
	"time"

	"agentisland/internal/alert"
	"agentisland/internal/classify"
	"agentisland/internal/session"
	"agentisland/internal/status"
)

// entry is one session.
type entry struct {
	session     session.Session
	reading     classify.Reading
	err         error
	activity    time.Time // effective
	historical  string    // mark of the reading that the first scan of the root found
	lastWorking time.Time
	verdict     status.Verdict
	goneAt      time.Time // when the last transcript vanished
	archived    bool      // it vanished because the tool archived or compressed it
	unconfirmed bool      // a check fell into the time without a transcript
}

// leaves names why a session leaves the list.
func (e *entry) leaves() string {
	if e.archived {
		return "1 archived"
	}
	return "1 gone"
}

// keepsReading reports whether the reading before stands: only when the largest
// window held nothing that decides and the file did not shrink (contract part 1).
func (o *Observation) keepsReading() bool {
	return o.Reading.Event == classify.None && o.Reading.Detail.Bounded && !o.Fresh
}

// effective is the time that counts for a reading: the record's own, unless it
// has none or is ahead of its file.
func effective(record, file time.Time) time.Time {
	if record.IsZero() || record.Sub(file) > skew {
		return file.UTC()
	}
	return record
}

// sleep is a time during which the machine slept.
type sleep struct{ from, to time.Time }

// Slept notes that the machine slept: quiet turns did not age meanwhile.
func (c *Core) Slept(from, to time.Time) {
	c.sleeps = append(c.sleeps, sleep{from, to})
	if len(c.sleeps) > 64 {
		c.sleeps = c.sleeps[len(c.sleeps)-64:]
	}
}

// awake is the time awake between since and now.
func (c *Core) awake(since, now time.Time) time.Duration {
	d := now.Sub(since)
	for _, s := range c.sleeps {
		from, to := s.from, s.to
		if from.Before(since) {
			from = since
		}
		if to.After(now) {
			to = now
		}
		if to.After(from) {
			d -= to.Sub(from)
		}
	}
	return max(d, 0)
}

// evaluate makes a session's verdict anew and hands it to the policy.
func (c *Core) evaluate(now time.Time, e *entry) {
	old := e.verdict
	if old.State == status.Working {
		e.lastWorking = now
		if !old.Expires.IsZero() && old.Expires.Before(now) {
			e.lastWorking = old.Expires
		}
	}
	e.verdict = status.Evaluate(now, status.Evidence{
		Reading:     e.reading,
		Activity:    e.activity,
		Desktop:     c.desktop[e.desktopID()].LastActivity,
		Live:        c.live.of(e.session.Ref),
		LastWorking: e.lastWorking,
		Awake:       c.awake,
	})
	if e.verdict.State == status.Working {
		e.lastWorking = now
	}
	v := e.verdict
	if v.State != old.State || v.Reason != old.Reason || v.Key != old.Key {
		c.touch()
		c.events = append(c.events, Event{State: &StateEvent{At: now, View: c.view(e)}})
	}
	c.step(now, e)
}

func (e *entry) desktopID() string {
	if e.session.Provider == session.Claude {
		return e.session.ID
	}
	return ""
}

func (c *Core) step(now time.Time, e *entry) {
	c.take(c.policy.Step(now, c.input(e)))
}

// take files the policy's effects: checks are work for the caller, all others
// are events.
func (c *Core) take(effects []alert.Effect) {
	for _, f := range effects {
		if f.Action == alert.Check {
			c.checks = append(c.checks, session.ParseRef(f.Session))
			continue
		}
		c.events = append(c.events, Event{Alert: &f})
	}
}

// Confirm answers a check: the session was read again and observed.
func (c *Core) Confirm(now time.Time, ref session.Ref) {
	e := c.sessions[ref]
	if e == nil {
		return
	}
	if !e.goneAt.IsZero() { // it may only be on its way to another folder
		e.unconfirmed = true
		return
	}
	c.take(c.policy.Confirm(now, c.input(e)))
	c.plan()
}

func (c *Core) input(e *entry) alert.Input {
	return alert.Input{
		Session:    e.session.Ref.String(),
		View:       c.view(e),
		Event:      e.reading.Event,
		Machine:    e.reading.Detail.Machine,
		MessageID:  e.reading.Detail.MessageID,
		Ended:      status.EndReason(e.reading),
		Historical: e.historical != "" && e.historical == mark(e.reading),
	}
}

// mark tells readings of one turn apart: a turn may keep its key when it ends.
func mark(r classify.Reading) string { return r.Key + "|" + string(r.Event) }

// view is what displays show of a session.
func (c *Core) view(e *entry) status.View {
	v := status.View{
		Session:      e.session,
		Verdict:      e.verdict,
		ActivityDate: e.reading.ActivityDate,
		Text:         e.reading.Detail.Text,
		Reset:        e.reading.Detail.Reset,
		Muted:        len(c.policy.Memory.Muted) > 0 && c.policy.Memory.Muted[e.session.Ref.String()],
	}
	if d, ok := c.desktop[e.desktopID()]; ok && d.Title != "" {
		v.Title = d.Title
	}
	if e.session.Provider == session.Claude {
		v.PID = c.live.pid(e.session.ID)
	}
	if e.err != nil {
		v.Problem = e.err.Error()
	}
	return v
}
