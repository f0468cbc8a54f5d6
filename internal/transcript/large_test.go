//go:build !windows

// Windows makes no sparse file of a truncated one, and this home would fill
// nine real gigabytes.

package transcript

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"
)

// TestLargeHome checks what is read of a home that is large: the bound is in
// files opened and bytes, not in time.
func TestLargeHome(t *testing.T) {
	h := newHome(t)
	const n = 40
	for i := range n {
		path := h.write(".claude/projects/-w/s"+string(rune('A'+i))+".jsonl", `{"type":"user","cwd":"/w","message":{"content":"x"}}`+"\n")
		if i >= 2 {
			h.age(path)
		}
	}
	limited := filepath.Join(h.dir, ".claude", "projects", "-w", "limit.jsonl")
	h.write(".claude/projects/-w/limit.jsonl", `{"type":"assistant","error":"rate_limit","cwd":"/w"}`+"\n")
	dayBefore := h.now().Add(-2 * deepFor)
	if err := os.Chtimes(limited, dayBefore, dayBefore); err != nil {
		t.Fatal(err)
	}
	h.makeLarge()
	s := h.store()
	s.Configure(Options{Newest: 1})
	got := byID(s.Scan())
	for _, id := range []string{"sA", "sB", "limit"} {
		if _, ok := got[id]; !ok {
			t.Errorf("%s was not read", id)
		}
	}
	if len(got) > 4 || s.Work().Opened > 4 {
		t.Errorf("%d sessions from %d opened files", len(got), s.Work().Opened)
	}
	fresh := h.store()
	fresh.Configure(Options{All: true})
	if all := byID(fresh.Scan()); len(all) != n+1+large {
		t.Errorf("%d sessions with all", len(all))
	}
}

// TestManyFiles checks the same of a home with few bytes in a great many files.
func TestManyFiles(t *testing.T) {
	h := newHome(t)
	first := h.write(".claude/projects/-w/first.jsonl", `{"type":"user","cwd":"/w","message":{"content":"x"}}`+"\n")
	old := h.now().Add(-2 * limitFor)
	if err := os.Chtimes(first, old, old); err != nil {
		t.Fatal(err)
	}
	for i := range fewFiles {
		if err := os.Link(first, filepath.Join(filepath.Dir(first), fmt.Sprintf("s%d.jsonl", i))); err != nil {
			t.Fatal(err)
		}
	}
	s := h.store()
	s.Configure(Options{Newest: 10})
	if b := s.Scan(); len(b.Changes) > 10 || s.Work().Opened > 10 || b.Older < fewFiles-10 {
		t.Errorf("%d sessions from %d opened files, %d older", len(b.Changes), s.Work().Opened, b.Older)
	}
}
