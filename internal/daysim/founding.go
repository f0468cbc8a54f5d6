package daysim

import (
	"encoding/json"
	"path"
	"slices"
	"strings"
	"time"

	"agentisland/internal/engine"
)

// Founding plays the day by the founding rules alone, the rows marked S in the
// contract: no registry, no background work, no questions, no errors that ring,
// identities by key, one second, history at the start, twelve hours of memory.
func (d *Day) Founding() []Heard {
	f := &founding{day: d, files: map[string]*thread{}, memory: map[string]time.Time{}}
	for _, s := range d.Steps {
		f.advance(s.At)
		f.apply(s)
	}
	return f.heard
}

type founding struct {
	day    *Day
	now    time.Time
	up     bool
	files  map[string]*thread
	memory map[string]time.Time
	heard  []Heard
}

// thread is one transcript by its newest recognised event.
type thread struct {
	session string
	done    bool
	key     string
	at      time.Time
	pending time.Time // when it will ring, zero when nothing is pending
	firing  bool
}

const (
	foundingGrace  = 25 * time.Second
	foundingMemory = 12 * time.Hour
)

// advance lets pending alarms fall due.
func (f *founding) advance(to time.Time) {
	for _, name := range f.names() {
		t := f.files[name]
		if !t.pending.IsZero() && !t.pending.After(to) {
			f.now = later(f.now, t.pending)
			f.deliver(t)
		}
	}
	f.now = later(f.now, to)
}

// names lists the files in the order in which their alarms fall due.
func (f *founding) names() []string {
	var names []string
	for name, t := range f.files {
		if !t.pending.IsZero() {
			names = append(names, name)
		}
	}
	slices.SortFunc(names, func(a, b string) int {
		if c := f.files[a].pending.Compare(f.files[b].pending); c != 0 {
			return c
		}
		return strings.Compare(a, b)
	})
	return names
}

func (f *founding) deliver(t *thread) {
	t.pending = time.Time{}
	if !t.done || f.knows(t.key) || f.now.Sub(t.at) >= agesOut {
		return
	}
	f.memory[t.key] = f.now
	t.firing = true
	f.heard = append(f.heard, Heard{At: f.now, Session: t.session})
}

func (f *founding) knows(key string) bool {
	at, ok := f.memory[key]
	return ok && f.now.Sub(at) < foundingMemory
}

func (f *founding) withdraw(t *thread) {
	t.pending = time.Time{}
	if t.firing {
		t.firing = false
		f.heard = append(f.heard, Heard{At: f.now, Session: t.session, Withdraw: true})
	}
}

func (f *founding) apply(s engine.Step) {
	switch {
	case s.Start != nil:
		f.up = true
		for _, t := range f.files { // the first scan is history
			if t.done {
				f.memory[t.key] = f.now
			}
		}
	case s.Stop != nil:
		f.up = false
		for _, t := range f.files {
			t.pending, t.firing = time.Time{}, false
		}
	case s.Sleep != nil:
		f.now = s.Sleep.Until
		f.advance(f.now)
	case s.Append != nil:
		f.append(s.Append)
	case s.Remove != nil:
		if t := f.files[s.Remove.Path]; t != nil {
			f.withdraw(t)
			delete(f.files, s.Remove.Path)
		}
	case s.Write != nil:
		f.bookkeeping(s.Write)
	}
}

func (f *founding) append(a *engine.Append) {
	if path.Ext(a.Path) != ".jsonl" {
		return
	}
	t := f.files[a.Path]
	if t == nil {
		t = &thread{session: f.day.owner[a.Path]}
		f.files[a.Path] = t
	}
	was := *t
	for l := range strings.SplitSeq(a.Prefix+a.Text+a.Suffix, "\n") {
		if strings.HasPrefix(a.Path, ".codex/") {
			t.codex(l)
		} else {
			t.claude(l)
		}
	}
	f.evaluate(t, &was)
}

// evaluate schedules, cancels and withdraws.
func (f *founding) evaluate(t, was *thread) {
	if !f.up || t.done == was.done && t.key == was.key {
		return
	}
	f.withdraw(t)
	if t.done && !f.knows(t.key) {
		t.pending = f.now.Add(oneSecond)
	}
}

// bookkeeping is Claude Desktop's: within the grace it is nothing, later the
// person is back.
func (f *founding) bookkeeping(w *engine.Write) {
	var r struct {
		CLISessionID   string  `json:"cliSessionId"`
		LastActivityAt float64 `json:"lastActivityAt"`
	}
	if !strings.Contains(w.Path, "claude-code-sessions") || json.Unmarshal([]byte(w.Text), &r) != nil {
		return
	}
	for _, t := range f.files {
		if t.session == r.CLISessionID && t.done && time.UnixMilli(int64(r.LastActivityAt)).Sub(t.at) > foundingGrace && f.up {
			f.withdraw(t)
		}
	}
}

// claude takes one record into account.
func (t *thread) claude(l string) {
	var r struct {
		Type        string
		UUID        string
		Timestamp   time.Time
		IsSidechain bool
		IsError     bool `json:"isApiErrorMessage"`
		Message     struct {
			StopReason string `json:"stop_reason"`
		}
	}
	if json.Unmarshal([]byte(l), &r) != nil || r.IsSidechain || r.Type != "assistant" && r.Type != "user" {
		return
	}
	t.key, t.at, t.done = r.UUID, r.Timestamp, false
	if r.Type == "assistant" && !r.IsError {
		switch r.Message.StopReason {
		case "end_turn", "stop_sequence", "stop":
			t.done = true
		}
	}
}

// codex takes one record into account.
func (t *thread) codex(l string) {
	var r struct {
		Timestamp time.Time
		Payload   struct {
			Type, Role string
			ID         string
			TurnID     string `json:"turn_id"`
		}
	}
	if json.Unmarshal([]byte(l), &r) != nil {
		return
	}
	p := r.Payload
	switch {
	case p.Type == "task_complete" || p.Type == "turn/completed":
		t.done = true
	case p.Type == "task_started", p.Type == "turn/started", p.Type == "user_message", p.Type == "message" && p.Role == "user":
		t.done = false
	default:
		return
	}
	t.key, t.at = p.TurnID, r.Timestamp
	if t.key == "" {
		t.key = p.ID
	}
	if t.key == "" {
		t.key = l
	}
}
