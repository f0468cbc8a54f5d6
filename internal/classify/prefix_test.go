//go:build !race

package classify_test

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"agentisland/internal/session"
)

// TestEveryPrefix reads every sample at every byte, as a writer that is stopped
// anywhere leaves it.
func TestEveryPrefix(t *testing.T) {
	for _, s := range samples(t) {
		file, err := os.ReadFile(filepath.Join(semantic, filepath.FromSlash(s.file)))
		if err != nil {
			t.Fatal(err)
		}
		for n := range file {
			checkReading(t, s.provider, file[:n])
		}
		if t.Failed() {
			t.Fatalf("in %s", s.file)
		}
	}
}

// TestCorpusPrefixes reads every case of the corpus, shortened by a line at a
// time, forty times, and compares with the literal tables.
func TestCorpusPrefixes(t *testing.T) {
	for _, p := range []session.Provider{session.Claude, session.Codex} {
		files, err := filepath.Glob(filepath.Join(corpus, string(p), "*.jsonl"))
		if err != nil || len(files) == 0 {
			t.Fatalf("no corpus: %v", err)
		}
		for _, name := range files {
			file, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			head, _, _ := bytes.Cut(file, []byte("\n"))
			if read(p, head).Detail.Hidden {
				continue
			}
			for n, left := len(file), 40; n > 0 && left > 0; n, left = bytes.LastIndexByte(file[:n], '\n'), left-1 {
				checkReading(t, p, file[:n])
				agree(t, p, file[:n])
			}
		}
	}
}
