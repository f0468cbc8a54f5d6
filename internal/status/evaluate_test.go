package status_test

import (
	"testing"
	"time"

	"agentisland/internal/classify"
	"agentisland/internal/session"
	"agentisland/internal/status"
)

var now = time.Date(2026, 12, 1, 10, 0, 0, 0, time.UTC)

func ago(d time.Duration) time.Time { return now.Add(-d) }

// TestEvaluate is the contract's part 5 with the evidence of parts 3 and 4, one
// row of the test for each border.
func TestEvaluate(t *testing.T) {
	const (
		s = time.Second
		m = time.Minute
	)
	open := classify.Opened
	tests := []struct {
		name  string
		event classify.Event
		age   time.Duration
		with  func(*status.Evidence)

		state  status.State
		reason status.Reason
		lasts  time.Duration // until the verdict expires, 0: only news change it
	}{
		{name: "6 open, just now", event: open, age: 0, state: status.Working, reason: status.ReasonNone, lasts: 5 * m},
		{name: "7 open, 4:59", event: open, age: 5*m - s, state: status.Working, reason: status.ReasonNone, lasts: s},
		{name: "8 open, 5:00, seen working", event: open, age: 5 * m, with: seen(s), state: status.Stuck, reason: status.ReasonQuiet, lasts: 10 * m},
		{name: "8 stuck ends 15 min after it was seen working", event: open, age: 6 * m, with: seen(10 * m), state: status.Stuck, reason: status.ReasonQuiet, lasts: 5 * m},
		{name: "9 open, 5:00, never seen working", event: open, age: 5 * m, state: status.Idle, reason: status.ReasonQuiet},
		{name: "9 open, 15:00, seen working", event: open, age: 15 * m, with: seen(10 * m), state: status.Idle, reason: status.ReasonQuiet},
		{name: "9 seen working too long ago", event: open, age: 14 * m, with: seen(15 * m), state: status.Idle, reason: status.ReasonQuiet},
		{name: "sleep does not age a quiet turn", event: open, age: 60 * m, with: slept(57 * m), state: status.Idle, reason: status.ReasonQuiet},
		{name: "sleep within the half hour", event: open, age: 20 * m, with: slept(17 * m), state: status.Working, reason: status.ReasonNone, lasts: 2 * m},
		{name: "sleep until the half hour", event: open, age: 30 * m, with: slept(27 * m), state: status.Working, reason: status.ReasonNone, lasts: 2 * m},
		{name: "1 forgotten behind a longer sleep", event: open, age: 30*m + s, with: slept(27 * m), state: status.Idle, reason: status.ReasonQuiet},
		{name: "7 output", event: classify.Output, age: m, state: status.Working, reason: status.ReasonNone, lasts: 4 * m},
		{name: "retrying", event: classify.Retrying, age: s, state: status.Working, reason: status.ReasonRetrying, lasts: 5*m - s},

		{name: "3 your turn", event: classify.Completed, age: 0, state: status.NeedsYou, reason: status.ReasonTurnComplete, lasts: 20 * m},
		{name: "3 cut off", event: classify.CutOff, age: 0, state: status.NeedsYou, reason: status.ReasonCutOff, lasts: 20 * m},
		{name: "3 question", event: classify.Question, age: 19 * m, state: status.NeedsYou, reason: status.ReasonQuestion, lasts: m},
		{name: "3 plan", event: classify.Plan, age: 0, state: status.NeedsYou, reason: status.ReasonPlan, lasts: 20 * m},
		{name: "4 aged out", event: classify.Completed, age: 20 * m, state: status.Idle, reason: status.ReasonExpired},
		{name: "a record ahead of the clock counts as now", event: classify.Completed, age: -30 * s, state: status.NeedsYou, reason: status.ReasonTurnComplete, lasts: 20 * m},

		{name: "2 error", event: classify.APIError, age: 29 * m, state: status.Error, reason: status.ReasonAPIError, lasts: m + 1},
		{name: "2 auth", event: classify.Auth, age: 0, state: status.Error, reason: status.ReasonAuth, lasts: 30*m + 1},
		{name: "1 error at 30:00 still stands", event: classify.APIError, age: 30 * m, state: status.Error, reason: status.ReasonAPIError, lasts: 1},
		{name: "1 forgotten error", event: classify.APIError, age: 30*m + s, state: status.Idle, reason: status.ReasonExpired},
		{name: "2 limit until its reset, whatever the age", event: classify.Limit, age: 3 * time.Hour, with: reset(m), state: status.Error, reason: status.ReasonLimit, lasts: m},
		{name: "2 limit after its reset", event: classify.Limit, age: m, with: reset(0), state: status.Idle, reason: status.ReasonExpired},
		{name: "2 limit without a reset", event: classify.Limit, age: m, state: status.Error, reason: status.ReasonLimit, lasts: 29*m + 1},

		{name: "5 closed by the user", event: classify.Interrupted, age: 0, state: status.Idle, reason: status.ReasonInterrupted},
		{name: "nothing decides", event: classify.None, age: 0, state: status.Idle, reason: status.ReasonNone},

		{name: "C5b background", event: classify.Background, age: 0, state: status.Working, reason: status.ReasonBackground, lasts: 15 * m},
		{name: "C5b released after 15 min", event: classify.Background, age: 15 * m, state: status.NeedsYou, reason: status.ReasonTurnComplete, lasts: 5 * m},
		{name: "C5b released when the process is gone", event: classify.Background, age: m, with: gone(s), state: status.NeedsYou, reason: status.ReasonTurnComplete, lasts: 19 * m},

		{name: "desktop a moment after the grace", event: classify.Completed, age: m, with: desktop(35*s - 1), state: status.Idle, reason: status.ReasonNone},
		{name: "desktop says nothing of a question", event: classify.Question, age: m, with: desktop(10 * s), state: status.NeedsYou, reason: status.ReasonQuestion, lasts: 19 * m},
		{name: "desktop's grace begins at the end of an empty answer", event: classify.Completed, age: m, with: func(e *status.Evidence) {
			desktop(10 * s)(e)
			e.Reading.Detail.Proven, e.Reading.Detail.Ended = true, ago(20*s)
		}, state: status.NeedsYou, reason: status.ReasonTurnComplete, lasts: 19 * m},
		{name: "desktop within the grace", event: classify.Completed, age: m, with: desktop(35 * s), state: status.NeedsYou, reason: status.ReasonTurnComplete, lasts: 19 * m},
		{name: "desktop after the grace: the person is back", event: classify.Completed, age: m, with: desktop(10 * s), state: status.Working, reason: status.ReasonNone, lasts: 8 * s},
		{name: "desktop 18 s later: idle", event: classify.Completed, age: m, with: desktop(18 * s), state: status.Idle, reason: status.ReasonNone},
		{name: "desktop refreshes an open turn", event: open, age: 6 * m, with: desktop(m), state: status.Working, reason: status.ReasonNone, lasts: 4 * m},

		{name: "waiting for a permission", event: classify.Output, age: 40 * m, with: live(status.LiveWaiting, m, m), state: status.NeedsYou, reason: status.ReasonPermission},
		{name: "waiting names the question", event: classify.Question, age: 25 * m, with: live(status.LiveWaiting, m, m), state: status.NeedsYou, reason: status.ReasonQuestion},
		{name: "waiting older than the turn", event: classify.Output, age: s, with: live(status.LiveWaiting, m, m), state: status.Working, reason: status.ReasonNone, lasts: 5*m - s},
		{name: "waiting on a busy completion", event: classify.Completed, age: m, with: live(status.LiveWaiting, s, s), state: status.NeedsYou, reason: status.ReasonPermission},
		{name: "waiting on a held completion does not expire", event: classify.Background, age: 25 * m, with: live(status.LiveWaiting, 20*m, 20*m), state: status.NeedsYou, reason: status.ReasonPermission},
		{name: "waiting on a busy completion does not expire", event: classify.Completed, age: 25 * m, with: live(status.LiveWaiting, 20*m, 20*m), state: status.NeedsYou, reason: status.ReasonPermission},
		{name: "waiting behind a completion that was released", event: classify.Background, age: 25 * m, with: live(status.LiveWaiting, 10*m, 10*m), state: status.Idle, reason: status.ReasonExpired},
		{name: "waiting behind an old completion is a menu", event: classify.Completed, age: 16 * m, with: live(status.LiveWaiting, s, s), state: status.NeedsYou, reason: status.ReasonTurnComplete, lasts: 4 * m},
		{name: "waiting behind an interrupt is a menu", event: classify.Interrupted, age: m, with: live(status.LiveWaiting, s, s), state: status.Idle, reason: status.ReasonInterrupted},
		{name: "waiting behind an error is a menu", event: classify.APIError, age: m, with: live(status.LiveWaiting, s, s), state: status.Error, reason: status.ReasonAPIError, lasts: 29*m + 1},
		{name: "waiting on a held completion", event: classify.Background, age: m, with: live(status.LiveWaiting, s, s), state: status.NeedsYou, reason: status.ReasonPermission},
		{name: "idle, seen for 2 s", event: open, age: m, with: live(status.LiveIdle, 3*s, 2*s), state: status.Idle, reason: status.ReasonInterrupted},
		{name: "idle, seen for 1 s", event: open, age: m, with: live(status.LiveIdle, 3*s, s), state: status.Working, reason: status.ReasonNone, lasts: s},
		{name: "idle before the turn", event: open, age: m, with: live(status.LiveIdle, 2*m, 2*m), state: status.Working, reason: status.ReasonNone, lasts: 4 * m},
		{name: "idle closes an open question", event: classify.Question, age: m, with: live(status.LiveIdle, 3*s, 2*s), state: status.Idle, reason: status.ReasonInterrupted},
		{name: "idle and an empty answer: your turn", event: classify.Completed, age: m, with: func(e *status.Evidence) {
			live(status.LiveIdle, 3*s, 3*s)(e)
			e.Reading.Detail.Proven = true
		}, state: status.NeedsYou, reason: status.ReasonTurnComplete, lasts: 19 * m},
		{name: "idle and a completion: your turn", event: classify.Completed, age: m, with: live(status.LiveIdle, s, s), state: status.NeedsYou, reason: status.ReasonTurnComplete, lasts: 19 * m},
		{name: "busy holds a completion", event: classify.Completed, age: m, with: live(status.LiveBusy, s, s), state: status.Working, reason: status.ReasonBackground, lasts: 14 * m},
		{name: "busy holds a cut-off answer", event: classify.CutOff, age: m, with: live(status.LiveBusy, s, s), state: status.Working, reason: status.ReasonBackground, lasts: 14 * m},
		{name: "busy does not hold a question", event: classify.Question, age: m, with: live(status.LiveBusy, s, s), state: status.NeedsYou, reason: status.ReasonQuestion, lasts: 19 * m},
		{name: "busy holds 15 min at most", event: classify.Completed, age: 15 * m, with: live(status.LiveBusy, s, s), state: status.NeedsYou, reason: status.ReasonTurnComplete, lasts: 5 * m},
		{name: "busy does not hold 7c", event: classify.Completed, age: m, with: func(e *status.Evidence) {
			live(status.LiveBusy, s, s)(e)
			e.Reading.Detail.Proven = true
		}, state: status.NeedsYou, reason: status.ReasonTurnComplete, lasts: 19 * m},
		{name: "busy keeps a forgotten turn", event: open, age: 45 * m, with: live(status.LiveBusy, 45*m, 45*m), state: status.Working, reason: status.ReasonBusy},
		{name: "busy and quiet is stuck first", event: open, age: 6 * m, with: func(e *status.Evidence) {
			live(status.LiveBusy, 6*m, 6*m)(e)
			seen(m)(e)
		}, state: status.Stuck, reason: status.ReasonQuiet, lasts: 9 * m},
		{name: "gone ends an open turn", event: classify.Output, age: m, with: gone(s), state: status.Idle, reason: status.ReasonEnded},
		{name: "gone ends an open question", event: classify.Question, age: m, with: gone(s), state: status.Idle, reason: status.ReasonEnded},
		{name: "late lines of a gone process", event: classify.Output, age: s, with: gone(11 * s), state: status.Idle, reason: status.ReasonEnded},
		{name: "a later record revives", event: classify.Output, age: s, with: gone(12 * s), state: status.Working, reason: status.ReasonNone, lasts: 5*m - s},
		{name: "gone leaves a completion", event: classify.Completed, age: m, with: gone(s), state: status.NeedsYou, reason: status.ReasonTurnComplete, lasts: 19 * m},
		{name: "the process names another session", event: classify.Completed, age: m, with: left(s), state: status.Idle, reason: status.ReasonInterrupted},
		{name: "an open turn goes on in another session's shadow", event: open, age: m, with: left(s), state: status.Working, reason: status.ReasonNone, lasts: 4 * m},
		{name: "background work goes with the session", event: classify.Background, age: m, with: left(s), state: status.Idle, reason: status.ReasonInterrupted},
		{name: "a turn after that", event: classify.Completed, age: s, with: left(m), state: status.NeedsYou, reason: status.ReasonTurnComplete, lasts: 20*m - s},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			e := status.Evidence{Activity: ago(tt.age)}
			e.Reading.Event = tt.event
			e.Reading.Key = "k"
			switch tt.event {
			case classify.Completed, classify.CutOff, classify.Question, classify.Plan:
				e.Reading.IsDone = true
			}
			if tt.with != nil {
				tt.with(&e)
			}
			v := status.Evaluate(now, e)
			if v.State != tt.state || v.Reason != tt.reason {
				t.Fatalf("%s (%s) by %q, want %s (%s)", v.State, v.Reason, v.Rule, tt.state, tt.reason)
			}
			var want time.Time
			if tt.lasts != 0 {
				want = now.Add(tt.lasts)
			}
			if !v.Expires.Equal(want) {
				t.Errorf("expires %v, want %v", v.Expires, want)
			}
			if v.Rule == "" || v.Key != "k" {
				t.Errorf("rule %q and key %q: a verdict names its evidence", v.Rule, v.Key)
			}
		})
	}
}

