package classify

import (
	"bytes"
	"sync"
	"time"

	"agentisland/internal/tail"
)

// claudeScan is the state of one reading of a Claude transcript, newest record
// first. Rows are those of the contract's Claude table.
type claudeScan struct {
	w       walker
	rec     claudeRecord
	parsed  bool      // a record was found
	garbled bool      // a line was found that is none
	ended   bool      // a turn_duration stands further down
	endedAt time.Time // its time
	pending bool      // the newest of them counts background work

	retries   []Reading // row 13: retries that wait for what stands above them
	answered  []string  // row 6: calls answered by records that decide nothing
	asked     []openAsk // row 6: questions that wait for the rest of the window
	otherwise Reading   // what it is when all of them were answered
}

// openAsk is a question without an answer so far.
type openAsk struct {
	id      string
	reading Reading
}

var claudeScans = sync.Pool{New: func() any { return new(claudeScan) }}

// release makes the scan ready for another transcript.
func (s *claudeScan) release() {
	s.w.release()
	s.rec.reset()
	*s = claudeScan{w: s.w, rec: s.rec, asked: s.asked[:0], retries: s.retries[:0], answered: s.answered[:0]}
	claudeScans.Put(s)
}

// Claude reads a Claude Code transcript. lines yields its lines, newest first,
// and is stopped at the first record that decides.
func Claude(lines Lines) Reading {
	s := claudeScans.Get().(*claudeScan)
	defer s.release()
	for line := range lines {
		if r, done := s.line(line); done {
			return r
		}
	}
	switch {
	case len(s.asked) > 0:
		return s.settle(s.asked[0].reading)
	case len(s.retries) > 0:
		return s.retries[0]
	}
	return Reading{Event: None, Detail: Detail{Row: "C15", Garbled: s.garbled && !s.parsed}}
}

// line takes the next older line into account and returns the reading when it
// is certain.
func (s *claudeScan) line(line tail.Line) (Reading, bool) {
	switch {
	case line.Mark && len(s.asked) > 0: // no answer in the window
		return s.settle(s.asked[0].reading), true
	case line.Mark:
		return Reading{}, false
	case len(s.asked) > 0:
		return s.findAnswer(line)
	case !s.w.readClaude(trim(line.Data), line.Elided, &s.rec):
		s.garbled = true
		return Reading{}, false // row 1
	}
	s.parsed = true
	if s.rec.sidechain { // row 2
		s.noteAnswers()
		return Reading{}, false
	}
	r, ok := s.decide(line)
	switch {
	case !ok || r.Event == Retrying:
		return Reading{}, false
	case len(s.asked) > 0 && s.asked[0].id != "":
		return Reading{}, false
	}
	return s.settle(r), true
}

// settle decides between r and the retries that stand below it: the newest that
// was not flushed late (row 13).
func (s *claudeScan) settle(r Reading) Reading {
	closing := !r.Event.Open() || r.IsDone
	for _, t := range s.retries {
		at := t.ActivityDate
		if !closing || at.IsZero() || !at.Before(r.ActivityDate) {
			return t
		}
	}
	return r
}

// decide returns the reading of the current record, or false when its row says
// skip.
func (s *claudeScan) decide(line tail.Line) (Reading, bool) {
	switch string(s.rec.typ) {
	case "assistant":
		return s.assistant(line), true
	case "user":
		return s.user(line)
	case "system":
		return s.system(line)
	}
	return Reading{}, false // row 14
}

// reading makes the reading of the current record.
func (s *claudeScan) reading(line tail.Line, row string, e Event, done bool) Reading {
	r := &s.rec
	return Reading{
		TurnStatus: TurnStatus{IsDone: done, Key: keyOf(line.Data, r.uuid, r.id), ActivityDate: parseTime(r.timestamp)},
		Event:      e,
		Detail: Detail{
			Row: row, Offset: line.Offset,
			MessageID: string(cutText(r.message.id)), Text: string(r.message.text),
		},
	}
}

// keyOf is the first identifier that is there, else one made of the line.
func keyOf(line []byte, ids ...[]byte) string {
	for _, id := range ids {
		if len(id) > 0 {
			return string(cutText(id))
		}
	}
	return fallbackKey(line)
}

// synthetic is the model of records that Claude Code writes itself.
const synthetic = "<synthetic>"

