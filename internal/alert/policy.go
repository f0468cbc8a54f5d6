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
	Machine    bool   // the turn was opened without a person
	MessageID  string // Claude's message id, "" when there is none
	Historical bool   // found by the first scan of its root
	Gone       bool   // the transcript was removed
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

// The names of withdrawals (contract part 6) and suppressions.
const (
	WhyReplied     = "user replied"
	WhyResumed     = "work resumed"
	WhyBack        = "user is back"
	WhyClosed      = "closed by the user"
	WhyEnded       = "ended"
	WhyGone        = "gone"
	WhyError       = "error"
	WhyHistory     = "history"
	WhyDelivered   = "already delivered"
	WhyMuted       = "muted"
	WhyOrigin      = "silent origin"
	WhyChanged     = "changed within a second"
	WhyNotSwitched = "switched off"
)

// Options are the switches of the policy.
type Options struct {
	Errors        bool // errors and limits ring
	Stuck         bool // stuck sessions ring
	SilentOrigins bool // headless and SDK sessions ring, too
}

// DefaultOptions are those of the contract.
func DefaultOptions() Options { return Options{Errors: true} }

// Policy decides for all sessions. It has no clock: every method takes the
// time. It is not safe for concurrent use.
type Policy struct {
	Options Options
	Start   time.Time // of this run: older completions are history
	Memory  *Memory
	tracks  map[string]*track
	dirty   bool
}

// track is the alarm of one session: at most one is pending, and at most one
// notification is up.
type track struct {
	pending *pending
	firing  *Shown
	fadeAt  time.Time // when the firing one is withdrawn, zero when it is not fading
	told    string    // identity whose suppression was reported
}

type pending struct {
	identity, message string
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
		for _, at := range [...]time.Time{t.due(), t.fadeAt} {
			if !at.IsZero() && (next.IsZero() || at.Before(next)) {
				next = at
			}
		}
	}
	return next
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

// Mute turns a session's alarms off or on. A notification that is up stays.
func (p *Policy) Mute(session string, muted bool) {
	if muted {
		p.Memory.Muted[session] = true
	} else {
		delete(p.Memory.Muted, session)
	}
	p.dirty = true
}

// step is one run of the policy over one session.
type step struct {
	p       *Policy
	t       *track
	now     time.Time
	in      Input
	effects []Effect
}

func (s *step) identity() string { return Identity(s.in.View.Key, s.in.View.Reason) }

func (s *step) message() string { return messageIdentity(s.in.MessageID, s.in.View.Reason) }

// wants reports whether the session is in a state that rings.
func (s *step) wants() bool {
	if s.in.Gone {
		return false
	}
	switch s.in.View.State {
	case status.NeedsYou:
		return true
	case status.Error:
		return s.p.Options.Errors
	case status.Stuck:
		return s.p.Options.Stuck
	}
	return false
}

func (s *step) run() {
	s.resolve()
	if !s.wants() {
		s.cancel()
		return
	}
	if f := s.t.firing; f != nil {
		return // resolve left it: it is this turn's
	}
	switch {
	case s.t.pending != nil && s.samePending():
		s.t.pending.identity = s.identity()
		if !s.t.pending.checking && !s.now.Before(s.t.pending.due) {
			s.t.pending.checking = true
			s.effect(Check, "")
		}
		return
	case s.t.pending != nil:
		s.cancel()
	}
	if why := s.gate(); why != "" {
		s.suppress(why)
		return
	}
	s.t.pending = &pending{identity: s.identity(), message: s.message(), due: s.now.Add(Delay)}
}

