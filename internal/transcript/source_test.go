package transcript

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestNewest checks that lines come whole and once, whatever the step.
func TestNewest(t *testing.T) {
	long := strings.Repeat("x", 20<<10)
	for name, text := range map[string]string{
		"nothing":         "",
		"one line":        "a\n",
		"no end":          "a\nb",
		"blank lines":     "a\n\n\nb\n\n",
		"long line":       "first\n" + long + "\nlast\n",
		"long line last":  "first\n" + long,
		"only line ends":  "\n\n\n",
		"many long lines": strings.Repeat(long+"\n", 5),
	} {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "f")
			if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
			f, err := os.Open(path)
			if err != nil {
				t.Fatal(err)
			}
			defer f.Close()
			var src source
			src.open(f, int64(len(text)))
			var got []string
			src.newest(0, func(read int64) bool { return read < deepTail }, func(line []byte) bool {
				got = append(got, string(line))
				return true
			})
			tail := text
			if len(text) > deepTail { // what was cut off is no line
				_, tail, _ = strings.Cut(text[len(text)-deepTail:], "\n")
			}
			var want []string
			tail = tail[:strings.LastIndexByte(tail, '\n')+1]
			for line := range strings.SplitSeq(tail, "\n") {
				if line != "" {
					want = append(want, line)
				}
			}
			slices.Reverse(want)
			if !slices.Equal(got, want) {
				t.Errorf("got %d lines, want %d", len(got), len(want))
			}
			if src.read > int64(len(text)) {
				t.Errorf("read %d bytes of %d", src.read, len(text))
			}
		})
	}
}