// limitText begins the usage limit of versions that wrote no error field.
const limitText = "Claude AI usage limit reached"

func (s *claudeScan) assistant(line tail.Line) Reading {
	r, m := &s.rec, &s.rec.message
	own := string(m.model) == synthetic
	switch {
	case r.errFlag:
		return s.failure(line, "C3")
	case !r.errFlagSet && own && (hasPrefix(m.text, limitText) || hasPrefix(m.text, "API Error")):
		return s.failure(line, "C3b")
	case r.abortedMid, own && string(m.stopReason) == "stop_sequence":
		return s.reading(line, "C4", Interrupted, false)
	}
	switch string(m.stopReason) {
	case "end_turn", "stop_sequence", "stop":
		if s.ended && s.pending {
			return s.reading(line, "C5b", Background, false)
		}
		return s.reading(line, "C5", Completed, true)
	}
	if s.asks(line) {
		s.otherwise = s.output(line)
		return s.asked[0].reading
	}
	return s.output(line)
}

// failure is row 3: an error, a usage limit or refused credentials.
func (s *claudeScan) failure(line tail.Line, row string) Reading {
	r := &s.rec
	event := APIError
	switch {
	case r.isLimit():
		event = Limit
	case string(r.errKind) == "authentication_failed" || r.status == 401 || r.status == 403:
		event = Auth
	}
	f := s.reading(line, row, event, false)
	if event == Limit {
		f.Detail.Reset = r.resetTime()
	}
	return f
}

// output is row 7, or 7b when a turn_duration below proves that the turn ended.
func (s *claudeScan) output(line tail.Line) Reading {
	stop := string(s.rec.message.stopReason)
	if stop == "tool_use" || !s.ended || s.pending {
		return s.reading(line, "C7", Output, false)
	}
	switch stop {
	case "max_tokens", "refusal", "model_context_window_exceeded":
		return s.reading(line, "C7b", CutOff, true)
	}
	return s.reading(line, "C7b", Completed, true)
}

func (s *claudeScan) user(line tail.Line) (Reading, bool) {
	r := &s.rec
	switch {
	case r.message.results > 0: // row 8
		if s.ended && !s.pending {
			return s.proven(line), true
		}
		return s.reading(line, "C8", Output, false), true
	case hasPrefix(r.message.text, "[Request interrupted by user"):
		return s.reading(line, "C9", Interrupted, false), true
	case r.compactSummary || r.transcriptOnly:
		return Reading{}, false // row 10
	case r.isLocal():
		return Reading{}, false // row 11
	}
	if s.ended && !s.pending {
		return s.proven(line), true
	}
	o := s.reading(line, "C12", Opened, false)
	o.Detail.Machine = r.byMachine()
	return o, true
}

// proven is row 7c: a turn_duration below proves that the turn ended, although
// the answer left no closing record.
func (s *claudeScan) proven(line tail.Line) Reading {
	p := s.reading(line, "C7c", Completed, true)
	p.Detail.Proven, p.Detail.Ended = true, s.endedAt
	p.Detail.Text = ""
	return p
}

func (s *claudeScan) system(line tail.Line) (Reading, bool) {
	r := &s.rec
	switch string(r.subtype) {
	case "turn_duration":
		if !s.ended { // the newest one counts
			s.ended, s.pending = true, r.agents+r.flows > 0
			s.endedAt = parseTime(r.timestamp)
		}
	case "api_error":
		t := s.reading(line, "C13", Retrying, false)
		t.Detail.Attempt, t.Detail.Attempts = int(min(max(r.attempt, 0), 1e6)), int(min(max(r.max, 0), 1e6))
		// Further up, only one with a later time can matter, or with none.
		at, n := t.ActivityDate, len(s.retries)
		if n == 0 || n < maxRetries && (at.IsZero() || at.After(s.retries[n-1].ActivityDate)) {
			s.retries = append(s.retries, t)
		}
		return t, true
	}
	return Reading{}, false
}

// isLocal reports whether a user record is nothing but the echo of a local
// command (row 11).
func (r *claudeRecord) isLocal() bool {
	m := &r.message
	if m.other {
		return false
	}
	text := bytes.TrimSpace(m.text)
	if hasPrefix(text, "Caveat:") || r.meta && hasPrefix(text, "## Context Usage") {
		return true
	}
	return m.markup > 0 && m.plain == 0
}
