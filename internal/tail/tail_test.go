package tail_test

import (
	"bytes"
	"errors"
	"io"
	"math/rand/v2"
	"strings"
	"testing"

	"agentisland/internal/tail"
)

// all reads every line, newest first, as copies; marks are left out.
func all(t testing.TB, r *tail.Reader) []tail.Line {
	t.Helper()
	var lines []tail.Line
	for {
		l, ok := r.Prev()
		if !ok {
			return lines
		}
		if l.Mark {
			continue
		}
		l.Data = bytes.Clone(l.Data)
		lines = append(lines, l)
	}
}

func ofString(s string) *tail.Reader {
	return tail.NewReader(strings.NewReader(s), int64(len(s)))
}

func TestLines(t *testing.T) {
	long := strings.Repeat("x", 100<<10)
	for _, tt := range []struct {
		name, file string
		want       []string
	}{
		{"an empty file has none", "", nil},
		{"only line ends", "\n\n\n", nil},
		{"a last line without its end counts", "a\nb", []string{"b", "a"}},
		{"empty lines are left out", "a\n\n\nb\n", []string{"b", "a"}},
		{"a carriage return is part of its line", "a\r\nb\r\n", []string{"b\r", "a\r"}},
		{"lines longer than a step", long + "1\n" + long + "2\n", []string{long + "2", long + "1"}},
		{"the first line may be long", long, []string{long}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got := all(t, ofString(tt.file))
			if len(got) != len(tt.want) {
				t.Fatalf("%d lines, want %d", len(got), len(tt.want))
			}
			for i, l := range got {
				if string(l.Data) != tt.want[i] {
					t.Errorf("line %d is %.40q, want %.40q", i, l.Data, tt.want[i])
				}
				if end := int(l.Offset) + len(l.Data); tt.file[l.Offset:end] != tt.want[i] {
					t.Errorf("line %d is not at %d", i, l.Offset)
				}
			}
		})
	}
}

// shrunk has fewer bytes than it was asked to be read for.
type shrunk struct{ io.ReaderAt }

func TestShrunkFile(t *testing.T) {
	r := tail.NewReader(shrunk{strings.NewReader("abc\n")}, 100)
	if _, ok := r.Prev(); ok {
		t.Fatal("a line out of nothing")
	}
	if !errors.Is(r.Err(), io.ErrUnexpectedEOF) {
		t.Fatalf("error is %v, want an unexpected end", r.Err())
	}
}

// stutter gives what it has in pieces of random length, without an error.
type stutter struct {
	src io.ReaderAt
	rnd *rand.Rand
}

func (s stutter) ReadAt(p []byte, off int64) (int, error) {
	return s.src.ReadAt(p[:1+s.rnd.IntN(len(p))], off)
}

func TestShortReads(t *testing.T) {
	var b bytes.Buffer
	rnd := rand.New(rand.NewPCG(1, 2))
	for range 400 {
		b.WriteString(`{"v":"` + strings.Repeat("é\\n", rnd.IntN(900)) + "\"}\n")
	}
	b.WriteString(`{"v":"` + strings.Repeat("z", 2*tail.KeepLine) + "\"}\n")
	file := b.Bytes()
	want := all(t, tail.NewReader(bytes.NewReader(file), int64(len(file))))
	got := all(t, tail.NewReader(stutter{bytes.NewReader(file), rnd}, int64(len(file))))
	if len(got) != len(want) {
		t.Fatalf("%d lines, want %d", len(got), len(want))
	}
	for i := range got {
		if !bytes.Equal(got[i].Data, want[i].Data) || got[i].Offset != want[i].Offset {
			t.Fatalf("line %d differs", i)
		}
	}
}

// TestMarks looks at where the windows end: every line before a mark ends in
// the window, and nothing outside it was read before the mark.
func TestMarks(t *testing.T) {
	file := strings.Repeat(`{"type":"mode"}`+"\n", 200_000) // 3.2 MB
	for _, head := range []string{"", `{"v":"` + strings.Repeat("x", 2<<20) + `"}`} {
		file := file[:len(file)-100*1024] + head + file[len(file)-100*1024:]
		r, windows := ofString(file), []int64{256 << 10, 1 << 20, tail.Window}
		marks := 0
		for {
			l, ok := r.Prev()
			if !ok {
				break
			}
			if l.Mark {
				if want := int64(len(file)) - windows[marks]; l.Offset != want {
					t.Errorf("mark %d at %d, want %d", marks, l.Offset, want)
				}
				marks++
			} else if end := l.Offset + int64(len(l.Data)); !l.Elided && int64(len(file))-end >= windows[marks] {
				t.Fatalf("line at %d ends outside of window %d", l.Offset, marks)
			}
			if limit := windows[min(marks, 2)]; head == "" && r.BytesRead() > limit {
				t.Fatalf("%d bytes read inside of a window of %d", r.BytesRead(), limit)
			}
		}
		if marks != 2 {
			t.Errorf("%d marks, want 2", marks)
		}
	}
}
