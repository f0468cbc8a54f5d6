package classify_test

import (
	"compress/gzip"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"agentisland/internal/session"
)

const whole = "../../testdata/transcripts"

// unzipped reads a compressed file.
func unzipped(t testing.TB, name string) []byte {
	t.Helper()
	f, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	data, err := io.ReadAll(z)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// TestRecordings reads what real clients wrote after every line, and tells the
// story as its reading does.
func TestRecordings(t *testing.T) {
	table, err := os.ReadFile(filepath.Join(whole, "expected.tsv"))
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range strings.Split(strings.TrimSpace(string(table)), "\n")[1:] {
		name, rest, _ := strings.Cut(row, "\t")
		want, _, _ := strings.Cut(rest, "\t")
		t.Run(name, func(t *testing.T) {
			file := unzipped(t, filepath.Join(whole, name+".jsonl.gz"))
			provider, _, _ := strings.Cut(name, "-")
			var events []string
			for n := 0; n <= len(file); n++ {
				if n < len(file) && file[n] != '\n' {
					continue
				}
				got := checkReading(t, session.Provider(provider), file[:n])
				if e := string(got.Event); len(events) == 0 || events[len(events)-1] != e {
					events = append(events, e)
				}
			}
			if got := strings.Join(events, " "); got != want {
				t.Errorf("goes %s\nwant %s", got, want)
			}
		})
	}
}
