package engine

import (
	"time"

	"agentisland/internal/transcript"
)

// How often the disk is looked at without being asked. Polling is the truth:
// these are the longest delays when an event, or every event, is lost.
const (
	hotFor    = 30 * time.Minute // what was written within it is polled, the rest is left to the sweep
	activeFor = time.Minute      // a transcript written within it is most likely being written

	blindPoll   = time.Second      // without events on which to rely
	activePoll  = 5 * time.Second  // with events, while something is active
	processPoll = 5 * time.Second  // while a process of the registry lives: its death has no event
	hotPoll     = 30 * time.Second // with events, while something is hot

	blindIdle  = 2 * time.Second  // folders, without events, while nothing is hot
	blindSweep = 15 * time.Second // everything, without events
	hotSweep   = 2 * time.Minute  // everything, while something is hot
	idleSweep  = 5 * time.Minute  // everything, while nothing is

	// shareOfTime bounds what blind sweeps cost: one takes at most this
	// fraction of the time between two.
	shareOfTime = 200
)

// pace decides when the disk is looked at without being asked.
type pace struct {
	blind     bool // events are missing, on some folders at least
	processes bool // a process of the registry lives
	troubles  []string
	polled    time.Time // the last look at what is hot
	sweptAt   time.Time // the last look at everything
	took      time.Duration
}

// swept notes a look at everything.
func (p *pace) swept(now time.Time, took time.Duration) {
	p.sweptAt, p.polled, p.took = now, now, took
}

// next is when to look, given the time of the newest transcript.
func (p *pace) next(now, newest time.Time) time.Time {
	next := p.sweptAt.Add(p.sweepInterval(now, newest))
	if every := p.pollInterval(now, newest); every > 0 {
		if poll := p.polled.Add(every); poll.Before(next) {
			return poll
		}
	}
	return next
}

// sweeps reports whether it is time to look at everything.
func (p *pace) sweeps(now, newest time.Time) bool {
	return now.Sub(p.sweptAt) >= p.sweepInterval(now, newest)
}

// pollInterval is the time between two looks at what is hot, 0 for none.
func (p *pace) pollInterval(now, newest time.Time) time.Duration {
	age := now.Sub(newest)
	hot := !newest.IsZero() && age < hotFor
	blind := p.blind || !transcript.EventsTrusted
	switch {
	case hot && blind:
		return blindPoll
	case p.blind:
		return blindIdle
	case hot && age < activeFor:
		return activePoll
	case p.processes:
		return processPoll
	case hot:
		return hotPoll
	}
	return 0
}

func (p *pace) sweepInterval(now, newest time.Time) time.Duration {
	switch {
	case p.blind:
		return max(blindSweep, shareOfTime*p.took)
	case !newest.IsZero() && now.Sub(newest) < hotFor:
		return hotSweep
	}
	return idleSweep
}