// resolve withdraws the notification that is up when its turn is no longer
// yours through contrary evidence. A turn that merely aged out keeps it.
func (s *step) resolve() {
	f := s.t.firing
	if f == nil {
		return
	}
	v := s.in.View
	switch {
	case s.in.Gone:
		s.withdraw(WhyGone)
	case s.wants() && s.sameTurn(f):
		s.t.fadeAt = time.Time{}
		if f.Key != v.Key {
			f.Key, f.Identity = v.Key, s.identity()
			s.remember()
			s.p.Memory.Shown[s.in.Session] = *f
		}
	case v.Key == f.Key && v.State == status.Idle && v.Reason == status.ReasonExpired:
		s.t.fadeAt = time.Time{}
	case v.Key == f.Key && v.State == status.Working && answered(f.Reason):
		s.withdraw(WhyReplied)
	case v.Key == f.Key && v.State == status.Working && v.Reason == status.ReasonBackground:
		if s.t.fadeAt.IsZero() {
			s.t.fadeAt = s.now.Add(fade)
		}
		if !s.now.Before(s.t.fadeAt) {
			s.withdraw(WhyResumed)
		}
	default:
		s.withdraw(s.why())
	}
}

// answered reports whether an alarm of this reason can only end by an answer
// while its turn goes on.
func answered(r status.Reason) bool {
	return r == status.ReasonPermission || r == status.ReasonQuestion || r == status.ReasonPlan
}

func (s *step) sameTurn(f *Shown) bool {
	return f.Identity == s.identity() || f.Message != "" && f.Message == s.message()
}

func (s *step) samePending() bool {
	q := s.t.pending
	return q.identity == s.identity() || q.message != "" && q.message == s.message()
}

// why names the contrary evidence.
func (s *step) why() string {
	v := s.in.View
	switch {
	case v.Reason == status.ReasonEnded:
		return WhyEnded
	case v.State == status.Error:
		return WhyError
	case v.Reason == status.ReasonInterrupted:
		return WhyClosed
	case v.Rule == status.RuleDesktop:
		return WhyBack
	case s.in.Machine, s.in.Event == classify.Retrying, v.Reason == status.ReasonBackground:
		return WhyResumed
	}
	return WhyReplied
}

// gate is the one place that decides whether an alarm may ring at all; "" lets
// it pass.
func (s *step) gate() string {
	v := s.in.View
	switch {
	case s.p.Memory.knows(s.identity(), s.message()):
		return WhyDelivered
	case s.in.Historical || s.occurred().Before(s.p.Start):
		return WhyHistory
	case v.Muted:
		return WhyMuted
	case v.Origin.Silent() && !s.p.Options.SilentOrigins:
		return WhyOrigin
	}
	return ""
}

// occurred is when the alarm's cause was written: for a permission the
// registry's time, else the record's.
func (s *step) occurred() time.Time {
	return s.in.View.Since
}

func (s *step) suppress(why string) {
	s.remember()
	if s.t.told != s.identity() {
		s.t.told = s.identity()
		s.effect(Suppress, why)
	}
}

func (s *step) cancel() {
	if s.t.pending != nil {
		s.t.pending = nil
		if !s.in.Gone {
			s.effect(Suppress, WhyChanged)
		}
	}
}

func (s *step) post() {
	why := s.gate() // another session may have rung for the same turn meanwhile
	s.t.pending = nil
	if why != "" {
		s.suppress(why)
		return
	}
	v := s.in.View
	s.t.firing = &Shown{Identity: s.identity(), Key: v.Key, Reason: v.Reason, Message: s.message(), At: s.now}
	s.p.Memory.Shown[s.in.Session] = *s.t.firing
	s.remember()
	s.effect(Post, "")
}

func (s *step) withdraw(why string) {
	f := s.t.firing
	s.t.firing = nil
	s.t.fadeAt = time.Time{}
	delete(s.p.Memory.Shown, s.in.Session)
	s.p.dirty = true
	s.effects = append(s.effects, Effect{
		At: s.now, Action: Withdraw, Session: s.in.Session, Key: f.Key, Reason: f.Reason, Why: why, View: s.in.View,
	})
}

func (s *step) remember() {
	s.p.Memory.remember(s.now, s.identity(), s.message())
	s.p.dirty = true
}

func (s *step) effect(a Action, why string) {
	v := s.in.View
	s.effects = append(s.effects, Effect{
		At: s.now, Action: a, Session: s.in.Session, Key: v.Key, Reason: v.Reason, Why: why, View: v,
	})
}
