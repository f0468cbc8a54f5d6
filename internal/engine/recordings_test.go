package engine_test

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"agentisland/internal/alert"
	"agentisland/internal/engine"
)

// truth is what the person at the terminal saw for a while (see
// testdata/recordings/README.md).
type truth struct {
	From    time.Time
	Until   time.Time `json:"until"`
	State   string    `json:"state"`
	Ring    string    `json:"ring"`
	Reasons string    `json:"reasons"`
	Why     string    `json:"why"`
	Orphan  bool      `json:"orphan"`
}

// covers reports whether a ring at that time belongs to this while: screens are
// read late, and a ring may be on its way when the while ends.
func (t truth) covers(at time.Time) bool {
	return !at.Before(t.From.Add(-1500*time.Millisecond)) && !at.After(t.Until.Add(600*time.Millisecond))
}

// brief reports whether the state was too short to ring for certain.
func (t truth) brief() bool { return t.Until.Sub(t.From) < 2*time.Second }

// TestRecordings replays timelines of the real clients and holds every ring
// against what the person saw: none is false, none is missed.
func TestRecordings(t *testing.T) {
	paths, err := filepath.Glob("../../testdata/recordings/*.gz")
	if err != nil || len(paths) < 200 {
		t.Fatalf("only %d recordings: %v", len(paths), err)
	}
	for _, path := range paths {
		t.Run(strings.TrimSuffix(filepath.Base(path), ".jsonl.gz"), func(t *testing.T) {
			t.Parallel()
			steps, truths := readRecording(t, path)
			var rings []alert.Effect
			r := engine.NewReplay(t.TempDir(), func(e engine.Event) {
				if e.Alert != nil && e.Alert.Action == alert.Post {
					rings = append(rings, *e.Alert)
				}
			})
			if err := r.Run(steps); err != nil {
				t.Fatal(err)
			}
			judge(t, truths, rings)
		})
	}
}

// judge gives each ring to the while it belongs to. What must ring comes first,
// then what may.
func judge(t *testing.T, truths []truth, rings []alert.Effect) {
	t.Helper()
	used := make([]bool, len(rings))
	for _, w := range truths {
		if w.Ring != "yes" {
			continue
		}
		found := false
		for i, a := range rings {
			if !used[i] && w.covers(a.At) && slices.Contains(strings.Split(w.Reasons, "|"), string(a.Reason)) {
				used[i], found = true, true
				break
			}
		}
		if !found && !w.brief() {
			t.Errorf("missed: %s from %s to %s (%s)", w.State, w.From.Format(time.StampMilli), w.Until.Format(time.StampMilli), w.Why)
		}
	}
	for i, a := range rings {
		may := slices.ContainsFunc(truths, func(w truth) bool { return (w.Ring == "blind" || w.Orphan) && w.covers(a.At) })
		if !used[i] && !may {
			t.Errorf("false: %s at %s", a.Reason, a.At.Format(time.StampMilli))
		}
	}
}

func readRecording(t *testing.T, path string) ([]engine.Step, []truth) {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	steps, err := engine.ReadTimeline(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	zr, err := gzip.NewReader(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	var truths []truth
	for br := bufio.NewReader(zr); ; {
		line, err := br.ReadBytes('\n')
		var l struct {
			At    time.Time
			Truth *truth
		}
		if bytes.Contains(line, []byte(`"truth"`)) && json.Unmarshal(line, &l) == nil && l.Truth != nil {
			l.Truth.From = l.At
			if l.Truth.Until.IsZero() {
				l.Truth.Until = l.At.Add(24 * time.Hour)
			}
			truths = append(truths, *l.Truth)
		}
		if err == io.EOF {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if len(truths) == 0 {
		t.Fatal("no truth lines")
	}
	return steps, truths
}
