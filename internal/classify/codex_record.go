package classify

import "bytes"

// codexRecord is what the truth table asks of one line of a Codex rollout. Its
// byte slices are as valid as the line.
type codexRecord struct {
	typ       []byte // of the envelope
	uuid, id  []byte
	timestamp []byte
	envelope  bool // there is a payload: rollouts of 2025 have none
	payload   codexPayload
}

type codexPayload struct {
	typ                     []byte
	turnID, id, itemID      []byte
	callID                  []byte
	role, name              []byte
	reason                  []byte
	message                 []byte // last_agent_message, or an error event's text
	nullMessage             bool   // last_agent_message is written and null
	completedAt, startedAt  float64
	turn                    codexTurn // of the payload itself
	nested                  codexTurn // of its turn object, the form of the app server
	item                    codexItem
	content                 codexContent
	source                  []byte // of a command: user_shell is the user's own
	trigger                 []byte // what started the turn
	limits                  rateLimits
	arguments               []byte // a string literal
	sourceHidden            bool   // session_meta: the source is a sub-agent or internal
	parentThread, threadSrc []byte
}

// codexTurn is how a turn ended.
type codexTurn struct {
	id, status []byte
	failed     bool // there is an error
	text, info []byte
	httpStatus float64
}

type codexItem struct {
	typ, source []byte
}

// readCodex parses one line; false means it is no record.
func (w *walker) readCodex(line []byte, r *codexRecord) bool {
	*r = codexRecord{}
	if !w.start(line) {
		return false
	}
	for name, ok := w.member(); ok; name, ok = w.member() {
		switch string(name) {
		case "type":
			r.typ = w.str()
		case "timestamp":
			r.timestamp = w.str()
		case "uuid":
			r.uuid = w.str()
		case "id":
			r.id = w.str()
		case "payload":
			r.payload = codexPayload{}
			r.envelope = w.kind() == '{'
			w.payload(&r.payload)
		default:
			w.skip()
		}
	}
	return w.finish()
}

func (w *walker) payload(p *codexPayload) {
	if !w.object() {
		return
	}
	for name, ok := w.member(); ok; name, ok = w.member() {
		switch string(name) {
		case "type":
			p.typ = w.str()
		case "turn_id":
			p.turnID = w.str()
		case "id":
			p.id = w.str()
		case "item_id":
			p.itemID = w.str()
		case "call_id":
			p.callID = w.str()
		case "role":
			p.role = w.str()
		case "name":
			p.name = w.str()
		case "reason":
			p.reason = w.str()
		case "message":
			p.message = decodeHead(w.literal())
		case "last_agent_message":
			p.nullMessage = w.kind() == 'n'
			p.message = decodeHead(w.literal())
		case "completed_at":
			p.completedAt = w.number()
		case "started_at":
			p.startedAt = w.number()
		case "content":
			w.codexContent(&p.content)
		case "arguments", "input":
			p.arguments = w.literal()
		default:
			w.codexDetail(name, p)
		}
	}
}

// codexDetail reads the members that only some payloads have.
func (w *walker) codexDetail(name []byte, p *codexPayload) {
	switch string(name) {
	case "status":
		p.turn.status = w.str()
	case "error":
		w.codexError(&p.turn)
	case "turn":
		w.turn(&p.nested)
	case "item":
		w.item(&p.item)
	case "parent_thread_id":
		p.parentThread = w.str()
	case "thread_source":
		p.threadSrc = w.str()
	case "source":
		w.source(p)
	case "turn_attribution":
		p.trigger = w.strOf("turn_trigger")
	case "rate_limits":
		w.rateLimits(&p.limits)
	default:
		w.skip()
	}
}

// end is how the turn ended: what the payload says, else its turn object.
func (p *codexPayload) end() codexTurn {
	t, n := p.turn, p.nested
	if len(t.status) == 0 {
		t.status = n.status
	}
	if !t.failed && n.failed {
		t.failed, t.text, t.info, t.httpStatus = true, n.text, n.info, n.httpStatus
	}
	return t
}

// turn reads the turn object of the app-server form.
func (w *walker) turn(t *codexTurn) {
	*t = codexTurn{}
	if !w.object() {
		return
	}
	for name, ok := w.member(); ok; name, ok = w.member() {
		switch string(name) {
		case "status":
			t.status = w.str()
		case "id":
			t.id = w.str()
		case "error":
			w.codexError(t)
		default:
			w.skip()
		}
	}
}

// source of a session_meta is a word or, for threads that are no sessions, an
// object that names what made them.
func (w *walker) source(p *codexPayload) {
	p.source, p.sourceHidden = nil, false
	if w.kind() == '"' {
		p.source = w.str()
		return
	}
	if !w.object() {
		return
	}
	for name, ok := w.member(); ok; name, ok = w.member() {
		p.sourceHidden = p.sourceHidden || string(name) == "subagent" || string(name) == "internal"
		w.skip()
	}
}

// codexError reads error{message, codex_error_info}: the info is a word, or an
// object whose only member names the error and may hold an HTTP status. The
// app server writes camelCase. A string is an error, too.
func (w *walker) codexError(t *codexTurn) {
	t.failed, t.text, t.info, t.httpStatus = false, nil, nil, 0
	switch w.kind() {
	case '{':
		t.failed = true
	case '"':
		t.text = decodeHead(w.literal())
		t.failed = len(t.text) > 0
		return
	}
	if !w.object() {
		return
	}
	for name, ok := w.member(); ok; name, ok = w.member() {
		switch string(name) {
		case "message":
			t.text = decodeHead(w.literal())
		case "codex_error_info", "codexErrorInfo":
			w.errorInfo(t)
		default:
			w.skip()
		}
	}
}

func (w *walker) errorInfo(t *codexTurn) {
	t.info, t.httpStatus = nil, 0
	if w.kind() == '"' {
		t.info = w.str()
		return
	}
	if !w.object() {
		return
	}
	for name, ok := w.member(); ok; name, ok = w.member() {
		t.info, t.httpStatus = name, 0
		if !w.object() {
			continue
		}
		for name, ok := w.member(); ok; name, ok = w.member() {
			if string(name) == "http_status_code" || string(name) == "httpStatusCode" {
				t.httpStatus = w.number()
			} else {
				w.skip()
			}
		}
	}
}

func (w *walker) item(it *codexItem) {
	*it = codexItem{}
	if !w.object() {
		return
	}
	for name, ok := w.member(); ok; name, ok = w.member() {
		switch string(name) {
		case "type":
			it.typ = w.str()
		case "source":
			it.source = w.str()
		default:
			w.skip()
		}
	}
}

// isInjected reports whether a user-role text is a fragment that Codex records
// itself (row 7b).
func isInjected(text []byte) bool {
	text = bytes.TrimSpace(text)
	if len(text) == 0 {
		return true
	}
	for _, p := range injectedPrefixes {
		if hasPrefix(text, p) {
			return true
		}
	}
	return false
}

var injectedPrefixes = [...]string{
	"# AGENTS.md instructions", "<INSTRUCTIONS>", "<user_instructions>", "<environment_context>",
	"<turn_aborted>", "<subagent_notification>", "<user_shell_command>", "<skill>",
	"<recommended_plugins>", "<user_action>", "<hook_prompt", "<codex_internal_context",
	"<agent-notification>",
}