func seen(d time.Duration) func(*status.Evidence) {
	return func(e *status.Evidence) { e.LastWorking = ago(d) }
}

func slept(d time.Duration) func(*status.Evidence) {
	return func(e *status.Evidence) {
		e.Awake = func(since, now time.Time) time.Duration { return now.Sub(since) - d }
	}
}

func reset(in time.Duration) func(*status.Evidence) {
	return func(e *status.Evidence) { e.Reading.Detail.Reset = now.Add(in) }
}

func desktop(d time.Duration) func(*status.Evidence) {
	return func(e *status.Evidence) { e.Desktop = ago(d) }
}

func live(s status.LiveStatus, at, seen time.Duration) func(*status.Evidence) {
	return func(e *status.Evidence) { e.Live = status.Live{Status: s, StatusAt: ago(at), SeenAt: ago(seen)} }
}

func gone(d time.Duration) func(*status.Evidence) {
	return func(e *status.Evidence) { e.Live.GoneAt = ago(d) }
}

func left(d time.Duration) func(*status.Evidence) {
	return func(e *status.Evidence) { e.Live.LeftAt = ago(d) }
}

// TestMerge checks the merged state, the counts and the order in which people
// look: what waits for them first.
func TestMerge(t *testing.T) {
	view := func(id string, s status.State, since time.Duration) status.View {
		return status.View{
			Session: session.Session{Ref: session.Ref{Provider: session.Claude, ID: id}},
			Verdict: status.Verdict{State: s, Since: ago(since)},
		}
	}
	s := status.Merge(now, []status.View{
		view("idle", status.Idle, time.Second), view("old", status.NeedsYou, time.Minute), view("work", status.Working, 0),
		view("new", status.NeedsYou, time.Second), view("quiet", status.Stuck, 0), view("failed", status.Error, time.Hour),
	})
	var order string
	for _, v := range s.Sessions {
		order += v.ID + " "
	}
	if want := "new old failed quiet work idle "; order != want {
		t.Errorf("order %q, want %q", order, want)
	}
	if s.Overall != status.Error || s.Counts != (status.Counts{1, 1, 2, 1, 1}) {
		t.Errorf("overall %s, counts %v", s.Overall, s.Counts)
	}
	for _, st := range status.States[:status.Error] {
		if got := status.Merge(now, []status.View{view("a", st, 0), view("b", st+1, 0)}).Overall; got != st+1 {
			t.Errorf("%s outranks %s", got, st+1)
		}
	}
}
