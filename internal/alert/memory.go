package alert

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"slices"
	"time"

	"agentisland/internal/status"
	"agentisland/internal/store"
)

// Retention is how long a turn is remembered (contract part 6).
const Retention = 12 * time.Hour

// maxMemory bounds the remembered turns; the oldest go first. A day of 40 busy
// sessions is some 4,000 turns, half of which fall into 12 hours.
const maxMemory = 8192

// maxMemoryFile bounds the file, in bytes: maxMemory turns take some 2 MB.
const maxMemoryFile = 16 << 20

// Memory is what must survive a restart: the turns that may not ring again and
// the notifications that are still up.
type Memory struct {
	Seen  map[string]Seen  `json:"seen"`  // identity → when it was delivered, suppressed or found as history
	Shown map[string]Shown `json:"shown"` // session → its notification that may still be up

	// What the person chose in the menu or by a command.
	Muted        map[string]bool `json:"muted"`         // session, project:folder or provider:name
	SnoozedUntil time.Time       `json:"snoozed_until"` // zero when not snoozed

	Undelivered string `json:"undelivered,omitempty"` // why the last notification was not shown, "" when it was
}

// Seen is what became of one alarm.
type Seen struct {
	At     time.Time `json:"at"`
	Why    string    `json:"why,omitempty"`    // why it did not ring, "" when it did
	Failed string    `json:"failed,omitempty"` // why the desktop did not show it, though it rang
}

// Shown is a delivered notification.
type Shown struct {
	Identity string        `json:"identity"`
	Key      string        `json:"key"`
	Reason   status.Reason `json:"reason"`
	Message  string        `json:"message,omitempty"` // Claude's message id
	Handle   string        `json:"handle,omitempty"`
	At       time.Time     `json:"at"`
}

// NewMemory is the memory of a first run.
func NewMemory() *Memory {
	return &Memory{Seen: map[string]Seen{}, Shown: map[string]Shown{}, Muted: map[string]bool{}}
}

// ReadMemory reads the memory file without touching it. A missing file is a
// first run.
func ReadMemory(path string) (*Memory, error) {
	m := NewMemory()
	data, err := store.ReadFile(path, maxMemoryFile)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return m, nil
	case errors.Is(err, store.ErrUnreadable):
		return m, fmt.Errorf("%w: %w", errDamaged, err)
	}
	if err != nil {
		return m, fmt.Errorf("read alarm memory: %w", err)
	}
	if err := json.Unmarshal(data, m); err != nil {
		return NewMemory(), fmt.Errorf("%w: %s: %w", errDamaged, path, err)
	}
	m.fill()
	return m, nil
}

// errDamaged marks a memory file that is not what was written.
var errDamaged = errors.New("the alarm memory is damaged")

// LoadMemory reads the memory file for a run that will write it. A damaged one
// is set aside as <path>.damaged and reported, and an empty memory is returned
// with the error: the app goes on.
func LoadMemory(path string) (*Memory, error) {
	m, err := ReadMemory(path)
	if errors.Is(err, errDamaged) {
		if rerr := os.Rename(path, path+".damaged"); rerr != nil {
			err = errors.Join(err, rerr)
		}
	}
	return m, err
}

// fill replaces maps that the file said were null.
func (m *Memory) fill() {
	empty := NewMemory()
	if m.Seen == nil {
		m.Seen = empty.Seen
	}
	if m.Shown == nil {
		m.Shown = empty.Shown
	}
	if m.Muted == nil {
		m.Muted = empty.Muted
	}
}

// Save writes the memory atomically.
func (m *Memory) Save(path string) error {
	data, err := json.Marshal(m)
	if err != nil {
		return fmt.Errorf("encode alarm memory: %w", err)
	}
	if err := store.WriteFile(path, data); err != nil {
		return fmt.Errorf("write alarm memory: %w", err)
	}
	return nil
}

// Clone is an independent copy, for writing while the engine goes on.
func (m *Memory) Clone() *Memory {
	c := *m
	c.Seen, c.Shown, c.Muted = maps.Clone(m.Seen), maps.Clone(m.Shown), maps.Clone(m.Muted)
	return &c
}

// remember notes an identity. An empty one is no identity.
func (m *Memory) remember(now time.Time, why string, identities ...string) {
	for _, id := range identities {
		if id != "" {
			m.Seen[id] = Seen{At: now, Why: why}
		}
	}
}

func (m *Memory) knows(identities ...string) bool {
	for _, id := range identities {
		if _, ok := m.Seen[id]; ok && id != "" {
			return true
		}
	}
	return false
}

// Prune forgets what is older than the retention or dated in the future, and
// the oldest beyond the bound.
func (m *Memory) Prune(now time.Time) {
	old := func(at time.Time) bool { return now.Sub(at) > Retention || at.Sub(now) > time.Hour }
	maps.DeleteFunc(m.Seen, func(_ string, s Seen) bool { return old(s.At) })
	maps.DeleteFunc(m.Shown, func(_ string, s Shown) bool { return old(s.At) })
	if over := len(m.Seen) - maxMemory; over > 0 {
		ids := slices.SortedFunc(maps.Keys(m.Seen), func(a, b string) int { return m.Seen[a].At.Compare(m.Seen[b].At) })
		for _, id := range ids[:over] {
			delete(m.Seen, id)
		}
	}
}
