package daysim

import "time"

// think is how long the person takes inside a turn: sometimes very long.
func (a *actor) think() {
	a.choose([]choice{
		{10, func() { a.wait(100*time.Millisecond, 900*time.Millisecond) }}, // before it rings
		{70, func() { a.wait(2*time.Second, 90*time.Second) }},
		{15, func() { a.wait(2*time.Minute, 10*time.Minute) }},
		{5, func() { a.wait(21*time.Minute, 40*time.Minute) }}, // until it has aged out
	})
}

// question is the tool asking, and the person answering or pressing Esc.
func (c *claude) question() {
	c.prompt("question")
	c.output(c.rng.IntN(2))
	id, l := c.toolUse(c.stopOf("tool_use"), "AskUserQuestion", obj{"questions": []obj{{"question": "A or B?", "header": "Choice"}}})
	c.append(l)
	c.yourTurn("question")
	c.waiting("input needed")
	c.think()
	c.answer(id, "User has answered: A", 85)
}

// plan is a plan that waits for approval.
func (c *claude) plan() {
	c.prompt("plan")
	c.output(c.rng.IntN(2))
	id, l := c.toolUse(c.stopOf("tool_use"), "ExitPlanMode", obj{"plan": "1. read"})
	c.append(l)
	c.yourTurn("plan")
	c.waiting("permission prompt")
	c.think()
	c.answer(id, "User has approved your plan", 75)
}

// waiting lets the registry say that the tool waits, if the version does.
func (c *claude) waiting(for_ string) {
	if !c.status {
		return
	}
	c.wait(20*time.Millisecond, 120*time.Millisecond)
	c.registry("waiting", for_)
	if c.ring != nil {
		c.ring.Stands = true
	}
}

// answer ends a wait: the turn goes on in yes percent of all cases, otherwise
// the person refuses.
func (c *claude) answer(toolID, s string, yes int) {
	c.leaving()
	if !c.chance(yes) {
		c.refuse(toolID)
		return
	}
	if c.status {
		c.registry("busy", "")
		c.wait(20*time.Millisecond, 200*time.Millisecond)
	}
	c.answered()
	c.append(c.result(toolID, s, false))
	c.output(c.rng.IntN(2))
	c.end()
}

// refuse is Esc at a prompt: a failed result and the interrupt line.
func (c *claude) refuse(toolID string) {
	if c.status {
		c.registry("idle", "")
		c.wait(0, 100*time.Millisecond)
	}
	c.answered()
	c.append(c.result(toolID, "User rejected tool use", true))
	c.wait(0, 20*time.Millisecond)
	c.append(c.user([]obj{text("[Request interrupted by user for tool use]")}, nil))
}

// permission is a prompt that only the registry knows of.
func (c *claude) permission() {
	if !c.status {
		c.unseenPermission()
		return
	}
	c.prompt("permission")
	c.output(c.rng.IntN(2))
	for n := 1 + c.rng.IntN(2); n > 0; n-- {
		id, l := c.toolUse("tool_use", "Bash", obj{"command": "rm -r build"})
		c.append(l)
		c.wait(0, 120*time.Millisecond)
		c.registry("waiting", "permission prompt")
		c.yourTurn("permission")
		c.ring.Stamp, c.ring.Stands = c.now, true
		c.think()
		if !c.chance(80) {
			c.leaving()
			c.refuse(id)
			return
		}
		c.registry("busy", "")
		c.answered()
		c.wait(50*time.Millisecond, 30*time.Second)
		c.append(c.result(id, "ok", false))
		c.wait(time.Second, 10*time.Second)
	}
	c.end()
}

// unseenPermission is a prompt of a version whose registry says nothing.
func (c *claude) unseenPermission() {
	c.promptOf("permission prompt, no registry status", true)
	id, l := c.toolUse(c.stopOf("tool_use"), "Bash", obj{"command": "rm -r build"})
	c.append(l)
	c.yourTurn("permission")
	c.wait(2*time.Second, 2*time.Minute)
	c.answered()
	c.append(c.result(id, "ok", false))
	c.wait(time.Second, 10*time.Second)
	c.tell("plain turn")
	c.end()
}

// parallelPermissions are two prompts that stand under one and the same newest
// record: the second has the identity of the first.
func (c *claude) parallelPermissions() {
	c.prompt("permission")
	c.wait(time.Second, 4*time.Second)
	one, l1 := c.toolUse("tool_use", "Bash", obj{"command": "rm -r build"})
	two, l2 := c.toolUse("tool_use", "Bash", obj{"command": "rm -r dist"})
	c.append(l1, l2)
	c.wait(20*time.Millisecond, 100*time.Millisecond)
	ask := func() {
		c.registry("waiting", "permission prompt")
		c.yourTurn("permission")
		c.ring.Stamp, c.ring.Stands = c.now, true
		c.wait(3*time.Second, 60*time.Second)
		c.registry("busy", "")
		c.answered()
	}
	ask()
	c.tellKnown("second permission prompt under one record")
	c.wait(20*time.Millisecond, 100*time.Millisecond)
	ask()
	c.wait(50*time.Millisecond, 10*time.Second)
	c.append(c.result(one, "ok", false), c.result(two, "ok", false))
	c.wait(time.Second, 10*time.Second)
	c.tell("plain turn")
	c.end()
}

// dialog is a menu, which the registry cannot tell from anything else.
func (c *claude) dialog() {
	c.registry("waiting", "dialog open")
	c.wait(time.Second, 20*time.Second)
	c.registry("idle", "")
}

// killedAtPrompt is the terminal closed while the tool waits for an answer.
func (c *claude) killedAtPrompt() {
	c.prompt("killed while it asks")
	_, l := c.toolUse(c.stopOf("tool_use"), "AskUserQuestion", obj{"questions": []obj{{"question": "A or B?"}}})
	c.append(l)
	c.yourTurn("question")
	c.waiting("input needed")
	c.wait(100*time.Millisecond, 2*time.Minute)
	c.kill()
	if c.record {
		c.answered()
	}
	c.resume()
}

// resume starts the session again in a new process some time later.
func (c *claude) resume() {
	c.wait(5*time.Second, 5*time.Minute)
	c.leaving() // the person is at the window
	if c.record && c.chance(70) {
		c.remove(c.recordPath()) // of the process that was killed: cleared up, mostly
	}
	c.launch()
	c.wait(time.Second, 20*time.Second)
}
