package classify_test

import (
	"strings"
	"time"
)

// codexLine is one record of a rollout as its table sees it.
type codexLine struct {
	typ, kind string // of the envelope and of the payload, aliases resolved
	p         object
	at        time.Time
	top       object
}

func refCodexLines(file []byte) []codexLine {
	var out []codexLine
	for _, o := range refRecords(file) {
		p, ok := o["payload"].(map[string]any)
		if !ok {
			continue
		}
		kind := str(p, "type")
		switch {
		case oneOf(kind, "turn_started", "turn/started"):
			kind = "task_started"
		case oneOf(kind, "turn_complete", "turn/completed"):
			kind = "task_complete"
		}
		if i := strings.LastIndex(kind, "/"); i >= 0 && oneOf(kind[i+1:], "task_started", "task_complete", "user_message") {
			kind = kind[i+1:]
		}
		out = append(out, codexLine{str(o, "type"), kind, p, when(str(o, "timestamp")), o})
	}
	return out
}

func (l codexLine) event(kind string) bool { return l.typ == "event_msg" && l.kind == kind }

// opening is the row that opens a turn, "" for none.
func (l codexLine) opening() string {
	switch {
	case l.event("task_started"):
		return "X1"
	case l.event("user_message"):
		return "X2"
	case l.event("item_completed") && str(sub(l.p, "item"), "type") == "UserMessage":
		return "X3"
	case l.typ == "response_item" && l.kind == "message" && str(l.p, "role") == "user" && refReal(l.p["content"]):
		return "X7"
	}
	return ""
}

var refInjected = []string{
	"# AGENTS.md instructions", "<INSTRUCTIONS>", "<user_instructions>", "<environment_context>", "<turn_aborted>",
	"<subagent_notification>", "<user_shell_command>", "<skill>", "<recommended_plugins>", "<user_action>",
	"<hook_prompt", "<codex_internal_context", "<agent-notification>",
}

func refReal(content any) bool {
	for _, b := range blocks(content) {
		if strings.Contains(str(b, "type"), "image") {
			return true
		}
		if t := strings.TrimSpace(str(b, "text")); t != "" && !startsWith(t, refInjected...) {
			return true
		}
	}
	return false
}

// output is row 8.
func (l codexLine) output() bool {
	if l.typ == "response_item" {
		return oneOf(l.kind, "reasoning", "agent_message") || l.kind == "message" && str(l.p, "role") == "assistant" ||
			strings.HasSuffix(l.kind, "_call") || strings.HasSuffix(l.kind, "_output")
	}
	return l.typ == "event_msg" && (oneOf(l.kind, "agent_message", "agent_reasoning", "agent_reasoning_raw_content") ||
		strings.HasSuffix(l.kind, "_end") || l.kind == "item_completed" && l.opening() == "")
}

func (l codexLine) end() bool {
	return l.event("task_complete") && oneOf(l.status(), "", "completed", "failed", "interrupted")
}

func (l codexLine) status() string {
	if s := str(l.p, "status"); s != "" {
		return s
	}
	return str(sub(l.p, "turn"), "status")
}

func (l codexLine) abort() bool {
	return l.event("turn_aborted") && str(l.p, "reason") != "replaced"
}

// key is the first identifier there is.
func (l codexLine) key() string {
	for _, k := range []string{
		str(l.top, "uuid"), str(l.top, "id"), str(l.p, "turn_id"), str(sub(l.p, "turn"), "id"),
		str(l.p, "id"), str(l.p, "item_id"), str(l.p, "call_id"),
	} {
		if k != "" {
			return k
		}
	}
	return ""
}

// time is the semantic time of a boundary.
func (l codexLine) time(own string) time.Time {
	if f := num(l.p, own); f > 0 {
		if f > 1e11 { // milliseconds
			f /= 1000
		}
		if t := time.UnixMilli(int64(f * 1000)).UTC(); l.at.IsZero() || l.at.Sub(t) > time.Minute {
			return t
		}
	}
	return l.at
}
