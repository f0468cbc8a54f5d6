package daysim

import (
	"fmt"
	"strings"
)

// Table is two evaluators' day side by side, in Markdown.
func (d *Day) Table(ours, founding *Score) string {
	var b strings.Builder
	fmt.Fprintf(&b, "\n%d turns, %d sessions, %d steps on the disk, %d closings of the app, %d sleeps.\n\n",
		d.Turns, len(d.sessions()), len(d.Steps), len(d.runs)-1, d.sleeps())
	table(&b, ours, founding, false)
	b.WriteString("\nLimits that the contract names, or that follow from it: nothing on the disk tells these apart in time.\n\n")
	table(&b, ours, founding, true)
	return b.String()
}

func table(b *strings.Builder, ours, founding *Score, known bool) {
	b.WriteString("| kind of story | told | must ring | rang | false | missed | repeated | late | stale | hasty | founding: rang | false | missed | repeated | stale | hasty |\n")
	b.WriteString("|---|" + strings.Repeat("---:|", 15) + "\n")
	theirs := map[string]Tally{}
	for _, r := range founding.Rows {
		theirs[r.Kind] = r.Tally
	}
	for _, r := range ours.Rows {
		if r.Known == known {
			row(b, r.Kind, r.Tally, theirs[r.Kind])
		}
	}
	row(b, "**all**", ours.Total(known), founding.Total(known))
}

func row(b *strings.Builder, kind string, o, f Tally) {
	fmt.Fprintf(b, "| %s | %d | %d | %d | %d | %d | %d | %d | %d | %d | %d | %d | %d | %d | %d | %d |\n",
		kind, o.Stories, o.Must, o.Rang, o.False, o.Missed, o.Repeated, o.Late, o.Stale, o.Hasty,
		f.Rang, f.False, f.Missed, f.Repeated, f.Stale, f.Hasty)
}

func (d *Day) sessions() map[string]bool {
	ids := map[string]bool{}
	for _, s := range d.Spans {
		ids[s.Session] = true
	}
	return ids
}

func (d *Day) sleeps() int {
	n := 0
	for _, s := range d.Steps {
		if s.Sleep != nil {
			n++
		}
	}
	return n
}
