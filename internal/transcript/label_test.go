package transcript

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"agentisland/internal/session"
)

// home is a folder in which tests write transcripts.
type home struct {
	t   *testing.T
	dir string
}

func (h *home) now() time.Time { return time.Now() }

func newHome(t *testing.T) *home { return &home{t, t.TempDir()} }

func (h *home) write(rel, text string) string {
	h.t.Helper()
	path := filepath.Join(h.dir, filepath.FromSlash(rel))
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		h.t.Fatal(err)
	}
	f, err := os.OpenFile(path, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		h.t.Fatal(err)
	}
	defer f.Close()
	if _, err := f.WriteString(text); err != nil {
		h.t.Fatal(err)
	}
	return path
}

func (h *home) store() *Store {
	return NewStore(Find(func(string) string { return "" }, h.dir, nil, nil), System{})
}

// byID are the sessions that a batch names.
func byID(b Batch) map[string]Change {
	m := map[string]Change{}
	for _, c := range b.Changes {
		m[c.Session.ID] = c
	}
	return m
}

const thread = "01a22d92-b240-7250-92d0-f29fe2d75d56"

const rollout = ".codex/sessions/2026/11/30/rollout-2026-11-30T17-48-38-" + thread + ".jsonl"

func meta(fields string) string {
	return `{"timestamp":"2026-11-30T17:48:38.000Z","type":"session_meta","payload":{"id":"` + thread + `",` + fields + `}}` + "\n"
}

func TestLabels(t *testing.T) {
	const (
		user      = `{"type":"user","cwd":"/w/shop_front","gitBranch":"main","entrypoint":"cli","message":{"role":"user","content":"fix the cart\nplease"}}` + "\n"
		answer    = `{"type":"assistant","cwd":"/w/shop_front/sub","gitBranch":"topic","entrypoint":"cli","message":{"model":"m-1","content":[]}}` + "\n"
		sidechain = `{"type":"assistant","isSidechain":true,"message":{"model":"small"}}` + "\n"
		custom    = `{"type":"custom-title","customTitle":"Mine"}` + "\n"
		generated = `{"type":"ai-title","aiTitle":"Generated"}` + "\n"
		summary   = `{"type":"summary","summary":"Summary"}` + "\n"
		context   = `{"type":"turn_context","payload":{"cwd":"/w/new","model":"gpt-9"}}` + "\n"
		asked     = `{"type":"event_msg","payload":{"type":"user_message","message":"do it"}}` + "\n"
		item      = `{"type":"event_msg","payload":{"type":"item_completed","item":{"type":"UserMessage","content":[{"type":"text","text":"do that"}]}}}` + "\n"
	)
	base := `"cwd":"/w/api","originator":"codex-tui","source":"cli"`
	instructions := `,"base_instructions":{"text":"` + strings.Repeat("words ", 4000) + `"},"git":{"branch":"trunk"}`
	filler := strings.Repeat(`{"type":"attachment","attachment":{"text":"`+strings.Repeat("x", 30<<10)+`"}}`+"\n", 3)
	for _, tt := range []struct {
		name, codex, claude string
		want                string // project, title, branch, model, origin
	}{
		{"newest folder and branch", "", user + answer, "/w/shop_front/sub|fix the cart|topic|m-1|interactive"},
		{"custom title outranks all", "", summary + custom + user + answer + generated, "/w/shop_front/sub|Mine|topic|m-1|interactive"},
		{"generated outranks summary", "", user + generated + summary, "/w/shop_front|Generated|main||interactive"},
		{"summary outranks prompt", "", summary + user, "/w/shop_front|Summary|main||interactive"},
		{"sub-agents name no model", "", user + answer + sidechain, "/w/shop_front/sub|fix the cart|topic|m-1|interactive"},
		{"a synthetic model is none", "", user + strings.Replace(answer, "m-1", "<synthetic>", 1), "/w/shop_front/sub|fix the cart|topic||interactive"},
		{"headless", "", strings.Replace(user, `"cli"`, `"sdk-cli"`, 1), "/w/shop_front|fix the cart|main||headless"},
		{"sdk", "", strings.Replace(user, `"cli"`, `"sdk-ts"`, 1), "/w/shop_front|fix the cart|main||sdk"},
		{"desktop", "", strings.Replace(user, `"cli"`, `"claude-desktop"`, 1), "/w/shop_front|fix the cart|main||desktop"},
		{"behind large lines", "", user + answer + filler, "/w/shop_front/sub|fix the cart|topic|m-1|interactive"},
		{"a command is no prompt", "", strings.Replace(user, "fix", "<command-name>/x", 1), "/w/shop_front||main||interactive"},
		{"wrong types", "", `{"type":"user","cwd":7,"gitBranch":{},"entrypoint":[],"message":"x"}` + "\n" + user, "/w/shop_front|fix the cart|main||interactive"},
		{"torn and glued lines", "", `{"type":"us` + user + user[:40] + "\n" + user + `{"type":"custom-title","customTi`, "/w/shop_front|fix the cart|main||interactive"},
		{"look-alikes in texts and deeper down", "", strings.Replace(user, "fix", `\"cwd\":\"/x\" fix`, 1) + `{"type":"attachment","a":{"cwd":"/y","customTitle":"No"}}` + "\n", `/w/shop_front|"cwd":"/x" fix the cart|main||interactive`},
		{"padding and blanks", "", "\x00\x00\x00" + user + "\n\x00\x00\n\r\n", "/w/shop_front|fix the cart|main||interactive"},
		{"control characters go", "", strings.Replace(user, "fix", `\u001b[31mfix\u202e`, 1), "/w/shop_front|[31mfix the cart|main||interactive"},

		{"codex", meta(base) + asked + context, "", "/w/new|do it||gpt-9|interactive"},
		{"codex item", meta(base) + item, "", "/w/api|do that|||interactive"},
		{"codex name", meta(base) + asked + `{"type":"event_msg","payload":{"type":"thread_name_updated","thread_name":"Name"}}` + "\n", "", "/w/api|Name|||interactive"},
		{"codex long header", meta(base+instructions) + asked, "", "/w/api|do it|trunk||interactive"},
		{"codex exec", meta(`"cwd":"/w/api","source":"exec"`) + asked, "", "/w/api|do it|||headless"},
		{"codex app", meta(`"cwd":"/w/api","originator":"Codex Desktop","source":"vscode"`), "", "/w/api||||desktop"},
		{"copied headers do not count", meta(base) + strings.Replace(meta(`"cwd":"/w/parent"`), thread, "other", 1), "", "/w/api||||interactive"},
		{"damaged header", "{\n" + asked, "", "|do it|||interactive"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			h := newHome(t)
			id := thread
			if tt.codex != "" {
				h.write(rollout, tt.codex)
			} else {
				id = "s1"
				h.write(".claude/projects/-wrong-name/s1.jsonl", tt.claude)
			}
			c, ok := byID(h.store().Scan())[id]
			if !ok {
				t.Fatal("the session was not found")
			}
			s := c.Session
			if got := strings.Join([]string{s.CWD, s.Title, s.Branch, s.Model, string(s.Origin)}, "|"); got != tt.want {
				t.Errorf("got  %s\nwant %s", got, tt.want)
			}
		})
	}
}

