package daysim

import (
	"cmp"
	"fmt"
	"slices"
	"time"
)

// Heard is one thing that an evaluator did.
type Heard struct {
	At       time.Time
	Session  string
	Withdraw bool
	Reason   string // "" for an evaluator that has no reasons
}

// allowance is how much later than due a notification may come or go.
const allowance = 250 * time.Millisecond

// Row is the count of one kind of story.
type Row struct {
	Kind  string
	Known bool // the contract names it as a limit
	Tally
}

// Tally counts what was right and what was not.
type Tally struct {
	Stories  int // times it was told
	Must     int // rings that had to come
	Rang     int // rings that came and were right
	False    int // rings that were not
	Missed   int // rings that did not come
	Repeated int // right, and heard again
	Late     int // right, and more than a second and the allowance after the truth
	Stale    int // notifications taken back late or never
	Hasty    int // notifications taken back while they were still right
}

func (t *Tally) add(o Tally) {
	t.Stories += o.Stories
	t.Must += o.Must
	t.Rang += o.Rang
	t.False += o.False
	t.Missed += o.Missed
	t.Repeated += o.Repeated
	t.Late += o.Late
	t.Stale += o.Stale
	t.Hasty += o.Hasty
}

// Faults is the number of things that went wrong.
func (t *Tally) Faults() int {
	return t.False + t.Missed + t.Repeated + t.Late + t.Stale + t.Hasty
}

// Score is an evaluator's day.
type Score struct {
	Rows   []Row    // by kind
	Faults []string // each in words, but for the known limits
}

// Total adds all rows up: the known limits, or all others.
func (s *Score) Total(known bool) Tally {
	var t Tally
	for _, r := range s.Rows {
		if r.Known == known {
			t.add(r.Tally)
		}
	}
	return t
}

// judge compares what was heard with the truth.
type judge struct {
	day   *Day
	spans map[string][]Span
	rings map[string][]*verdict
	rows  map[string]*Row
	out   []string
}

// verdict is a ring with what was heard of it.
type verdict struct {
	*Ring
	rang      time.Time
	posts     int
	withdrawn bool
}

// Judge compares what an evaluator did on the day with the truth.
func (d *Day) Judge(heard []Heard) *Score {
	j := &judge{day: d, spans: map[string][]Span{}, rings: map[string][]*verdict{}, rows: map[string]*Row{}}
	for _, s := range d.Spans {
		j.spans[s.Session] = append(j.spans[s.Session], s)
		j.row(s.Kind, s.Known).Stories++
	}
	for i := range d.Rings {
		r := &d.Rings[i]
		j.rings[r.Session] = append(j.rings[r.Session], &verdict{Ring: r})
	}
	for _, h := range heard {
		if h.Withdraw {
			j.withdraw(h)
		} else {
			j.post(h)
		}
	}
	j.silence()
	s := &Score{Faults: j.out}
	for _, r := range j.rows {
		s.Rows = append(s.Rows, *r)
	}
	slices.SortFunc(s.Rows, func(a, b Row) int { return cmp.Compare(a.Kind, b.Kind) })
	return s
}

func (j *judge) row(kind string, known bool) *Row {
	r := j.rows[kind]
	if r == nil {
		r = &Row{Kind: kind, Known: known}
		j.rows[kind] = r
	}
	return r
}

func (j *judge) fault(known bool, at time.Time, session, kind, format string, args ...any) {
	if !known {
		j.out = append(j.out, fmt.Sprintf("%s %s (%s): ", at.Format("15:04:05.000"), session, kind)+fmt.Sprintf(format, args...))
	}
}

// story is the span that a session is in.
func (j *judge) story(session string, at time.Time) Span {
	out := Span{Kind: "outside every story", Session: session}
	for _, s := range j.spans[session] {
		if !s.From.After(at) {
			out = s
		}
	}
	return out
}

func (j *judge) post(h Heard) {
	for _, v := range j.rings[h.Session] {
		open := !h.At.Before(v.At) && (v.Answered.IsZero() || h.At.Before(v.Answered) || v.either && h.At.Equal(v.Answered))
		if !open || h.Reason != "" && !slices.Contains(v.Reasons, h.Reason) || !v.expected && !v.either {
			continue
		}
		row := j.row(v.Kind, v.Known)
		v.posts++
		if v.posts > 1 {
			row.Repeated++
			j.fault(v.Known, h.At, h.Session, v.Kind, "rang again")
			return
		}
		row.Rang++
		v.rang = h.At
		if h.At.After(v.due.Add(allowance)) && !v.either {
			row.Late++
			j.fault(v.Known, h.At, h.Session, v.Kind, "rang %v after it was due", h.At.Sub(v.due))
		}
		return
	}
	s := j.story(h.Session, h.At)
	j.row(s.Kind, s.Known).False++
	j.fault(s.Known, h.At, h.Session, s.Kind, "rang and should not have: %s", h.Reason)
}

func (j *judge) withdraw(h Heard) {
	var v *verdict
	for _, r := range j.rings[h.Session] {
		if r.posts > 0 && !r.withdrawn && !h.At.Before(r.rang) {
			v = r
		}
	}
	if v == nil {
		return // of a false ring, which was counted
	}
	v.withdrawn = true
	row := j.row(v.Kind, v.Known)
	switch {
	case !v.Leaving.IsZero() && !h.At.Before(v.Leaving) && (v.Answered.IsZero() || !h.At.After(v.upFrom.Add(allowance))):
	case v.Answered.IsZero(), h.At.Before(v.Answered):
		row.Hasty++
		j.fault(v.Known, h.At, h.Session, v.Kind, "taken back before it was answered")
	case h.At.After(v.upFrom.Add(allowance)):
		row.Stale++
		j.fault(v.Known, h.At, h.Session, v.Kind, "taken back %v after the answer", h.At.Sub(v.upFrom))
	}
}

// silence counts what was not heard.
func (j *judge) silence() {
	for _, rings := range j.rings {
		for _, v := range rings {
			row := j.row(v.Kind, v.Known)
			if v.expected && !v.either {
				row.Must++
				if v.posts == 0 {
					row.Missed++
					j.fault(v.Known, v.At, v.Session, v.Kind, "did not ring: %v", v.Reasons)
				}
			}
			if v.posts > 0 && !v.Answered.IsZero() && !v.withdrawn {
				row.Stale++
				j.fault(v.Known, v.Answered, v.Session, v.Kind, "was never taken back")
			}
		}
	}
	slices.Sort(j.out)
}
