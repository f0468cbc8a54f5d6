package classify

import (
	"strings"
	"time"
)

// restamp is how much older than its line a boundary's own time must be for
// the line to be copied history (contract part 2, re-stamped history).
const restamp = 60 * time.Second

// codexScan is the state of one reading of a Codex rollout, newest record
// first. Rows are those of the contract's Codex table.
type codexScan struct {
	w   walker
	rec codexRecord

	output   *Reading        // newest output, row 8
	answered map[string]bool // calls with an output further down
	question *Reading        // newest unanswered request_user_input, row 9
	rolled   bool            // a thread_rolled_back stands further down
	end      *codexEnd       // an end that waits for what stands above it
}

// Codex reads a rollout. head is its first line, "" when unknown; lines yields
// its lines, newest first, and is stopped when nothing more can decide.
func Codex(head []byte, lines Lines) Reading {
	s := codexScan{}
	if s.hidden(head) {
		return Reading{Event: None, Detail: Detail{Row: "X0", Hidden: true}}
	}
	parsed, garbled := false, false
	for line := range lines {
		if !s.w.readCodex(trim(line.Data), &s.rec) {
			garbled = true
			continue
		}
		parsed = true
		if !s.rec.envelope {
			continue // the format of 2025 without envelopes: row 11
		}
		if r, done := s.step(line.Data, line.Offset); done {
			return r
		}
	}
	switch {
	case s.end != nil:
		return s.end.settle()
	case s.question != nil:
		return *s.question
	case s.output != nil:
		return *s.output
	}
	return Reading{Event: None, Detail: Detail{Row: "X11", Garbled: garbled && !parsed}}
}

// hidden is row 0: the thread belongs to another one.
func (s *codexScan) hidden(head []byte) bool {
	if !s.w.readCodex(trim(head), &s.rec) || s.rec.typ != "session_meta" {
		return false
	}
	return s.rec.payload.hiddenThread()
}

func (p *codexPayload) hiddenThread() bool {
	switch p.threadSrc {
	case "subagent", "memory_consolidation", "guardian_review":
		return true
	}
	return p.sourceHidden || p.parentThread != ""
}

// kind is what a record is for the table.
type codexKind int

const (
	kindSkip codexKind = iota
	kindStart
	kindUser
	kindEnd
	kindAbort
	kindOutput
	kindRolledBack
	kindErrorEvent
	kindUsage
	kindCompaction
	kindShell // the user's own ! command
)

// classifyRecord names the current record's kind and the row that says so.
func (s *codexScan) classifyRecord() (codexKind, string) {
	p := &s.rec.payload
	switch s.rec.typ {
	case "event_msg":
		return p.eventKind()
	case "response_item":
		return p.itemKind()
	case "compacted":
		return kindCompaction, "X10"
	}
	return kindSkip, "X10"
}

// eventName resolves the aliases of an event: turn_ for task_, and any prefix.
func eventName(name string) string {
	switch name {
	case "turn_started", "turn/started":
		return "task_started"
	case "turn_complete", "turn/completed":
		return "task_complete"
	}
	if i := strings.LastIndexByte(name, '/'); i >= 0 {
		switch last := name[i+1:]; last {
		case "task_started", "task_complete", "user_message":
			return last
		}
		switch {
		case strings.HasSuffix(name, "/turn/started"):
			return "task_started"
		case strings.HasSuffix(name, "/turn/completed"):
			return "task_complete"
		}
	}
	return name
}

func (p *codexPayload) eventKind() (codexKind, string) {
	switch eventName(p.typ) {
	case "task_started":
		return kindStart, "X1"
	case "user_message":
		return kindUser, "X2"
	case "task_complete":
		return kindEnd, "X4"
	case "turn_aborted":
		return kindAbort, "X6"
	case "thread_rolled_back":
		return kindRolledBack, "X4b"
	case "error":
		return kindErrorEvent, "X5"
	case "token_count":
		return kindUsage, "X10"
	case "context_compacted":
		return kindCompaction, "X10"
	case "agent_message", "agent_reasoning", "agent_reasoning_raw_content":
		return kindOutput, "X8"
	case "item_completed":
		switch {
		case p.item.typ == "UserMessage":
			return kindUser, "X3"
		case p.item.typ == "ContextCompaction":
			return kindCompaction, "X8"
		case p.item.typ == "CommandExecution" && p.item.source == "user_shell":
			return kindShell, "X8"
		}
		return kindOutput, "X8"
	case "exec_command_end":
		if p.source == "user_shell" {
			return kindShell, "X8"
		}
	}
	if strings.HasSuffix(p.typ, "_end") {
		return kindOutput, "X8"
	}
	return kindSkip, "X10"
}

