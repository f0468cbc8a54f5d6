package transcript

import (
	"os"
	"strconv"
	"strings"
	"testing"
	"time"
)

// table is a process table in which only some pids live.
type table map[int]Life

func (p table) Life(r Record) Life { return p[r.PID] }

func TestRegistry(t *testing.T) {
	const good = `{"pid":7,"sessionId":"s1","cwd":"/w","procStart":"123","pidDomain":"linux:m:pid:[1]","status":"waiting","waitingFor":"permission prompt","statusUpdatedAt":1796000000000,"entrypoint":"cli"}`
	for _, tt := range []struct {
		name, file, text string
		want             string // "" for no record
	}{
		{"complete", "7.json", good, "s1 waiting permission prompt 123"},
		{"older, without a status", "7.json", `{"pid":7,"sessionId":"s1","updatedAt":1796000000000}`, "s1   "},
		{"a start time that is a number", "7.json", `{"sessionId":"s1","procStart":133000000000000000}`, "s1   133000000000000000"},
		{"wrong types", "7.json", `{"sessionId":"s1","status":5,"waitingFor":[],"statusUpdatedAt":"x","cwd":null}`, "s1   "},
		{"torn", "7.json", good[:50], ""},
		{"empty", "7.json", "", ""},
		{"no object", "7.json", "[]", ""},
		{"without a session", "7.json", `{"pid":7}`, ""},
		{"huge", "7.json", `{"sessionId":"s1","x":"` + strings.Repeat("x", maxRecord) + `"}`, ""},
		{"legacy name", "pid-7.json", good, ""},
		{"a key beside it", "7.key", good, ""},
		{"a lock", "lock.json", good, ""},
		{"no pid", "0.json", good, ""},
		{"a pid beyond all", "99999999999999999999.json", good, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			h := newHome(t)
			h.write(".claude/sessions/"+tt.file, tt.text)
			b := h.store().Scan()
			got := ""
			for _, r := range b.Registry {
				got += strings.Join([]string{r.SessionID, r.Status, r.WaitingFor, r.ProcStart}, " ")
			}
			if got != tt.want {
				t.Errorf("got %q, not %q", got, tt.want)
			}
		})
	}
}

// TestTornRecord checks that a record that is being written leaves what was known.
func TestTornRecord(t *testing.T) {
	h := newHome(t)
	path := h.write(".claude/sessions/7.json", `{"sessionId":"s1","status":"busy"}`)
	s := h.store()
	s.Scan()
	if err := os.WriteFile(path, []byte(`{"sessionId":"s1","sta`), 0o600); err != nil {
		t.Fatal(err)
	}
	if b := s.Notice([]string{path}); len(b.Registry) != 1 || b.Registry[0].Status != "busy" || b.Evidence {
		t.Errorf("torn: %+v, news %v", b.Registry, b.Evidence)
	}
	if err := os.WriteFile(path, []byte(`{"sessionId":"s1","status":"idle"}`), 0o600); err != nil {
		t.Fatal(err)
	}
	if b := s.Notice([]string{path}); b.Registry[0].Status != "idle" || !b.Evidence {
		t.Errorf("written: %+v, news %v", b.Registry, b.Evidence)
	}
}

// TestSummoned checks that a living process and Claude Desktop's recent
// activity bring back a transcript that was too old to be read.
func TestSummoned(t *testing.T) {
	for _, tt := range []struct{ name, file, text string }{
		{"registry", ".claude/sessions/7.json", `{"sessionId":"s1","status":"busy"}`},
		{"desktop", ".config/Claude/claude-code-sessions/a/o/local_1.json", `{"cliSessionId":"s1","lastActivityAt":` + millisNow() + `}`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			h := newHome(t)
			places := Places{Roots: Find(func(string) string { return "" }, h.dir, nil, nil).Roots}
			places.Desktop = []string{h.dir + "/.config/Claude/claude-code-sessions"}
			h.age(h.write(".claude/projects/-w/s1.jsonl", `{"type":"user","cwd":"/w","message":{"content":"x"}}`+"\n"))
			h.makeLarge()
			s := NewStore(places, table{7: Alive})
			s.Configure(Options{Newest: -1})
			if b := s.Scan(); len(b.Changes) > 0 {
				t.Fatalf("read at first: %+v", b.Changes)
			}
			path := h.write(tt.file, tt.text)
			if b := s.Notice([]string{path}); byID(b)["s1"].Session.CWD != "/w" {
				t.Errorf("changes %+v", b.Changes)
			}
		})
	}
}

func millisNow() string { return strconv.FormatInt(time.Now().UnixMilli(), 10) }

func TestDesktop(t *testing.T) {
	for _, tt := range []struct {
		name, text string
		want       DesktopID
		id         string
	}{
		{"complete", `{"cliSessionId":"s1","title":"T","isArchived":true,"lastActivityAt":1796000000000}`, DesktopID{"T", true, time.UnixMilli(1796000000000).UTC()}, "s1"},
		{"wrong types", `{"cliSessionId":"s1","title":1,"isArchived":"true","lastActivityAt":"soon"}`, DesktopID{}, "s1"},
		{"times beyond reason", `{"cliSessionId":"s1","lastActivityAt":1e300}`, DesktopID{}, "s1"},
		{"no session", `{"title":"T"}`, DesktopID{Title: "T"}, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			f, ok := parseDesktop([]byte(tt.text))
			if !ok || f.DesktopID != tt.want || f.id != tt.id {
				t.Errorf("got %+v %v", f, ok)
			}
		})
	}
}

func FuzzRecord(f *testing.F) {
	f.Add([]byte(`{"sessionId":"s1","status":"busy","procStart":1}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		if r, ok := parseRecord(data, 1); ok && (r.SessionID == "" || len(r.SessionID) > 64) {
			t.Errorf("session %q", r.SessionID)
		}
	})
}

func FuzzDesktop(f *testing.F) {
	f.Add([]byte(`{"cliSessionId":"s1","title":"T","lastActivityAt":1796000000000}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		if d, ok := parseDesktop(data); ok && (len(d.id) > 64 || strings.ContainsAny(d.Title, "\n\x1b")) {
			t.Errorf("%+v", d)
		}
	})
}
