package classify

import "strings"

// claudeRecord is what the truth table asks of one line of a Claude Code
// transcript.
type claudeRecord struct {
	typ, subtype   string
	uuid, id       string
	timestamp      string
	sidechain      bool
	meta           bool
	compactSummary bool
	transcriptOnly bool
	abortedMid     bool
	errFlag        bool // isApiErrorMessage is true
	errFlagSet     bool // isApiErrorMessage is written at all
	errKind        string
	apiError       string
	status         float64
	hasStatus      bool
	quota          bool
	resetsAt       float64
	pending        float64 // background agents and workflows of a turn_duration
	attempt, max   float64
	originKind     string
	turnOrigin     string
	message        claudeMessage
}

// claudeMessage is the model's side of a record.
type claudeMessage struct {
	id, model  string
	stopReason string
	text       string // beginning of all text, the blocks joined by a newline
	texts      int
	other      bool // a block that is neither text nor a tool's: an image, a document
	result     bool // a tool_result block
	tools      []toolUse
}

type toolUse struct{ name, question string }

// maxTools bounds what one record can make us keep; real records have one.
const maxTools = 64

func (m *claudeMessage) addText(s string) {
	m.texts++
	if m.texts > 1 {
		s = "\n" + s
	}
	if room := keepText - len(m.text); room > 0 {
		m.text += cutUTF8(s[:min(len(s), room)])
	}
}

// readClaude parses one line; false means it is no record.
func (w *walker) readClaude(line []byte, r *claudeRecord) bool {
	*r = claudeRecord{}
	return w.record(line, func(name string) error {
		switch name {
		case "type":
			return w.str(&r.typ)
		case "subtype":
			return w.str(&r.subtype)
		case "uuid":
			return w.str(&r.uuid)
		case "id":
			return w.str(&r.id)
		case "timestamp":
			return w.str(&r.timestamp)
		case "isSidechain":
			return w.boolean(&r.sidechain, nil)
		case "isMeta":
			return w.boolean(&r.meta, nil)
		case "isCompactSummary":
			return w.boolean(&r.compactSummary, nil)
		case "isVisibleInTranscriptOnly":
			return w.boolean(&r.transcriptOnly, nil)
		case "isAbortedMidStream":
			return w.boolean(&r.abortedMid, nil)
		case "isApiErrorMessage":
			return w.boolean(&r.errFlag, &r.errFlagSet)
		case "error":
			return w.str(&r.errKind)
		case "apiError":
			return w.str(&r.apiError)
		case "apiErrorStatus":
			r.hasStatus = w.kind() != 'n'
			_, err := w.number(&r.status)
			return err
		case "quotaLimits":
			return w.quotaLimits(r)
		case "pendingBackgroundAgentCount", "pendingWorkflowCount":
			var n float64
			_, err := w.number(&n)
			r.pending += max(n, 0)
			return err
		case "retryAttempt":
			_, err := w.number(&r.attempt)
			return err
		case "maxRetries":
			_, err := w.number(&r.max)
			return err
		case "origin":
			r.originKind = ""
			return w.object(func(name string) error {
				if name == "kind" {
					return w.str(&r.originKind)
				}
				return w.skip()
			})
		case "turnOrigin":
			return w.str(&r.turnOrigin)
		case "message":
			r.message = claudeMessage{}
			return w.message(&r.message)
		}
		return w.skip()
	}) == nil
}

func (w *walker) quotaLimits(r *claudeRecord) error {
	r.quota = w.kind() == '{'
	r.resetsAt = 0
	return w.object(func(name string) error {
		if name != "resetsAt" {
			return w.skip()
		}
		if w.kind() == '"' { // never seen, but a date would be the natural change
			var s string
			err := w.str(&s)
			if t := parseTime(s); !t.IsZero() {
				r.resetsAt = float64(t.Unix())
			}
			return err
		}
		_, err := w.number(&r.resetsAt)
		return err
	})
}

