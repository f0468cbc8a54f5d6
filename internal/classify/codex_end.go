package classify

// codexEnd is an end of a turn whose meaning depends on what stands above it:
// how the turn was opened, what it holds, and the newest usage report.
type codexEnd struct {
	reading   Reading
	null      bool // the last message is null: look at the whole turn
	plain     bool // row 5 without an error object
	wantUsage bool // the newest usage report above is needed
	usage     *rateLimits

	output     bool // anything of the model
	tools      bool // calls and their outputs
	user       bool // a user message
	userFirst  bool // a user message with no output below it
	plan       bool
	errorEvent bool
	errText    string
	compaction bool
	shell      bool
}

// ended handles a task_complete (rows 4 to 5, 6, 6b).
func (s *codexScan) ended(line []byte, offset int64) (Reading, bool) {
	p := &s.rec.payload
	switch p.status {
	case "inProgress", "in_progress":
		return Reading{}, false // row 6b
	}
	r := s.reading(line, offset, "X4", Completed, true)
	r.Detail.Text = p.message
	if s.rolled {
		return interrupted(r, "X4b"), true
	}
	if p.status == "interrupted" {
		return interrupted(r, "X6"), true
	}
	e := &codexEnd{reading: r, null: p.nullMessage}
	switch {
	case p.failed && p.turnFailed():
		return s.failedEnd(e)
	case p.status == "failed":
		e.fail(APIError, p.errText)
		e.plain = true
		e.wantUsage = true
	}
	s.end = e
	return Reading{}, false
}

// failedEnd is row 5 with an error object.
func (s *codexScan) failedEnd(e *codexEnd) (Reading, bool) {
	p := &s.rec.payload
	e.fail(p.errorEvent(), p.errText)
	if e.reading.Event != Limit {
		return e.reading, true
	}
	e.wantUsage = true
	s.end = e
	return Reading{}, false
}

func interrupted(r Reading, row string) Reading {
	r.IsDone, r.Event, r.Detail.Row, r.Detail.Text = false, Interrupted, row, ""
	return r
}

// turnFailed reports whether the error object ended the turn: two codes do not
// (they answer another request made during the turn).
func (p *codexPayload) turnFailed() bool {
	switch p.errInfo {
	case "thread_rollback_failed", "active_turn_not_steerable", "threadRollbackFailed", "activeTurnNotSteerable":
		return false
	}
	return true
}

func (p *codexPayload) errorEvent() Event {
	switch p.errInfo {
	case "usage_limit_exceeded", "session_budget_exceeded", "usageLimitExceeded", "sessionBudgetExceeded":
		return Limit
	case "unauthorized":
		return Auth
	}
	if p.errStatus == 401 || p.errStatus == 403 {
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

// above takes a record above the end into account and returns the reading when
// nothing further up can change it.
func (e *codexEnd) above(s *codexScan, kind codexKind) (Reading, bool) {
	p := &s.rec.payload
	if kind == kindUsage && p.hasLimits && e.usage == nil {
		limits := p.limits // the record is used again for the next line
		e.usage = &limits
	}
	if e.wantUsage {
		return e.settle(), e.usage != nil
	}
	switch kind {
	case kindUser:
		e.user = true
		e.userFirst = e.userFirst || !e.output
	case kindOutput:
		e.noteOutput(p)
	case kindErrorEvent:
		if !e.errorEvent {
			e.errText = p.message
		}
		e.errorEvent = true
	case kindCompaction:
		e.compaction = true
	case kindShell:
		e.shell = true
	}
	boundary := kind == kindStart || kind == kindEnd || kind == kindAbort
	// A turn that ended with a message needs no more than that message: a plan
	// stands in it or right before it.
	if !e.null && (boundary || e.plan || kind == kindUser || p.role == "assistant" && kind == kindOutput) {
		return e.settle(), true
	}
	if !boundary {
		return Reading{}, false
	}
	r := e.settle()
	return r, !e.wantUsage || e.usage != nil
}

func (e *codexEnd) noteOutput(p *codexPayload) {
	e.output = true
	switch p.typ {
	case "item_completed":
		switch p.item.typ {
		case "Plan":
			e.plan = true
		case "AgentMessage", "Reasoning", "CommandExecution": // a command may be the user's own
		default:
			e.tools = true
		}
	case "message":
		e.plan = e.plan || p.plan
	case "exec_command_end", "agent_message", "agent_reasoning", "agent_reasoning_raw_content", "reasoning":
	default:
		e.tools = true
	}
}

// settle decides an end from what was seen above it: rows 4 to 5.
func (e *codexEnd) settle() Reading {
	if e.wantUsage {
		return e.applyUsage()
	}
	own := (e.compaction || e.shell) && !e.user && !e.tools && !e.plan
	switch {
	case e.null && own:
		e.reading = interrupted(e.reading, "X4b")
	case e.plan:
		e.reading.Event, e.reading.Detail.Row = Plan, "X4c"
	case e.null && (e.errorEvent || e.userFirst):
		e.fail(APIError, e.errText)
		e.plain = true
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
	if e.plain && e.usage.exhausted {
		e.reading.Event = Limit
	}
	if e.reading.Event == Limit {
		e.reading.Detail.Reset = e.usage.reset
	}
	return e.reading
}
