package transcript

import (
	"fmt"
	"hash/fnv"
	"io"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"testing"
	"time"

	"agentisland/internal/session"
)

// steps is how many random steps the model test makes.
const steps = 10000

// disk makes random steps below a home and knows nothing of stores.
type disk struct {
	t    *testing.T
	rng  *rand.Rand
	home string
	n    int
}

// view is what the batches of a store add up to.
type view map[session.Ref]string

// digest is the content of a whole file, for the comparison.
func digest(c *Change, src io.ReaderAt) any {
	h := fnv.New64a()
	_, _ = io.Copy(h, io.NewSectionReader(src, 0, c.Size))
	return h.Sum64()
}

// take adds a batch to the view, reading what the store did not.
func (v view) take(t *testing.T, b Batch) {
	t.Helper()
	for _, c := range b.Changes {
		if c.Gone {
			delete(v, c.Session.Ref)
			continue
		}
		content := c.Content
		if content == nil && c.Err == nil {
			f, err := os.Open(c.Session.Transcript)
			if err != nil {
				t.Fatalf("a change names a file that cannot be opened: %v", err)
			}
			content = digest(&c, f)
			f.Close()
		}
		s := c.Session
		v[s.Ref] = fmt.Sprintf("%s size %d cwd %s title %s content %x err %v", s.Transcript, c.Size, s.CWD, s.Title, content, c.Err)
	}
}

// TestModel makes random file-system steps and compares what a store that saw
// them one by one knows with what a new store finds.
func TestModel(t *testing.T) {
	seed := uint64(1)
	d := &disk{t: t, rng: rand.New(rand.NewPCG(seed, 2)), home: t.TempDir()}
	places := Places{Roots: []Root{
		{Provider: session.Claude, Dir: filepath.Join(d.home, "claude")},
		{Provider: session.Claude, Dir: filepath.Join(d.home, "link")},
		{Provider: session.Codex, Dir: filepath.Join(d.home, "codex")},
	}}
	d.must(os.MkdirAll(filepath.Join(d.home, "claude"), 0o700))
	d.must(os.Symlink(filepath.Join(d.home, "claude"), filepath.Join(d.home, "link")))
	s := NewStore(places, System{})
	s.Configure(Options{Inspect: digest})
	got := view{}
	before := descriptors()
	for i := range steps {
		paths := d.step()
		switch d.rng.IntN(4) {
		case 0: // the event is lost
		case 1:
			got.take(t, s.Poll(time.Now().Add(-time.Hour)))
		default:
			got.take(t, s.Notice(paths))
		}
		if i%250 != 249 {
			continue
		}
		got.take(t, s.Scan())
		fresh := NewStore(places, System{})
		fresh.Configure(Options{Inspect: digest})
		want := view{}
		want.take(t, fresh.Scan())
		if !maps.Equal(got, want) {
			t.Fatalf("seed %d, step %d: %s", seed, i, difference(got, want))
		}
	}
	if after := descriptors(); after > before {
		t.Errorf("%d descriptors before, %d after", before, after)
	}
	if len(got) == 0 {
		t.Error("nothing was left to compare")
	}
}

func difference(got, want view) string {
	for _, ref := range slices.SortedFunc(maps.Keys(want), func(a, b session.Ref) int { return len(a.ID) - len(b.ID) }) {
		if got[ref] != want[ref] {
			return fmt.Sprintf("%v\n is %s\nnot %s", ref, got[ref], want[ref])
		}
	}
	for ref := range got {
		if _, ok := want[ref]; !ok {
			return fmt.Sprintf("%v is gone, not %s", ref, got[ref])
		}
	}
	return ""
}

// descriptors counts this process's open files, 0 where that cannot be told.
func descriptors() int {
	if runtime.GOOS != "linux" {
		return 0
	}
	entries, _ := os.ReadDir("/proc/self/fd")
	return len(entries)
}

func (d *disk) must(err error) {
	d.t.Helper()
	if err != nil {
		d.t.Fatal(err)
	}
}

func (d *disk) project() string {
	return filepath.Join(d.home, "claude", "projects", fmt.Sprintf("p%d", d.rng.IntN(5)))
}

// file is one of a few paths, so that steps meet.
func (d *disk) file() string {
	id := fmt.Sprintf("%08d-0000-4000-8000-000000000000", d.rng.IntN(8))
	if d.rng.IntN(3) == 0 {
		day := filepath.Join(d.home, "codex", "sessions", "2026", "11", fmt.Sprintf("%02d", d.rng.IntN(3)))
		return filepath.Join(day, "rollout-2026-11-30T10-00-00-"+id+".jsonl")
	}
	return filepath.Join(d.project(), id+".jsonl")
}

func (d *disk) line() string {
	d.n++
	return fmt.Sprintf(`{"type":"ai-title","cwd":"/w/p%d","aiTitle":"Title %d"}`+"\n", d.n%7, d.n)
}

// write appends to a file or makes it, its folders included.
func (d *disk) write(path, text string, flags int) {
	if os.MkdirAll(filepath.Dir(path), 0o700) != nil {
		return // a link to nowhere is in the way
	}
	f, err := os.OpenFile(path, flags|os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		return // so it is here
	}
	_, err = f.WriteString(text)
	d.must(err)
	d.must(f.Close())
}

// step changes something and returns the paths that events would name.
func (d *disk) step() []string {
	path, other := d.file(), d.file()
	switch d.rng.IntN(14) {
	case 0, 1, 2:
		d.write(path, d.line(), os.O_APPEND)
	case 3:
		line := d.line()
		d.write(path, line[:d.rng.IntN(len(line))], os.O_APPEND)
	case 4:
		d.write(filepath.Join(d.home, "new"), d.line()+d.line(), os.O_TRUNC)
		if os.MkdirAll(filepath.Dir(path), 0o700) == nil {
			_ = os.Rename(filepath.Join(d.home, "new"), path)
		}
	case 5:
		_ = os.Truncate(path, int64(d.rng.IntN(80)))
	case 6:
		_ = os.Remove(path)
	case 7:
		_ = os.Remove(path)
		d.write(path, d.line(), os.O_TRUNC)
	case 8:
		_ = os.Chtimes(path, time.Now(), time.Now().Add(-time.Duration(d.rng.IntN(1e12))))
	case 9:
		_ = os.Chmod(path, []os.FileMode{0, 0o600, 0o644}[d.rng.IntN(3)])
	case 10: // a move of a folder, over another one when that is empty
		from, to := d.project(), d.project()
		_ = os.Rename(from, to)
		return []string{from, to}
	case 11: // a link is made, or turned to somewhere else
		if info, err := os.Lstat(path); err != nil || info.Mode()&os.ModeSymlink != 0 {
			_ = os.Remove(path)
			_ = os.Symlink(other, path)
		}
	case 12: // same size, other content
		if data, err := os.ReadFile(path); err == nil && len(data) > 0 {
			for i := range data {
				if data[i] >= '0' && data[i] <= '9' {
					data[i] = byte('0' + d.rng.IntN(10))
				}
			}
			d.write(path, string(data), os.O_TRUNC)
		}
	case 13:
		_ = os.Rename(path, other)
		return []string{path, other}
	}
	return []string{path}
}
