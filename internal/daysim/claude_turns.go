package daysim

import (
	"strings"
	"time"
)

// output lets the tool work: calls with their results.
func (c *claude) output(calls int) {
	for range calls {
		c.wait(time.Second, 40*time.Second)
		id, l := c.toolUse(c.stopOf("tool_use"), "Bash", obj{"command": "make test"})
		c.append(l)
		c.wait(500*time.Millisecond, 30*time.Second)
		c.append(c.result(id, "ok", false))
		if c.chance(10) {
			c.metadata(1 + c.rng.IntN(4))
		}
	}
	c.wait(time.Second, 20*time.Second)
}

// closing writes the records that end a turn, without saying whose turn it is.
func (c *claude) closing(more obj) {
	id := c.token("msg_")
	c.first = time.Time{}
	if c.twoEnds && c.chance(70) {
		c.append(c.assistant(id, c.stopOf("end_turn"), obj{"type": "thinking", "thinking": "", "signature": "EXv"}, nil))
		c.first = c.said
		if c.chance(40) {
			c.wait(5*time.Millisecond, 300*time.Millisecond)
		}
	}
	c.append(c.assistant(id, c.stopOf("end_turn"), text("The change is in place."), nil), c.durationLine(more))
	if c.first.IsZero() || c.said.Before(c.first) {
		c.first = c.said
	}
}

// end is a normal end: the registry says idle a moment before the record stands.
func (c *claude) end() {
	if c.status {
		c.registry("idle", "")
		c.wait(50*time.Millisecond, 120*time.Millisecond)
	}
	c.closed("turn_complete")
}

// closed writes the closing records and hands over with the first of them.
func (c *claude) closed(reasons ...string) {
	at := c.now
	c.closing(nil)
	c.yourTurn(reasons...)
	if !c.nullStop { // there the turn_duration proves it
		c.ring.At = at
	}
	if c.first.Before(c.ring.Stamp) {
		c.ring.Stamp = c.first
	}
	if c.chance(60) {
		c.wait(0, 100*time.Millisecond)
		c.metadata(1 + c.rng.IntN(5))
	}
}

// plain is the common turn.
func (c *claude) plain() {
	c.prompt("plain turn")
	c.output(c.rng.IntN(4))
	c.end()
}

// unprovenEnd is a closing record without a stop reason in a version that
// writes no turn_duration: nothing on the disk says that the turn is over.
func (c *claude) unprovenEnd() {
	c.promptOf("no stop reason and no turn_duration", true)
	c.output(c.rng.IntN(2))
	c.append(c.assistant(c.token("msg_"), nil, text("The change is in place."), nil))
	c.yourTurn("turn_complete")
}

// long is a turn with silences that look like nothing at all.
func (c *claude) long() {
	c.prompt("long silence")
	c.output(1)
	id, l := c.toolUse(c.stopOf("tool_use"), "Bash", obj{"command": "make everything"})
	c.append(l)
	c.wait(4*time.Minute, 17*time.Minute)
	c.append(c.result(id, "ok", false))
	c.wait(time.Second, 10*time.Second)
	c.end()
}

// subagent runs sub-agents in the foreground: beside the transcript or, in old
// versions, inside it.
func (c *claude) subagent() {
	c.prompt("sub-agent")
	c.wait(time.Second, 5*time.Second)
	id, l := c.toolUse(c.stopOf("tool_use"), "Task", obj{"description": "look", "prompt": "look"})
	c.append(l)
	c.wait(time.Second, 3*time.Second)
	side := c.path
	if !c.inMain {
		side = c.agentPath()
	}
	for n := 1 + c.rng.IntN(3); n > 0; n-- {
		c.wait(500*time.Millisecond, 20*time.Second)
		c.appendTo(side, c.sidechain("tool_use"))
		c.wait(500*time.Millisecond, 5*time.Second)
		c.appendTo(side, c.sidechain("end_turn"))
	}
	c.wait(time.Second, 4*time.Second)
	c.append(c.result(id, "The agent says: done.", false))
	c.wait(time.Second, 10*time.Second)
	c.end()
	if c.inMain && c.chance(30) { // a late line of the agent behind the end
		c.wait(200*time.Millisecond, 5*time.Second)
		c.append(c.sidechain("end_turn"))
	}
}

func (c *claude) agentPath() string {
	path := strings.TrimSuffix(c.path, ".jsonl") + "/subagents/agent-" + c.token("a") + ".jsonl"
	c.own(path, c.id)
	return path
}

// sidechain is a line of a sub-agent.
func (c *claude) sidechain(stop string) string {
	parent, said := c.parent, c.said
	defer func() { c.parent, c.said = parent, said }()
	return c.assistant(c.token("msg_"), stop, text("sub done"), obj{"isSidechain": true, "agentId": "ab12"})
}

