package cli

import (
	"fmt"
	"io"
	"strings"
	"time"
	"unicode"

	"golang.org/x/text/width"

	"agentisland/internal/msg"
	"agentisland/internal/status"
)

// recentIdle is how long an idle session stays in the table without --all.
const recentIdle = 24 * time.Hour

func runStatus(e *env, args []string) error {
	f := newFlags(e, "status").withJSON()
	all := f.Bool("all", false, "list old idle sessions, too")
	if err := f.parse(e, args, 0, 0); err != nil {
		return err
	}
	s, err := e.load(f.config)
	if err != nil {
		return err
	}
	_, snap := look(s, time.Now().Round(0).UTC(), *all)
	if f.json {
		return e.encode(snapshotToJSON(snap, ""))
	}
	fmt.Fprint(e.stdout, table(s.messages, snap, *all))
	return nil
}

// table draws a snapshot for a terminal.
func table(m *msg.Catalog, s status.Snapshot, all bool) string {
	var b strings.Builder
	if len(s.Sessions) == 0 {
		fmt.Fprintln(&b, m.CLI.NoSessions(s.Roots))
	} else {
		writeRows(&b, m, s, all)
	}
	if !s.SnoozedUntil.IsZero() {
		fmt.Fprintln(&b, m.CLI.Snoozed(s.SnoozedUntil))
	}
	for _, h := range s.Health {
		fmt.Fprintln(&b, m.Notice.Degraded(printable(h)))
	}
	return b.String()
}

func writeRows(b *strings.Builder, m *msg.Catalog, s status.Snapshot, all bool) {
	rows := [][]string{m.CLI.Header[:]}
	hidden := s.Older
	for _, v := range s.Sessions {
		if !all && v.Problem == "" && v.State == status.Idle && s.At.Sub(v.Since) > recentIdle {
			hidden++
			continue
		}
		rows = append(rows, row(m, s.At, v))
	}
	writeColumns(b, rows)
	fmt.Fprintf(b, "\n%s\n", m.Tooltip(s.Counts))
	if hidden > 0 {
		fmt.Fprintln(b, m.CLI.OldOnes(hidden))
	}
}

func row(m *msg.Catalog, now time.Time, v status.View) []string {
	state := m.States[v.State]
	if r := m.Reasons[v.Reason]; r != "" {
		state += " (" + r + ")"
	}
	if v.Muted {
		state += ", " + m.CLI.MutedMark
	}
	age := ""
	if !v.Since.IsZero() {
		age = m.Ago(now.Sub(v.Since))
	}
	title := v.Title
	if v.Problem != "" {
		title = v.Problem
	}
	return []string{state, age, v.Provider.Name(), printable(v.Project()), printable(title), printable(v.ShortID())}
}

// maxColumn bounds a column, in terminal cells.
const maxColumn = 48

func writeColumns(w io.Writer, rows [][]string) {
	widths := make([]int, len(rows[0]))
	for _, r := range rows {
		for i, cell := range r {
			r[i] = cut(cell, maxColumn)
			widths[i] = max(widths[i], cells(r[i]))
		}
	}
	for _, r := range rows {
		var line strings.Builder
		for i, cell := range r {
			line.WriteString(cell)
			line.WriteString(strings.Repeat(" ", widths[i]-cells(cell)+2))
		}
		fmt.Fprintln(w, strings.TrimRight(line.String(), " "))
	}
}

// cells is the width of s in a terminal: wide East Asian characters take two.
func cells(s string) int {
	n := 0
	for _, r := range s {
		n += cell(r)
	}
	return n
}

func cell(r rune) int {
	switch width.LookupRune(r).Kind() {
	case width.EastAsianWide, width.EastAsianFullwidth:
		return 2
	}
	return 1
}

func cut(s string, most int) string {
	if cells(s) <= most {
		return s
	}
	n := 0
	for i, r := range s {
		if n += cell(r); n > most-1 {
			return s[:i] + "…"
		}
	}
	return s
}

// printable removes what a terminal would obey instead of showing: control
// characters, marks of direction, line separators.
func printable(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsPrint(r) {
			return r
		}
		return -1
	}, strings.ToValidUTF8(s, "\uFFFD"))
}

// printableLines is printable for a text of several lines.
func printableLines(s string) string {
	lines := strings.Split(s, "\n")
	for i, l := range lines {
		lines[i] = printable(l)
	}
	return strings.Join(lines, "\n")
}
