package tray

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
	"unicode/utf16"

	"agentisland/internal/msg"
	"agentisland/internal/session"
	"agentisland/internal/status"
)

var update = flag.Bool("update", false, "write the golden files of TestBuild")

var now = time.Date(2026, 12, 1, 10, 0, 0, 0, time.UTC)

// view is a session in a state for the given time.
func view(id string, s status.State, age time.Duration, change ...func(*status.View)) status.View {
	v := status.View{
		Session: session.Session{
			Ref:   session.Ref{Provider: session.Claude, ID: id},
			CWD:   "/home/ann/my_app",
			Title: "Title of " + id, Origin: session.Interactive,
		},
		Verdict: status.Verdict{State: s, Since: now.Add(-age)},
	}
	for _, f := range change {
		f(&v)
	}
	return v
}

func snapshotOf(views ...status.View) status.Snapshot {
	s := status.Snapshot{At: now, Sessions: views, Roots: []string{"/home/ann/.claude/projects", "/home/ann/.codex/sessions"}}
	for _, v := range views {
		if _, ok := rank[v.State]; ok {
			s.Counts[v.State]++
			s.Overall = max(s.Overall, v.State)
		}
	}
	return s
}

func titled(title string) func(*status.View) { return func(v *status.View) { v.Title = title } }
func muted(v *status.View)                   { v.Muted = true }
func headless(v *status.View)                { v.Origin = session.Headless }
func in(dir string) func(*status.View)       { return func(v *status.View) { v.CWD = dir } }

// cases are the snapshots of TestBuild; each has a golden file per language.
var cases = map[string]func() status.Snapshot{
	"none": func() status.Snapshot { return snapshotOf() },
	"none-no-roots": func() status.Snapshot {
		return status.Snapshot{At: now}
	},
	"none-many-roots-and-health": func() status.Snapshot {
		s := snapshotOf()
		s.Roots = nil
		for i := range 20 {
			s.Roots = append(s.Roots, fmt.Sprintf("/data/%d", i))
			s.Health = append(s.Health, fmt.Sprintf("problem %d\nsecond line", i))
		}
		return s
	},
	"one": func() status.Snapshot { return snapshotOf(view("a", status.NeedsYou, 3*time.Minute)) },
	"three-of-each": func() status.Snapshot {
		var views []status.View
		for i := len(status.States) - 1; i >= 0; i-- {
			s := status.States[i]
			views = append(views,
				view(s.String()+"-new", s, 5*time.Second),
				view(s.String()+"-muted", s, 2*time.Minute, muted, in(`C:\work\site`)),
				view(s.String()+"-headless", s, 3*time.Hour, headless))
		}
		s := snapshotOf(views...)
		s.Health = []string{"Too many files to watch: looking every 2 s instead."}
		return s
	},
	"two-hundred": func() status.Snapshot {
		var views []status.View
		for i := range 200 {
			views = append(views, view(fmt.Sprint(i), status.States[i%len(status.States)], time.Duration(i)*time.Minute))
		}
		return snapshotOf(views...)
	},
	"silenced": func() status.Snapshot {
		s := snapshotOf(view("a", status.NeedsYou, 3*time.Minute))
		s.SnoozedUntil = now.Add(45 * time.Minute)
		s.MutedProviders = map[session.Provider]bool{session.Codex: true}
		return s
	},
	"snooze-is-over": func() status.Snapshot {
		s := snapshotOf(view("a", status.NeedsYou, 3*time.Minute))
		s.SnoozedUntil = now
		return s
	},
	"old-idle-left-out": func() status.Snapshot {
		return snapshotOf(view("busy", status.Working, time.Minute), view("recent", status.Idle, 23*time.Hour),
			view("old", status.Idle, 25*time.Hour), view("undated", status.Idle, 0, func(v *status.View) { v.Since = time.Time{} }))
	},
	"only-old-idle": func() status.Snapshot {
		return snapshotOf(view("old", status.Idle, 25*time.Hour), view("older", status.Idle, 240*time.Hour))
	},
	"chinese": func() status.Snapshot {
		return snapshotOf(view("a", status.Error, time.Minute, titled("修复登录"), in("/home/安/项目_一")),
			view("b", status.Stuck, time.Hour, titled(strings.Repeat("很长的标题", 30))))
	},
	"hostile": func() status.Snapshot {
		s := snapshotOf(
			view("markup", status.NeedsYou, time.Minute, titled("<b>bold</b> &amp; <img src=x>")),
			view("override", status.NeedsYou, time.Minute, titled("invoice\u202egpj.exe"), in("/tmp/\u2067evil\u2069")),
			view("rtl", status.NeedsYou, time.Minute, titled("שלום עולם"), in("/tmp/مشروع")),
			view("lines", status.NeedsYou, time.Minute, titled("one\r\ntwo\ttabs\x00\x1b[2Jthree")),
			view("huge", status.NeedsYou, time.Minute, titled(strings.Repeat("10 KB ", 1700))),
			view("marks", status.NeedsYou, time.Minute, titled("z"+strings.Repeat("\u0336", 3000))),
			view("\u202e\xff\x00", status.NeedsYou, time.Minute, titled("\u2066\u2069"), in("")),
			view("0123456789", status.NeedsYou, time.Minute, titled("\x07"), in("")),
			view("future", status.NeedsYou, -time.Hour, titled("clock is ahead"), in("/tmp/../..")),
			view("no state", status.State(77), time.Minute),
			view("no state either", status.State(-1), 0, func(v *status.View) { v.Since = time.Time{} }),
		)
		s.Health = []string{"\u202eodd\nhealth"}
		return s
	},
}

