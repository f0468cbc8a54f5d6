package classify_test

import (
	"strings"
	"testing"
	"time"

	"agentisland/internal/session"
)

// border is a transcript right at the border of a row: what a condition of the
// contract's tables lets through, or keeps out. The lines are oldest first.
type border struct {
	name  string
	lines []string
	want  string // row and event
	reset string // of a limit, in seconds since 1970
}

func borders(t *testing.T, p session.Provider, tests []border) {
	t.Helper()
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := read(p, []byte(strings.Join(tt.lines, "\n")+"\n"))
			if have := got.Detail.Row + " " + string(got.Event); have != tt.want {
				t.Errorf("reads %s, want %s", have, tt.want)
			}
			reset := ""
			if !got.Detail.Reset.IsZero() {
				reset = got.Detail.Reset.Format(time.RFC3339)
			}
			if reset != tt.reset {
				t.Errorf("resets at %q, want %q", reset, tt.reset)
			}
		})
	}
}

// The pieces of Claude's records.
const (
	prompt   = `{"type":"user","uuid":"u","timestamp":"2026-12-01T09:00:00Z","message":{"role":"user","content":"go"}}`
	ended    = `{"type":"system","subtype":"turn_duration","uuid":"y","timestamp":"2026-12-01T09:00:09Z"}`
	pending  = `{"type":"system","subtype":"turn_duration","uuid":"y","pendingBackgroundAgentCount":1}`
	flows    = `{"type":"system","subtype":"turn_duration","uuid":"y","pendingWorkflowCount":1}`
	toolRes  = `{"type":"user","uuid":"r","message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"t","content":"ok"}]}}`
	retryAt5 = `{"type":"system","subtype":"api_error","uuid":"y","timestamp":"2026-12-01T09:00:05Z","retryAttempt":1,"maxRetries":10}`
)

func assistant(stop, text, more string) string {
	return `{"type":"assistant","uuid":"a","timestamp":"2026-12-01T09:00:06Z",` + more +
		`"message":{"model":"claude-x","content":[{"type":"text","text":"` + text + `"}],"stop_reason":` + stop + `}}`
}

func synthetic(text, more string) string {
	return strings.Replace(assistant(`"stop_sequence"`, text, more), "claude-x", "<synthetic>", 1)
}

func user(text, more string) string {
	return `{"type":"user","uuid":"u2",` + more + `"message":{"role":"user","content":"` + text + `"}}`
}

const (
	apiError = `"isApiErrorMessage":true,`
	rate     = apiError + `"error":"rate_limit","apiErrorStatus":429,`
)

