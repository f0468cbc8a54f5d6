package engine

import (
	"fmt"
	"time"

	"agentisland/internal/msg"
	"agentisland/internal/status"
)

// Line is one labelled line of an explanation in a person's language.
type Line struct{ Label, Text string }

// Words puts an explanation into words.
func (x Explanation) Words(m *msg.Catalog) []Line {
	t, v := &m.Explain, x.View
	state := m.States[v.State]
	if r := m.Reasons[v.Reason]; r != "" {
		state += " (" + r + ")"
	}
	if !v.Since.IsZero() {
		state += ", " + t.Since(v.Since)
	}
	if v.Expires.IsZero() {
		state += ", " + t.Forever
	} else {
		state += ", " + t.Until(v.Expires)
	}
	lines := []Line{
		{t.State, state},
		{t.Record, t.Decided(x.Reading.Detail.Row, string(x.Reading.Event), m.Ago(x.Age))},
		{"", t.Where(v.Transcript, x.Reading.Detail.Offset)},
		{t.Rule, v.Rule},
		{t.Registry, x.registry(t)},
	}
	if !x.Desktop.IsZero() {
		lines = append(lines, Line{t.Desktop, x.Desktop.Local().Format(time.DateTime)})
	}
	if v.Problem != "" {
		lines = append(lines, Line{t.Problem, v.Problem})
	}
	return append(lines, Line{t.Alarm, x.alarm(t)})
}

func (x Explanation) registry(t *msg.ExplainTexts) string {
	switch {
	case !x.Live.GoneAt.IsZero():
		return t.Gone
	case x.Live.Status == status.LiveUnknown && x.Live.StatusAt.IsZero():
		return t.NoClaim
	}
	s := t.Says(x.Live.Status, x.Live.StatusAt)
	if x.View.PID != 0 {
		s += fmt.Sprintf(" (pid %d)", x.View.PID)
	}
	return s
}

func (x Explanation) alarm(t *msg.ExplainTexts) string {
	a := x.Alarm
	switch {
	case a.Identity == "":
		return t.NoAlarm
	case a.Told != nil && a.Told.Failed != "":
		return t.Unshown(a.Told.Failed, a.Told.At)
	case a.Told != nil && a.Told.Why == "":
		return t.Rang(a.Told.At)
	case a.Told != nil:
		return t.Silent(t.Why[a.Told.Why], a.Told.At)
	case !a.Due.IsZero():
		return t.Due(a.Due)
	case a.Gate != "":
		return t.Gated(t.Why[a.Gate])
	}
	return t.Would
}
