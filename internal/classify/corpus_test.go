package classify_test

import (
	"bytes"
	"encoding/csv"
	"os"
	"path/filepath"
	"testing"

	"agentisland/internal/classify"
	"agentisland/internal/session"
	"agentisland/internal/tail"
)

const corpus = "../../testdata/corpus"

// TestCorpus reads every scrubbed case of a real transcript and compares it
// with what the truth table makes of it.
func TestCorpus(t *testing.T) {
	f, err := os.Open(filepath.Join(corpus, "expected.tsv"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	r := csv.NewReader(f)
	r.Comma, r.LazyQuotes = '\t', true
	rows, err := r.ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	if len(rows) < 150 {
		t.Fatalf("expected.tsv has only %d rows", len(rows))
	}
	for _, row := range rows[1:] {
		name, provider, done, key, date, event, rule := row[0], row[1], row[2], row[3], row[4], row[5], row[6]
		t.Run(provider[:1]+rule+"/"+filepath.Base(name), func(t *testing.T) {
			data, err := os.ReadFile(filepath.Join(corpus, name))
			if err != nil {
				t.Fatal(err)
			}
			got := read(session.Provider(provider), data)
			if got.IsDone != (done == "true") || string(got.Event) != event {
				t.Errorf("is_done %v event %s row %s, want %s %s row %s", got.IsDone, got.Event, got.Detail.Row, done, event, rule)
			}
			if key == "(fallback)" {
				if len(got.Key) < 8 {
					t.Errorf("no fallback key: %q", got.Key)
				}
			} else if got.Key != key {
				t.Errorf("key %q, want %q", got.Key, key)
			}
			gotDate := ""
			if !got.ActivityDate.IsZero() {
				gotDate = got.ActivityDate.Format("2006-01-02T15:04:05.000Z")
			}
			if gotDate != date {
				t.Errorf("activity date %q, want %q", gotDate, date)
			}
			if want := map[string]string{"claude": "C", "codex": "X"}[provider] + rule; got.Detail.Row != want {
				t.Errorf("row %s, want %s", got.Detail.Row, want)
			}
		})
	}
}

// read classifies a whole file held in memory.
func read(p session.Provider, data []byte) classify.Reading {
	head, _, _ := bytes.Cut(data, []byte("\n"))
	return classify.Transcript(p, head, lines(data))
}

func lines(data []byte) classify.Lines {
	return func(yield func(tail.Line) bool) {
		r := tail.NewReader(bytes.NewReader(data), int64(len(data)))
		for {
			l, ok := r.Prev()
			if !ok || !yield(l) {
				return
			}
		}
	}
}
