package transcript

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"agentisland/internal/session"
)

// TestWhatIsASession lists what counts as a session and what does not.
func TestWhatIsASession(t *testing.T) {
	const line = `{"type":"user","cwd":"/w","message":{"content":"x"}}` + "\n"
	for _, tt := range []struct {
		name, path string
		id         string // "" for none
	}{
		{"a main session", ".claude/projects/-w/s1.jsonl", "s1"},
		{"in the older folder", ".config/claude/projects/-w/s1.jsonl", "s1"},
		{"of a further account", ".claude-work/projects/-w/s1.jsonl", "s1"},
		{"an older sub-agent", ".claude/projects/-w/agent-1.jsonl", ""},
		{"a sub-agent", ".claude/projects/-w/s1/subagents/agent-1.jsonl", ""},
		{"a journal", ".claude/projects/-w/s1/subagents/journal.jsonl", ""},
		{"beside the projects", ".claude/projects/s1.jsonl", ""},
		{"the history", ".claude/history.jsonl", ""},
		{"being renamed into place", ".claude/projects/-w/.s1.jsonl", ""},
		{"a rollout", rollout, thread},
		{"a rollout without a date", ".codex/sessions/rollout-x-" + thread + ".jsonl", thread},
		{"a segment", strings.Replace(rollout, ".jsonl", "_11111111-1111-4111-8111-111111111111.jsonl", 1), thread},
		{"an archived rollout", ".codex/archived_sessions/rollout-2026-11-30T17-48-38-" + thread + ".jsonl", ""},
		{"a compressed rollout", rollout + ".zst", ""},
		{"a rewrite on its way", ".codex/sessions/2026/11/30/.rollout-1.jsonl.paginated.tmp", ""},
		{"too deep", ".codex/sessions/2026/11/30/x/rollout-1-" + thread + ".jsonl", ""},
		{"of something else", ".codex/sessions/2026/11/30/other.jsonl", ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			h := newHome(t)
			h.write(tt.path, line)
			b := h.store().Scan()
			if tt.id == "" {
				if len(b.Changes) > 0 {
					t.Errorf("found %v", b.Changes[0].Session.Ref)
				}
				return
			}
			if c, ok := byID(b)[tt.id]; !ok || c.Session.Transcript != filepath.Join(h.dir, filepath.FromSlash(tt.path)) {
				t.Errorf("found %+v", b.Changes)
			}
		})
	}
}

// TestOneRow lists homes with several files of one session.
func TestOneRow(t *testing.T) {
	const line = `{"type":"user","cwd":"/w","message":{"content":"x"}}` + "\n"
	segment := strings.Replace(rollout, ".jsonl", "_11111111-1111-4111-8111-111111111111.jsonl", 1)
	for _, tt := range []struct {
		name   string
		make   func(h *home)
		active string
	}{
		{"a link to the root", func(h *home) {
			h.write(".claude/projects/-w/s1.jsonl", line)
			h.link(".claude", ".claude-two")
		}, ".claude/projects/-w/s1.jsonl"},
		{"a link to a project", func(h *home) {
			h.write(".claude/projects/-w/s1.jsonl", line)
			h.link(".claude/projects/-w", ".claude/projects/-a")
		}, ".claude/projects/-w/s1.jsonl"},
		{"a loop", func(h *home) {
			h.write(".claude/projects/-w/s1.jsonl", line)
			h.link(".claude/projects", ".claude/projects/-w/loop")
			h.link(".claude/projects", ".claude/projects/loop")
		}, ".claude/projects/-w/s1.jsonl"},
		{"in two projects", func(h *home) {
			old := h.write(".claude/projects/-w/s1.jsonl", line)
			h.age(old)
			h.write(".claude/projects/-x/s1.jsonl", line)
		}, ".claude/projects/-x/s1.jsonl"},
		{"a segment that goes on", func(h *home) {
			h.age(h.write(rollout, meta(`"cwd":"/w"`)))
			h.write(segment, meta(`"cwd":"/w"`))
		}, segment},
	} {
		t.Run(tt.name, func(t *testing.T) {
			h := newHome(t)
			tt.make(h)
			b := h.store().Scan()
			if len(b.Changes) != 1 || b.Changes[0].Session.Transcript != filepath.Join(h.dir, filepath.FromSlash(tt.active)) {
				t.Errorf("found %+v", b.Changes)
			}
		})
	}
}

