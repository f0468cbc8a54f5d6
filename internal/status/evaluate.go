package status

import (
	"time"

	"agentisland/internal/classify"
)

// The display windows of the contract, part 5 (founding version 1.7.1), and
// the limits of parts 2 to 4. They are conservative and claim nothing about
// the agent.
const (
	Forget         = 30 * time.Minute // older evidence shows nothing
	NeedsYouFor    = 20 * time.Minute // a turn that waits for you ages out
	WorkingFor     = 5 * time.Minute  // an open turn without news
	StuckFor       = 15 * time.Minute // a quiet turn that this run saw working
	BackgroundFor  = 15 * time.Minute // background work holds a completion
	DesktopGrace   = 25 * time.Second // Claude Desktop's bookkeeping after a turn
	DesktopWorking = 18 * time.Second // a person came back, no record yet
	IdleSettles    = 2 * time.Second  // how long the registry must say idle
	EndedGrace     = 10 * time.Second // late lines of a process that is gone
)

// Live is what the tool's own registry says about a session (contract part 4).
// The zero value claims nothing.
type Live struct {
	Status   LiveStatus
	StatusAt time.Time // when the tool set the status
	SeenAt   time.Time // when this run first saw that status
	GoneAt   time.Time // when this run noticed that no process lived any more; zero when none was known
	LeftAt   time.Time // when the process turned to another session
}

// RuleDesktop is the rule of a completion after which the person came back.
const RuleDesktop = "3 desktop activity"

// LiveStatus is a registry status that makes a claim.
type LiveStatus int

// The statuses. A dialog ("dialog open") is not among them: it leaves what the
// record said before.
const (
	LiveUnknown LiveStatus = iota
	LiveIdle               // "idle" and "shell"
	LiveBusy
	LiveWaiting // for a permission or for input
)

// Evidence is everything that decides one session's state.
type Evidence struct {
	Reading     classify.Reading
	Activity    time.Time // effective time of the reading: corrected for clock skew, else the file's
	Desktop     time.Time // Claude Desktop's lastActivityAt
	Live        Live
	LastWorking time.Time                                // when this run last saw the session working
	Awake       func(since, now time.Time) time.Duration // time awake between the two; nil: no sleep
}

// Evaluate applies the contract's freshness table to one session. now is the
// current wall time; no time of the evidence counts as later than now.
func Evaluate(now time.Time, e Evidence) Verdict {
	m := machine{now: now, e: e, at: notAfter(e.Activity, now)}
	m.age = now.Sub(m.at)
	v := m.verdict()
	v.Key = e.Reading.Key
	if v.Since.IsZero() {
		v.Since = m.at
	}
	return v
}

func notAfter(t, now time.Time) time.Time {
	if t.After(now) {
		return now
	}
	return t
}

type machine struct {
	now time.Time
	e   Evidence
	at  time.Time // effective activity
	age time.Duration
}

// until makes a verdict that lasts until at; the zero time means that only new
// evidence ends it.
func (m *machine) until(at time.Time, s State, r Reason, rule string) Verdict {
	return Verdict{State: s, Reason: r, Expires: at, Rule: rule}
}

func (m *machine) verdict() Verdict {
	ev := m.e.Reading.Event
	if v, ok := m.live(); ok {
		return v
	}
	switch {
	case ev.Failed():
		return m.failed()
	case ev == classify.Background:
		return m.background()
	case m.e.Reading.IsDone:
		return m.done()
	case ev == classify.Interrupted:
		return m.until(time.Time{}, Idle, ReasonInterrupted, "5.5 closed by the user")
	case ev.Open():
		return m.open()
	}
	return m.until(time.Time{}, Idle, ReasonNone, "5.9 nothing decides")
}

// waits reports whether the reading leaves the turn open in the sense of part
// 4, which includes the waits for an answer.
func (m *machine) waits() bool {
	switch m.e.Reading.Event {
	case classify.Question, classify.Plan:
		return true
	}
	return m.e.Reading.Event.Open()
}

// live applies the registry (contract part 4) and reports whether it decides.
func (m *machine) live() (Verdict, bool) {
	l := m.e.Live
	switch {
	case m.gone() && m.waits():
		return m.until(time.Time{}, Idle, ReasonEnded, "4 process gone"), true
	case l.Status == LiveWaiting && !l.StatusAt.Before(m.at) && (m.waits() || m.held()):
		v := m.until(time.Time{}, NeedsYou, m.waitReason(), "4 waiting")
		v.Since = l.StatusAt
		return v, true
	case l.Status == LiveIdle && m.waits() && l.StatusAt.After(m.at):
		settled := l.SeenAt.Add(IdleSettles)
		if !m.now.Before(settled) {
			return m.until(time.Time{}, Idle, ReasonInterrupted, "4 idle"), true
		}
		v := m.withoutLive()
		v.Expires = earlier(v.Expires, settled)
		return v, true
	}
	done := m.e.Reading.IsDone || m.e.Reading.Event == classify.Background
	if !l.LeftAt.IsZero() && done && !m.e.Activity.After(l.LeftAt) {
		return m.until(time.Time{}, Idle, ReasonInterrupted, "4 another session"), true
	}
	return Verdict{}, false
}

