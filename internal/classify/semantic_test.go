package classify_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"agentisland/internal/classify"
	"agentisland/internal/session"
)

const semantic = "../../testdata/semantic"

// sample is one file of testdata/semantic and what the tables make of it.
type sample struct {
	file     string
	provider session.Provider
	want     verdict
	noKey    bool // any key, made of the record itself
}

func samples(t testing.TB) []sample {
	t.Helper()
	table, err := os.ReadFile(filepath.Join(semantic, "expected.tsv"))
	if err != nil {
		t.Fatal(err)
	}
	var all []sample
	for _, line := range strings.Split(strings.TrimRight(string(table), "\r\n"), "\n")[1:] {
		f := strings.Split(strings.TrimSuffix(line, "\r"), "\t")
		if len(f) != 7 {
			t.Fatalf("expected.tsv: %d columns in %q", len(f), line)
		}
		s := sample{file: f[0], provider: session.Provider(filepath.Dir(filepath.FromSlash(f[0]))), noKey: f[2] == "(fallback)"}
		s.want = verdict{row: f[5], event: classify.Event(f[4]), done: f[1] == "true", key: f[2]}
		if f[3] != "" {
			if s.want.at, err = time.Parse(time.RFC3339, f[3]); err != nil {
				t.Fatal(err)
			}
		}
		all = append(all, s)
	}
	return all
}

// TestSemantic reads every sample. Its subtests are rows of the contract:
// -run TestSemantic/C5b runs those of row 5b of Claude's table.
func TestSemantic(t *testing.T) {
	seen := map[string]bool{}
	for _, s := range samples(t) {
		seen[filepath.FromSlash(s.file)] = true
		t.Run(s.want.row+"/"+strings.TrimSuffix(filepath.Base(s.file), ".jsonl"), func(t *testing.T) {
			file, err := os.ReadFile(filepath.Join(semantic, filepath.FromSlash(s.file)))
			if err != nil {
				t.Fatal(err)
			}
			got := verdictOf(checkReading(t, s.provider, file))
			if s.noKey && strings.HasPrefix(got.key, "raw:") {
				got.key = s.want.key
			}
			if got != s.want {
				t.Errorf("reads %v\nwant  %v", got, s.want)
			}
		})
	}
	for _, p := range []string{"claude", "codex"} {
		files, err := filepath.Glob(filepath.Join(semantic, p, "*"))
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range files {
			if name := filepath.Join(p, filepath.Base(f)); !seen[name] {
				t.Errorf("%s is not in expected.tsv", name)
			}
		}
	}
}

// TestEveryRowHasASample: a row without one is a row that nothing proves.
func TestEveryRowHasASample(t *testing.T) {
	rows := map[string]bool{}
	for _, s := range samples(t) {
		rows[s.want.row] = true
	}
	for _, row := range []string{
		"C3", "C3b", "C4", "C5", "C5b", "C6", "C7", "C7b", "C7c", "C8", "C9", "C12", "C13", "C15",
		"X0", "X1", "X2", "X3", "X4", "X4b", "X4c", "X5", "X6", "X6c", "X7", "X8", "X9", "X11",
	} {
		if !rows[row] {
			t.Errorf("row %s decides no sample", row)
		}
	}
}
