package engine_test

import (
	"os"
	"path/filepath"
	"testing"

	"agentisland/internal/engine"
)

// TestTrajectories replays every timeline of testdata and checks the
// expectations inside.
func TestTrajectories(t *testing.T) {
	paths, err := filepath.Glob("../../testdata/trajectories/*.jsonl")
	if err != nil || len(paths) < 40 {
		t.Fatalf("only %d trajectories: %v", len(paths), err)
	}
	for _, path := range paths {
		t.Run(filepath.Base(path), func(t *testing.T) {
			t.Parallel()
			f, err := os.Open(path)
			if err != nil {
				t.Fatal(err)
			}
			defer f.Close()
			steps, err := engine.ReadTimeline(f)
			if err != nil {
				t.Fatal(err)
			}
			r := engine.NewReplay(t.TempDir(), func(engine.Event) {})
			if err := r.Run(steps); err != nil {
				t.Fatal(err)
			}
			for _, f := range r.Failures() {
				t.Error(f)
			}
		})
	}
}
