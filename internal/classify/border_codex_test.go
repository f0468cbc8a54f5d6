package classify_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"agentisland/internal/classify"
	"agentisland/internal/session"
)

// The pieces of Codex's records.
const (
	started   = `{"timestamp":"2026-12-01T09:00:00Z","type":"event_msg","payload":{"type":"task_started","turn_id":"t"}}`
	userEvent = `{"timestamp":"2026-12-01T09:00:01Z","type":"event_msg","payload":{"type":"user_message","message":"go"}}`
	nullEnd   = `{"timestamp":"2026-12-01T09:00:09Z","type":"event_msg","payload":{"type":"task_complete","turn_id":"t","last_agent_message":null}}`
	plainEnd  = `{"timestamp":"2026-12-01T09:00:09Z","type":"event_msg","payload":{"type":"task_complete","turn_id":"t","last_agent_message":"Done."}}`
	errEvent  = `{"timestamp":"2026-12-01T09:00:08Z","type":"event_msg","payload":{"type":"error","message":"no"}}`
	ownShell  = `{"timestamp":"2026-12-01T09:00:02Z","type":"event_msg","payload":{"type":"item_completed","item":{"type":"CommandExecution","source":"user_shell"}}}`
	compacted = `{"timestamp":"2026-12-01T09:00:02Z","type":"compacted","payload":{"message":""}}`
	rolled    = `{"timestamp":"2026-12-01T09:00:10Z","type":"event_msg","payload":{"type":"thread_rolled_back","num_turns":1}}`
)

func event(payload string) string {
	return `{"timestamp":"2026-12-01T09:00:05Z","type":"event_msg","payload":{` + payload + `}}`
}

func item(payload string) string {
	return `{"timestamp":"2026-12-01T09:00:05Z","type":"response_item","payload":{` + payload + `}}`
}

func said(role, text string) string {
	return item(`"type":"message","role":"` + role + `","content":[{"type":"input_text","text":"` + text + `"}]`)
}

func usage(primary, secondary string) string {
	window := func(w string) string {
		used, reset, _ := strings.Cut(w, "@")
		return fmt.Sprintf(`{"used_percent":%s,"resets_at":%s}`, used, reset)
	}
	return event(`"type":"token_count","rate_limits":{"primary":` + window(primary) + `,"secondary":` + window(secondary) + `}`)
}

// failedEnd is an end with an error; info is JSON.
func failedEnd(info string) string {
	return event(`"type":"task_complete","turn_id":"t","last_agent_message":null,"error":{"message":"no","codex_error_info":` + info + `}`)
}

func TestCodexEndBorders(t *testing.T) {
	borders(t, session.Codex, []border{
		{name: "an end", lines: []string{started, userEvent, plainEnd}, want: "X4 completed"},
		{name: "an end under another name", lines: []string{started, event(`"type":"turn_complete","turn_id":"t"`)}, want: "X4 completed"},
		{name: "an end of the app server", lines: []string{started, event(`"type":"turn/completed","turn_id":"t"`)}, want: "X4 completed"},
		{name: "a prefixed end", lines: []string{started, event(`"type":"codex/event/task_complete","turn_id":"t"`)}, want: "X4 completed"},
		{name: "a prefixed start", lines: []string{plainEnd, event(`"type":"codex/event/task_started","turn_id":"t"`)}, want: "X1 opened"},
		{name: "a prefixed prompt", lines: []string{plainEnd, event(`"type":"codex/event/user_message"`)}, want: "X2 opened"},
		{name: "a start under another name", lines: []string{plainEnd, event(`"type":"turn_started","turn_id":"t"`)}, want: "X1 opened"},
		{name: "a start of the app server", lines: []string{plainEnd, event(`"type":"turn/started","turn_id":"t"`)}, want: "X1 opened"},
		{name: "a prompt as an item", lines: []string{plainEnd, event(`"type":"item_completed","item":{"type":"UserMessage"}`)}, want: "X3 opened"},
		{name: "the user's own command", lines: []string{started, ownShell, nullEnd}, want: "X4b interrupted"},
		{name: "the user's own command, in camel case", lines: []string{started, event(`"type":"exec_command_end","source":"userShell"`), nullEnd}, want: "X4b interrupted"},
		{name: "the user's own compaction", lines: []string{started, compacted, nullEnd}, want: "X4b interrupted"},
		{name: "a compaction without a payload is none", lines: []string{started, `{"timestamp":"2026-12-01T09:00:02Z","type":"compacted"}`, nullEnd}, want: "X4 completed"},
		{name: "a prompt far above a null end", lines: []string{started, userEvent, strings.Repeat(usage("10@1796118600", "10@1796118600")+"\n", 3000) + nullEnd}, want: "X5 api_error"},
		{name: "a compaction inside a turn", lines: []string{started, userEvent, said("assistant", "a"), compacted, nullEnd}, want: "X4 completed"},
		{name: "a command beside tools", lines: []string{started, ownShell, item(`"type":"function_call","call_id":"c"`), nullEnd}, want: "X4 completed"},
		{name: "a command beside an answer to a prompt", lines: []string{started, userEvent, said("assistant", "a"), ownShell, nullEnd}, want: "X4 completed"},
		{name: "a plan beside a compaction", lines: []string{started, compacted, event(`"type":"item_completed","item":{"type":"Plan"}`), nullEnd}, want: "X4c plan"},
		{name: "a plan as an item", lines: []string{started, userEvent, event(`"type":"item_completed","item":{"type":"Plan"}`), nullEnd}, want: "X4c plan"},
		{name: "a plan as text", lines: []string{started, userEvent, said("assistant", "<proposed_plan>x</proposed_plan>"), nullEnd}, want: "X4c plan"},
		{name: "a rolled back end", lines: []string{started, userEvent, plainEnd, rolled}, want: "X4b interrupted"},
		{name: "an interrupted end", lines: []string{started, event(`"type":"task_complete","status":"interrupted"`)}, want: "X6 interrupted"},
		{name: "an end in progress", lines: []string{started, event(`"type":"task_complete","status":"inProgress"`)}, want: "X1 opened"},
		{name: "an abort", lines: []string{started, event(`"type":"turn_aborted","reason":"interrupted"`)}, want: "X6 interrupted"},
		{name: "a replaced turn", lines: []string{started, event(`"type":"turn_aborted","reason":"replaced"`)}, want: "X1 opened"},
		{name: "an exhausted budget", lines: []string{started, event(`"type":"turn_aborted","reason":"budget_limited"`)}, want: "X6c limit"},
		{name: "an exhausted budget, rolled back", lines: []string{started, event(`"type":"turn_aborted","reason":"budget_limited"`), rolled}, want: "X4b interrupted"},
	})
}

