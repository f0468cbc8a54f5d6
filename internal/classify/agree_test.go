package classify_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"agentisland/internal/session"
	"agentisland/internal/testseed"
)

// agree compares a reading with the literal tables.
func agree(t interface {
	Helper()
	Fatalf(string, ...any)
}, p session.Provider, file []byte,
) {
	t.Helper()
	want := refClaude(file)
	if p == session.Codex {
		want = refCodex(file)
	}
	got := verdictOf(read(p, file))
	if want.key == "" && want.row != "C15" && want.row != "X11" && strings.HasPrefix(got.key, "raw:") {
		got.key = ""
	}
	if got != want {
		t.Fatalf("reads %v\nwant  %v\nof\n%s", got, want, file)
	}
}

// maybe draws a member that is there in some records only. Among the values
// may be some of a wrong type.
func maybe(t *rapid.T, o object, name string, values ...any) {
	if i := rapid.IntRange(-len(values), len(values)-1).Draw(t, name); i >= 0 {
		o[name] = values[i]
	}
}

func pick[T any](t *rapid.T, name string, values ...T) T {
	return rapid.SampledFrom(values).Draw(t, name)
}

// stampAt draws a time near second n, now and then none.
func stampAt(t *rapid.T, n int) string {
	at := time.Date(2026, 10, 1, 10, 0, n+rapid.IntRange(-3, 3).Draw(t, "skew"), 0, time.UTC)
	return pick(t, "form", at.Format(time.RFC3339Nano), at.Format("2006-01-02T15:04:05.000Z"),
		at.In(time.FixedZone("", 7200)).Format(time.RFC3339), "yesterday")
}

// userTexts are what a user record can say.
var userTexts = []string{
	"fix it", "", "  \n", "[Request interrupted by user]", "[Request interrupted by user for tool use]", "Caveat: old",
	"## Context Usage\n10 %", "<command-name>/x</command-name>\n<command-message>x</command-message>",
	"<command-name>/x</command-name> and then", "please <bash-input>ls</bash-input>", "<bash-input>ls</bash-input>",
	"<bash-stdout>a<bash-stdout>b</bash-stdout></bash-stdout>", "<bash-stdout>a</bash-stdout></bash-stdout>",
	"<bash-stdout>never ended", "<bash-stdout >x</bash-stdout >", "<system-reminder>\n\"q\"\té</system-reminder>",
	"<local-command-stdout>" + strings.Repeat("long ", 900) + "</local-command-stdout>",
	"<local-command-stdout>" + strings.Repeat("long ", 900) + "</local-command-stdout> now do it",
	"<task-notification>\n</task-notification>", "Stop hook feedback:\nno", "\u3000<bash-stderr>x</bash-stderr>\u00a0",
}

func claudeBlock(t *rapid.T, n int) any {
	switch pick(t, "block", "text", "text", "thinking", "tool", "ask", "plan", "result", "image", "string", "number") {
	case "text":
		return object{"type": "text", "text": pick(t, "text", append(userTexts, "API Error: 500", "Claude AI usage limit reached|1790860000", "You're out of extra usage")...)}
	case "thinking":
		return object{"type": "thinking", "thinking": "hm"}
	case "tool":
		return object{"type": "tool_use", "name": "Bash", "id": fmt.Sprint("t", n), "input": object{"questions": 1}}
	case "ask":
		return object{"type": "tool_use", "name": "AskUserQuestion", "id": pick(t, "id", "q1", "q2", ""), "input": object{"questions": []any{object{"question": "A?"}}}}
	case "plan":
		return object{"type": "tool_use", "name": "ExitPlanMode", "id": pick(t, "id", "q1", "q2", ""), "input": object{"plan": "x"}}
	case "result":
		return object{"type": "tool_result", "tool_use_id": pick(t, "id", "q1", "q2", "t1", ""), "content": "ok"}
	case "image":
		return object{"type": "image", "source": object{}}
	case "string":
		return "just text"
	}
	return 7
}

