package tail_test

import (
	"bytes"
	"io"
	"strings"
	"testing"

	"agentisland/internal/tail"
)

// prev is the next line that is one.
func prev(r *tail.Reader) (tail.Line, bool) {
	for {
		if l, ok := r.Prev(); !ok || !l.Mark {
			return l, ok
		}
	}
}

// TestWindowBorder: the last window is 8 MB to the byte.
func TestWindowBorder(t *testing.T) {
	for behind, want := range map[int]bool{8<<20 - 1: true, 8 << 20: false} {
		const row = 1 << 10
		var b strings.Builder
		b.WriteString("target\n")
		for left := behind - 1; left > 0; left -= min(left, row) { // the target's own line end is behind it, too
			b.WriteString(strings.Repeat("x", min(left, row)-1) + "\n")
		}
		r := tail.NewReader(strings.NewReader(b.String()), int64(b.Len()))
		found := false
		for l, ok := prev(r); ok; l, ok = prev(r) {
			found = found || string(l.Data) == "target"
		}
		if found != want || r.Bounded() == want {
			t.Errorf("%d bytes below: found %v, bounded %v", behind, found, r.Bounded())
		}
	}
}

// TestFirstStep: 8 KB are read first.
func TestFirstStep(t *testing.T) {
	file := strings.Repeat(strings.Repeat("x", 99)+"\n", 1000)
	r := tail.NewReader(strings.NewReader(file), int64(len(file)))
	if _, ok := r.Prev(); !ok || r.BytesRead() != 8<<10 {
		t.Errorf("read %d bytes", r.BytesRead())
	}
}

// longFile is a file of one JSON string of almost any length between two lines,
// without the memory for it.
type longFile struct {
	before, after string
	size          int64 // of the text between them
}

func (f longFile) len() int64 { return int64(len(f.before)+len(f.after)) + f.size }

func (f longFile) ReadAt(p []byte, off int64) (int, error) {
	for i := range p {
		switch at := off + int64(i); {
		case at < int64(len(f.before)):
			p[i] = f.before[at]
		case at < int64(len(f.before))+f.size:
			p[i] = 'x'
		case at < f.len():
			p[i] = f.after[at-int64(len(f.before))-f.size]
		default:
			return i, io.EOF
		}
	}
	return len(p), nil
}

// TestLongLine: a line is followed to its start over 64 MB, and not much
// farther.
func TestLongLine(t *testing.T) {
	for mb, want := range map[int64]bool{60: true, 70: false} {
		f := longFile{before: "{}\n{\"type\":\"", after: "\"}\n", size: mb << 20}
		r := tail.NewReader(f, f.len())
		l, ok := prev(r)
		if ok != want || ok && !bytes.HasPrefix(l.Data, []byte(`{"type":"xxx`)) {
			t.Errorf("a line of %d MB: found %v", mb, ok)
		}
		if r.Bounded() == want {
			t.Errorf("a line of %d MB: bounded %v", mb, r.Bounded())
		}
	}
}

// TestKeptWhole: 256 KB is the longest line that is handed out as it is.
func TestKeptWhole(t *testing.T) {
	for size, elided := range map[int]bool{256 << 10: false, 256<<10 + 1: true} {
		file := "{}\n" + `{"a":"` + strings.Repeat("x", size-8) + `"}` + "\n"
		if l, ok := prev(tail.NewReader(strings.NewReader(file), int64(len(file)))); !ok || l.Elided != elided {
			t.Errorf("a line of %d bytes: cut %v", size, l.Elided)
		}
	}
}

// watched notes how much is asked for at once.
type watched struct {
	io.ReaderAt
	most int
}

func (w *watched) ReadAt(p []byte, off int64) (int, error) {
	w.most = max(w.most, len(p))
	return w.ReaderAt.ReadAt(p, off)
}

// TestStepsAreBounded: reads grow, up to 32 KB.
func TestStepsAreBounded(t *testing.T) {
	file := strings.Repeat(strings.Repeat("x", 99)+"\n", 20_000)
	w := &watched{ReaderAt: strings.NewReader(file)}
	r := tail.NewReader(w, int64(len(file)))
	for _, ok := prev(r); ok; _, ok = prev(r) {
	}
	if w.most != 32<<10 {
		t.Errorf("the largest read was of %d bytes", w.most)
	}
}
