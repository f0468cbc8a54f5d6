package daysim

import (
	"time"
)

func (c *codex) plain() {
	c.prompt("plain turn")
	c.output(c.rng.IntN(4))
	c.end()
}

// steered is a message typed into the running turn.
func (c *codex) steered() {
	c.prompt("steered turn")
	c.output(1)
	c.append(c.message("user", "not that file"), c.userEvent("not that file"))
	c.output(1)
	c.end()
}

// queued is a prompt that waited: the next turn starts at once.
func (c *codex) queued() {
	c.prompt("queued prompt")
	c.output(c.rng.IntN(2))
	c.end()
	c.wait(30*time.Millisecond, 80*time.Millisecond)
	c.answered()
	trigger := []string{"queue", "goal"}[c.rng.IntN(2)]
	c.append(c.start(trigger, "and then")...)
	c.output(1)
	c.end()
}

func (c *codex) question() {
	c.prompt("question")
	c.output(c.rng.IntN(2))
	call := c.token("call_")
	c.append(c.item("function_call", obj{"name": "request_user_input", "call_id": call, "arguments": `{"questions":[{"id":"q","question":"A or B?"}]}`}))
	c.yourTurn("question")
	c.think()
	c.answered()
	if c.chance(20) {
		c.append(c.item("function_call_output", obj{"call_id": call, "output": "aborted by user"}))
		c.abort("interrupted")
		return
	}
	c.append(c.item("function_call_output", obj{"call_id": call, "output": `{"answers":{"q":["A"]}}`}))
	c.output(c.rng.IntN(2))
	c.end()
}

func (c *codex) plan() {
	c.prompt("plan")
	c.output(c.rng.IntN(2))
	lines := []string{c.message("assistant", "<proposed_plan>\n1. read\n</proposed_plan>")}
	if c.paginated {
		lines = append(lines, c.itemCompleted(obj{"type": "Plan", "id": c.turn + "-plan", "text": "1. read"}))
	}
	c.append(append(lines, c.usage(12, c.now.Add(time.Hour)), c.complete(nil, nil))...)
	c.yourTurn("plan")
}

// abort writes the end of an interrupted turn.
func (c *codex) abort(reason string) {
	var lines []string
	if c.chance(60) {
		lines = append(lines, c.message("user", "<turn_aborted>\nThe user interrupted the previous turn.\n</turn_aborted>"))
	}
	c.append(append(lines, c.event("turn_aborted", obj{"turn_id": c.turn, "reason": reason, "completed_at": c.now.Unix()}))...)
}

func (c *codex) esc() {
	c.prompt("interrupted")
	c.output(c.rng.IntN(2))
	c.abort("interrupted")
}

func (c *codex) fails() {
	c.prompt("API error")
	c.output(c.rng.IntN(2))
	var info any
	switch c.rng.IntN(4) {
	case 0:
		info = "server_overloaded"
	case 1:
		info = obj{"response_too_many_failed_attempts": obj{"http_status_code": 429}}
	case 2:
		info = "other"
	case 3:
		info = obj{"http_connection_failed": obj{"http_status_code": 503}}
	}
	c.failed(info, "stream disconnected")
	c.yourTurn("api_error")
}

// failed ends a turn in an error, as the version writes it.
func (c *codex) failed(info any, s string) {
	if c.errorInfo {
		c.append(c.complete(nil, obj{"message": s, "codex_error_info": info}))
		return
	}
	c.append(c.event("error", obj{"message": s, "codex_error_info": info}), c.complete(nil, nil))
}

func (c *codex) refused() {
	c.prompt("sign-in refused")
	c.wait(time.Second, 10*time.Second)
	if !c.errorInfo {
		c.failed("unauthorized", "401")
		c.yourTurn("api_error")
		return
	}
	c.failed([]any{"unauthorized", obj{"response_stream_connection_failed": obj{"http_status_code": 401}}}[c.rng.IntN(2)], "401")
	c.yourTurn("auth")
}

func (c *codex) limit() {
	c.prompt("usage limit")
	c.output(c.rng.IntN(2))
	reset := c.w.after(c.now, time.Duration(10+c.rng.IntN(60))*time.Minute).Truncate(time.Second)
	c.append(c.usage(100, reset))
	c.wait(10*time.Millisecond, time.Second)
	c.failed("usage_limit_exceeded", "You've hit your usage limit.")
	c.yourTurn("limit")
	c.ring.Stands = true
	c.now = later(c.now, reset)
	c.wait(time.Minute, 5*time.Minute)
}

