// Package engine owns the state of the whole app. One goroutine holds the
// core; everything else sends it messages and receives values. The core
// itself has no clock and no goroutine, so that replay drives the very same
// code on a virtual clock.
package engine

import (
	"cmp"
	"maps"
	"slices"
	"time"

	"agentisland/internal/alert"
	"agentisland/internal/classify"
	"agentisland/internal/session"
	"agentisland/internal/status"
	"agentisland/internal/transcript"
)

// moved is how long a transcript may be away before its session leaves the
// list: Claude moves transcripts between folders (contract part 1).
const moved = 2 * time.Second

// skew is how far ahead of its file's time a record's time may be before the
// file's time counts instead (contract part 3).
const skew = 60 * time.Second

// Observation is one session as it was just read.
type Observation struct {
	transcript.Change
	Reading classify.Reading
}

// Sighting is everything that one look at the disk brought.
type Sighting struct {
	Observations []Observation
	Registry     []transcript.Record
	Desktop      map[string]transcript.DesktopID
	Health       []string // what could not be read, in words for people
}

// Event is something that happened, in the order in which it happened.
type Event struct {
	State *StateEvent
	Alert *alert.Effect
}

// StateEvent is a session whose state, reason or key changed.
type StateEvent struct {
	At   time.Time
	View status.View
}

// Core holds all sessions. Every method takes the present wall time and none
// blocks. It is not safe for concurrent use.
type Core struct {
	policy   *alert.Policy
	sessions map[session.Ref]*entry
	order    []session.Ref // of all sessions, sorted: everything happens in this order
	live     liveTracker
	desktop  map[string]transcript.DesktopID
	sleeps   []sleep
	health   []string
	events   []Event
	checks   []session.Ref
	next     time.Time
	changed  bool // since the last call of Changed
}

// sleep is a time during which the machine slept.
type sleep struct{ from, to time.Time }

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
	unconfirmed bool      // a check fell into the time without a transcript
}

// NewCore makes a core whose alarms are decided by policy.
func NewCore(policy *alert.Policy) *Core {
	return &Core{policy: policy, sessions: map[session.Ref]*entry{}, live: newLiveTracker(), changed: true}
}

// Policy is the alarm policy, for settings and for what is stored.
func (c *Core) Policy() *alert.Policy { return c.policy }

// Observe takes a sighting into account.
func (c *Core) Observe(now time.Time, s Sighting) {
	if !slices.Equal(c.health, s.Health) {
		c.touch()
	}
	c.health = s.Health
	touched := map[session.Ref]bool{}
	slices.SortStableFunc(s.Observations, func(a, b Observation) int { return compareRefs(a.Session.Ref, b.Session.Ref) })
	for i := range s.Observations {
		c.observe(now, &s.Observations[i], touched)
	}
	for _, id := range c.live.update(now, s.Registry) {
		touched[session.Ref{Provider: session.Claude, ID: id}] = true
	}
	for id, d := range s.Desktop {
		if c.desktop[id] != d {
			touched[session.Ref{Provider: session.Claude, ID: id}] = true
		}
	}
	c.desktop = s.Desktop
	for _, ref := range slices.SortedFunc(maps.Keys(touched), compareRefs) {
		if e := c.sessions[ref]; e != nil {
			c.evaluate(now, e)
		}
	}
	c.plan()
}

// compareRefs orders sessions. Whatever touches several of them does so in this
// order, so that the same life always gives the same story.
func compareRefs(a, b session.Ref) int {
	return cmp.Or(cmp.Compare(a.Provider, b.Provider), cmp.Compare(a.ID, b.ID))
}

// Look takes a sighting into account without deciding any alarm: a command that
// looks once must not change what the app remembers.
func (c *Core) Look(now time.Time, s Sighting) {
	policy := c.policy
	c.policy = alert.NewPolicy(now, alert.NewMemory(), alert.Options{})
	c.Observe(now, s)
	c.Take()
	c.policy = policy
}

