package alert

import (
	"time"

	"agentisland/internal/session"
	"agentisland/internal/status"
)

// The names of suppressions.
const (
	WhyHistory   = "history"
	WhyDelivered = "already delivered"
	WhyChanged   = "changed within a second"
	WhySwitch    = "switched off"
	WhyMuted     = "session muted"
	WhyProject   = "project muted"
	WhyProvider  = "provider muted"
	WhySnoozed   = "snoozed"
	WhyQuiet     = "quiet hours"
	WhyShort     = "short turn"
	WhyOrigin    = "silent origin"
)

// Options are the settings of the policy.
type Options struct {
	Errors    bool // errors and refused sign-ins ring
	Limits    bool // usage limits ring
	Questions bool // questions, plans and permissions ring
	Turns     bool // finished turns ring
	Stuck     bool // stuck sessions ring

	Silent    map[session.Origin]bool   // origins that never ring
	Providers map[session.Provider]bool // providers that never ring
	Projects  map[string]bool           // folders whose sessions never ring
	MinTurn   time.Duration             // shorter turns end silently; 0 rings for all
	Quiet     QuietHours
	Repeat    time.Duration // ring again while it is still your turn; 0 never
}

// DefaultOptions are those of the contract (part 6).
func DefaultOptions() Options {
	return Options{
		Errors: true, Limits: true, Questions: true, Turns: true,
		Silent: map[session.Origin]bool{session.Headless: true, session.SDK: true},
	}
}

// QuietHours is a daily time without ringing, in minutes after midnight of the
// person's own clock. It may cross midnight; From equal to To is no time at all.
type QuietHours struct{ From, To int }

// Contains reports whether now, in its own location, falls into the hours.
func (q QuietHours) Contains(now time.Time) bool {
	m := now.Hour()*60 + now.Minute()
	if q.From <= q.To {
		return q.From <= m && m < q.To
	}
	return m >= q.From || m < q.To
}

// gate is the one place that decides whether an alarm may ring at all. It
// returns the name of the reason why not, "" to let it pass.
func (s *step) gate() string {
	switch {
	case s.p.Memory.knows(s.identity(), s.message()):
		return WhyDelivered
	case s.in.Historical || s.in.View.Since.Before(s.p.Start):
		return WhyHistory
	}
	return s.quieted()
}

// quieted is the part of the gate that a person controls.
func (s *step) quieted() string {
	v, o := s.in.View, &s.p.Options
	m := s.p.Memory
	switch {
	case !o.switched(v.State, v.Reason):
		return WhySwitch
	case m.Muted[s.in.Session]:
		return WhyMuted
	case v.CWD != "" && (o.Projects[v.CWD] || m.Muted[projectMute(v.CWD)]):
		return WhyProject
	case o.Providers[v.Provider] || m.Muted[providerMute(v.Provider)]:
		return WhyProvider
	case o.Silent[v.Origin]:
		return WhyOrigin
	case s.now.Before(m.SnoozedUntil):
		return WhySnoozed
	case o.Quiet.Contains(s.now.In(s.p.location())):
		return WhyQuiet
	case s.short():
		return WhyShort
	}
	return ""
}

// switched reports whether the switch for this kind of alarm is on.
func (o *Options) switched(st status.State, r status.Reason) bool {
	switch st {
	case status.Stuck:
		return o.Stuck
	case status.Error:
		if r == status.ReasonLimit {
			return o.Limits
		}
		return o.Errors
	}
	switch r {
	case status.ReasonQuestion, status.ReasonPlan, status.ReasonPermission:
		return o.Questions
	}
	return o.Turns
}

// short reports whether a finished turn was too short to ring for. A turn whose
// beginning this run has not seen is never short.
func (s *step) short() bool {
	r := s.in.View.Reason
	if s.p.Options.MinTurn == 0 || s.t.opened.IsZero() || r != status.ReasonTurnComplete && r != status.ReasonCutOff {
		return false
	}
	return s.in.View.Since.Sub(s.t.opened) < s.p.Options.MinTurn
}

// The names under which a project and a provider are muted. A session's name
// has another form.
func projectMute(cwd string) string          { return "project:" + cwd }
func providerMute(p session.Provider) string { return "provider:" + string(p) }

// Mutes reports whether all sessions of a provider are silent, by the menu, a
// command or the settings.
func (p *Policy) Mutes(provider session.Provider) bool {
	return p.Options.Providers[provider] || p.Memory.Muted[providerMute(provider)]
}

// Outcome is what became, or would become, of the alarm of a session.
type Outcome struct {
	Identity string    // "" when the session is in no state that rings
	Told     *Seen     // what was done, nil when nothing was yet
	Due      time.Time // when it will be posted, zero when none is pending
	Shown    bool      // its notification is up
	Gate     string    // why it would not ring now, "" when it would
}

// Explain says what became of a session's alarm. It changes nothing.
func (p *Policy) Explain(now time.Time, in Input) Outcome {
	t := p.tracks[in.Session]
	if t == nil {
		t = &track{}
	}
	s := &step{p: p, t: t, now: now, in: in}
	if !s.wants() {
		return Outcome{}
	}
	o := Outcome{Identity: s.identity(), Gate: s.quieted(), Shown: t.firing != nil}
	for _, id := range [...]string{s.identity(), s.message()} {
		if seen, ok := p.Memory.Seen[id]; ok && id != "" && o.Told == nil {
			o.Told = &seen
		}
	}
	if t.pending != nil {
		o.Due = t.pending.due
	}
	return o
}
