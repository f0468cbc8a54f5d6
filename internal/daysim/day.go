// Package daysim scripts a working day with Claude Code and Codex: what dozens
// of sessions write to the disk, what the machine does meanwhile, and the truth
// about it. The truth is known because the day was scripted: when control comes
// to the person, by what, and when the person takes it back. It is never asked
// from the code that the day is for.
package daysim

import (
	"cmp"
	"slices"
	"time"

	"agentisland/internal/engine"
)

// Config is what a day is made from. The same values give the same day.
type Config struct {
	Seed     uint64
	Sessions int // windows that are open; /clear and forks make more session ids
	Turns    int // of all sessions together
}

// Full is the published day.
var Full = Config{Seed: 5, Sessions: 40, Turns: 4000}

// Short is a few hours of the same life, for every run of the tests.
var Short = Config{Seed: 7, Sessions: 40, Turns: 400}

// Day is a timeline and the truth about it.
type Day struct {
	Steps []engine.Step
	Rings []Ring
	Spans []Span
	Turns int

	owner map[string]string // transcript, relative to the home → session id
	runs  []interval        // while the app runs
}

// Ring is one time at which control came to the person.
type Ring struct {
	Session string
	Kind    string
	Reasons []string  // any of these is right
	At      time.Time // the last byte that proves it reached the disk
	Stamp   time.Time // of the record that decides
	// Answered is when the contrary evidence reached the disk, zero when none
	// did. Leaving is from when the notification may go before that: the tool's
	// registry can tell a reply that the transcript does not hold yet.
	Answered, Leaving time.Time
	// Stands: does not age out, because the tool itself says that it waits.
	Stands bool
	// Fleeting: nobody can tell that it was answered who did not look on.
	Fleeting bool
	// Known: the contract says that the app cannot know this one.
	Known bool

	due      time.Time // when it must have rung, without the allowance
	expected bool
	either   bool      // ringing is right, and so is silence
	upFrom   time.Time // when the app must have taken it back, without the allowance
}

// Span is a stretch of one session's life of which one kind of story is told. It
// lasts until the session's next one.
type Span struct {
	Session string
	Kind    string
	From    time.Time
	Known   bool // rings in it are limits that the contract names
}

type interval struct{ from, to time.Time }

func (i interval) contains(t time.Time) bool { return !t.Before(i.from) && t.Before(i.to) }

// Build scripts a day.
func Build(cfg Config) *Day {
	w := newWorld(cfg)
	day := &Day{owner: map[string]string{}, runs: w.runs}
	var steps []engine.Step
	for i := range cfg.Sessions {
		a := newActor(w, day, cfg.Seed, i)
		turns := cfg.Turns / cfg.Sessions
		if i < cfg.Turns%cfg.Sessions {
			turns++
		}
		live(a, i, turns)
		steps = append(steps, a.steps...)
		w.end = later(w.end, a.now)
		day.Turns += turns
	}
	steps = append(steps, w.steps()...)
	slices.SortStableFunc(steps, func(a, b engine.Step) int { return a.At.Compare(b.At) })
	day.Steps = steps
	slices.SortStableFunc(day.Rings, func(a, b Ring) int {
		return cmp.Or(a.At.Compare(b.At), cmp.Compare(a.Session, b.Session))
	})
	for i := range day.Rings {
		w.settle(&day.Rings[i])
	}
	return day
}

func later(a, b time.Time) time.Time {
	if b.After(a) {
		return b
	}
	return a
}