// gone reports whether the process that wrote the deciding record is gone.
func (m *machine) gone() bool {
	at := m.e.Live.GoneAt
	return !at.IsZero() && !m.e.Activity.After(at.Add(EndedGrace))
}

// withoutLive is the verdict that the transcript alone gives.
func (m *machine) withoutLive() Verdict {
	bare := *m
	bare.e.Live = Live{}
	return bare.verdict()
}

func (m *machine) waitReason() Reason {
	switch m.e.Reading.Event {
	case classify.Question:
		return ReasonQuestion
	case classify.Plan:
		return ReasonPlan
	}
	return ReasonPermission
}

// held reports whether a completion was held back when the tool began to wait:
// by background agents (row 5b) or because the tool said that it was busy. The
// wait lasts however long the completion would have been held.
func (m *machine) held() bool {
	since := m.e.Live.StatusAt.Sub(m.at)
	switch m.e.Reading.Event {
	case classify.Background:
		return since < BackgroundFor
	case classify.Completed, classify.CutOff:
		return m.e.Live.Status == LiveWaiting && since < BackgroundFor
	}
	return false
}

// failed is row 2 of part 5.
func (m *machine) failed() Verdict {
	reason := Reason(m.e.Reading.Event)
	if reset := m.e.Reading.Detail.Reset; reason == ReasonLimit && !reset.IsZero() {
		if m.now.Before(reset) {
			return m.until(reset, Error, reason, "5.2 limit until its reset")
		}
		return m.until(time.Time{}, Idle, ReasonExpired, "5.2 limit reset")
	}
	if m.age > Forget {
		return m.until(time.Time{}, Idle, ReasonExpired, "5.1 forgotten")
	}
	return m.until(m.at.Add(Forget+1), Error, reason, "5.2 error")
}

// background is row 5b of the Claude table.
func (m *machine) background() Verdict {
	if !m.gone() && m.age < BackgroundFor {
		return m.until(m.at.Add(BackgroundFor), Working, ReasonBackground, "C5b background work")
	}
	return m.done()
}

// done is rows 1, 3 and 4: your turn, unless something says that it is not.
func (m *machine) done() Verdict {
	r := m.e.Reading
	completed := r.Event == classify.Completed || r.Event == classify.CutOff || r.Event == classify.Background
	ended := m.e.Activity
	if r.Detail.Ended.After(ended) {
		ended = r.Detail.Ended
	}
	if completed && m.e.Desktop.Sub(ended) > DesktopGrace {
		return m.suppressed()
	}
	holds := completed && !r.Detail.Proven && m.e.Live.Status == LiveBusy
	switch {
	case holds && m.age < BackgroundFor:
		return m.until(m.at.Add(BackgroundFor), Working, ReasonBackground, "4 busy")
	case m.age < NeedsYouFor:
		return m.until(m.at.Add(NeedsYouFor), NeedsYou, doneReason(r.Event), "5.3 your turn")
	}
	return m.until(time.Time{}, Idle, ReasonExpired, "5.4 aged out")
}

// suppressed is a completion after which Claude Desktop saw the person come
// back (contract part 3).
func (m *machine) suppressed() Verdict {
	back := notAfter(m.e.Desktop, m.now)
	if end := back.Add(DesktopWorking); m.now.Before(end) {
		v := m.until(end, Working, ReasonNone, RuleDesktop)
		v.Since = back
		return v
	}
	return m.until(time.Time{}, Idle, ReasonNone, RuleDesktop)
}

// open is rows 1 and 6 to 9: a turn that the tool has. Its ages leave out the
// time asleep.
func (m *machine) open() Verdict {
	at := m.at
	if d := notAfter(m.e.Desktop, m.now); d.After(at) {
		at = d
	}
	reason := ReasonNone
	if m.e.Reading.Event == classify.Retrying {
		reason = ReasonRetrying
	}
	age := m.awake(at)
	left := func(window time.Duration) time.Time { return m.now.Add(window - age) }
	busy := m.e.Live.Status == LiveBusy
	switch {
	case m.now.Sub(at) > Forget && !busy:
		return m.until(time.Time{}, Idle, ReasonQuiet, "5.1 forgotten")
	case age < WorkingFor:
		return m.until(left(WorkingFor), Working, reason, "5.7 open")
	case age < StuckFor && m.seenWorking():
		end := left(StuckFor)
		if s := m.now.Add(StuckFor - m.awake(m.e.LastWorking)); s.Before(end) {
			end = s
		}
		return m.until(end, Stuck, ReasonQuiet, "5.8 quiet")
	case busy:
		return m.until(time.Time{}, Working, ReasonBusy, "4 busy")
	}
	return m.until(time.Time{}, Idle, ReasonQuiet, "5.9 quiet")
}

func (m *machine) seenWorking() bool {
	return !m.e.LastWorking.IsZero() && m.awake(m.e.LastWorking) < StuckFor
}

func (m *machine) awake(since time.Time) time.Duration {
	if m.e.Awake == nil {
		return m.now.Sub(since)
	}
	return m.e.Awake(since, m.now)
}

// earlier is the earlier of two times, of which a may be zero for never.
func earlier(a, b time.Time) time.Time {
	if a.IsZero() || b.Before(a) {
		return b
	}
	return a
}