func TestClaudeErrorBorders(t *testing.T) {
	borders(t, session.Claude, []border{
		{name: "a quota alone is a limit", lines: []string{synthetic("Wait.", rate+`"quotaLimits":{"resetsAt":1796118600},`)}, want: "C3 limit", reset: "2026-12-01T09:50:00Z"},
		{name: "apiError alone is a limit", lines: []string{synthetic("Wait.", rate+`"apiError":"usage_limit_reached",`)}, want: "C3 limit"},
		{name: "no status at all is a limit", lines: []string{synthetic("Wait.", apiError+`"error":"rate_limit",`)}, want: "C3 limit"},
		{name: "hit your limit is a limit", lines: []string{synthetic("You've hit your limit", rate)}, want: "C3 limit"},
		{name: "out of usage is a limit", lines: []string{synthetic("You're out of extra usage", rate)}, want: "C3 limit"},
		{name: "a plain 429 is an error", lines: []string{synthetic("Slow down.", rate)}, want: "C3 api_error"},
		{name: "a quota under another error is no limit", lines: []string{synthetic("Wait.", apiError+`"error":"server_error","quotaLimits":{"resetsAt":1796118600},`)}, want: "C3 api_error"},
		{name: "the old text is a limit", lines: []string{synthetic("Claude AI usage limit reached|1796118600", apiError)}, want: "C3 limit", reset: "2026-12-01T09:50:00Z"},
		{name: "an error without words is an error", lines: []string{synthetic("Oh.", apiError)}, want: "C3 api_error"},
		{name: "authentication failed", lines: []string{synthetic("Sign in.", apiError+`"error":"authentication_failed",`)}, want: "C3 auth"},
		{name: "status 401", lines: []string{synthetic("Sign in.", apiError+`"error":"unknown","apiErrorStatus":401,`)}, want: "C3 auth"},
		{name: "status 403", lines: []string{synthetic("Sign in.", apiError+`"error":"unknown","apiErrorStatus":403,`)}, want: "C3 auth"},
		{name: "an error without a reset has none", lines: []string{synthetic("No|1796118600", apiError+`"error":"server_error",`)}, want: "C3 api_error"},
		{name: "the old limit without the flag", lines: []string{synthetic("Claude AI usage limit reached|1796118600", "")}, want: "C3b limit", reset: "2026-12-01T09:50:00Z"},
		{name: "an API error without the flag", lines: []string{synthetic("API Error: 500", "")}, want: "C3b api_error"},
		{name: "a flag that says no is believed", lines: []string{synthetic("API Error: 500", `"isApiErrorMessage":false,`)}, want: "C4 interrupted"},
		{name: "a model may speak of errors", lines: []string{assistant(`"end_turn"`, "API Error: 500 means", "")}, want: "C5 completed"},
		{name: "a filler is silent", lines: []string{synthetic("No response requested.", "")}, want: "C4 interrupted"},
		{name: "an aborted answer is silent", lines: []string{assistant("null", "I was", `"isAbortedMidStream":true,`)}, want: "C4 interrupted"},
		{name: "a real stop sequence", lines: []string{assistant(`"stop_sequence"`, "Done.", "")}, want: "C5 completed"},
		{name: "an error with a turn_duration", lines: []string{synthetic("API Error: 500", apiError), ended}, want: "C3 api_error"},
	})
}