func TestBuild(t *testing.T) {
	for name, snapshot := range cases {
		for _, language := range []string{"en", "zh"} {
			t.Run(name+"/"+language, func(t *testing.T) {
				s := snapshot()
				order := fmt.Sprint(s.Sessions)
				m := Build(s, msg.For(language), Options{Version: "1.2.3"})
				if fmt.Sprint(s.Sessions) != order {
					t.Error("Build changed its input")
				}
				golden(t, filepath.Join("testdata", name+"."+language+".golden"), m.String())
			})
		}
	}
}

func golden(t *testing.T, file, got string) {
	t.Helper()
	if *update {
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	b, err := os.ReadFile(file)
	if err != nil {
		t.Fatalf("%v (write it with -update)", err)
	}
	// A checkout on Windows may have changed the line ends.
	if want := strings.ReplaceAll(string(b), "\r\n", "\n"); got != want {
		t.Errorf("%s differs:\n%s\nwant:\n%s", file, got, want)
	}
}

// String draws the model as text for the golden files.
func (m Model) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "icon %v\ntooltip %s\n----\n", m.Icon, m.Tooltip)
	for _, r := range m.Rows {
		check := map[bool]string{true: "x", false: " "}[r.Ring]
		fmt.Fprintf(&b, "%+q [%s] %s\n", r.Session.ID, check, visibleMarks.Replace(r.Text))
	}
	if m.More != "" {
		fmt.Fprintln(&b, m.More)
	}
	for _, l := range append(m.Empty, m.Health...) {
		fmt.Fprintln(&b, l)
	}
	fmt.Fprintf(&b, "----\n%s\n", m.Quiet.Snooze)
	for i, choice := range m.Quiet.Choices {
		if i < len(m.Quiet.Choices)-1 || m.Quiet.Snoozed {
			fmt.Fprintf(&b, "  %s\n", choice)
		}
	}
	for _, p := range m.Quiet.Providers {
		fmt.Fprintf(&b, "[%s] %s\n", map[bool]string{true: "x", false: " "}[p.On], p.Text)
	}
	fmt.Fprintf(&b, "----\n%s\n%s\n", m.About, m.Quit)
	return b.String()
}

var visibleMarks = strings.NewReplacer(string(lrm), "<LRM>")

func TestTooltipFitsWindows(t *testing.T) {
	s := status.Snapshot{At: now}
	for i := range s.Counts {
		s.Counts[i] = 1 << 62
	}
	for _, language := range []string{"en", "zh"} {
		m := Build(s, msg.For(language), Options{})
		if n := len(utf16.Encode([]rune(m.Tooltip))); n > 127 {
			t.Errorf("%s: %d units", language, n)
		}
	}
}

// TestEveryStateHasItsSigns fails when a state is added without a glyph, a
// rank or an icon.
func TestEveryStateHasItsSigns(t *testing.T) {
	for _, s := range status.States {
		if _, ok := rank[s]; !ok || glyphs[s] == "" || looks[s].shape == nil {
			t.Errorf("%v lacks a rank, a glyph or an icon", s)
		}
	}
}

// TestAgesAreWholeMinutes: otherwise the menu would change every second.
func TestAgesAreWholeMinutes(t *testing.T) {
	s := snapshotOf(view("a", status.Working, 0))
	text := func(age time.Duration) string {
		return Build(s, msg.For("en"), Options{Now: now.Add(age)}).Rows[0].Text
	}
	if text(0) != text(59*time.Second) || text(59*time.Second) == text(time.Minute) {
		t.Errorf("%q %q %q", text(0), text(59*time.Second), text(time.Minute))
	}
}

func BenchmarkBuild(b *testing.B) {
	s := cases["two-hundred"]()
	for b.Loop() {
		Build(s, msg.For("en"), Options{})
	}
}