func TestCodexErrorBorders(t *testing.T) {
	const at950, at1050 = "1796118600", "1796122200"
	tests := []border{
		{name: "an error event fails a null end", lines: []string{started, userEvent, said("assistant", "a"), errEvent, nullEnd}, want: "X5 api_error"},
		{name: "a message outlives an error event", lines: []string{started, userEvent, said("assistant", "a"), errEvent, plainEnd}, want: "X4 completed"},
		{name: "a prompt without any output", lines: []string{started, userEvent, nullEnd}, want: "X5 api_error"},
		{name: "a prompt with output", lines: []string{started, userEvent, item(`"type":"reasoning"`), nullEnd}, want: "X4 completed"},
		{name: "status failed", lines: []string{started, event(`"type":"task_complete","status":"failed","last_agent_message":"x"`)}, want: "X5 api_error"},
		{name: "status 401", lines: []string{started, failedEnd(`{"x":{"http_status_code":401}}`)}, want: "X5 auth"},
		{name: "status 403", lines: []string{started, failedEnd(`{"x":{"http_status_code":403}}`)}, want: "X5 auth"},
		{name: "status 429", lines: []string{started, failedEnd(`{"x":{"http_status_code":429}}`)}, want: "X5 api_error"},
		{name: "unauthorized", lines: []string{started, failedEnd(`"unauthorized"`)}, want: "X5 auth"},
		{name: "an exhausted window", lines: []string{started, userEvent, usage("100@"+at950, "10@"+at1050), errEvent, nullEnd}, want: "X5 limit", reset: "2026-12-01T09:50:00Z"},
		{name: "the other window", lines: []string{started, userEvent, usage("10@"+at950, "100@"+at1050), errEvent, nullEnd}, want: "X5 limit", reset: "2026-12-01T10:50:00Z"},
		{name: "both windows, the later reset counts", lines: []string{started, userEvent, usage("100@"+at1050, "100@"+at950), errEvent, nullEnd}, want: "X5 limit", reset: "2026-12-01T10:50:00Z"},
		{name: "both windows, in the other order", lines: []string{started, userEvent, usage("100@"+at950, "100@"+at1050), errEvent, nullEnd}, want: "X5 limit", reset: "2026-12-01T10:50:00Z"},
		{name: "a window that has reset is not exhausted", lines: []string{started, userEvent, usage("100@1796115608", "10@"+at1050), errEvent, nullEnd}, want: "X5 api_error"},
		{name: "a window that resets at that moment is", lines: []string{started, userEvent, usage("100@1796115609", "10@"+at1050), errEvent, nullEnd}, want: "X5 limit", reset: "2026-12-01T09:00:09Z"},
		{name: "a limit by name does not end with an old window", lines: []string{started, usage("100@1796115600", "10@"+at1050), failedEnd(`"usage_limit_exceeded"`)}, want: "X5 limit"},
		{name: "99.5 % is not exhausted", lines: []string{started, userEvent, usage("99.5@"+at950, "10@"+at1050), errEvent, nullEnd}, want: "X5 api_error"},
		{name: "the newest report counts", lines: []string{started, userEvent, usage("100@"+at950, "10@"+at1050), usage("10@"+at950, "10@"+at1050), errEvent, nullEnd}, want: "X5 api_error"},
		{name: "a window says nothing of a named error", lines: []string{started, userEvent, usage("100@"+at950, "10@"+at1050), failedEnd(`"other"`)}, want: "X5 api_error"},
	}
	for _, code := range []string{"usage_limit_exceeded", "session_budget_exceeded", "usageLimitExceeded", "sessionBudgetExceeded"} {
		tests = append(tests, border{
			name:  code,
			lines: []string{started, usage("100@"+at950, "10@"+at1050), failedEnd(`"` + code + `"`)}, want: "X5 limit", reset: "2026-12-01T09:50:00Z",
		})
	}
	for _, code := range []string{"thread_rollback_failed", "active_turn_not_steerable", "threadRollbackFailed", "activeTurnNotSteerable"} {
		tests = append(tests, border{
			name:  code,
			lines: []string{started, userEvent, said("assistant", "a"), strings.Replace(failedEnd(`"`+code+`"`), "null", `"Done."`, 1)}, want: "X4 completed",
		})
	}
	borders(t, session.Codex, tests)
}

