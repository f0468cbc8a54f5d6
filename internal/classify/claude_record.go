package classify

import (
	"bytes"
	"time"
)

// claudeRecord is what the truth table asks of one line of a Claude Code
// transcript. Its byte slices are as valid as the line.
type claudeRecord struct {
	typ, subtype   []byte
	uuid, id       []byte
	timestamp      []byte
	sidechain      bool
	meta           bool
	compactSummary bool
	transcriptOnly bool
	abortedMid     bool
	errFlag        bool // isApiErrorMessage is true
	errFlagSet     bool // isApiErrorMessage is written at all
	errKind        []byte
	apiError       []byte
	status         float64
	hasStatus      bool
	quota          bool
	resetsAt       float64
	agents, flows  float64 // what a turn_duration says is still at work
	attempt, max   float64
	originKind     []byte
	turnOrigin     []byte
	message        claudeMessage
}

// claudeMessage is the model's side of a record, or the user's.
type claudeMessage struct {
	id, model  []byte
	stopReason []byte
	text       []byte // beginning of all text, the blocks joined by a newline
	texts      int
	markup     int  // texts that are markup of local commands
	plain      int  // texts that are not, nor blank
	other      bool // a block that is neither text nor a tool's: an image, a document
	results    int  // tool_result blocks
	answers    [][]byte
	asks       []ask
}

// ask is a tool call that asks the user something.
type ask struct {
	id, question []byte
	plan         bool // ExitPlanMode, not AskUserQuestion
}

// Bounds of what one record can make us keep; real records have one of each.
const (
	maxAsks    = 16
	maxAnswers = 256
)

// maxRetries bounds the retries that wait for the record above them.
const maxRetries = 64

// reset forgets the record but not its memory.
func (r *claudeRecord) reset() {
	m := claudeMessage{answers: r.message.answers[:0], asks: r.message.asks[:0]}
	*r = claudeRecord{message: m}
}

// readClaude parses one line; false means it is no record. In an elided line
// strings may have been cut.
func (w *walker) readClaude(line []byte, elided bool, r *claudeRecord) bool {
	r.reset()
	if !w.start(line) {
		return false
	}
	for name, ok := w.member(); ok; name, ok = w.member() {
		switch string(name) {
		case "type":
			r.typ = w.str()
		case "subtype":
			r.subtype = w.str()
		case "uuid":
			r.uuid = w.str()
		case "id":
			r.id = w.str()
		case "timestamp":
			r.timestamp = w.str()
		case "isSidechain":
			r.sidechain = w.yes()
		case "isMeta":
			r.meta = w.yes()
		case "isCompactSummary":
			r.compactSummary = w.yes()
		case "isVisibleInTranscriptOnly":
			r.transcriptOnly = w.yes()
		case "isAbortedMidStream":
			r.abortedMid = w.yes()
		case "message":
			w.message(&r.message, elided)
		default:
			w.claudeDetail(name, r)
		}
	}
	return w.finish()
}

// claudeDetail reads the members that only some records have.
func (w *walker) claudeDetail(name []byte, r *claudeRecord) {
	switch string(name) {
	case "isApiErrorMessage":
		r.errFlag, r.errFlagSet = w.boolean()
	case "error":
		r.errKind = w.str()
	case "apiError":
		r.apiError = w.str()
	case "apiErrorStatus":
		r.hasStatus = w.kind() != 'n'
		r.status = w.number()
	case "quotaLimits":
		r.quota = w.kind() == '{'
		r.resetsAt = w.resetsAt()
	case "pendingBackgroundAgentCount":
		r.agents = max(w.number(), 0)
	case "pendingWorkflowCount":
		r.flows = max(w.number(), 0)
	case "retryAttempt":
		r.attempt = w.number()
	case "maxRetries":
		r.max = w.number()
	case "turnOrigin":
		r.turnOrigin = w.str()
	case "origin":
		r.originKind = w.strOf("kind")
	default:
		w.skip()
	}
}

// resetsAt reads when a limit ends from the object that comes next, in seconds
// since 1970.
func (w *walker) resetsAt() (at float64) {
	if !w.object() {
		return 0
	}
	for name, ok := w.member(); ok; name, ok = w.member() {
		switch {
		case string(name) != "resetsAt":
			w.skip()
		case w.kind() == '"': // never seen, but a date would be the natural change
			at = 0
			if t := parseTime(w.str()); !t.IsZero() {
				at = float64(t.Unix())
			}
		default:
			at = w.number()
		}
	}
	return at
}

// isLimit reports whether an error record says that a usage limit was reached
// (row 3).
func (r *claudeRecord) isLimit() bool {
	text := r.message.text
	if len(r.errKind) == 0 {
		return hasPrefix(text, limitText)
	}
	return string(r.errKind) == "rate_limit" &&
		(r.quota || string(r.apiError) == "usage_limit_reached" || !r.hasStatus ||
			hasPrefix(text, "You've hit your") || hasPrefix(text, "You're out of"))
}

// resetTime is quotaLimits.resetsAt, else the number after a bar in the text.
func (r *claudeRecord) resetTime() time.Time {
	if t := unixTime(r.resetsAt); !t.IsZero() {
		return t
	}
	_, after, _ := bytes.Cut(r.message.text, []byte("|"))
	n := 0.0
	for i := 0; i < len(after) && i < 13 && after[i] >= '0' && after[i] <= '9'; i++ {
		n = n*10 + float64(after[i]-'0')
	}
	return unixTime(n)
}

func hasPrefix(text []byte, prefix string) bool {
	return len(text) >= len(prefix) && string(text[:len(prefix)]) == prefix
}