func (p *codexPayload) itemKind() (codexKind, string) {
	switch p.typ {
	case "message":
		switch p.role {
		case "user":
			switch {
			case !p.injected && p.texts > 0 || p.image:
				return kindUser, "X7"
			case strings.HasPrefix(p.text, "<user_shell_command>"):
				return kindShell, "X7b"
			}
			return kindSkip, "X7b"
		case "assistant":
			return kindOutput, "X8"
		}
		return kindSkip, "X10" // developer: injected context
	case "reasoning", "agent_message", "local_shell_call",
		"function_call", "function_call_output", "custom_tool_call", "custom_tool_call_output",
		"tool_search_call", "tool_search_call_output", "tool_search_output",
		"web_search_call", "image_generation_call":
		return kindOutput, "X8"
	case "compaction", "context_compaction":
		return kindCompaction, "X8"
	}
	return kindSkip, "X10"
}

// step takes the current record into account and returns the reading when it
// is certain.
func (s *codexScan) step(line []byte, offset int64) (Reading, bool) {
	kind, row := s.classifyRecord()
	if s.end != nil {
		return s.end.above(s, kind)
	}
	switch kind {
	case kindStart, kindUser:
		return s.opened(line, offset, row), true
	case kindOutput, kindShell, kindCompaction:
		s.noteOutput(line, offset, kind)
	case kindRolledBack:
		s.rolled = true
	case kindAbort:
		return s.aborted(line, offset)
	case kindEnd:
		return s.ended(line, offset)
	}
	return Reading{}, false
}

func (s *codexScan) reading(line []byte, offset int64, row string, e Event, done bool) Reading {
	p := &s.rec.payload
	key := ""
	for _, id := range [...]string{p.turnID, p.id, p.itemID, p.callID} {
		if id != "" {
			key = id
			break
		}
	}
	if key == "" {
		key = fallbackKey(line)
	}
	return Reading{
		TurnStatus: TurnStatus{IsDone: done, Key: key, ActivityDate: s.semanticTime(row)},
		Event:      e,
		Detail:     Detail{Row: row, Offset: offset},
	}
}

// semanticTime is the line's time, or the boundary's own time when the line
// was copied later.
func (s *codexScan) semanticTime(row string) time.Time {
	at := parseTime(s.rec.timestamp)
	own := time.Time{}
	switch row {
	case "X1":
		own = unixTime(s.rec.payload.startedAt)
	case "X4", "X6", "X6c":
		own = unixTime(s.rec.payload.completedAt)
	}
	if !own.IsZero() && at.Sub(own) > restamp {
		return own
	}
	return at
}

// noteOutput remembers the newest output and whether a question is open.
func (s *codexScan) noteOutput(line []byte, offset int64, kind codexKind) {
	p := &s.rec.payload
	if kind == kindShell && p.typ == "message" {
		return // row 7b
	}
	if kind == kindCompaction && p.typ != "item_completed" {
		return // row 10
	}
	if s.output == nil {
		o := s.reading(line, offset, "X8", Opened, false)
		s.output = &o
	}
	switch p.typ {
	case "function_call_output", "custom_tool_call_output":
		if s.answered == nil {
			s.answered = map[string]bool{}
		}
		s.answered[p.callID] = true
	case "function_call", "custom_tool_call":
		if p.name == "request_user_input" && !s.answered[p.callID] && s.question == nil {
			q := s.reading(line, offset, "X9", Question, true)
			q.Detail.Text = firstQuestion(p.arguments)
			s.question = &q
		}
	}
}

// opened is rows 1, 2, 3 and 7, refreshed by the outputs below (row 8), or the
// question below (row 9).
func (s *codexScan) opened(line []byte, offset int64, row string) Reading {
	if s.question != nil {
		return *s.question
	}
	r := s.reading(line, offset, row, Opened, false)
	switch s.rec.payload.trigger {
	case "", "user", "exec":
	default:
		r.Detail.Machine = true
	}
	if s.output == nil {
		return r
	}
	// Outputs copied together with a re-stamped start are as old as it is.
	copied := r.ActivityDate.Before(parseTime(s.rec.timestamp)) &&
		s.output.ActivityDate.Sub(parseTime(s.rec.timestamp)) < 5*time.Second
	if !copied && !s.output.ActivityDate.IsZero() {
		r.ActivityDate = s.output.ActivityDate
	}
	return r
}

// aborted is rows 6, 6b and 6c.
func (s *codexScan) aborted(line []byte, offset int64) (Reading, bool) {
	switch s.rec.payload.reason {
	case "replaced":
		return Reading{}, false
	case "budget_limited":
		if s.rolled {
			break
		}
		s.end = &codexEnd{reading: s.reading(line, offset, "X6c", Limit, false), wantUsage: true}
		return Reading{}, false
	}
	return s.reading(line, offset, "X6", Interrupted, false), true
}

// firstQuestion reads the text of the first question in a call's arguments,
// which are JSON inside a string and may have been cut.
func firstQuestion(arguments string) string {
	var w walker
	var question string
	_ = w.record([]byte(arguments), func(name string) error {
		if name == "questions" {
			return w.toolQuestions(&question)
		}
		return w.skip()
	})
	return question
}