func claudeRecord(t *rapid.T, n int) object {
	o := object{"timestamp": stampAt(t, n)}
	maybe(t, o, "uuid", fmt.Sprint("u", n), "same", "", 5)
	maybe(t, o, "isSidechain", true, false, false, false, "true")
	content := func() any {
		if rapid.Bool().Draw(t, "plain") {
			return pick[any](t, "content", append([]any{7, nil, object{}}, anys(userTexts)...)...)
		}
		var all []any
		for range rapid.IntRange(0, 3).Draw(t, "blocks") {
			all = append(all, claudeBlock(t, n))
		}
		return all
	}
	switch typ := pick(t, "type", "assistant", "assistant", "user", "user", "system", "system", "mode", "attachment"); typ {
	case "assistant":
		m := object{"content": content()}
		maybe(t, m, "model", "<synthetic>", "claude-x")
		maybe(t, m, "stop_reason", "end_turn", "stop_sequence", "stop", "tool_use", "max_tokens", "refusal", "pause_turn", nil, nil, nil, 3)
		o["type"], o["message"] = typ, m
		if rapid.IntRange(0, 9).Draw(t, "spread") == 0 {
			o["message"] = pick[any](t, "message", "text", object{"0": "t", "1": "e", "content": "text"}, nil)
		}
		maybe(t, o, "isAbortedMidStream", false, true)
		maybe(t, o, "isApiErrorMessage", true, false, "true")
		maybe(t, o, "error", "rate_limit", "authentication_failed", "unknown", object{"status": 1})
		maybe(t, o, "apiErrorStatus", 429, 401, 403, 500, nil, "401")
		maybe(t, o, "apiError", "usage_limit_reached", "other")
		maybe(t, o, "quotaLimits", object{"resetsAt": 1790860000}, nil)
	case "user":
		o["type"], o["message"] = typ, object{"role": "user", "content": content()}
		maybe(t, o, "isMeta", true, false)
		maybe(t, o, "isCompactSummary", false, false, true)
		maybe(t, o, "isVisibleInTranscriptOnly", false, false, true)
	case "system":
		o["type"] = typ
		o["subtype"] = pick(t, "subtype", "turn_duration", "turn_duration", "api_error", "stop_hook_summary", "away_summary")
		maybe(t, o, "pendingBackgroundAgentCount", 1, 0, 2.0, "2", -1)
		maybe(t, o, "pendingWorkflowCount", 1, 0)
	default:
		o["type"] = typ
	}
	return o
}

func anys(list []string) []any {
	out := make([]any, len(list))
	for i, s := range list {
		out[i] = s
	}
	return out
}

// transcriptOf draws records and damages some lines.
func transcriptOf(t *rapid.T, record func(*rapid.T, int) object) []byte {
	var b strings.Builder
	for n := range rapid.IntRange(0, 12).Draw(t, "records") {
		line, err := json.Marshal(record(t, n))
		if err != nil {
			t.Fatal(err)
		}
		switch pick(t, "damage", "", "", "", "", "", "", "", "half", "twice", "cr", "nul", "bom", "blank", "list") {
		case "half":
			line = line[:len(line)/2]
		case "twice":
			line = append(line, line...)
		case "cr":
			line = append(line, '\r')
		case "nul":
			line = append([]byte("\x00\x00\x00"), line...)
		case "bom":
			line = append([]byte("\xef\xbb\xbf"), line...)
		case "blank":
			line = []byte(" \t")
		case "list":
			line = []byte("[" + string(line) + "]")
		}
		b.Write(line)
		b.WriteByte('\n')
	}
	return []byte(b.String())
}

func TestClaudeAgreesWithItsTable(t *testing.T) {
	testseed.Many(t, 20, func(t *rapid.T) { agree(t, session.Claude, transcriptOf(t, claudeRecord)) })
}

func codexRecord(t *rapid.T, n int) object {
	o := object{"timestamp": stampAt(t, n)}
	p := object{}
	maybe(t, p, "turn_id", fmt.Sprint("turn", n), fmt.Sprint("turn", n), "", 5)
	o["payload"] = p
	maybe(t, o, "ordinal", n)
	if rapid.IntRange(0, 15).Draw(t, "bare") == 0 {
		return object{"type": "message", "role": "user", "content": []any{object{"text": "hello"}}}
	}
	o["type"] = pick(t, "type", "event_msg", "event_msg", "event_msg", "response_item", "response_item", "turn_context", "compacted")
	switch o["type"] {
	case "event_msg":
		codexEvent(t, p)
	case "response_item":
		codexItem(t, p)
	}
	return o
}

