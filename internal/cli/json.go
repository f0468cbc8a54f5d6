package cli

import (
	"encoding/json"
	"time"

	"agentisland/internal/alert"
	"agentisland/internal/classify"
	"agentisland/internal/engine"
	"agentisland/internal/msg"
	"agentisland/internal/session"
	"agentisland/internal/status"
)

// encode prints one JSON object on one line.
func (e *env) encode(v any) error {
	enc := json.NewEncoder(e.stdout)
	enc.SetEscapeHTML(false)
	return enc.Encode(v)
}

// stamp is a time in JSON: RFC 3339 in UTC with milliseconds, or null.
type stamp time.Time

// MarshalJSON implements json.Marshaler.
func (s stamp) MarshalJSON() ([]byte, error) {
	t := time.Time(s)
	if t.IsZero() {
		return []byte("null"), nil
	}
	return []byte(t.UTC().Format(`"2006-01-02T15:04:05.000Z"`)), nil
}

type sessionJSON struct {
	Provider     session.Provider `json:"provider"`
	ID           string           `json:"id"`
	State        status.State     `json:"state"`
	Reason       status.Reason    `json:"reason"`
	Key          string           `json:"key"`
	ActivityDate stamp            `json:"activity_date"`
	Since        stamp            `json:"since"`
	Expires      stamp            `json:"expires"`
	Title        string           `json:"title"`
	CWD          string           `json:"cwd"`
	Branch       string           `json:"branch"`
	Model        string           `json:"model"`
	Origin       session.Origin   `json:"origin"`
	Muted        bool             `json:"muted"`
	PID          int              `json:"pid,omitempty"`
	Transcript   string           `json:"transcript"`
	Problem      string           `json:"problem,omitempty"`
}

func toJSON(v status.View) sessionJSON {
	return sessionJSON{
		Provider: v.Provider, ID: v.ID, State: v.State, Reason: v.Reason, Key: v.Verdict.Key,
		ActivityDate: stamp(v.ActivityDate), Since: stamp(v.Since), Expires: stamp(v.Expires),
		Title: v.Title, CWD: v.CWD, Branch: v.Branch, Model: v.Model, Origin: v.Origin,
		Muted: v.Muted, PID: v.PID, Transcript: v.Transcript, Problem: v.Problem,
	}
}

type snapshotJSON struct {
	At       stamp         `json:"at"`
	Type     string        `json:"type,omitempty"`
	Overall  status.State  `json:"overall"`
	Counts   countsJSON    `json:"counts"`
	Sessions []sessionJSON `json:"sessions"`
	Older    int           `json:"older,omitempty"` // not read, all idle; --all reads them
	Problems []string      `json:"problems,omitempty"`
}

type countsJSON struct {
	Working  int `json:"working"`
	NeedsYou int `json:"needs_you"`
	Stuck    int `json:"stuck"`
	Error    int `json:"error"`
	Idle     int `json:"idle"`
}

func snapshotToJSON(s status.Snapshot, kind string) snapshotJSON {
	out := snapshotJSON{
		At: stamp(s.At), Type: kind, Overall: s.Overall, Older: s.Older, Problems: s.Health, Sessions: []sessionJSON{},
		Counts: countsJSON{
			Working: s.Counts[status.Working], NeedsYou: s.Counts[status.NeedsYou], Stuck: s.Counts[status.Stuck],
			Error: s.Counts[status.Error], Idle: s.Counts[status.Idle],
		},
	}
	for _, v := range s.Sessions {
		out.Sessions = append(out.Sessions, toJSON(v))
	}
	return out
}

type stateJSON struct {
	At       stamp            `json:"at"`
	Type     string           `json:"type"`
	Provider session.Provider `json:"provider"`
	Session  string           `json:"session"`
	State    status.State     `json:"state"`
	Reason   status.Reason    `json:"reason"`
	Key      string           `json:"key"`
	Rule     string           `json:"rule"`
	Expires  stamp            `json:"expires"`
}

type alertJSON struct {
	At       stamp            `json:"at"`
	Type     string           `json:"type"`
	Action   alert.Action     `json:"action"`
	Provider session.Provider `json:"provider"`
	Session  string           `json:"session"`
	Key      string           `json:"key"`
	Reason   status.Reason    `json:"reason"`
	Why      string           `json:"why,omitempty"`
	Title    string           `json:"title,omitempty"`
	Body     string           `json:"body,omitempty"`
}

// eventToJSON is an event of watch and replay.
func eventToJSON(m *msg.Catalog, ev engine.Event) any {
	if s := ev.State; s != nil {
		v := s.View
		return stateJSON{
			At: stamp(s.At), Type: "state", Provider: v.Provider, Session: v.ID, State: v.State, Reason: v.Reason,
			Key: v.Verdict.Key, Rule: v.Rule, Expires: stamp(v.Expires),
		}
	}
	a := ev.Alert
	ref := session.ParseRef(a.Session)
	out := alertJSON{
		At: stamp(a.At), Type: "alert", Action: a.Action, Provider: ref.Provider, Session: ref.ID,
		Key: a.Key, Reason: a.Reason, Why: a.Why,
	}
	if a.Action == alert.Post {
		n := engine.Compose(m, a.Session, a.View, false)
		out.Title, out.Body = n.Title, n.Body
	}
	return out
}

type readingJSON struct {
	File         string           `json:"file"`
	Provider     session.Provider `json:"provider"`
	IsDone       bool             `json:"is_done"`
	Key          string           `json:"key"`
	ActivityDate stamp            `json:"activity_date"`
	Event        classify.Event   `json:"event"`
	Detail       detailJSON       `json:"detail"`
}

type detailJSON struct {
	Row      string `json:"row"`
	Offset   int64  `json:"offset"`
	Text     string `json:"text,omitempty"`
	Reset    *stamp `json:"reset,omitempty"`
	Attempt  int    `json:"attempt,omitempty"`
	Attempts int    `json:"attempts,omitempty"`
	Hidden   bool   `json:"hidden,omitempty"`
	Bounded  bool   `json:"bounded,omitempty"`
	Read     int64  `json:"bytes_read"`
}

func readingToJSON(file string, p session.Provider, r classify.Reading, read int64) readingJSON {
	d := r.Detail
	out := readingJSON{
		File: file, Provider: p, IsDone: r.IsDone, Key: r.Key, ActivityDate: stamp(r.ActivityDate), Event: r.Event,
		Detail: detailJSON{
			Row: d.Row, Offset: d.Offset, Text: d.Text, Attempt: d.Attempt, Attempts: d.Attempts,
			Hidden: d.Hidden, Bounded: d.Bounded, Read: read,
		},
	}
	if !d.Reset.IsZero() {
		reset := stamp(d.Reset)
		out.Detail.Reset = &reset
	}
	return out
}
