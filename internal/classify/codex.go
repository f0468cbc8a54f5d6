package classify

import (
	"slices"
	"sync"
	"time"

	"agentisland/internal/tail"
)

// restamp is how much older than its line a boundary's own time must be for
// the line to be copied history (contract part 2, re-stamped history).
const restamp = 60 * time.Second

// codexScan is the state of one reading of a Codex rollout, newest record
// first. Rows are those of the contract's Codex table.
type codexScan struct {
	w       walker
	rec     codexRecord
	parsed  bool // a record was found
	garbled bool // a line was found that is none

	output   *Reading        // newest output, row 8
	answered map[string]bool // calls with an output further down
	asked    []openAsk       // request_user_input without an output, row 9
	rolled   bool            // a thread_rolled_back stands further down
	end      *codexEnd       // an end that waits for what stands above it
}

var codexScans = sync.Pool{New: func() any { return new(codexScan) }}

// release makes the scan ready for another rollout.
func (s *codexScan) release() {
	s.w.release()
	*s = codexScan{w: s.w, asked: s.asked[:0]}
	codexScans.Put(s)
}

// Codex reads a rollout. head is its first line, "" when unknown; lines yields
// its lines, newest first, and is stopped when nothing more can decide.
func Codex(head []byte, lines Lines) Reading {
	s := codexScans.Get().(*codexScan)
	defer s.release()
	if s.hidden(head) {
		return Reading{Event: None, Detail: Detail{Row: "X0", Hidden: true}}
	}
	for line := range lines {
		if r, done := s.line(line); done {
			return r
		}
	}
	switch {
	case s.end != nil:
		return s.end.settle()
	case len(s.asked) > 0:
		return s.asked[0].reading
	case s.output != nil:
		return *s.output
	}
	return Reading{Event: None, Detail: Detail{Row: "X11", Garbled: s.garbled && !s.parsed}}
}

// line takes the next older line into account and returns the reading when it
// is certain.
func (s *codexScan) line(line tail.Line) (Reading, bool) {
	switch {
	case line.Mark:
		if s.end != nil && s.end.enough() {
			return s.end.settle(), true
		}
		return Reading{}, false
	case s.end != nil && s.end.ignores(line.Data):
		return Reading{}, false
	case !s.w.readCodex(trim(line.Data), &s.rec):
		s.garbled = true
		return Reading{}, false
	}
	s.parsed = true
	if !s.rec.envelope {
		return Reading{}, false // the format of 2025 without envelopes: row 11
	}
	return s.step(line)
}

// hidden is row 0: the thread belongs to another one.
func (s *codexScan) hidden(head []byte) bool {
	if len(head) == 0 || !s.w.readCodex(trim(head), &s.rec) || string(s.rec.typ) != "session_meta" {
		return false
	}
	return s.rec.payload.hiddenThread()
}

func (p *codexPayload) hiddenThread() bool {
	switch string(p.threadSrc) {
	case "subagent", "memory_consolidation", "guardian_review":
		return true
	}
	switch string(p.source) {
	case "subagent", "internal":
		return true
	}
	return p.sourceHidden || len(p.parentThread) > 0
}

// step takes the current record into account and returns the reading when it
// is certain.
func (s *codexScan) step(line tail.Line) (Reading, bool) {
	kind, row := s.classifyRecord()
	if s.end != nil {
		return s.end.above(s, kind, row)
	}
	switch kind {
	case kindStart, kindUser:
		return s.opened(line, row), true
	case kindOutput, kindShell, kindCompaction:
		if row == "X8" {
			s.noteOutput(line)
		}
	case kindRolledBack:
		s.rolled = true
	case kindAbort:
		return s.aborted(line)
	case kindEnd:
		return s.ended(line)
	}
	return Reading{}, false
}

func (s *codexScan) reading(line tail.Line, row string, e Event, done bool) Reading {
	r, p := &s.rec, &s.rec.payload
	return Reading{
		TurnStatus: TurnStatus{
			IsDone:       done,
			Key:          keyOf(line.Data, r.uuid, r.id, p.turnID, p.nested.id, p.id, p.itemID, p.callID),
			ActivityDate: s.semanticTime(row),
		},
		Event:  e,
		Detail: Detail{Row: row, Offset: line.Offset},
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
	if !own.IsZero() && (at.IsZero() || at.Sub(own) > restamp) {
		return own
	}
	return at
}

// noteOutput remembers the newest output and whether a question is open.
func (s *codexScan) noteOutput(line tail.Line) {
	p := &s.rec.payload
	if s.output == nil {
		o := s.reading(line, "X8", Opened, false)
		s.output = &o
	}
	call := string(p.callID)
	switch string(p.typ) {
	case "function_call_output", "custom_tool_call_output":
		if s.answered == nil {
			s.answered = map[string]bool{}
		}
		s.answered[call] = true
		// Above its call: written in another order.
		s.asked = slices.DeleteFunc(s.asked, func(a openAsk) bool { return a.id == call })
	case "function_call", "custom_tool_call":
		if string(p.name) == "request_user_input" && !s.answered[call] && len(s.asked) < maxAsks {
			q := openAsk{id: call, reading: s.reading(line, "X9", Question, true)}
			q.reading.Detail.Text = firstQuestion(p.arguments)
			s.asked = append(s.asked, q)
		}
	}
}

// opened is rows 1, 2, 3 and 7, refreshed by the outputs below (row 8), or the
// question below (row 9).
func (s *codexScan) opened(line tail.Line, row string) Reading {
	if len(s.asked) > 0 {
		return s.asked[0].reading
	}
	r := s.reading(line, row, Opened, false)
	switch string(s.rec.payload.trigger) {
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
func (s *codexScan) aborted(line tail.Line) (Reading, bool) {
	switch reason := string(s.rec.payload.reason); {
	case reason == "replaced":
		return Reading{}, false
	case reason == "budget_limited" && s.rolled:
		return interrupted(s.reading(line, "X6c", Limit, false), "X4b"), true
	case reason == "budget_limited":
		s.end = &codexEnd{reading: s.reading(line, "X6c", Limit, false), wantUsage: true}
		return Reading{}, false
	}
	return s.reading(line, "X6", Interrupted, false), true
}

// firstQuestion reads the text of the first question in a call's arguments,
// which are JSON inside a string.
func firstQuestion(arguments []byte) string {
	var w walker
	var question []byte
	if !w.start(decode(arguments)) {
		return ""
	}
	for name, ok := w.member(); ok; name, ok = w.member() {
		if string(name) == "questions" {
			question = w.firstQuestion()
		} else {
			w.skip()
		}
	}
	return string(question)
}