// ownTurn is a turn of the person's own: a ! command or /compact.
func (c *codex) ownTurn() {
	c.answered()
	c.tell("own ! command or /compact")
	if !c.opened {
		c.append(c.start("user", "hello")...)
		c.output(1)
		c.end()
		c.wait(2*time.Second, 10*time.Second)
		c.answered()
	}
	c.turn, c.began = c.uuid(), c.now
	started := c.event("task_started", obj{"turn_id": c.turn, "started_at": c.now.Unix()})
	if c.chance(50) {
		lines := []string{started}
		if c.paginated {
			lines = append(lines, c.itemCompleted(obj{"type": "CommandExecution", "id": c.token("call_"), "source": "user_shell"}))
		} else {
			lines = append(lines, c.event("exec_command_end", obj{"call_id": c.token("call_"), "source": "user_shell"}))
		}
		c.append(append(lines, c.message("user", "<user_shell_command>\nls\n</user_shell_command>"), c.complete(nil, nil))...)
		return
	}
	c.append(started)
	c.wait(2*time.Second, 5*time.Second)
	lines := []string{c.usage(12, c.now.Add(time.Hour)), c.record("compacted", obj{"message": "", "replacement_history": []any{}})}
	if c.paginated {
		lines = append(lines, c.itemCompleted(obj{"type": "ContextCompaction", "id": c.uuid()}))
	}
	c.append(append(lines, c.complete(nil, nil))...)
}

// children are threads of sub-agents and reviewers, in files of their own.
func (c *codex) children() {
	c.prompt("sub-agent")
	c.wait(time.Second, 10*time.Second)
	id := c.uuid()
	path := c.rolloutPath(id)
	c.own(path, id)
	c.tellOf(id, "sub-agent thread", false)
	more := []obj{
		{"source": obj{"subagent": obj{"thread_spawn": obj{"parent_thread_id": c.id, "depth": 1}}}, "thread_source": "subagent"},
		{"source": obj{"subagent": obj{"other": "guardian"}}, "thread_source": "guardian_review"},
		{"source": obj{"subagent": "review"}, "thread_source": nil},
		{"source": "cli", "thread_source": nil, "parent_thread_id": c.id},
	}[c.rng.IntN(4)]
	parent := c.turn
	for range 1 + c.rng.IntN(3) {
		c.turn = c.uuid()
		head := c.meta(id, more)
		c.appendTo(path, append([]string{head}, c.opening("user", "look")...)...)
		c.wait(time.Second, 20*time.Second)
		c.appendTo(path, append(c.answer("sub done"), c.complete("sub done", nil))...)
		c.wait(500*time.Millisecond, 5*time.Second)
	}
	c.turn = parent
	c.end()
}

// late is output of a background terminal behind the end: it reopens nothing.
func (c *codex) late() {
	c.prompt("late output behind the end")
	c.output(1)
	c.end()
	c.wait(200*time.Millisecond, 30*time.Second)
	if c.chance(50) {
		c.append(c.itemCompleted(obj{"type": "CommandExecution", "id": c.token("call_")}))
		return
	}
	c.append(c.message("user", "<subagent_notification>\ndone\n</subagent_notification>"))
}

// hook is a Stop hook: the end comes behind it.
func (c *codex) hook() {
	c.prompt("Stop hook")
	c.output(1)
	c.append(c.answer("Done.")...)
	c.wait(time.Second, 5*time.Second)
	c.append(c.message("user", "<hook_prompt hook_run_id=\"stop\">run the linter</hook_prompt>"))
	c.wait(time.Second, 10*time.Second)
	c.end()
}

// approval is a prompt of which nothing on the disk says that it is one.
func (c *codex) approval() {
	c.promptOf("Codex approval prompt", true)
	call := c.token("call_")
	c.append(c.item("function_call", obj{"name": "exec_command", "call_id": call, "arguments": `{"cmd":"rm","sandbox_permissions":"require_escalated"}`}))
	c.yourTurn("permission")
	c.wait(2*time.Second, 2*time.Minute)
	c.answered()
	c.append(c.item("function_call_output", obj{"call_id": call, "output": "ok"}))
	c.tell("plain turn")
	c.output(1)
	c.end()
}