// empty is an answer without a single word: only turn_duration says so.
func (c *claude) empty() {
	c.prompt("empty answer")
	said := c.said
	c.wait(2*time.Second, 20*time.Second)
	c.registry("idle", "")
	c.wait(50*time.Millisecond, 100*time.Millisecond)
	l := c.durationLine(nil)
	c.said = said
	c.append(l)
	c.yourTurn("turn_complete")
}

// cutOff is an end that the model did not choose.
func (c *claude) cutOff() {
	c.prompt("cut off")
	c.output(c.rng.IntN(2))
	reason := []string{"max_tokens", "refusal", "model_context_window_exceeded", "pause_turn"}[c.rng.IntN(4)]
	c.registry("idle", "")
	c.wait(50*time.Millisecond, 100*time.Millisecond)
	c.append(c.assistant(c.token("msg_"), reason, text("and so"), nil))
	c.wait(10*time.Millisecond, 200*time.Millisecond)
	c.append(c.durationLine(nil))
	if reason == "pause_turn" {
		c.yourTurn("turn_complete")
		return
	}
	c.yourTurn("cut_off")
}

// continued is an answer over the token limit that the tool itself continues.
func (c *claude) continued() {
	c.prompt("token limit, continued")
	c.output(1)
	c.append(c.assistant(c.token("msg_"), "max_tokens", text("and so"), nil))
	c.wait(10*time.Millisecond, time.Second)
	c.append(c.user("Output token limit hit. Resume directly.", obj{"isMeta": true}))
	c.wait(2*time.Second, 20*time.Second)
	c.end()
}

// queued is a prompt that waited for the end: it follows within the second.
func (c *claude) queued() {
	c.prompt("queued prompt")
	c.wait(time.Second, 10*time.Second)
	c.append(line(obj{"type": "queue-operation", "operation": "enqueue", "timestamp": c.stamp(), "sessionId": c.id, "content": "next"}))
	c.wait(time.Second, 10*time.Second)
	c.append(line(obj{"type": "queue-operation", "operation": "dequeue", "timestamp": c.stamp(), "sessionId": c.id}))
	at := c.now
	c.closing(nil)
	c.yourTurn("turn_complete").At = at
	c.wait(30*time.Millisecond, 600*time.Millisecond)
	c.answered()
	c.append(c.user("next", obj{"promptSource": "queued", "origin": obj{"kind": "human"}}))
	c.output(1)
	c.end()
}

// hugeLine is a tool result far larger than any window step.
func (c *claude) hugeLine() {
	c.prompt("huge line")
	c.wait(time.Second, 4*time.Second)
	id, l := c.toolUse(c.stopOf("tool_use"), "Read", obj{"file_path": "/w/big.png"})
	c.append(l)
	c.wait(time.Second, 4*time.Second)
	const mark = "CONTENT"
	whole := c.user([]obj{{"type": "tool_result", "tool_use_id": id, "content": mark}}, nil)
	before, after, _ := strings.Cut(whole, mark)
	c.huge(before, after, 60_000+c.rng.IntN(1_500_000))
	c.wait(time.Second, 10*time.Second)
	c.end()
	if c.chance(50) { // and a large record behind the end
		c.wait(10*time.Millisecond, 500*time.Millisecond)
		c.huge(`{"type":"attachment","attachment":{"type":"prompt_snapshot","text":"`, `"},"isSidechain":false}`+"\n", 62_000+c.rng.IntN(300_000))
	}
}

// storm is hundreds of records that mean nothing behind an end.
func (c *claude) storm() {
	c.prompt("metadata storm")
	c.output(1)
	c.end()
	for range 1 + c.rng.IntN(5) {
		c.wait(10*time.Millisecond, 2*time.Second)
		c.metadata(20 + c.rng.IntN(80))
	}
}

// retrying is a server that is overloaded for a while.
func (c *claude) retrying() {
	c.prompt("retries")
	for n := range 1 + c.rng.IntN(5) {
		c.wait(time.Second, 90*time.Second)
		c.append(c.system("api_error", obj{"level": "error", "error": obj{"status": 529}, "retryInMs": 1000.5, "retryAttempt": n + 1, "maxRetries": 10}))
	}
	c.wait(time.Second, 30*time.Second)
	c.output(1)
	c.end()
}

// autoCompact is a compaction inside a turn.
func (c *claude) autoCompact() {
	c.prompt("compaction inside a turn")
	c.output(2)
	c.append(c.compaction("auto")...)
	c.output(1)
	c.end()
}

func (c *claude) compaction(trigger string) []string {
	return []string{
		c.system("compact_boundary", obj{"content": "Conversation compacted", "compactMetadata": obj{"trigger": trigger, "preTokens": 9}}),
		c.user("This session is being continued.", obj{"isCompactSummary": true, "isVisibleInTranscriptOnly": true}),
	}
}