func TestClaudeEndBorders(t *testing.T) {
	borders(t, session.Claude, []border{
		{name: "end_turn", lines: []string{assistant(`"end_turn"`, "Done.", "")}, want: "C5 completed"},
		{name: "stop", lines: []string{assistant(`"stop"`, "Done.", "")}, want: "C5 completed"},
		{name: "one agent is enough", lines: []string{assistant(`"end_turn"`, "Done.", ""), pending}, want: "C5b background"},
		{name: "one workflow is enough", lines: []string{assistant(`"end_turn"`, "Done.", ""), flows}, want: "C5b background"},
		{name: "the newest turn_duration counts", lines: []string{assistant(`"end_turn"`, "Done.", ""), pending, ended}, want: "C5 completed"},
		{name: "and when it counts agents, too", lines: []string{assistant(`"end_turn"`, "Done.", ""), ended, pending}, want: "C5b background"},
		{name: "no stop reason", lines: []string{assistant("null", "Done.", "")}, want: "C7 output"},
		{name: "no stop reason, proven", lines: []string{assistant("null", "Done.", ""), ended}, want: "C7b completed"},
		{name: "no stop reason, work pending", lines: []string{assistant("null", "Done.", ""), pending}, want: "C7 output"},
		{name: "a call is not proven", lines: []string{assistant(`"tool_use"`, "Look.", ""), ended}, want: "C7 output"},
		{name: "max_tokens", lines: []string{assistant(`"max_tokens"`, "And", ""), ended}, want: "C7b cut_off"},
		{name: "refusal", lines: []string{assistant(`"refusal"`, "No", ""), ended}, want: "C7b cut_off"},
		{name: "the window is full", lines: []string{assistant(`"model_context_window_exceeded"`, "And", ""), ended}, want: "C7b cut_off"},
		{name: "a pause", lines: []string{assistant(`"pause_turn"`, "And", ""), ended}, want: "C7b completed"},
		{name: "an empty answer", lines: []string{prompt, ended}, want: "C7c completed"},
		{name: "no answer, work pending", lines: []string{prompt, pending}, want: "C12 opened"},
		{name: "an empty answer to a result", lines: []string{toolRes, ended}, want: "C7c completed"},
		{name: "a result, work pending", lines: []string{toolRes, pending}, want: "C8 output"},
		{name: "a side chain", lines: []string{prompt, assistant(`"end_turn"`, "sub", `"isSidechain":true,`)}, want: "C12 opened"},
		{name: "an interrupt", lines: []string{user("[Request interrupted by user for tool use]", "")}, want: "C9 interrupted"},
		{name: "a compact summary", lines: []string{assistant(`"end_turn"`, "Done.", ""), user("summary", `"isCompactSummary":true,`)}, want: "C5 completed"},
		{name: "for the transcript only", lines: []string{assistant(`"end_turn"`, "Done.", ""), user("summary", `"isVisibleInTranscriptOnly":true,`)}, want: "C5 completed"},
		{name: "the context is shown", lines: []string{assistant(`"end_turn"`, "Done.", ""), user("## Context Usage", `"isMeta":true,`)}, want: "C5 completed"},
		{name: "the context is typed", lines: []string{assistant(`"end_turn"`, "Done.", ""), user("## Context Usage", "")}, want: "C12 opened"},
		{name: "a caveat", lines: []string{assistant(`"end_turn"`, "Done.", ""), user("Caveat: the messages below", "")}, want: "C5 completed"},
		{name: "markup with words", lines: []string{assistant(`"end_turn"`, "Done.", ""), user("<bash-stdout>a</bash-stdout> why?", "")}, want: "C12 opened"},
		{name: "no text at all", lines: []string{assistant(`"end_turn"`, "Done.", ""), user("", "")}, want: "C12 opened"},
		{name: "a retry that came late", lines: []string{assistant(`"end_turn"`, "Done.", ""), retryAt5}, want: "C5 completed"},
		{name: "a retry of an open turn", lines: []string{assistant("null", "Well,", ""), retryAt5}, want: "C13 retrying"},
		{name: "an unknown record", lines: []string{assistant(`"end_turn"`, "Done.", ""), `{"type":"novelty","uuid":"n"}`}, want: "C5 completed"},
	})
}

// TestClaudeLocalTags: each tag of a local command, alone, is no reply.
func TestClaudeLocalTags(t *testing.T) {
	for _, tag := range []string{
		"command-name", "command-message", "command-args", "local-command-stdout", "local-command-stderr",
		"local-command-caveat", "bash-input", "bash-stdout", "bash-stderr", "system-reminder", "user-memory-input",
	} {
		borders(t, session.Claude, []border{{
			name:  tag,
			lines: []string{assistant(`"end_turn"`, "Done.", ""), user("<"+tag+">x</"+tag+">", "")}, want: "C5 completed",
		}})
	}
}

// TestClaudeMachines: who opened a turn.
func TestClaudeMachines(t *testing.T) {
	for _, tt := range []struct {
		name, text, more string
		machine          bool
	}{
		{"typed", "go", "", false},
		{"typed, and said so", "go", `"turnOrigin":"human",`, false},
		{"by a program", "go", `"turnOrigin":"sdk","isMeta":true,`, false},
		{"a person's meta record", "go", `"turnOrigin":"human","isMeta":true,`, false},
		{"by the schedule", "go", `"turnOrigin":"scheduled",`, true},
		{"by an origin", "go", `"origin":{"kind":"task-notification"},`, true},
		{"by a person's origin", "go", `"origin":{"kind":"human"},"isMeta":true,`, false},
		{"a task", "<task-notification>x", "", true},
		{"a command", "<bash-notification>x", "", true},
		{"a teammate", "<teammate-message id", "", true},
		{"another session", "<cross-session-message id", "", true},
		{"a hook", "Stop hook feedback:\\nno", "", true},
		{"an empty answer", "[Your previous response had no visible output", "", true},
		{"the token limit", "Output token limit hit. Resume", "", true},
		{"a meta record", "go", `"isMeta":true,`, true},
		{"a skill", "Base directory for this skill: x", `"isMeta":true,`, false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got := read(session.Claude, []byte(user(tt.text, tt.more)+"\n"))
			if got.Detail.Row != "C12" || got.Detail.Machine != tt.machine {
				t.Errorf("row %s, machine %v", got.Detail.Row, got.Detail.Machine)
			}
		})
	}
}

