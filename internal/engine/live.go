package engine

import (
	"time"

	"agentisland/internal/session"
	"agentisland/internal/status"
	"agentisland/internal/transcript"
)

// liveTracker turns the records of Claude's live registry into claims about
// sessions (contract part 4). It remembers what this run saw: what a record
// said before a dialog opened, since when it says what it says, and which
// processes are gone or turned to another session.
type liveTracker struct {
	processes map[int]*process
	claims    map[string]claim
	gone      map[string]*departure
	left      map[string]time.Time
}

// departure is a session that lost its last process. What was open then stays
// ended when another process takes the session up again, for that process knows
// nothing of it; when one of the same processes is back, it was never gone.
type departure struct {
	at    time.Time
	procs map[procID]bool
	again bool // another process has the session now
}

// procID tells a process from a later one of the same number.
type procID struct {
	pid   int
	start string
}

func idOf(r transcript.Record) procID { return procID{r.PID, r.ProcStart} }

// process is one record as last seen.
type process struct {
	record transcript.Record
	status status.LiveStatus
	at     time.Time // the status's own time
	seen   time.Time // when this run first saw it
}

type claim struct {
	live status.Live
	pid  int
}

func newLiveTracker() liveTracker {
	return liveTracker{
		processes: map[int]*process{},
		claims:    map[string]claim{},
		gone:      map[string]*departure{},
		left:      map[string]time.Time{},
	}
}

// of returns what is known of a session.
func (t *liveTracker) of(ref session.Ref) status.Live {
	if ref.Provider != session.Claude {
		return status.Live{}
	}
	live := t.claims[ref.ID].live
	if d := t.gone[ref.ID]; d != nil {
		live.GoneAt = d.at
	}
	live.LeftAt = t.left[ref.ID]
	return live
}

func (t *liveTracker) pid(id string) int { return t.claims[id].pid }

// update takes all records at now and returns the sessions whose evidence
// changed.
func (t *liveTracker) update(now time.Time, records []transcript.Record) []string {
	changed := map[string]bool{}
	alive := map[string]bool{}
	current := make(map[int]*process, len(records))
	for _, r := range records {
		if r.Life != transcript.Alive {
			continue
		}
		alive[r.SessionID] = true
		p := t.follow(now, r)
		if old := t.processes[r.PID]; old != nil && old.record.SessionID != r.SessionID && old.record.ProcStart == r.ProcStart {
			t.left[old.record.SessionID] = now
			changed[old.record.SessionID] = true
		}
		current[r.PID] = p
	}
	t.notePresence(now, records, current, alive, changed)
	t.processes = current
	t.claim(changed)
	out := make([]string, 0, len(changed))
	for id := range changed {
		out = append(out, id)
	}
	return out
}

// follow makes the process of a living record, continuing what was known.
func (t *liveTracker) follow(now time.Time, r transcript.Record) *process {
	p := &process{record: r, at: r.StatusAt, seen: now, status: liveStatus(r)}
	old := t.processes[r.PID]
	if old == nil || old.record.SessionID != r.SessionID {
		return p
	}
	dialog := r.Status == "waiting" && p.status == status.LiveUnknown && !r.Headless()
	switch {
	case dialog:
		p.status, p.at, p.seen = old.status, old.at, old.seen
	case p.status == old.status && p.at.Equal(old.at):
		p.seen = old.seen
	}
	return p
}

// liveStatus is the claim of a record by itself. "dialog open" makes none: it
// is also shown for menus and at the start.
func liveStatus(r transcript.Record) status.LiveStatus {
	if r.Headless() {
		return status.LiveUnknown
	}
	switch r.Status {
	case "busy":
		return status.LiveBusy
	case "idle", "shell":
		return status.LiveIdle
	case "waiting":
		switch r.WaitingFor {
		case "", "permission prompt", "input needed":
			return status.LiveWaiting
		}
	}
	return status.LiveUnknown
}

// notePresence notes which sessions have lost their last process: it died, or
// its record was removed after this run had seen it.
func (t *liveTracker) notePresence(now time.Time, records []transcript.Record, current map[int]*process, alive, changed map[string]bool) {
	for _, r := range records {
		if r.Life == transcript.Dead && !alive[r.SessionID] {
			t.lose(now, r, changed)
		}
	}
	for pid, p := range t.processes {
		c := current[pid]
		if (c == nil || c.record.ProcStart != p.record.ProcStart) && !alive[p.record.SessionID] {
			t.lose(now, p.record, changed)
		}
	}
	for _, p := range current {
		d := t.gone[p.record.SessionID]
		switch {
		case d == nil:
		case d.procs[idOf(p.record)]:
			delete(t.gone, p.record.SessionID)
			changed[p.record.SessionID] = true
		default:
			d.again = true
		}
	}
}

// lose notes that a session has no process but the one of r, which is gone.
func (t *liveTracker) lose(now time.Time, r transcript.Record, changed map[string]bool) {
	d := t.gone[r.SessionID]
	if d == nil {
		d = &departure{procs: map[procID]bool{}}
		t.gone[r.SessionID] = d
	}
	if d.at.IsZero() || d.again && !d.procs[idOf(r)] {
		d.at, d.again = now, false
		changed[r.SessionID] = true
	}
	d.procs[idOf(r)] = true
}

// claim merges the processes of each session: waiting, then busy, then a dialog,
// then idle decides.
func (t *liveTracker) claim(changed map[string]bool) {
	claims := make(map[string]claim, len(t.processes))
	for pid, p := range t.processes {
		id := p.record.SessionID
		c := claim{live: status.Live{Status: p.status, StatusAt: p.at, SeenAt: p.seen}, pid: pid}
		if best, ok := claims[id]; !ok || better(c, best) {
			claims[id] = c
		}
	}
	for id, c := range claims {
		if t.claims[id] != c {
			changed[id] = true
		}
	}
	for id := range t.claims {
		if _, ok := claims[id]; !ok {
			changed[id] = true
		}
	}
	t.claims = claims
}

func better(a, b claim) bool {
	if a.live.Status != b.live.Status {
		return a.live.Status > b.live.Status
	}
	if !a.live.StatusAt.Equal(b.live.StatusAt) {
		return a.live.StatusAt.After(b.live.StatusAt)
	}
	return a.pid < b.pid
}