func (w *walker) message(m *claudeMessage) error {
	return w.object(func(name string) error {
		switch name {
		case "id":
			return w.str(&m.id)
		case "model":
			return w.str(&m.model)
		case "stop_reason":
			return w.str(&m.stopReason)
		case "content":
			m.text, m.texts, m.other, m.result, m.tools = "", 0, false, false, nil
			if w.kind() == '"' {
				var s string
				err := w.str(&s)
				m.addText(s)
				return err
			}
			return w.array(func() error { return w.block(m) })
		}
		return w.skip()
	})
}

func (w *walker) block(m *claudeMessage) error {
	if w.kind() == '"' {
		var s string
		err := w.str(&s)
		m.addText(s)
		return err
	}
	var typ, text, name, question string
	err := w.object(func(member string) error {
		switch member {
		case "type":
			return w.str(&typ)
		case "text":
			return w.str(&text)
		case "name":
			return w.str(&name)
		case "input":
			return w.toolInput(&question)
		}
		return w.skip()
	})
	switch typ {
	case "text":
		m.addText(text)
	case "tool_result":
		m.result = true
	case "tool_use":
		if len(m.tools) < maxTools {
			m.tools = append(m.tools, toolUse{name: name, question: question})
		}
	case "thinking", "redacted_thinking", "":
	default:
		m.other = true
	}
	return err
}

// toolInput keeps the first question of an AskUserQuestion for people to read.
func (w *walker) toolInput(question *string) error {
	return w.object(func(name string) error {
		if name != "questions" {
			return w.skip()
		}
		return w.toolQuestions(question)
	})
}

// toolQuestions keeps the first question of the array that comes next.
func (w *walker) toolQuestions(question *string) error {
	return w.array(func() error {
		return w.object(func(name string) error {
			if name != "question" || *question != "" {
				return w.skip()
			}
			return w.str(question)
		})
	})
}

// localTags are the tags of local commands (row 11): nothing answers them.
var localTags = [...]string{
	"command-name", "command-message", "command-args",
	"local-command-stdout", "local-command-stderr", "local-command-caveat",
	"bash-input", "bash-stdout", "bash-stderr", "system-reminder", "user-memory-input",
}

// isLocal reports whether a user record is nothing but the echo of a local
// command (row 11).
func (r *claudeRecord) isLocal() bool {
	if r.message.other {
		return false
	}
	text := strings.TrimSpace(r.message.text)
	if strings.HasPrefix(text, "Caveat:") || r.meta && strings.HasPrefix(text, "## Context Usage") {
		return true
	}
	if text == "" {
		return false
	}
	for text != "" {
		rest, ok := cutTag(text)
		if !ok {
			return false
		}
		text = strings.TrimSpace(rest)
	}
	return true
}

// cutTag removes one element of a local command from the beginning of text. A
// text that was cut short ends the element.
func cutTag(text string) (rest string, ok bool) {
	for _, tag := range localTags {
		body, found := strings.CutPrefix(text, "<"+tag+">")
		if !found {
			continue
		}
		if _, rest, found = strings.Cut(body, "</"+tag+">"); found {
			return rest, true
		}
		return "", len(text) > keepText-8
	}
	return text, false
}

// machineTexts begin user records that the tool wrote to itself.
var machineTexts = [...]string{
	"<task-notification>", "<bash-notification>", "<teammate-message", "<cross-session-message",
	"Stop hook feedback:", "[Your previous response had no visible output", "Output token limit hit",
}

// byMachine reports whether an opening was made without a person: a task
// notification, a schedule, a continuation, a hook, a goal, another agent.
func (r *claudeRecord) byMachine() bool {
	switch r.turnOrigin {
	case "":
	case "human", "sdk":
		return false
	default:
		return true
	}
	if r.originKind != "" {
		return r.originKind != "human"
	}
	for _, p := range machineTexts {
		if strings.HasPrefix(r.message.text, p) {
			return true
		}
	}
	// Expansions of a person's slash command are isMeta, too.
	return r.meta && !strings.HasPrefix(r.message.text, "Base directory for this skill")
}
