package daysim_test

import (
	"flag"
	"os"
	"strings"
	"testing"

	"agentisland/internal/alert"
	"agentisland/internal/daysim"
	"agentisland/internal/engine"
	"agentisland/internal/session"
)

var (
	full   = flag.Bool("full", false, "play the whole day of 4,000 turns")
	update = flag.Bool("update", false, "write docs/day.md anew; only with -full")
	seed   = flag.Uint64("seed", 0, "play another day than the published one")
)

// TestDay plays a scripted day through the real engine. Nothing may ring that
// should not, nothing may be missed, and nothing may ring twice.
func TestDay(t *testing.T) {
	cfg := daysim.Short
	if *full {
		cfg = daysim.Full
	}
	if *seed != 0 {
		cfg.Seed = *seed
	}
	day := daysim.Build(cfg)
	score := day.Judge(replay(t, day))
	if total := score.Total(false); total.Faults() != 0 || total.Rang < cfg.Turns/2 {
		t.Errorf("%+v", total)
	}
	for i, f := range score.Faults {
		if i == 40 {
			t.Errorf("and %d more", len(score.Faults)-i)
			break
		}
		t.Error(f)
	}
	if *update && *full {
		publish(t, day, score, day.Judge(day.Founding()))
	}
}

// replay is the day as the engine hears it.
func replay(t *testing.T, day *daysim.Day) []daysim.Heard {
	var heard []daysim.Heard
	r := engine.NewReplay(t.TempDir(), func(e engine.Event) {
		if e.Alert == nil || e.Alert.Action != alert.Post && e.Alert.Action != alert.Withdraw {
			return
		}
		heard = append(heard, daysim.Heard{
			At: e.Alert.At, Session: session.ParseRef(e.Alert.Session).ID,
			Withdraw: e.Alert.Action == alert.Withdraw, Reason: string(e.Alert.Reason),
		})
	})
	if err := r.Run(day.Steps); err != nil {
		t.Fatal(err)
	}
	return heard
}

// TestDayIsRepeatable: the same numbers make the same day.
func TestDayIsRepeatable(t *testing.T) {
	cfg := daysim.Config{Seed: 3, Sessions: 40, Turns: 120}
	a, b := daysim.Build(cfg), daysim.Build(cfg)
	if len(a.Steps) != len(b.Steps) || len(a.Rings) != len(b.Rings) {
		t.Fatalf("%d and %d steps, %d and %d rings", len(a.Steps), len(b.Steps), len(a.Rings), len(b.Rings))
	}
	for i := range a.Steps {
		if !a.Steps[i].At.Equal(b.Steps[i].At) || a.Steps[i].Append != nil && a.Steps[i].Append.Text != b.Steps[i].Append.Text {
			t.Fatalf("step %d differs", i)
		}
	}
}

// publish writes the table of the full day.
func publish(t *testing.T, day *daysim.Day, ours, founding *daysim.Score) {
	const path = "../../docs/day.md"
	old, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	head, _, ok := strings.Cut(string(old), "<!-- table -->\n")
	if !ok {
		t.Fatal("docs/day.md has no place for the table")
	}
	if err := os.WriteFile(path, []byte(head+"<!-- table -->\n"+day.Table(ours, founding)), 0o644); err != nil {
		t.Fatal(err)
	}
}
