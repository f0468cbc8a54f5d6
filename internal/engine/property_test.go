package engine

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"agentisland/internal/alert"
	"agentisland/internal/classify"
	"agentisland/internal/session"
	"agentisland/internal/status"
	_ "agentisland/internal/testseed"
	"agentisland/internal/transcript"
)

// op is one thing that happens in a random life of a few sessions.
type op struct {
	kind    string
	session int
	wait    time.Duration
}

var opKinds = []string{
	"prompt", "output", "complete", "complete", "question", "interrupt", "error", "metadata", "machine",
	"wait", "wait", "restart", "sleep", "click", "move", "vanish",
}

// world plays ops against a real core and keeps a model beside it that knows
// nothing of the core: what each session's last record was, and when.
type world struct {
	t      *rapid.T
	now    time.Time
	start  time.Time
	core   *Core
	memory *alert.Memory
	log    []string

	turns  []turn
	posted map[string]int // identity → posts
	up     map[int]string // session → identity of the notification that is up
	worked map[int]time.Time
}

// turn is the model of one session.
type turn struct {
	event   classify.Event // of the last record, "" while there is none
	key     string
	at      time.Time
	n       int
	present bool
	since   time.Time // when this run first saw the last record
	fresh   bool      // this run saw it happen
	alarmed bool      // this identity was told about or is history
}

const modelSessions = 3

func newWorld(t *rapid.T) *world {
	w := &world{
		t: t, now: time.Date(2026, 12, 1, 9, 0, 0, 0, time.UTC), memory: alert.NewMemory(),
		turns: make([]turn, modelSessions), posted: map[string]int{}, up: map[int]string{},
	}
	w.restart()
	return w
}

func ref(i int) session.Ref {
	return session.Ref{Provider: session.Claude, ID: fmt.Sprintf("s%d", i)}
}

// restart stops the app and starts it again on what is on the disk.
func (w *world) restart() {
	w.memory.Prune(w.now)
	w.core = NewCore(alert.NewPolicy(w.now, w.memory, alert.DefaultOptions()))
	w.start = w.now
	w.worked = map[int]time.Time{}
	var s Sighting
	for i := range w.turns {
		if w.turns[i].present {
			s.Observations = append(s.Observations, w.observation(i, true))
			w.turns[i].fresh, w.turns[i].alarmed = false, true
		}
	}
	w.core.Observe(w.now, s)
	w.settle()
	w.core.Tick(w.now)
	w.settle()
}

func (w *world) observation(i int, historical bool) Observation {
	u := w.turns[i]
	o := Observation{Change: transcript.Change{
		Session:  session.Session{Ref: ref(i), CWD: "/w", Origin: session.Interactive},
		FileTime: w.now, Historical: historical,
	}}
	o.Reading = classify.Reading{
		TurnStatus: classify.TurnStatus{Key: u.key, ActivityDate: u.at, IsDone: yours(u.event)},
		Event:      u.event,
	}
	if u.event == "" {
		o.Reading.Event = classify.None
	}
	return o
}

func yours(e classify.Event) bool { return e == classify.Completed || e == classify.Question }

// record is a new record of a session, read at once.
func (w *world) record(i int, e classify.Event, machine bool) {
	u := &w.turns[i]
	if e != classify.Output || u.key == "" {
		u.n++
		u.key = fmt.Sprintf("s%d-%d", i, u.n)
	}
	u.event, u.at, u.since, u.fresh, u.alarmed, u.present = e, w.now, w.now, true, false, true
	o := w.observation(i, false)
	o.Reading.Detail.Machine = machine
	w.core.Observe(w.now, Sighting{Observations: []Observation{o}})
	w.settle()
	if identity, ok := w.up[i]; ok {
		w.t.Fatalf("a new record left the notification %s up", identity)
	}
}

// advance lets the time run with all that falls due.
func (w *world) advance(to time.Time) {
	for guard := 0; ; guard++ {
		next := w.core.Next()
		if next.IsZero() || next.After(to) {
			break
		}
		if guard > 10000 {
			w.t.Fatalf("the core never comes to rest: next %v, now %v", next, w.now)
		}
		if next.After(w.now) {
			w.now = next
		}
		w.core.Tick(w.now)
		w.settle()
	}
	w.now = to
	w.checkMissed()
}

// settle takes what the core decided and holds it against the model.
func (w *world) settle() {
	for {
		events, checks := w.core.Take()
		for _, e := range events {
			if e.State != nil {
				w.checkState(*e.State)
			} else {
				w.checkAlert(*e.Alert)
			}
		}
		if len(checks) == 0 {
			w.checkVerdicts()
			return
		}
		for _, r := range checks {
			w.core.Confirm(w.now, r)
		}
	}
}

func (w *world) index(r session.Ref) int {
	var i int
	fmt.Sscanf(r.ID, "s%d", &i)
	return i
}

func (w *world) checkState(e StateEvent) {
	i := w.index(e.View.Ref)
	w.log = append(w.log, fmt.Sprintf("%s %s %s %s", w.now.Format("15:04:05.000"), e.View.ID, e.View.State, e.View.Reason))
	switch e.View.State {
	case status.Working:
		w.worked[i] = w.now
	case status.Stuck:
		if w.worked[i].IsZero() {
			w.t.Fatalf("s%d is stuck and was never seen working by this run", i)
		}
	}
}

