package classify_test

import (
	"strings"
	"time"

	"agentisland/internal/classify"
)

// refCodex reads the Codex table; head is not looked at.
func refCodex(file []byte) verdict {
	lines := refCodexLines(file)
	var output *codexLine
	for i, l := range lines {
		switch row := l.opening(); {
		case row != "":
			if q, ok := refQuestion(lines[:i+1], lines); ok {
				return q
			}
			v := verdict{row: row, event: classify.Opened, key: l.key(), at: l.at}
			if row == "X1" {
				v.at = l.time("started_at")
			}
			if output != nil && !output.at.IsZero() {
				v.at = output.at
			}
			return v
		case l.end():
			return refEnd(lines, i)
		case l.abort():
			v := verdict{row: "X6", event: classify.Interrupted, key: l.key(), at: l.time("completed_at")}
			if str(l.p, "reason") == "budget_limited" {
				v.row, v.event = "X6c", classify.Limit
				if rolledBack(lines[:i]) {
					v.row, v.event = "X4b", classify.Interrupted
				}
			}
			return v
		case l.output() && output == nil:
			output = &lines[i]
		}
	}
	if q, ok := refQuestion(lines, lines); ok {
		return q
	}
	if output != nil {
		return verdict{row: "X8", event: classify.Opened, key: output.key(), at: output.at}
	}
	return verdict{row: "X11", event: classify.None}
}

// refQuestion is row 9.
func refQuestion(turn, all []codexLine) (verdict, bool) {
	for _, l := range turn {
		if l.typ != "response_item" || !oneOf(l.kind, "function_call", "custom_tool_call") || str(l.p, "name") != "request_user_input" {
			continue
		}
		answered := false
		for _, o := range turn {
			answered = answered || o.typ == "response_item" && oneOf(o.kind, "function_call_output", "custom_tool_call_output") &&
				str(o.p, "call_id") == str(l.p, "call_id")
		}
		if !answered {
			return verdict{row: "X9", event: classify.Question, done: true, key: l.key(), at: l.at}, true
		}
	}
	return verdict{}, false
}

func rolledBack(below []codexLine) bool {
	for _, l := range below {
		if l.event("thread_rolled_back") {
			return true
		}
	}
	return false
}

// refEnd is rows 4 to 5, and 6 for a status.
func refEnd(lines []codexLine, i int) verdict {
	l := lines[i]
	v := verdict{row: "X4", event: classify.Completed, done: true, key: l.key(), at: l.time("completed_at")}
	became := func(row string, e classify.Event) verdict {
		v.row, v.event, v.done = row, e, e == classify.Plan
		return v
	}
	turn := lines[i+1:]
	for j, o := range turn {
		if o.event("task_started") || o.end() || o.abort() {
			turn = turn[:j]
			break
		}
	}
	failure, _ := l.p["error"].(map[string]any)
	if failure == nil {
		failure = sub(sub(l.p, "turn"), "error")
	}
	exhausted := refExhausted(lines[i+1:], v.at)
	last, written := l.p["last_agent_message"]
	null := written && last == nil
	seen := refTurn(turn)
	switch info, status := refErrorInfo(failure); {
	case rolledBack(lines[:i]):
		return became("X4b", classify.Interrupted)
	case l.status() == "interrupted":
		return became("X6", classify.Interrupted)
	case failure != nil && oneOf(info, "usage_limit_exceeded", "session_budget_exceeded"):
		return became("X5", classify.Limit)
	case failure != nil && (info == "unauthorized" || status == 401 || status == 403):
		return became("X5", classify.Auth)
	case failure != nil && !oneOf(info, "thread_rollback_failed", "active_turn_not_steerable"):
		return became("X5", classify.APIError)
	case l.status() == "failed" && exhausted:
		return became("X5", classify.Limit)
	case l.status() == "failed":
		return became("X5", classify.APIError)
	case null && seen.own:
		return became("X4b", classify.Interrupted)
	case seen.plan:
		return became("X4c", classify.Plan)
	case null && (seen.failed || seen.silent) && exhausted:
		return became("X5", classify.Limit)
	case null && (seen.failed || seen.silent):
		return became("X5", classify.APIError)
	}
	return v
}

func refErrorInfo(failure object) (info string, status float64) {
	switch i := failure["codex_error_info"].(type) {
	case string:
		return i, 0
	case map[string]any:
		for name, v := range i {
			o, _ := v.(map[string]any)
			return name, num(o, "http_status_code")
		}
	}
	return "", 0
}

func refExhausted(above []codexLine, end time.Time) bool {
	used := func(window object) bool {
		reset := num(window, "resets_at")
		return num(window, "used_percent") >= 100 && (reset == 0 || reset >= float64(end.UnixNano())/1e9)
	}
	for _, l := range above {
		if l.event("token_count") {
			limits := sub(l.p, "rate_limits")
			return used(sub(limits, "primary")) || used(sub(limits, "secondary"))
		}
	}
	return false
}

// refSeen is what a turn holds.
type refSeen struct{ own, plan, failed, silent bool }

func refTurn(turn []codexLine) (s refSeen) {
	output, user, work, ownWork := false, false, false, false
	for _, l := range turn {
		item := sub(l.p, "item")
		switch {
		case l.event("error"):
			s.failed = true
		case l.opening() != "":
			user = true
			s.silent = s.silent || !output
		case l.typ == "compacted", l.event("context_compacted"), l.typ == "response_item" && strings.Contains(l.kind, "compaction"),
			str(item, "type") == "ContextCompaction", str(item, "type") == "CommandExecution" && oneOf(str(item, "source"), "user_shell", "userShell"),
			l.event("exec_command_end") && oneOf(str(l.p, "source"), "user_shell", "userShell"),
			str(l.p, "role") == "user" && strings.HasPrefix(texts1(l.p["content"]), "<user_shell_command>"):
			ownWork = true
		case str(item, "type") == "Plan", strings.Contains(texts1(l.p["content"]), "<proposed_plan>") && l.output():
			s.plan = true
		case l.output() && !oneOf(str(item, "type"), "AgentMessage", "Reasoning") &&
			!oneOf(l.kind, "agent_message", "agent_reasoning", "reasoning", "message") &&
			(str(item, "type") != "CommandExecution" || str(item, "source") != "") &&
			(l.kind != "exec_command_end" || str(l.p, "source") != ""):
			work = true
		}
		output = output || l.output()
	}
	s.own = ownWork && !user && !work && !s.plan && !s.failed
	return s
}

// texts1 is all text of a message's content, whatever its parts are called.
func texts1(content any) string {
	var all []string
	for _, b := range blocks(content) {
		all = append(all, str(b, "text"))
	}
	return strings.Join(all, "\n")
}