// TestLabelsChange checks that labels follow the file, and that what stands
// further back than is read again is kept.
func TestLabelsChange(t *testing.T) {
	h := newHome(t)
	const user = `{"type":"user","cwd":"/w/a","message":{"content":"start"}}` + "\n"
	path := h.write(".claude/projects/p/s1.jsonl", user+`{"type":"custom-title","customTitle":"Mine"}`+"\n")
	s := h.store()
	s.Scan()
	h.write(".claude/projects/p/s1.jsonl", strings.Repeat(`{"type":"attachment","cwd":"/w/b","a":"`+strings.Repeat("x", 9<<10)+`"}`+"\n", 30))
	if c := byID(s.Notice([]string{path}))["s1"].Session; c.Title != "Mine" || c.CWD != "/w/b" {
		t.Errorf("after growth: %q in %s", c.Title, c.CWD)
	}
	later := time.Now().Add(time.Hour)
	if err := os.Chtimes(path, later, later); err != nil {
		t.Fatal(err)
	}
	if c := byID(s.Notice([]string{path}))["s1"].Session; c.Title != "Mine" {
		t.Errorf("after a touch: %q", c.Title)
	}
	if err := os.WriteFile(path, []byte(user), 0o600); err != nil {
		t.Fatal(err)
	}
	c := byID(s.Notice([]string{path}))["s1"]
	if c.Session.Title != "start" || c.Session.CWD != "/w/a" || !c.Fresh {
		t.Errorf("after a rewrite: %q in %s, fresh %v", c.Session.Title, c.Session.CWD, c.Fresh)
	}
}

// TestThreadNames checks session_index.jsonl: the newest line of a thread wins,
// and a new name is a change of a session that did not write.
func TestThreadNames(t *testing.T) {
	h := newHome(t)
	h.write(rollout, meta(`"cwd":"/w"`))
	name := func(s string) string {
		return fmt.Sprintf(`{"id":%q,"thread_name":%q,"updated_at":"x"}`+"\r\n", thread, s)
	}
	index := h.write(".codex/session_index.jsonl", name("Old")+`{"id":"other","thread_name":"Other"}`+"\n"+name("New")+"{torn")
	s := h.store()
	if c := byID(s.Scan())[thread]; c.Session.Title != "New" {
		t.Errorf("title %q", c.Session.Title)
	}
	h.write(".codex/session_index.jsonl", "\n"+name("Newer"))
	if c := byID(s.Notice([]string{index}))[thread]; c.Session.Title != "Newer" {
		t.Errorf("title %q after the index grew", c.Session.Title)
	}
}

// FuzzLabels checks that no line breaks the reading of labels and that labels
// are fit to be shown.
func FuzzLabels(f *testing.F) {
	f.Add([]byte(`{"type":"user","cwd":"/w","message":{"content":[{"type":"text","text":"a"}]}}`), true)
	f.Add([]byte(`{"type":"session_meta","payload":{"id":"x","source":{"subagent":"review"},"git":{"branch":"b"}}}`), true)
	f.Add([]byte(`{"type":"event_msg","payload":{"type":"item_completed","item":{"type":"UserMessage","content":"\ud800"}}}`), false)
	f.Fuzz(func(t *testing.T, line []byte, first bool) {
		for _, p := range []session.Provider{session.Claude, session.Codex} {
			var l label
			l.add(p, line, first)
			for _, s := range []string{l.cwd, l.title, l.prompt, l.branch, l.model, l.entrypoint, l.id} {
				if len(s) > maxLabel || strings.ContainsAny(s, "\n\r\x00\x1b") || strings.ToValidUTF8(s, "") != s {
					t.Errorf("label %q", s)
				}
			}
		}
	})
}
