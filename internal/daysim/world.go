package daysim

import (
	"time"

	"agentisland/internal/engine"
)

// world is what happens to all sessions alike: the machine sleeps, the app is
// closed and started.
type world struct {
	start, end time.Time
	sleeps     []interval
	runs       []interval // of the app
}

// pace is how long a turn takes with the pause after it, on the average.
const pace = 8 * time.Minute

func newWorld(cfg Config) *world {
	w := &world{start: time.Date(2026, 12, 1, 8, 0, 0, 0, time.UTC)}
	length := pace * time.Duration(cfg.Turns/max(cfg.Sessions, 1))
	w.end = w.start.Add(length)
	at := func(percent int) time.Time {
		return w.start.Add(length * time.Duration(percent) / 100).Truncate(time.Second).Add(567 * time.Microsecond)
	}
	for _, s := range []struct {
		percent int
		long    time.Duration
	}{{22, 4 * time.Minute}, {46, 42 * time.Minute}, {63, 95 * time.Second}, {77, 22 * time.Minute}} {
		from := at(s.percent)
		for _, before := range w.sleeps { // the day goes on later after each sleep
			from = from.Add(before.to.Sub(before.from))
		}
		w.sleeps = append(w.sleeps, interval{from, from.Add(s.long)})
	}
	// The app is closed and started again, for a moment or for some minutes.
	begin := w.start.Add(-time.Minute)
	for _, s := range []struct {
		percent int
		away    time.Duration
	}{{9, 2 * time.Second}, {35, 3 * time.Minute}, {55, 400 * time.Millisecond}, {88, 30 * time.Second}} {
		stop := at(s.percent).Add(333 * time.Microsecond)
		for w.asleep(stop) || w.asleep(stop.Add(s.away)) {
			stop = stop.Add(10 * time.Minute)
		}
		w.runs = append(w.runs, interval{begin, stop})
		begin = stop.Add(s.away)
	}
	w.runs = append(w.runs, interval{begin, w.end.Add(1000 * time.Hour)})
	return w
}

func (w *world) asleep(t time.Time) bool {
	for _, s := range w.sleeps {
		if s.contains(t) {
			return true
		}
	}
	return false
}

// after is the time at which d has passed awake since t: nothing happens while
// the machine sleeps.
func (w *world) after(t time.Time, d time.Duration) time.Time {
	end := t.Add(d)
	for _, s := range w.sleeps {
		if !s.from.Before(t) && s.from.Before(end) {
			end = end.Add(s.to.Sub(s.from))
		}
	}
	return end
}

// steps is the world's own part of the timeline.
func (w *world) steps() []engine.Step {
	var steps []engine.Step
	for i, r := range w.runs {
		steps = append(steps, engine.Step{At: r.from, Start: &struct{}{}})
		if i < len(w.runs)-1 {
			steps = append(steps, engine.Step{At: r.to, Stop: &struct{}{}})
		}
	}
	for _, s := range w.sleeps {
		if s.from.Before(w.end) {
			steps = append(steps, engine.Step{At: s.from, Sleep: &engine.Sleep{Until: s.to}})
		}
	}
	// The end of the day: whatever is due still happens.
	return append(steps, engine.Step{At: w.end.Add(time.Hour)})
}

// The founding windows, typed here a second time on purpose.
const (
	oneSecond = time.Second
	agesOut   = 20 * time.Minute
)

// settle says whether a ring must be heard, and when: the app must run and the
// machine be awake, the turn must not be older than the run, and a reply within
// the second keeps it silent.
func (w *world) settle(r *Ring) {
	r.due = r.At.Add(oneSecond)
	for _, s := range w.sleeps {
		switch {
		case s.contains(r.At): // seen at the wake only
			r.due = s.to.Add(oneSecond)
		case s.contains(r.due):
			r.due = s.to
		}
	}
	var run interval
	for _, i := range w.runs {
		if i.contains(r.At) {
			run = i
		}
	}
	gone := !r.Answered.IsZero() && !r.Answered.After(r.due)
	aged := !r.Stands && r.due.Sub(r.Stamp) >= agesOut
	r.expected = run.contains(r.due) && !r.Stamp.Before(run.from) && !gone && !aged
	// A reply on its way at that very moment may or may not be seen.
	r.either = !r.Leaving.IsZero() && !r.Leaving.After(r.due) && (r.Answered.IsZero() || !r.Answered.Before(r.due)) ||
		r.Answered.Equal(r.due)
	r.upFrom = r.Answered
	if r.Answered.IsZero() {
		return
	}
	if r.Fleeting && !w.up(r.Answered) {
		r.Answered = time.Time{}
		return
	}
	for i, run := range w.runs { // nobody looks while the app is closed
		if r.Answered.Before(run.from) && (i == 0 || !r.Answered.Before(w.runs[i-1].to)) {
			r.upFrom = run.from
		}
	}
}

// up reports whether the app runs.
func (w *world) up(t time.Time) bool {
	for _, r := range w.runs {
		if r.contains(t) {
			return true
		}
	}
	return false
}
