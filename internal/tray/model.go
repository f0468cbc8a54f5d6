package tray

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"agentisland/internal/msg"
	"agentisland/internal/session"
	"agentisland/internal/status"
)

// Bounds of the menu. A menu longer than a screen helps nobody.
const (
	maxRows    = 30
	maxLines   = 8 // watched directories and health lines, each
	maxTitle   = 60
	maxProject = 30
	maxLine    = 100

	// oldIdle is the age from which an idle session is left out while there
	// are others.
	oldIdle = 24 * time.Hour
)

// Options are what Build needs beside the snapshot.
type Options struct {
	Now     time.Time // for ages; zero means the snapshot's own time
	Version string    // for the about line
}

// Model is everything the tray shows. Its texts are clean but not escaped for
// the platform's menus: the binding does that.
type Model struct {
	Icon    status.State
	Tooltip string
	Rows    []Row
	More    string   // "and 12 more", "" when every session has a row
	Empty   []string // what to show instead of rows, nil when there are any
	Health  []string // nil when all is well
	GoTo    string   // entry of each row's submenu
	Ring    string   // check mark of each row's submenu
	Why     string   // entry that explains the row
	Quiet   Quiet
	About   string
	Quit    string
}

// Row is one session.
type Row struct {
	Session session.Ref
	Text    string
	Ring    bool // the check mark: the session may ring
}

// Build makes the model of s in the language of c. It is pure and accepts any
// input: the strings of a snapshot come from files that anybody may write.
func Build(s status.Snapshot, c *msg.Catalog, o Options) Model {
	if o.Now.IsZero() {
		o.Now = s.At
	}
	m := Model{
		Icon:    known(s.Overall),
		Tooltip: capUTF16(c.Tray.Tip(tip(s, c)), maxTooltip),
		Health:  healthLines(s.Health, c),
		GoTo:    c.Tray.GoTo,
		Ring:    c.Tray.Alarms,
		Why:     c.Explain.Menu,
		Quiet:   buildQuiet(s, c, o.Now),
		About:   c.Tray.About(clean(o.Version, maxProject)),
		Quit:    c.Tray.Quit,
	}
	views := inMenuOrder(withoutOldIdle(s.Sessions, o.Now))
	if len(views) == 0 {
		m.Empty = emptyLines(s.Roots, c)
		return m
	}
	if hidden := len(views) - maxRows; hidden > 0 {
		views = views[:maxRows]
		m.More = c.Tray.More(hidden)
	}
	for _, v := range views {
		m.Rows = append(m.Rows, Row{Session: v.Session.Ref, Text: rowText(v, c, o.Now), Ring: !v.Muted})
	}
	return m
}

// tip counts the states and says until when everything is silent.
func tip(s status.Snapshot, c *msg.Catalog) string {
	counts := c.Tooltip(s.Counts)
	if s.SnoozedUntil.IsZero() {
		return counts
	}
	return counts + " · " + c.CLI.Snoozed(s.SnoozedUntil)
}

// withoutOldIdle leaves out sessions that have been idle for long, unless
// there is nothing else to show. It does not change views.
func withoutOldIdle(views []status.View, now time.Time) []status.View {
	all, kept := make([]status.View, 0, len(views)), []status.View(nil)
	for _, v := range views {
		v.State = known(v.State)
		all = append(all, v)
		if v.State != status.Idle || now.Sub(v.Since) <= oldIdle {
			kept = append(kept, v)
		}
	}
	if len(kept) == 0 {
		return all
	}
	return kept
}

// known is s, or Idle for a value that is no state, as State.String has it.
func known(s status.State) status.State {
	if _, ok := rank[s]; !ok {
		return status.Idle
	}
	return s
}

// rank orders states by what a person wants to reach first: an answer that is
// waited for comes before a failure.
var rank = map[status.State]int{
	status.NeedsYou: 0, status.Error: 1, status.Stuck: 2, status.Working: 3, status.Idle: 4,
}

// inMenuOrder sorts views in place: sessions without a person last, then by
// state; within a state the snapshot's own order (newest first) stays.
func inMenuOrder(views []status.View) []status.View {
	slices.SortStableFunc(views, func(a, b status.View) int {
		return cmp.Or(
			cmp.Compare(boolInt(a.Origin.Silent()), boolInt(b.Origin.Silent())),
			cmp.Compare(rank[a.State], rank[b.State]),
		)
	})
	return views
}

func boolInt(b bool) int {
	if b {
		return 1
	}
	return 0
}

// glyphs repeat the icons' shapes in plain text. All are in the menu fonts of
// the three systems and none has an emoji form.
var glyphs = map[status.State]string{
	status.Idle: "○", status.Working: "◐", status.NeedsYou: "●", status.Stuck: "‖", status.Error: "×",
}

// rowText is "● needs you · title · project · 3 min".
func rowText(v status.View, c *msg.Catalog, now time.Time) string {
	title, project := names(v.Session, c)
	parts := []string{glyphs[v.State] + " " + c.States[v.State], title}
	if project != "" && project != title {
		parts = append(parts, project)
	}
	if !v.Since.IsZero() {
		// Whole minutes only: the menu is not redrawn more often.
		parts = append(parts, c.Ago(now.Sub(v.Since).Truncate(time.Minute)))
	}
	return strings.Join(parts, " · ")
}

// names are the session's label and project, cleaned. Cleaning can leave
// nothing of a title, so the label is chosen again among what is left.
func names(s session.Session, c *msg.Catalog) (label, project string) {
	project = clean(s.Project(), maxProject)
	label = cmp.Or(clean(s.Title, maxTitle), project, clean(s.ShortID(), maxProject), c.Tray.Untitled)
	return label, project
}

func emptyLines(roots []string, c *msg.Catalog) []string {
	lines := []string{c.Tray.Empty}
	for _, dir := range roots {
		lines = append(lines, c.Tray.LooksIn(clean(dir, maxLine)))
	}
	return bounded(lines, c)
}

func healthLines(health []string, c *msg.Catalog) []string {
	if len(health) == 0 {
		return nil
	}
	lines := []string{c.Tray.HealthTip}
	for _, h := range health {
		lines = append(lines, clean(h, maxLine))
	}
	return bounded(lines, c)
}

// bounded keeps maxLines lines, the last of which says how many are missing.
func bounded(lines []string, c *msg.Catalog) []string {
	if n := len(lines) - maxLines; n > 0 {
		lines = append(lines[:maxLines-1], c.Tray.More(n+1))
	}
	return lines
}