// TestClaudeAsks: a question waits for the answer to its own call, wherever that
// stands, and Detail says what an empty answer knows about its end.
func TestClaudeAsks(t *testing.T) {
	ask := func(id, name string) string {
		return `{"type":"assistant","uuid":"a","message":{"model":"claude-x","content":[{"type":"tool_use","id":"` + id + `","name":"` + name + `","input":{}}],"stop_reason":"tool_use"}}`
	}
	answer := func(id, more string) string {
		return `{"type":"user","uuid":"r",` + more + `"message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"` + id + `","content":"A"}]}}`
	}
	borders(t, session.Claude, []border{
		{name: "a question", lines: []string{prompt, ask("q", "AskUserQuestion")}, want: "C6 question"},
		{name: "a plan", lines: []string{prompt, ask("q", "ExitPlanMode")}, want: "C6 plan"},
		{name: "answered", lines: []string{prompt, ask("q", "AskUserQuestion"), answer("q", "")}, want: "C8 output"},
		{name: "answered by a line above", lines: []string{prompt, answer("q", ""), ask("q", "AskUserQuestion")}, want: "C7 output"},
		{name: "another call was answered above", lines: []string{prompt, answer("p", ""), ask("q", "AskUserQuestion")}, want: "C6 question"},
		{name: "answered in a side chain", lines: []string{prompt, ask("q", "AskUserQuestion"), answer("q", `"isSidechain":true,`)}, want: "C7 output"},
	})
	got := read(session.Claude, []byte(prompt+"\n"+ended+"\n"))
	if want := time.Date(2026, 12, 1, 9, 0, 9, 0, time.UTC); !got.Detail.Proven || !got.Detail.Ended.Equal(want) || got.ActivityDate.Second() != 0 {
		t.Errorf("an empty answer: proven %v, ended %v, of %v", got.Detail.Proven, got.Detail.Ended, got.ActivityDate)
	}
}

// TestClaudeKeys: what names a turn, and which times are none.
func TestClaudeKeys(t *testing.T) {
	key := func(members string) string {
		return read(session.Claude, []byte(`{"type":"user",`+members+`"message":{"role":"user","content":"go"}}`+"\n")).Key
	}
	if got := key(`"id":"i","uuid":"u",`); got != "u" {
		t.Errorf("uuid and id: %q", got)
	}
	if got := key(`"id":"i",`); got != "i" {
		t.Errorf("id alone: %q", got)
	}
	one, two := key(`"timestamp":"2026-12-01T09:00:00Z",`), key(`"timestamp":"2026-12-01T09:00:01Z",`)
	if one == two || one != key(`"timestamp":"2026-12-01T09:00:00Z",`) {
		t.Errorf("records without an identifier: %q and %q", one, two)
	}
	for stamp, zero := range map[string]bool{"1999-12-31T23:59:59Z": true, "2000-01-01T00:00:00Z": false, "0001-01-01T00:00:00Z": true, "soon": true} {
		got := read(session.Claude, []byte(user("go", `"timestamp":"`+stamp+`",`)+"\n"))
		if got.ActivityDate.IsZero() != zero {
			t.Errorf("%s is %v", stamp, got.ActivityDate)
		}
	}
}
