package daysim

import (
	"fmt"
	"strings"
	"time"
)

// rollout is a version of Codex, as far as its files differ.
type rollout struct {
	version   string
	source    string
	paginated bool // user messages are items, forks point to their parent
	errorInfo bool // a failed end says why
	copies    bool // forks copy the parent's lines with new times
}

var rollouts = map[string]rollout{
	"0.171.0": {version: "0.171.0", source: "vscode", paginated: true, errorInfo: true},
	"0.147.0": {version: "0.147.0", source: "cli", paginated: true, errorInfo: true},
	"0.130.0": {version: "0.130.0", source: "cli", copies: true},
	"exec":    {version: "0.171.0", source: "exec", paginated: true, errorInfo: true},
}

// codex is a window with Codex.
type codex struct {
	*actor
	rollout
	turn    string
	ordinal int
	began   time.Time
	opened  bool // the file has its header
}

func newCodex(a *actor, name string) *codex {
	c := &codex{actor: a, rollout: rollouts[name]}
	c.newThread()
	return c
}

// newThread gives the window another thread. Its file comes with the first line.
func (c *codex) newThread() {
	c.id = c.uuid()
	c.path = c.rolloutPath(c.id)
	c.own(c.path, c.id)
	c.content[c.path] = &strings.Builder{}
	c.ordinal, c.opened = 0, false
}

func (c *codex) rolloutPath(name string) string {
	return fmt.Sprintf(".codex/sessions/%s/rollout-%s-%s.jsonl", c.now.Format("2006/01/02"), c.now.Format("2006-01-02T15-04-05"), name)
}

// record is one line: an envelope around a payload.
func (c *codex) record(typ string, payload obj) string {
	o := obj{"timestamp": c.stamp(), "type": typ, "payload": payload}
	if c.paginated {
		o["ordinal"] = c.ordinal
		c.ordinal++
	}
	return line(o)
}

func (c *codex) event(typ string, more obj) string {
	p := obj{"type": typ}
	for k, v := range more {
		p[k] = v
	}
	return c.record("event_msg", p)
}

func (c *codex) item(typ string, more obj) string {
	p := obj{"type": typ}
	for k, v := range more {
		p[k] = v
	}
	return c.record("response_item", p)
}

func (c *codex) itemCompleted(item obj) string {
	return c.event("item_completed", obj{"thread_id": c.id, "turn_id": c.turn, "item": item})
}

func (c *codex) message(role, s string) string {
	typ := "output_text"
	if role == "user" {
		typ = "input_text"
	}
	return c.item("message", obj{"role": role, "content": []obj{{"type": typ, "text": s}}})
}

// meta is the header of a thread's file.
func (c *codex) meta(id string, more obj) string {
	mode := "legacy"
	if c.paginated {
		mode = "paginated"
	}
	p := obj{
		"id": id, "session_id": id, "timestamp": c.now.Format(time.RFC3339), "cwd": c.cwd, "originator": "codex-tui",
		"cli_version": c.version, "source": c.source, "thread_source": "user", "history_mode": mode,
		"base_instructions": obj{"text": strings.Repeat("You are a coding agent. ", 40)}, "git": obj{"branch": "main"},
	}
	if c.source == "exec" {
		p["originator"] = "codex_exec"
	}
	for k, v := range more {
		p[k] = v
	}
	return c.record("session_meta", p)
}

// start opens a turn; s is what the person typed.
func (c *codex) start(trigger, s string) []string {
	var lines []string
	if !c.opened {
		lines = append(lines, c.meta(c.id, nil))
		c.opened = true
	}
	c.turn, c.began = c.uuid(), c.now
	return append(lines, c.opening(trigger, s)...)
}

func (c *codex) opening(trigger, s string) []string {
	started := obj{"turn_id": c.turn, "started_at": c.now.Unix(), "model_context_window": 258400}
	if c.version == "0.171.0" {
		started["turn_attribution"] = obj{"turn_trigger": trigger}
	}
	lines := []string{
		c.event("task_started", started),
		c.message("user", "<environment_context>\n  <cwd>"+c.cwd+"</cwd>\n</environment_context>"),
		c.record("turn_context", obj{"turn_id": c.turn, "cwd": c.cwd, "model": "gpt-6", "approval_policy": "on-request"}),
	}
	if s == "" {
		return lines
	}
	return append(append(lines, c.message("user", s)), c.userEvent(s))
}

// userEvent is how the version notes a user's message.
func (c *codex) userEvent(s string) string {
	if c.paginated {
		return c.itemCompleted(obj{"type": "UserMessage", "id": c.uuid(), "content": []obj{text(s)}})
	}
	return c.event("user_message", obj{"message": s, "images": []any{}})
}

// prompt is the person typing.
func (c *codex) prompt(kind string) { c.promptOf(kind, false) }

func (c *codex) promptOf(kind string, known bool) {
	c.answered()
	c.tellOf(c.id, kind, known)
	c.append(c.start("user", "please go on with the "+kind+" part")...)
}

// usage is a report of the rate limits.
func (c *codex) usage(percent float64, reset time.Time) string {
	return c.event("token_count", obj{
		"info":        obj{"total_token_usage": obj{"total_tokens": 9300}},
		"rate_limits": obj{"primary": obj{"used_percent": percent, "window_minutes": 300, "resets_at": reset.Unix()}, "secondary": nil},
	})
}

// complete ends a turn. message may be nil.
func (c *codex) complete(message any, failure obj) string {
	p := obj{
		"turn_id": c.turn, "last_agent_message": message, "started_at": c.began.Unix(), "completed_at": c.now.Unix(),
		"duration_ms": c.now.Sub(c.began).Milliseconds(),
	}
	if failure != nil {
		p["error"] = failure
	}
	return c.event("task_complete", p)
}

// output lets the tool work: calls with their results.
func (c *codex) output(calls int) {
	for range calls {
		c.wait(time.Second, 40*time.Second)
		call := c.token("call_")
		c.append(
			c.item("reasoning", obj{"summary": []any{}, "encrypted_content": "AAAA"}),
			c.item("function_call", obj{"name": "exec_command", "call_id": call, "arguments": `{"cmd":"make"}`}),
		)
		c.wait(time.Second, 40*time.Second)
		lines := []string{c.item("function_call_output", obj{"call_id": call, "output": "ok"})}
		if c.paginated {
			lines = append(lines, c.itemCompleted(obj{"type": "CommandExecution", "id": call}))
		}
		c.append(append(lines, c.usage(12, c.now.Add(time.Hour)))...)
	}
	c.wait(time.Second, 20*time.Second)
}

// answer is the last message of a turn.
func (c *codex) answer(s string) []string {
	lines := []string{c.message("assistant", s)}
	if c.paginated {
		lines = append(lines, c.itemCompleted(obj{"type": "AgentMessage", "id": c.uuid()}))
	} else {
		lines = append(lines, c.event("agent_message", obj{"message": s}))
	}
	return append(lines, c.usage(12, c.now.Add(time.Hour)))
}

// end is a normal end.
func (c *codex) end() {
	c.append(append(c.answer("Done."), c.complete("Done.", nil))...)
	c.yourTurn("turn_complete")
}
