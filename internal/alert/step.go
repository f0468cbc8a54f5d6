package alert

import (
	"time"

	"agentisland/internal/classify"
	"agentisland/internal/status"
)

// step is one run of the policy over one session.
type step struct {
	p       *Policy
	t       *track
	now     time.Time
	in      Input
	effects []Effect
}

func (s *step) identity() string { return Identity(s.in.View.Verdict.Key, s.in.View.Reason) }

func (s *step) message() string { return messageIdentity(s.in.MessageID, s.in.View.Reason) }

// wants reports whether the session is in a state that people are told about.
func (s *step) wants() bool {
	if s.in.Gone {
		return false
	}
	switch s.in.View.State {
	case status.NeedsYou, status.Error:
		return true
	case status.Stuck:
		return s.p.Options.Stuck
	}
	return false
}

func (s *step) run() {
	s.t.wanted = s.wants()
	s.noteOpening()
	s.resolve()
	if !s.wants() {
		s.cancel()
		s.noteHistory()
		return
	}
	if s.t.firing != nil {
		s.repeat() // resolve left it: it is this turn's
		return
	}
	switch {
	case s.t.pending != nil && s.samePending():
		s.t.pending.identity, s.t.pending.message, s.t.pending.key = s.identity(), s.message(), s.in.View.Verdict.Key
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
	s.t.pending = &pending{
		identity: s.identity(), message: s.message(), key: s.in.View.Verdict.Key, reason: s.in.View.Reason, due: s.now.Add(Delay),
	}
}

// noteHistory remembers a turn of the first scan that has aged out: its copy in
// another session, with a new time, must not ring.
func (s *step) noteHistory() {
	if !s.in.Historical || s.in.Ended == "" {
		return
	}
	identity, message := Identity(s.in.View.Verdict.Key, s.in.Ended), messageIdentity(s.in.MessageID, s.in.Ended)
	if !s.p.Memory.knows(identity, message) {
		s.p.Memory.remember(s.now, WhyHistory, identity, message)
		s.p.dirty = true
	}
}

// noteOpening remembers when the running turn began.
func (s *step) noteOpening() {
	working := s.in.View.State == status.Working
	switch {
	case working && !s.t.working:
		s.t.opened = s.in.View.Since
	case !working && s.in.View.State == status.Idle:
		s.t.opened = time.Time{}
	}
	s.t.working = working
}

// repeat rings again for what is still up, if the person wants that.
func (s *step) repeat() {
	if s.p.Options.Repeat <= 0 || s.now.Before(s.t.firing.At.Add(s.p.Options.Repeat)) {
		return
	}
	s.t.firing.At = s.now
	s.p.Memory.Shown[s.in.Session] = *s.t.firing
	s.p.dirty = true
	if s.quieted() == "" {
		s.effect(Post, WhyRepeat)
	}
}

// resolve withdraws the notification that is up when its turn is no longer
// yours through contrary evidence. A turn that merely aged out keeps it; a
// permission does not age, so it was given when its turn shows its age.
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
			s.remember("")
			s.p.Memory.Shown[s.in.Session] = *f
		}
	case v.Key == f.Key && v.State == status.Idle && v.Reason == status.ReasonExpired && f.Reason != status.ReasonPermission:
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

func (s *step) suppress(why string) {
	if why != WhyDelivered {
		s.remember(why)
	}
	if s.t.told != s.identity() {
		s.t.told = s.identity()
		s.effect(Suppress, why)
	}
}

// cancel forgets an alarm that did not stand for a second.
func (s *step) cancel() {
	q := s.t.pending
	if q == nil {
		return
	}
	s.t.pending = nil
	if !s.in.Gone {
		s.effects = append(s.effects, Effect{
			At: s.now, Action: Suppress, Session: s.in.Session, Key: q.key, Reason: q.reason, Why: WhyChanged, View: s.in.View,
		})
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
	s.remember("")
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

// remember notes that this turn was told about, or why it was not.
func (s *step) remember(why string) {
	s.p.Memory.remember(s.now, why, s.identity(), s.message())
	s.p.dirty = true
}

func (s *step) effect(a Action, why string) {
	v := s.in.View
	s.effects = append(s.effects, Effect{
		At: s.now, Action: a, Session: s.in.Session, Key: v.Key, Reason: v.Reason, Why: why, View: v,
	})
}