func (h *home) link(to, from string) {
	h.t.Helper()
	from = filepath.Join(h.dir, filepath.FromSlash(from))
	if err := os.Symlink(filepath.Join(h.dir, filepath.FromSlash(to)), from); err != nil {
		h.t.Skipf("no symbolic links here: %v", err)
	}
}

// age makes a file older than any other.
func (h *home) age(path string) {
	h.t.Helper()
	at := h.now().Add(-1000 * deepFor)
	if err := os.Chtimes(path, at, at); err != nil {
		h.t.Fatal(err)
	}
}

// TestArchived checks that a rollout that was archived or compressed leaves as
// archived, and one that was deleted does not.
func TestArchived(t *testing.T) {
	for _, tt := range []struct {
		name, to string
		want     bool
	}{
		{"archived", ".codex/archived_sessions/" + filepath.Base(rollout), true},
		{"archived and compressed", ".codex/archived_sessions/" + filepath.Base(rollout) + ".zst", true},
		{"compressed", rollout + ".zst", true},
		{"deleted", "", false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			h := newHome(t)
			path := h.write(rollout, meta(`"cwd":"/w"`))
			s := h.store()
			s.Scan()
			if tt.to != "" {
				h.write(tt.to, "x")
			}
			if err := os.Remove(path); err != nil {
				t.Fatal(err)
			}
			c, ok := byID(s.Notice([]string{path}))[thread]
			if !ok || !c.Gone || c.Archived != tt.want {
				t.Errorf("change %+v", c)
			}
		})
	}
}

// TestRoots checks which roots follow from the environment.
func TestRoots(t *testing.T) {
	home := t.TempDir()
	for _, dir := range []string{"a", "b", ".claude-work"} {
		if err := os.Mkdir(filepath.Join(home, dir), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	a, b := filepath.Join(home, "a"), filepath.Join(home, "b")
	env := func(v string) func(string) string {
		return func(name string) string {
			if name == "CLAUDE_CONFIG_DIR" {
				return v
			}
			return ""
		}
	}
	usual := []string{filepath.Join(home, ".claude"), filepath.Join(home, ".config", "claude"), filepath.Join(home, ".claude-work")}
	for value, want := range map[string][]string{
		"":                                   usual,
		a:                                    append([]string{a}, usual...),
		a + "," + b:                          append([]string{a, b}, usual...),
		a + string(os.PathListSeparator) + b: append([]string{a, b}, usual...),
		usual[0]:                             usual,
	} {
		p := Find(env(value), home, nil, nil)
		var got []string
		for _, r := range p.roots() {
			if r.Provider == session.Claude {
				got = append(got, r.Dir)
			}
		}
		if !slices.Equal(got, want) {
			t.Errorf("CLAUDE_CONFIG_DIR=%q gives %q, not %q", value, got, want)
		}
	}
}

// large is how many files make a home large.
const large = 9

// makeLarge makes a home large with old sparse files, of which 16 MB count each.
func (h *home) makeLarge() {
	h.t.Helper()
	for i := range large {
		path := h.write(".claude/projects/-big/big"+string(rune('0'+i))+".jsonl", "x\n")
		if err := os.Truncate(path, 1<<30); err != nil {
			h.t.Skipf("no sparse files here: %v", err)
		}
		h.age(path)
	}
}

// TestNothingIsRead checks that looks at a disk on which nothing changes open no
// transcript.
func TestNothingIsRead(t *testing.T) {
	h := newHome(t)
	h.write(".claude/projects/-w/s1.jsonl", `{"type":"user","cwd":"/w"}`+"\n")
	h.write(rollout, meta(`"cwd":"/w"`))
	h.write(".codex/session_index.jsonl", `{"id":"x","thread_name":"y"}`+"\n")
	s := h.store()
	s.Configure(Options{Now: func() time.Time { return h.now().Add(time.Minute) }})
	s.Scan()
	before := s.Work()
	for range 3 {
		s.Scan()
		s.Poll(h.now().Add(-time.Hour))
		s.PollFolders()
		s.Look(session.Ref{Provider: session.Claude, ID: "s1"})
	}
	if after := s.Work(); after.Opened != before.Opened || after.Bytes != before.Bytes {
		t.Errorf("opened %d files, read %d bytes", after.Opened-before.Opened, after.Bytes-before.Bytes)
	}
	if before.Opened != 3 {
		t.Errorf("the first look opened %d files", before.Opened)
	}
}
