package engine

import (
	"testing"
	"time"

	"agentisland/internal/transcript"
)

// TestPace counts how often the observer wakes in ten minutes during which
// nothing changes.
func TestPace(t *testing.T) {
	start := time.Date(2026, 11, 30, 12, 0, 0, 0, time.UTC)
	for _, tt := range []struct {
		name                 string
		newest               time.Duration // age of the newest transcript at the start
		blind, processes     bool
		took                 time.Duration // of a sweep
		mostWakes, mostSweep int
	}{
		{"quiet for days", 48 * time.Hour, false, false, 40 * time.Millisecond, 3, 3},
		{"hot", 10 * time.Minute, false, false, 40 * time.Millisecond, 26, 6},
		{"just written", 0, false, false, 40 * time.Millisecond, 38, 6},
		{"a process lives", 48 * time.Hour, false, true, 40 * time.Millisecond, 121, 3},
		{"without events, quiet", 48 * time.Hour, true, false, 40 * time.Millisecond, 341, 41},
		{"without events, slow disk", 48 * time.Hour, true, false, 3 * time.Second, 305, 2},
		{"without events, hot", 10 * time.Minute, true, false, time.Millisecond, 641, 41},
	} {
		t.Run(tt.name, func(t *testing.T) {
			p := pace{blind: tt.blind, processes: tt.processes}
			newest := start.Add(-tt.newest)
			p.swept(start, tt.took)
			wakes, sweeps := 0, 0
			for now := p.next(start, newest); now.Before(start.Add(10 * time.Minute)); now = p.next(now, newest) {
				wakes++
				p.polled = now
				if p.sweeps(now, newest) {
					sweeps++
					p.swept(now, tt.took)
				}
				if wakes > 10000 {
					t.Fatal("it does not sleep")
				}
			}
			if !transcript.EventsTrusted && tt.newest < hotFor {
				tt.mostWakes = max(tt.mostWakes, 600) // once a second, whatever events say
			}
			if wakes > tt.mostWakes || sweeps > tt.mostSweep {
				t.Errorf("%d wake-ups, %d of them sweeps", wakes, sweeps)
			}
		})
	}
}

// TestPaceFindsInTime checks the longest delay for a live session when no event
// comes at all.
func TestPaceFindsInTime(t *testing.T) {
	now := time.Date(2026, 11, 30, 12, 0, 0, 0, time.UTC)
	p := pace{blind: true}
	p.swept(now, time.Second)
	for _, age := range []time.Duration{0, time.Minute, 29 * time.Minute} {
		if d := p.next(now, now.Add(-age)).Sub(now); d > 2*time.Second {
			t.Errorf("a session written %v ago is looked at after %v", age, d)
		}
	}
}