// observe stores what one transcript says now.
func (c *Core) observe(now time.Time, o *Observation, touched map[session.Ref]bool) {
	ref := o.Session.Ref
	e := c.sessions[ref]
	if o.Gone {
		if e != nil && e.goneAt.IsZero() {
			e.goneAt = now
		}
		return
	}
	if o.Reading.Detail.Hidden {
		if e != nil {
			c.remove(now, e)
		}
		return
	}
	if e == nil {
		e = &entry{}
		c.sessions[ref] = e
		i, _ := slices.BinarySearchFunc(c.order, ref, compareRefs)
		c.order = slices.Insert(c.order, i, ref)
	}
	touched[ref] = true
	c.touch()
	e.goneAt = time.Time{}
	if e.unconfirmed {
		e.unconfirmed = false
		c.checks = append(c.checks, ref)
	}
	e.session = o.Session
	e.err = o.Err
	if o.Err != nil && e.reading.Event == "" {
		e.reading.Event = classify.None // listed all the same, with what is wrong
	}
	if o.Err != nil || o.keepsReading() {
		return
	}
	if o.Reading.TurnStatus != e.reading.TurnStatus || o.Reading.Event != e.reading.Event || e.activity.IsZero() {
		e.activity = effective(o.Reading.ActivityDate, o.FileTime)
	}
	e.reading = o.Reading
	if o.Historical {
		e.historical = mark(e.reading)
	}
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

// Tick does what is due at now.
func (c *Core) Tick(now time.Time) {
	for _, ref := range slices.Clone(c.order) { // sessions leave it on the way
		e := c.sessions[ref]
		if !e.goneAt.IsZero() && !now.Before(e.goneAt.Add(moved)) {
			c.remove(now, e)
			continue
		}
		c.evaluate(now, e)
	}
	c.forgetShown(now)
	if until := c.policy.Memory.SnoozedUntil; !until.IsZero() && !now.Before(until) {
		c.Snooze(time.Time{})
	}
	c.plan()
}

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

func (c *Core) input(e *entry) alert.Input {
	return alert.Input{
		Session:    e.session.Ref.String(),
		View:       c.view(e),
		Event:      e.reading.Event,
		Machine:    e.reading.Detail.Machine,
		MessageID:  e.reading.Detail.MessageID,
		Historical: e.historical != "" && e.historical == mark(e.reading),
	}
}

// mark tells readings of one turn apart: a turn may keep its key when it ends.
func mark(r classify.Reading) string { return r.Key + "|" + string(r.Event) }

// remove takes a session off the list.
func (c *Core) remove(now time.Time, e *entry) {
	in := c.input(e)
	in.Gone = true
	c.take(c.policy.Step(now, in))
	delete(c.sessions, e.session.Ref)
	if i, ok := slices.BinarySearchFunc(c.order, e.session.Ref, compareRefs); ok {
		c.order = slices.Delete(c.order, i, i+1)
	}
	c.touch()
	if e.verdict.State != status.Idle {
		e.verdict = status.Verdict{State: status.Idle, Reason: status.ReasonNone, Key: e.verdict.Key, Since: now, Rule: "1 gone"}
		c.events = append(c.events, Event{State: &StateEvent{At: now, View: c.view(e)}})
	}
}

// forgetShown withdraws what an earlier run left up for sessions that no longer
// exist.
func (c *Core) forgetShown(now time.Time) {
	for _, name := range slices.Sorted(maps.Keys(c.policy.Memory.Shown)) {
		ref := session.ParseRef(name)
		if c.sessions[ref] == nil {
			view := status.View{Session: session.Session{Ref: ref}}
			c.take(c.policy.Step(now, alert.Input{Session: name, View: view, Gone: true}))
		}
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

// view is what displays show of a session.
func (c *Core) view(e *entry) status.View {
	v := status.View{
		Session:      e.session,
		Verdict:      e.verdict,
		ActivityDate: e.reading.ActivityDate,
		Text:         e.reading.Detail.Text,
		Reset:        e.reading.Detail.Reset,
		Muted:        c.policy.Memory.Muted[e.session.Ref.String()],
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

// Snapshot is the whole picture.
func (c *Core) Snapshot(now time.Time) status.Snapshot {
	views := make([]status.View, 0, len(c.sessions))
	for _, ref := range c.order {
		views = append(views, c.view(c.sessions[ref]))
	}
	s := status.Merge(now, views)
	s.Health = c.health
	if until := c.policy.Memory.SnoozedUntil; until.After(now) {
		s.SnoozedUntil = until
	}
	return s
}

// Take returns what happened since the last call, and the sessions that must be
// read again and confirmed.
func (c *Core) Take() (events []Event, checks []session.Ref) {
	events, checks = c.events, c.checks
	c.events, c.checks = nil, nil
	return events, checks
}

// Next is when Tick has something to do, zero when only news can change
// anything.
func (c *Core) Next() time.Time { return c.next }

// plan computes Next.
func (c *Core) plan() {
	c.next = c.policy.Next()
	if until := c.policy.Memory.SnoozedUntil; !until.IsZero() && (c.next.IsZero() || until.Before(c.next)) {
		c.next = until
	}
	for _, e := range c.sessions {
		at := e.verdict.Expires
		if !e.goneAt.IsZero() {
			at = e.goneAt.Add(moved)
		}
		if !at.IsZero() && (c.next.IsZero() || at.Before(c.next)) {
			c.next = at
		}
	}
}

// Mute turns alarms off or on, named as in alert.Policy.
func (c *Core) Mute(now time.Time, name string, muted bool) {
	c.policy.Mute(name, muted)
	for _, ref := range c.order {
		c.step(now, c.sessions[ref]) // a pending alarm may have lost its right to ring
	}
	c.touch()
	c.plan()
}

// Snooze keeps everything silent until a time.
func (c *Core) Snooze(until time.Time) {
	c.policy.Snooze(until)
	c.touch()
	c.plan()
}

func (c *Core) touch() { c.changed = true }

// Changed reports whether a display would show anything else than at the last
// call. It is true at first: an empty picture is one, too.
func (c *Core) Changed() bool {
	changed := c.changed
	c.changed = false
	return changed
}
