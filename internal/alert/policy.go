package alert

import (
	"time"

	"agentisland/internal/classify"
	"agentisland/internal/status"
)

// Delay is how long a new "your turn" must stand before it is delivered
// (contract part 6).
const Delay = time.Second

// fade is how long a delivered completion may be held again by the registry
// alone before it is withdrawn: the record that names the reason follows within
// that time.
const fade = time.Second

// Input is one session as the policy sees it.
type Input struct {
	Session    string // provider:id
	View       status.View
	Event      classify.Event
	Machine    bool          // the turn was opened without a person
	MessageID  string        // Claude's message id, "" when there is none
	Ended      status.Reason // with which the reading alone would ring, "" when it would not
	Historical bool          // found by the first scan of its root
	Gone       bool          // the transcript was removed
}

// Action is what an effect asks for.
type Action string

// The actions, as they appear in JSON. Check asks for the evidence to be read
// again, followed by Confirm.
const (
	Post     Action = "post"
	Withdraw Action = "withdraw"
	Suppress Action = "suppress"
	Check    Action = "check"
)

// Effect is one decision of the policy.
type Effect struct {
	At      time.Time
	Action  Action
	Session string
	Key     string
	Reason  status.Reason
	Why     string // of a withdrawal or suppression
	View    status.View
}

// The names of withdrawals (contract part 6).
const (
	WhyReplied = "user replied"
	WhyResumed = "work resumed"
	WhyBack    = "user is back"
	WhyClosed  = "closed by the user"
	WhyEnded   = "ended"
	WhyGone    = "gone"
	WhyError   = "error"
)

// WhyRepeat marks a post that rings again for a turn that is still yours.
const WhyRepeat = "repeat"

// Policy decides for all sessions. It has no clock: every method takes the
// time. It is not safe for concurrent use.
type Policy struct {
	Options Options
	Start   time.Time // of this run: older completions are history
	Memory  *Memory
	Local   *time.Location // of the person's clock, for quiet hours; nil is the system's
	tracks  map[string]*track
	dirty   bool
}

func (p *Policy) location() *time.Location {
	if p.Local != nil {
		return p.Local
	}
	return time.Local
}

// track is the alarm of one session: at most one is pending, and at most one
// notification is up.
type track struct {
	pending *pending
	firing  *Shown
	fadeAt  time.Time // when the firing one is withdrawn, zero when it is not fading
	told    string    // identity whose suppression was reported
	wanted  bool      // at the last step the session was in a state that rings
	working bool      // at the last step
	opened  time.Time // when the running or just finished turn began, zero when unknown
}

type pending struct {
	identity, message string
	key               string
	reason            status.Reason
	due               time.Time
	checking          bool
}

// NewPolicy makes a policy for a run that starts at start. Notifications that
// an earlier run left up are known from memory.
func NewPolicy(start time.Time, memory *Memory, o Options) *Policy {
	p := &Policy{Options: o, Start: start, Memory: memory, tracks: map[string]*track{}}
	for session, shown := range memory.Shown {
		p.tracks[session] = &track{firing: &shown}
	}
	return p
}

// Identity names an alarm: key and reason.
func Identity(key string, r status.Reason) string { return key + "|" + string(r) }

func messageIdentity(id string, r status.Reason) string {
	if id == "" {
		return ""
	}
	return "message:" + id + "|" + string(r)
}

// Dirty reports whether the memory changed since the last call.
func (p *Policy) Dirty() bool {
	d := p.dirty
	p.dirty = false
	return d
}

// Next is the earliest time at which a session has something due, zero when
// none has.
func (p *Policy) Next() time.Time {
	var next time.Time
	for _, t := range p.tracks {
		for _, at := range [...]time.Time{t.due(), t.fadeAt, p.repeatAt(t)} {
			if !at.IsZero() && (next.IsZero() || at.Before(next)) {
				next = at
			}
		}
	}
	return next
}

func (p *Policy) repeatAt(t *track) time.Time {
	if p.Options.Repeat <= 0 || t.firing == nil || !t.wanted {
		return time.Time{}
	}
	return t.firing.At.Add(p.Options.Repeat)
}

func (t *track) due() time.Time {
	if t.pending == nil || t.pending.checking {
		return time.Time{}
	}
	return t.pending.due
}

// Step takes one session's new picture into account.
func (p *Policy) Step(now time.Time, in Input) []Effect {
	t := p.tracks[in.Session]
	if t == nil {
		t = &track{}
		p.tracks[in.Session] = t
	}
	s := &step{p: p, t: t, now: now, in: in}
	s.run()
	if t.pending == nil && t.firing == nil && in.Gone {
		delete(p.tracks, in.Session)
	}
	return s.effects
}

// Confirm answers a Check: the evidence was read again and Step was called
// with it. A pending alarm that still stands is posted.
func (p *Policy) Confirm(now time.Time, in Input) []Effect {
	t := p.tracks[in.Session]
	if t == nil || t.pending == nil || !t.pending.checking {
		return nil
	}
	s := &step{p: p, t: t, now: now, in: in}
	if !s.wants() || t.pending.identity != s.identity() {
		t.pending.checking = false
		s.run()
		return s.effects
	}
	s.post()
	return s.effects
}

// Delivered notes the desktop's name of a notification that was posted.
func (p *Policy) Delivered(session, handle string) {
	if t := p.tracks[session]; t != nil && t.firing != nil {
		t.firing.Handle = handle
		p.Memory.Shown[session] = *t.firing
		p.dirty = true
	}
	p.Undelivered(session, "")
}

// Undelivered notes why a session's notification was not shown, "" when it was.
func (p *Policy) Undelivered(session, why string) {
	if p.Memory.Undelivered != why {
		p.Memory.Undelivered, p.dirty = why, true
	}
	id := p.Memory.Shown[session].Identity
	if seen, ok := p.Memory.Seen[id]; ok && seen.Failed != why {
		seen.Failed = why
		p.Memory.Seen[id] = seen
		p.dirty = true
	}
}

// Closed notes that a session's notification is no longer up: it was clicked or
// dismissed. It will not be withdrawn.
func (p *Policy) Closed(session string) {
	if t := p.tracks[session]; t != nil && t.firing != nil {
		t.firing = nil
		t.fadeAt = time.Time{}
		delete(p.Memory.Shown, session)
		p.dirty = true
	}
}

// Mute turns the alarms of a session (provider:id), of a project
// (project:folder) or of a provider (provider:name) off or on. A notification
// that is up stays.
func (p *Policy) Mute(name string, muted bool) {
	if muted {
		p.Memory.Muted[name] = true
	} else {
		delete(p.Memory.Muted, name)
	}
	p.dirty = true
}

// Snooze keeps everything silent until a time; a past one ends it.
func (p *Policy) Snooze(until time.Time) {
	p.Memory.SnoozedUntil = until
	p.dirty = true
}
