package classify

import (
	"strconv"
	"strings"
	"time"
)

// claudeScan is the state of one reading of a Claude transcript, newest record
// first. Rows are those of the contract's Claude table.
type claudeScan struct {
	w       walker
	rec     claudeRecord
	parsed  bool      // a record was found
	ended   bool      // a turn_duration stands further down
	endedAt time.Time // its time
	pending bool      // the newest of them counts background work
	retry   *Reading  // row 13: a retry that waits for what stands above it
}

// Claude reads a Claude Code transcript. lines yields its lines, newest first,
// and is stopped at the first record that decides.
func Claude(lines Lines) Reading {
	s := claudeScan{}
	garbled := false
	for line := range lines {
		if !s.w.readClaude(trim(line.Data), &s.rec) {
			garbled = true
			continue // row 1
		}
		s.parsed = true
		if s.rec.sidechain {
			continue // row 2
		}
		r, ok := s.decide(line.Data)
		if !ok {
			continue
		}
		r.Detail.Offset = line.Offset
		if r.Event == Retrying && s.retry == nil {
			s.retry = &r
			continue
		}
		if s.retry != nil && !s.overtaken(r) {
			return *s.retry
		}
		return r
	}
	if s.retry != nil {
		return *s.retry
	}
	return Reading{Event: None, Detail: Detail{Row: "C15", Garbled: garbled && !s.parsed}} // row 15
}

// overtaken reports whether the waiting retry was flushed late: its own time is
// before that of the closing record above it (row 13).
func (s *claudeScan) overtaken(r Reading) bool {
	closing := !r.Event.Open() || r.IsDone
	return closing && s.retry.ActivityDate.Before(r.ActivityDate)
}

// decide returns the reading of the current record, or false when its row says
// skip.
func (s *claudeScan) decide(line []byte) (Reading, bool) {
	switch s.rec.typ {
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
func (s *claudeScan) reading(line []byte, row string, e Event, done bool) Reading {
	r := &s.rec
	key := r.uuid
	if key == "" {
		key = r.id
	}
	if key == "" {
		key = fallbackKey(line)
	}
	return Reading{
		TurnStatus: TurnStatus{IsDone: done, Key: key, ActivityDate: parseTime(r.timestamp)},
		Event:      e,
		Detail:     Detail{Row: row, MessageID: r.message.id, Text: r.message.text},
	}
}

func (s *claudeScan) assistant(line []byte) Reading {
	r, m := &s.rec, &s.rec.message
	synthetic := m.model == "<synthetic>"
	switch {
	case r.errFlag:
		return s.failure(line, "C3")
	case !r.errFlagSet && synthetic && (strings.HasPrefix(m.text, limitText) || strings.HasPrefix(m.text, "API Error")):
		return s.failure(line, "C3b")
	case r.abortedMid, synthetic && m.stopReason == "stop_sequence":
		return s.reading(line, "C4", Interrupted, false)
	}
	switch m.stopReason {
	case "end_turn", "stop_sequence", "stop":
		if s.ended && s.pending {
			return s.reading(line, "C5b", Background, false)
		}
		return s.reading(line, "C5", Completed, true)
	}
	// An answer would stand further down and would have decided (row 8).
	for _, t := range m.tools {
		switch t.name {
		case "AskUserQuestion":
			q := s.reading(line, "C6", Question, true)
			if t.question != "" {
				q.Detail.Text = t.question
			}
			return q
		case "ExitPlanMode":
			return s.reading(line, "C6", Plan, true)
		}
	}
	if m.stopReason != "tool_use" && s.ended && !s.pending {
		switch m.stopReason {
		case "max_tokens", "refusal", "model_context_window_exceeded":
			return s.reading(line, "C7b", CutOff, true)
		}
		return s.reading(line, "C7b", Completed, true)
	}
	return s.reading(line, "C7", Output, false)
}

// limitText begins the usage limit of versions that wrote no error field.
const limitText = "Claude AI usage limit reached"

// failure is row 3: an error, a usage limit or refused credentials.
func (s *claudeScan) failure(line []byte, row string) Reading {
	r := &s.rec
	event := APIError
	switch {
	case r.isLimit():
		event = Limit
	case r.errKind == "authentication_failed" || r.status == 401 || r.status == 403:
		event = Auth
	}
	f := s.reading(line, row, event, false)
	if event == Limit {
		f.Detail.Reset = r.resetTime()
	}
	return f
}

func (r *claudeRecord) isLimit() bool {
	text := r.message.text
	if r.errKind == "" {
		return strings.HasPrefix(text, limitText)
	}
	return r.errKind == "rate_limit" &&
		(r.quota || r.apiError == "usage_limit_reached" || !r.hasStatus ||
			strings.HasPrefix(text, "You've hit your") || strings.HasPrefix(text, "You're out of"))
}

// resetTime is quotaLimits.resetsAt, else the number after a bar in the text.
func (r *claudeRecord) resetTime() time.Time {
	if t := unixTime(r.resetsAt); !t.IsZero() {
		return t
	}
	_, after, _ := strings.Cut(r.message.text, "|")
	end := 0
	for end < len(after) && end < 13 && after[end] >= '0' && after[end] <= '9' {
		end++
	}
	n, err := strconv.ParseInt(after[:end], 10, 64)
	if err != nil {
		return time.Time{}
	}
	return unixTime(float64(n))
}

func (s *claudeScan) user(line []byte) (Reading, bool) {
	r := &s.rec
	switch {
	case r.message.result:
		return s.answer(line), true
	case strings.HasPrefix(r.message.text, "[Request interrupted by user"):
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

// answer is row 8: a tool's result inside a turn.
func (s *claudeScan) answer(line []byte) Reading {
	if s.ended && !s.pending {
		return s.proven(line)
	}
	return s.reading(line, "C8", Output, false)
}

// proven is row 7c: a turn_duration below proves that the turn ended, although
// the answer left no closing record.
func (s *claudeScan) proven(line []byte) Reading {
	p := s.reading(line, "C7c", Completed, true)
	p.Detail.Proven, p.Detail.Ended = true, s.endedAt
	p.Detail.Text = ""
	return p
}

func (s *claudeScan) system(line []byte) (Reading, bool) {
	r := &s.rec
	switch r.subtype {
	case "turn_duration":
		if !s.ended { // the newest one counts
			s.ended, s.pending = true, r.pending > 0
			s.endedAt = parseTime(r.timestamp)
		}
	case "api_error":
		if s.retry == nil {
			t := s.reading(line, "C13", Retrying, false)
			t.Detail.Attempt, t.Detail.Attempts = int(min(r.attempt, 1e6)), int(min(r.max, 1e6))
			return t, true
		}
	}
	return Reading{}, false
}
