package classify

import (
	"strings"
	"time"
)

// codexRecord is what the truth table asks of one line of a Codex rollout.
type codexRecord struct {
	typ       string // of the envelope
	timestamp string
	envelope  bool // there is a payload: rollouts of 2025 have none
	payload   codexPayload
}

type codexPayload struct {
	typ                     string
	turnID, id, itemID      string
	callID                  string
	role, name              string
	reason, status          string
	message                 string // last_agent_message, or an error event's text
	nullMessage             bool   // last_agent_message is written and null
	completedAt, startedAt  float64
	failed                  bool // an error object
	errText, errInfo        string
	errStatus               float64
	item                    codexItem
	text                    string // beginning of all content texts
	texts                   int
	injected                bool // every content text is a fragment that Codex injects
	image                   bool
	plan                    bool   // a content text holds <proposed_plan>
	source                  string // of a command: user_shell is the user's own
	trigger                 string // what started the turn
	limits                  rateLimits
	hasLimits               bool
	arguments               string
	sourceHidden            bool // session_meta: the source is a sub-agent or internal
	parentThread, threadSrc string
}

type codexItem struct {
	typ, id, source string
}

// rateLimits is the newest usage report of a rollout.
type rateLimits struct {
	exhausted bool
	reset     time.Time // latest reset of the exhausted windows
}

// injectedPrefixes begin the user-role fragments that Codex records itself
// (row 7b).
var injectedPrefixes = [...]string{
	"# AGENTS.md instructions", "<INSTRUCTIONS>", "<user_instructions>", "<environment_context>",
	"<turn_aborted>", "<subagent_notification>", "<user_shell_command>", "<skill>",
	"<recommended_plugins>", "<user_action>", "<hook_prompt", "<codex_internal_context",
	"<agent-notification>",
}

func isInjected(text string) bool {
	text = strings.TrimSpace(text)
	if text == "" {
		return true
	}
	for _, p := range injectedPrefixes {
		if strings.HasPrefix(text, p) {
			return true
		}
	}
	return false
}

// readCodex parses one line; false means it is no record.
func (w *walker) readCodex(line []byte, r *codexRecord) bool {
	*r = codexRecord{}
	return w.record(line, func(name string) error {
		switch name {
		case "type":
			return w.str(&r.typ)
		case "timestamp":
			return w.str(&r.timestamp)
		case "payload":
			r.payload = codexPayload{}
			r.envelope = w.kind() == '{'
			return w.payload(&r.payload)
		}
		return w.skip()
	}) == nil
}

func (w *walker) payload(p *codexPayload) error {
	return w.object(func(name string) error {
		switch name {
		case "type":
			return w.str(&p.typ)
		case "turn_id":
			return w.str(&p.turnID)
		case "id":
			return w.str(&p.id)
		case "item_id":
			return w.str(&p.itemID)
		case "call_id":
			return w.str(&p.callID)
		case "role":
			return w.str(&p.role)
		case "name":
			return w.str(&p.name)
		case "reason":
			return w.str(&p.reason)
		case "status":
			return w.str(&p.status)
		case "message":
			return w.str(&p.message)
		case "last_agent_message":
			p.nullMessage = w.kind() == 'n'
			return w.str(&p.message)
		case "completed_at":
			_, err := w.number(&p.completedAt)
			return err
		case "started_at":
			_, err := w.number(&p.startedAt)
			return err
		case "error":
			return w.codexError(p)
		case "item":
			p.item = codexItem{}
			return w.item(p)
		case "content":
			return w.content(p)
		case "arguments", "input":
			return w.str(&p.arguments)
		case "parent_thread_id":
			return w.str(&p.parentThread)
		case "thread_source":
			return w.str(&p.threadSrc)
		case "source":
			return w.source(p)
		case "turn":
			return w.turn(p)
		case "turn_attribution":
			return w.object(func(name string) error {
				if name == "turn_trigger" {
					return w.str(&p.trigger)
				}
				return w.skip()
			})
		case "rate_limits":
			p.hasLimits = w.kind() == '{'
			p.limits = rateLimits{}
			return w.rateLimits(&p.limits)
		}
		return w.skip()
	})
}

// turn reads the turn object of the app-server form, which carries the status.
func (w *walker) turn(p *codexPayload) error {
	return w.object(func(name string) error {
		switch name {
		case "status":
			return w.str(&p.status)
		case "id":
			return w.str(&p.turnID)
		case "error":
			return w.codexError(p)
		}
		return w.skip()
	})
}

// source of a session_meta is a word or, for threads that are no sessions, an
// object that names what made them.
func (w *walker) source(p *codexPayload) error {
	if w.kind() == '"' {
		return w.str(&p.source)
	}
	return w.object(func(name string) error {
		if name == "subagent" || name == "internal" {
			p.sourceHidden = true
		}
		return w.skip()
	})
}

// codexError reads error{message, codex_error_info}: the info is a word, or an
// object whose only member names the error and may hold an http status.
func (w *walker) codexError(p *codexPayload) error {
	p.failed, p.errText, p.errInfo, p.errStatus = w.kind() == '{', "", "", 0
	return w.object(func(name string) error {
		switch name {
		case "message":
			return w.str(&p.errText)
		case "codex_error_info", "codexErrorInfo":
			if w.kind() == '"' {
				return w.str(&p.errInfo)
			}
			return w.object(func(name string) error {
				p.errInfo = name
				return w.object(func(name string) error {
					if name == "http_status_code" || name == "httpStatusCode" {
						_, err := w.number(&p.errStatus)
						return err
					}
					return w.skip()
				})
			})
		}
		return w.skip()
	})
}

func (w *walker) item(p *codexPayload) error {
	return w.object(func(name string) error {
		switch name {
		case "type":
			return w.str(&p.item.typ)
		case "id":
			return w.str(&p.item.id)
		case "source":
			return w.str(&p.item.source)
		}
		return w.skip()
	})
}

const planTag = "<proposed_plan>"

// content reads the texts and images of a message.
func (w *walker) content(p *codexPayload) error {
	p.text, p.texts, p.injected, p.image, p.plan = "", 0, true, false, false
	add := func(raw []byte) {
		s := unquote(raw)
		p.plan = p.plan || strings.Contains(string(raw), planTag)
		p.injected = p.injected && isInjected(s)
		p.texts++
		if len(p.text) < keepText {
			p.text += s
		}
	}
	if w.kind() == '"' {
		raw, err := w.dec.ReadValue()
		if err == nil {
			add(raw)
		}
		return err
	}
	return w.array(func() error {
		var typ string
		return w.object(func(name string) error {
			switch name {
			case "type":
				err := w.str(&typ)
				p.image = p.image || strings.Contains(typ, "image")
				return err
			case "text":
				if w.kind() != '"' {
					return w.skip()
				}
				raw, err := w.dec.ReadValue()
				if err == nil {
					add(raw)
				}
				return err
			}
			return w.skip()
		})
	})
}

// rateLimits reads the windows of a usage report. A window is exhausted at
// 100 %; resets_in_seconds is the form of October 2025, relative to the line.
func (w *walker) rateLimits(l *rateLimits) error {
	return w.object(func(name string) error {
		if name != "primary" && name != "secondary" {
			return w.skip()
		}
		var used, resets float64
		err := w.object(func(name string) error {
			switch name {
			case "used_percent":
				_, err := w.number(&used)
				return err
			case "resets_at":
				_, err := w.number(&resets)
				return err
			}
			return w.skip()
		})
		if used >= 100 {
			l.exhausted = true
			if t := unixTime(resets); t.After(l.reset) {
				l.reset = t
			}
		}
		return err
	})
}