func codexEvent(t *rapid.T, p object) {
	p["type"] = pick(t, "event", "task_started", "turn/started", "x/task_started", "x/turn/started", "user_message", "codex/user_message",
		"item_completed", "item_completed", "task_complete", "task_complete", "task_complete", "turn_complete", "turn/completed",
		"a/task_complete", "a/turn/completed", "turn_aborted", "thread_rolled_back", "error", "token_count", "token_count",
		"context_compacted", "agent_message", "agent_reasoning", "exec_command_end", "warning")
	maybe(t, p, "source", "user_shell", "agent")
	maybe(t, p, "reason", "interrupted", "replaced", "budget_limited", "review_ended", "new", 1)
	switch p["type"] {
	case "item_completed":
		it := object{"type": pick(t, "item", "UserMessage", "AgentMessage", "Plan", "CommandExecution", "ContextCompaction", "FileChange")}
		maybe(t, it, "source", "user_shell", "userShell", "unified_exec_startup")
		p["item"] = it
	case "token_count":
		window := func() object {
			w := object{}
			maybe(t, w, "used_percent", 100.0, 12.5, "100")
			maybe(t, w, "resets_at", 1790860000, 1790840000)
			return w
		}
		maybe(t, p, "rate_limits", object{"primary": window(), "secondary": nil}, object{"primary": window(), "secondary": window()}, nil)
	case "task_complete", "turn_complete", "turn/completed", "a/task_complete":
		maybe(t, p, "last_agent_message", nil, nil, nil, "Done.")
		maybe(t, p, "completed_at", 1790848800, 1790848000, 1790848000123, "1790848000")
		failure := object{"message": "no"}
		maybe(t, failure, "codex_error_info", "usage_limit_exceeded", "unauthorized", "other", "thread_rollback_failed", nil,
			object{"response_stream_disconnected": object{"http_status_code": 401}}, object{"active_turn_not_steerable": object{}})
		maybe(t, p, "error", failure, nil, nil)
		maybe(t, p, "status", "completed", "completed", "failed", "interrupted", "inProgress", "weird", 5)
		maybe(t, p, "turn", object{"id": "n1", "status": "failed", "error": failure}, object{"id": "n2", "status": "completed"})
	case "turn_aborted":
		maybe(t, p, "completed_at", 1790848800, 1790848000)
	case "task_started", "turn/started", "x/task_started":
		maybe(t, p, "started_at", 1790848800)
	}
}

func codexItem(t *rapid.T, p object) {
	p["type"] = pick(t, "kind", "message", "message", "reasoning", "function_call", "function_call", "function_call_output", "custom_tool_call",
		"web_search_call", "ghost_snapshot", "compaction", "agent_message")
	maybe(t, p, "id", "i1", "")
	maybe(t, p, "call_id", "c1", "c1", "c2")
	maybe(t, p, "name", "request_user_input", "request_user_input", "exec_command")
	if p["type"] != "message" {
		return
	}
	p["role"] = pick(t, "role", "user", "user", "assistant", "developer")
	part := func() any {
		return pick[any](t, "part",
			object{"type": "input_text", "text": "do it"}, object{"type": "input_text", "text": "<environment_context>\n</environment_context>"},
			object{"type": "input_text", "text": " \n<user_action>x"}, object{"type": "input_image", "image_url": "data:"}, object{"type": "input_text"},
			object{"type": "output_text", "text": "Plan:\n<proposed_plan>\nx"}, object{"type": "input_text", "text": "<user_shell_command>ls"}, "text", 5)
	}
	p["content"] = pick[any](t, "content", []any{}, []any{part()}, []any{part(), part()}, "plain", 5, nil)
}

func TestCodexAgreesWithItsTable(t *testing.T) {
	testseed.Many(t, 20, func(t *rapid.T) { agree(t, session.Codex, transcriptOf(t, codexRecord)) })
}