// TestCodexOpenBorders: what opens a turn, refreshes it or is nothing.
func TestCodexOpenBorders(t *testing.T) {
	tests := []border{
		{name: "a user's item", lines: []string{plainEnd, said("user", "go")}, want: "X7 opened"},
		{name: "an image", lines: []string{plainEnd, item(`"type":"message","role":"user","content":[{"type":"input_image","image_url":"x"}]`)}, want: "X7 opened"},
		{name: "an empty text", lines: []string{plainEnd, said("user", " ")}, want: "X4 completed"},
		{name: "a fragment behind a text", lines: []string{plainEnd, item(`"type":"message","role":"user","content":[{"type":"input_text","text":"go"},{"type":"input_text","text":"<skill>x"}]`)}, want: "X7 opened"},
		{name: "a developer's item", lines: []string{plainEnd, said("developer", "rules")}, want: "X4 completed"},
		{name: "a question", lines: []string{started, item(`"type":"function_call","name":"request_user_input","call_id":"c","arguments":"{}"`)}, want: "X9 question"},
		{name: "an answered question", lines: []string{started, item(`"type":"function_call","name":"request_user_input","call_id":"c","arguments":"{}"`), item(`"type":"function_call_output","call_id":"c"`)}, want: "X1 opened"},
		{name: "another call", lines: []string{started, item(`"type":"function_call","name":"exec_command","call_id":"c","arguments":"{}"`)}, want: "X1 opened"},
		{name: "no envelope", lines: []string{`{"type":"message","role":"user","content":[{"type":"input_text","text":"hello"}]}`}, want: "X11 none"},
	}
	for _, prefix := range []string{
		"# AGENTS.md instructions", "<INSTRUCTIONS>", "<user_instructions>", "<environment_context>", "<turn_aborted>",
		"<subagent_notification>", "<user_shell_command>", "<skill>", "<recommended_plugins>", "<user_action>",
		"<hook_prompt id", "<codex_internal_context x", "<agent-notification>",
	} {
		tests = append(tests, border{name: "injected " + prefix, lines: []string{plainEnd, said("user", prefix+" x")}, want: "X4 completed"})
	}
	borders(t, session.Codex, tests)
}

// TestCodexOutput: each kind of output keeps an open turn fresh, and alone it is
// an open turn.
func TestCodexOutput(t *testing.T) {
	for _, l := range []string{
		event(`"type":"agent_message","message":"a"`), event(`"type":"agent_reasoning","text":"a"`),
		event(`"type":"agent_reasoning_raw_content","text":"a"`), event(`"type":"patch_apply_end","call_id":"c"`),
		event(`"type":"item_completed","item":{"type":"CommandExecution"}`), said("assistant", "a"),
		item(`"type":"reasoning"`), item(`"type":"agent_message"`), item(`"type":"web_search_call"`), item(`"type":"function_call_output","call_id":"c"`),
	} {
		if got := read(session.Codex, []byte(started+"\n"+l+"\n")); got.ActivityDate.Second() != 5 || got.Key != "t" {
			t.Errorf("%s does not refresh its turn: %v %s", l, got.ActivityDate, got.Key)
		}
		if got := read(session.Codex, []byte(l+"\n")); got.Detail.Row != "X8" || got.Event != classify.Opened {
			t.Errorf("%s alone reads %s %s", l, got.Detail.Row, got.Event)
		}
	}
	newest := []byte(event(`"type":"agent_message"`) + "\n" + strings.Replace(event(`"type":"agent_message"`), "09:00:05", "09:00:07", 1) + "\n")
	if got := read(session.Codex, newest); got.ActivityDate.Second() != 7 {
		t.Errorf("the newest of two outputs is not the one of %v", got.ActivityDate)
	}
}

