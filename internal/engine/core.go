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
	Partial      bool     // Registry and Desktop are those of the sighting before
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
	replan   bool // next is to be computed anew
	changed  bool // since the last call of Changed
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
	if !s.Partial {
		c.observeEvidence(now, &s, touched)
	}
	for _, ref := range slices.SortedFunc(maps.Keys(touched), compareRefs) {
		if e := c.sessions[ref]; e != nil {
			c.evaluate(now, e)
		}
	}
	c.plan()
}

// observeEvidence takes what the tools say about themselves.
func (c *Core) observeEvidence(now time.Time, s *Sighting, touched map[session.Ref]bool) {
	for _, id := range c.live.update(now, s.Registry) {
		touched[session.Ref{Provider: session.Claude, ID: id}] = true
	}
	for id, d := range s.Desktop {
		if c.desktop[id] != d {
			touched[session.Ref{Provider: session.Claude, ID: id}] = true
		}
	}
	c.desktop = s.Desktop
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
			e.goneAt, e.archived = now, o.Archived
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
	e.goneAt, e.archived = time.Time{}, false
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
		e.verdict = status.Verdict{State: status.Idle, Reason: status.ReasonNone, Key: e.verdict.Key, Since: now, Rule: e.leaves()}
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
	for _, p := range [...]session.Provider{session.Claude, session.Codex} {
		if c.policy.Mutes(p) {
			if s.MutedProviders == nil {
				s.MutedProviders = map[session.Provider]bool{}
			}
			s.MutedProviders[p] = true
		}
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
func (c *Core) Next() time.Time {
	if c.replan {
		c.replan = false
		c.computeNext()
	}
	return c.next
}

// plan has Next computed when it is asked for: what happened is handed out
// before that.
func (c *Core) plan() { c.replan = true }

func (c *Core) computeNext() {
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
