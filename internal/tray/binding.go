package tray

import (
	"sync"
	"time"

	"agentisland/internal/session"
)

// reaction is how long after a row was given to another session a click still
// means the earlier one: people click on what they saw when they decided.
const reaction = 400 * time.Millisecond

// target is what a row of the menu stands for. The zero target is a hidden row.
type target struct {
	session session.Ref
	ring    bool // as shown by the check mark
}

// binding remembers the target of one row of the pool. Rows are reused for
// other sessions, and clicks arrive on other goroutines.
type binding struct {
	mu      sync.Mutex
	now     target
	before  target
	changed time.Time
}

func (b *binding) set(to target, at time.Time) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if to.session != b.now.session {
		b.before, b.changed = b.now, at
	}
	b.now = to
}

// clicked is the target that a click at the given time means; ok is false
// when the row stands for nothing. Some hosts deliver clicks on hidden rows.
func (b *binding) clicked(at time.Time) (meant target, ok bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	meant = b.now
	if b.before != (target{}) && at.Sub(b.changed) < reaction {
		meant = b.before
	}
	return meant, meant != target{}
}