// TestCodexKeys: the first identifier that is there names the turn.
func TestCodexKeys(t *testing.T) {
	for _, tt := range []struct{ payload, key string }{
		{`"turn_id":"t","id":"i","item_id":"m","call_id":"c"`, "t"},
		{`"id":"i","item_id":"m","call_id":"c"`, "i"},
		{`"item_id":"m","call_id":"c"`, "m"},
		{`"call_id":"c"`, "c"},
	} {
		if got := read(session.Codex, []byte(event(`"type":"user_message",`+tt.payload)+"\n")); got.Key != tt.key {
			t.Errorf("%s has the key %q, want %q", tt.payload, got.Key, tt.key)
		}
	}
}

// TestCodexMachines: a turn that the tool began by itself.
func TestCodexMachines(t *testing.T) {
	for trigger, machine := range map[string]bool{"user": false, "exec": false, "goal": true, "queue": true} {
		l := event(`"type":"task_started","turn_id":"t","turn_attribution":{"turn_trigger":"` + trigger + `"}`)
		if got := read(session.Codex, []byte(l+"\n")); got.Detail.Machine != machine {
			t.Errorf("trigger %s: machine %v", trigger, got.Detail.Machine)
		}
	}
}

// TestRestamp: a boundary whose own time is more than a minute before its line
// was copied, and is as old as it says.
func TestRestamp(t *testing.T) {
	line := time.Date(2026, 12, 1, 9, 0, 0, 0, time.UTC)
	for _, tt := range []struct{ payload, own string }{
		{`"type":"task_started","turn_id":"t"`, "started_at"},
		{`"type":"task_complete","turn_id":"t"`, "completed_at"},
		{`"type":"turn_aborted","turn_id":"t","reason":"interrupted"`, "completed_at"},
		{`"type":"turn_aborted","turn_id":"t","reason":"budget_limited"`, "completed_at"},
	} {
		for age, copied := range map[time.Duration]bool{59 * time.Second: false, 60 * time.Second: false, 61 * time.Second: true} {
			own := line.Add(-age)
			l := fmt.Sprintf(`{"timestamp":"2026-12-01T09:00:00Z","type":"event_msg","payload":{%s,%q:%d}}`, tt.payload, tt.own, own.Unix())
			want := line
			if copied {
				want = own
			}
			if got := read(session.Codex, []byte(l+"\n")); !got.ActivityDate.Equal(want) {
				t.Errorf("%s of %v ago is of %v, want %v", tt.payload, age, got.ActivityDate, want)
			}
		}
	}
	own := line.Add(-60*time.Second - 500*time.Millisecond)
	l := fmt.Sprintf(`{"timestamp":"2026-12-01T09:00:00Z","type":"event_msg","payload":{"type":"task_complete","turn_id":"t","completed_at":%.1f}}`, float64(own.UnixMilli())/1000)
	if got := read(session.Codex, []byte(l+"\n")); !got.ActivityDate.Equal(own) {
		t.Errorf("60.5 s ago is of %v, want %v", got.ActivityDate, own)
	}
}

// TestCodexHidden: threads that are nobody's sessions, by their first line.
func TestCodexHidden(t *testing.T) {
	head := func(more string) []byte {
		return []byte(`{"timestamp":"2026-12-01T09:00:00Z","type":"session_meta","payload":{"id":"x"` + more + `}}` + "\n" + started + "\n")
	}
	for more, hidden := range map[string]bool{
		``:                                       false,
		`,"source":"cli","thread_source":"user"`: false,
		`,"source":{"custom":"x"}`:               false,
		`,"thread_source":"subagent"`:            true,
		`,"thread_source":"memory_consolidation"`: true,
		`,"thread_source":"guardian_review"`:      true,
		`,"source":{"subagent":"review"}`:         true,
		`,"source":{"internal":"memory"}`:         true,
		`,"source":"subagent"`:                    true,
		`,"source":"internal"`:                    true,
		`,"source":"cli","parent_thread_id":"p"`:  true,
		`,"source":"cli","parent_thread_id":null`: false,
	} {
		if got := read(session.Codex, head(more)); got.Detail.Hidden != hidden {
			t.Errorf("%q: hidden %v", more, got.Detail.Hidden)
		}
	}
	other := []byte(strings.Replace(started, `"turn_id"`, `"parent_thread_id":"p","turn_id"`, 1) + "\n")
	if got := read(session.Codex, other); got.Detail.Hidden {
		t.Error("a first line that is no header hides the thread")
	}
}