func (w *world) checkAlert(a alert.Effect) {
	i := w.index(session.ParseRef(a.Session))
	w.log = append(w.log, fmt.Sprintf("%s s%d %s %s %s", w.now.Format("15:04:05.000"), i, a.Action, a.Reason, a.Why))
	identity := alert.Identity(a.Key, a.Reason)
	switch a.Action {
	case alert.Post:
		w.checkPost(i, identity)
		w.up[i] = identity
	case alert.Withdraw:
		if w.up[i] != identity {
			w.t.Fatalf("withdrew %s, but %q is up", identity, w.up[i])
		}
		delete(w.up, i)
	}
}

func (w *world) checkPost(i int, identity string) {
	u := &w.turns[i]
	if w.posted[identity]++; w.posted[identity] > 1 {
		w.t.Fatalf("%s was posted twice", identity)
	}
	switch {
	case !yours(u.event) && u.event != classify.APIError:
		w.t.Fatalf("rang for s%d, whose last record is %s", i, u.event)
	case !u.fresh || u.at.Before(w.start):
		w.t.Fatalf("rang for history: %s", identity)
	case w.now.Sub(u.since) < alert.Delay:
		w.t.Fatalf("rang %v after the record", w.now.Sub(u.since))
	case !u.present:
		w.t.Fatalf("rang for a session that is gone")
	}
	u.alarmed = true
}

// checkMissed: whatever has been yours for more than a second of this run has
// rung.
func (w *world) checkMissed() {
	for i := range w.turns {
		u := &w.turns[i]
		due := (yours(u.event) || u.event == classify.APIError) && u.fresh && u.present && !u.alarmed
		if due && w.now.Sub(u.since) > alert.Delay {
			w.t.Fatalf("s%d has been %s for %v and never rang", i, u.event, w.now.Sub(u.since))
		}
	}
}

// checkVerdicts: every state stands on evidence that has not expired.
func (w *world) checkVerdicts() {
	for r, e := range w.core.sessions {
		if v := e.verdict; !v.Expires.IsZero() && v.Expires.Before(w.now) {
			w.t.Fatalf("%s is %s by %q until %v, and it is %v", r, v.State, v.Rule, v.Expires, w.now)
		}
	}
}

func (w *world) apply(o op) {
	i := o.session
	u := &w.turns[i]
	switch o.kind {
	case "prompt":
		w.record(i, classify.Opened, false)
	case "machine":
		w.record(i, classify.Opened, true)
	case "output":
		w.record(i, classify.Output, false)
	case "complete":
		w.record(i, classify.Completed, false)
	case "question":
		w.record(i, classify.Question, false)
	case "interrupt":
		w.record(i, classify.Interrupted, false)
	case "error":
		w.record(i, classify.APIError, false)
	case "metadata":
		if u.present {
			w.core.Observe(w.now, Sighting{Observations: []Observation{w.observation(i, false)}})
			w.settle()
		}
	case "wait":
		w.advance(w.now.Add(o.wait))
	case "sleep":
		from := w.now
		w.now = w.now.Add(o.wait)
		w.core.Slept(from, w.now)
		w.core.Tick(w.now)
		w.settle()
		for j := range w.turns { // what ages out in its sleep is idle at the wake, and silent
			if w.now.Sub(w.turns[j].at) >= status.NeedsYouFor {
				w.turns[j].alarmed = true
			}
		}
		w.checkMissed()
	case "restart":
		w.restart()
	case "click":
		if _, ok := w.up[i]; ok {
			w.core.policy.Closed(ref(i).String())
			delete(w.up, i)
		}
	case "move": // gone and back within the time that a move may take
		if u.present {
			w.core.Observe(w.now, Sighting{Observations: []Observation{{Change: transcript.Change{Session: session.Session{Ref: ref(i)}, Gone: true}}}})
			w.settle()
			w.core.Observe(w.now, Sighting{Observations: []Observation{w.observation(i, false)}})
			w.settle()
		}
	case "vanish":
		if u.present {
			w.core.Observe(w.now, Sighting{Observations: []Observation{{Change: transcript.Change{Session: session.Session{Ref: ref(i)}, Gone: true}}}})
			u.present = false
			w.settle()
			w.advance(w.now.Add(moved))
			if _, ok := w.up[i]; ok {
				w.t.Fatal("the notification of a session that is gone stays up")
			}
			u.event, u.key = "", ""
		}
	}
}

// TestRandomLives plays random interleavings of records, time, restarts, sleep
// and clicks against the model.
func TestRandomLives(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		ops := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) op {
			return op{
				kind:    rapid.SampledFrom(opKinds).Draw(t, "kind"),
				session: rapid.IntRange(0, modelSessions-1).Draw(t, "session"),
				wait: rapid.SampledFrom([]time.Duration{
					10 * time.Millisecond, 300 * time.Millisecond, 999 * time.Millisecond, time.Second, 1100 * time.Millisecond,
					5 * time.Second, time.Minute, 6 * time.Minute, 16 * time.Minute, 21 * time.Minute, 40 * time.Minute,
				}).Draw(t, "wait"),
			}
		}), 1, 60).Draw(t, "ops")
		first, second := newWorld(t), newWorld(t)
		for _, o := range ops {
			first.apply(o)
		}
		for _, o := range ops {
			second.apply(o)
		}
		if !slices.Equal(first.log, second.log) {
			t.Fatalf("the same life gave two stories:\n%q\n%q", first.log, second.log)
		}
	})
}
