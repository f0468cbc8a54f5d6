package classify

import (
	"time"

	"agentisland/internal/tail"
)

// codexEnd is an end of a turn whose meaning depends on what stands above it:
// how the turn was opened, what it holds, and the newest usage report.
type codexEnd struct {
	reading   Reading
	null      bool // the last message is null: look at the whole turn
	wantUsage bool // only the newest usage report above is still needed
	usage     *usageReport

	output     bool // any output, row 8
	tools      bool // output that is neither text nor of a ! command or compaction
	user       bool // a user message
	userLast   bool // a user message with no output below it
	plan       bool
	errorEvent bool
	errText    string
	compaction bool
	shell      bool
}

// usageReport is the newest token_count above an end.
type usageReport struct {
	limits  rateLimits
	written time.Time
}

// ended handles a task_complete (rows 4 to 5, 6, 6b).
func (s *codexScan) ended(line tail.Line) (Reading, bool) {
	p := &s.rec.payload
	end := p.end()
	if !end.over() {
		return Reading{}, false // row 6b, or unknown
	}
	r := s.reading(line, "X4", Completed, true)
	r.Detail.Text = string(p.message)
	switch status := string(end.status); {
	case s.rolled:
		return interrupted(r, "X4b"), true
	case status == "interrupted":
		return interrupted(r, "X6"), true
	case end.failed && end.endsTurn():
		return s.failedEnd(r, &end)
	case status == "failed":
		s.end = &codexEnd{reading: r, wantUsage: true}
		s.end.fail(APIError, string(end.text))
	default:
		s.end = &codexEnd{reading: r, null: p.nullMessage}
	}
	return Reading{}, false
}

// over reports whether the turn is at an end at all.
func (t *codexTurn) over() bool {
	switch string(t.status) {
	case "", "completed", "failed", "interrupted":
		return true
	}
	return false
}

// failedEnd is row 5 with an error.
func (s *codexScan) failedEnd(r Reading, t *codexTurn) (Reading, bool) {
	e := &codexEnd{reading: r}
	e.fail(t.event(), string(t.text))
	if e.reading.Event != Limit {
		return e.reading, true
	}
	e.wantUsage = true // it tells when the limit ends
	s.end = e
	return Reading{}, false
}

func interrupted(r Reading, row string) Reading {
	r.IsDone, r.Event, r.Detail.Row, r.Detail.Text = false, Interrupted, row, ""
	return r
}

// endsTurn reports whether the error ended the turn: two codes do not (they
// answer another request made during the turn).
func (t *codexTurn) endsTurn() bool {
	switch string(t.info) {
	case "thread_rollback_failed", "active_turn_not_steerable", "threadRollbackFailed", "activeTurnNotSteerable":
		return false
	}
	return true
}

func (t *codexTurn) event() Event {
	switch string(t.info) {
	case "usage_limit_exceeded", "session_budget_exceeded", "usageLimitExceeded", "sessionBudgetExceeded":
		return Limit
	case "unauthorized":
		return Auth
	}
	if t.httpStatus == 401 || t.httpStatus == 403 {
		return Auth
	}
	return APIError
}

func (e *codexEnd) fail(ev Event, text string) {
	e.reading.IsDone = false
	e.reading.Event = ev
	e.reading.Detail.Row = "X5"
	e.reading.Detail.Text = text
}

// enough reports whether the window that was read so far suffices: an end
// without a message needs the whole turn (contract part 2, below the table).
func (e *codexEnd) enough() bool { return e.wantUsage || !e.null }

// above takes a record above the end into account and returns the reading when
// nothing further up can change it.
func (e *codexEnd) above(s *codexScan, kind codexKind, row string) (Reading, bool) {
	p := &s.rec.payload
	if kind == kindUsage && e.usage == nil {
		e.usage = &usageReport{limits: p.limits, written: parseTime(s.rec.timestamp)}
	}
	if e.wantUsage {
		return e.settle(), e.usage != nil
	}
	if e.opens(p, kind) {
		r := e.settle()
		return r, !e.wantUsage || e.usage != nil
	}
	if row == "X8" {
		e.output = true
	}
	switch kind {
	case kindUser:
		e.user = true
		e.userLast = e.userLast || !e.output
	case kindOutput:
		e.noteOutput(p)
	case kindErrorEvent:
		if !e.errorEvent {
			e.errText = string(p.message)
		}
		e.errorEvent = true
	case kindCompaction:
		e.compaction = true
	case kindShell:
		e.shell = true
	}
	if e.plan && !e.null {
		return e.settle(), true
	}
	return Reading{}, false
}

// opens reports whether the turn cannot reach above the current record: it is
// its opening, or the end of the turn before it.
func (e *codexEnd) opens(p *codexPayload, kind codexKind) bool {
	switch kind {
	case kindStart:
		return true
	case kindEnd:
		end := p.end()
		return end.over()
	case kindAbort:
		return string(p.reason) != "replaced"
	}
	return false
}

func (e *codexEnd) noteOutput(p *codexPayload) {
	switch string(p.typ) {
	case "item_completed":
		switch string(p.item.typ) {
		case "Plan":
			e.plan = true
		case "AgentMessage", "Reasoning":
		case "CommandExecution":
			e.tools = e.tools || len(p.item.source) > 0
		default:
			e.tools = true
		}
	case "message":
		e.plan = e.plan || p.content.plan
	case "exec_command_end":
		e.tools = e.tools || len(p.source) > 0
	case "agent_message", "agent_reasoning", "agent_reasoning_raw_content", "reasoning":
	default:
		e.tools = true
	}
}

// settle decides an end from what was seen above it: rows 4 to 5.
func (e *codexEnd) settle() Reading {
	if e.wantUsage {
		return e.applyUsage()
	}
	own := (e.compaction || e.shell) && !e.user && !e.tools && !e.plan && !e.errorEvent
	switch {
	case e.null && own:
		e.reading = interrupted(e.reading, "X4b")
	case e.plan:
		e.reading.Event, e.reading.Detail.Row = Plan, "X4c"
	case e.null && (e.errorEvent || e.userLast):
		e.fail(APIError, e.errText)
		e.wantUsage = true
		return e.applyUsage()
	}
	return e.reading
}

// applyUsage uses the newest usage report above the end: it tells when a limit
// ends, and whether a failure without an error object was one.
func (e *codexEnd) applyUsage() Reading {
	if e.usage == nil {
		return e.reading
	}
	reset, exhausted := e.usage.limits.exhausted(e.usage.written, e.reading.ActivityDate)
	if exhausted { // other errors with an error object do not come here
		e.reading.Event = Limit
	}
	if e.reading.Event == Limit {
		e.reading.Detail.Reset = reset
	}
	return e.reading
}
