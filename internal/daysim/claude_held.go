package daysim

import "time"

// notification is a background agent's report: the model is called without the
// person.
func (c *claude) notification() {
	c.append(
		line(obj{"type": "queue-operation", "operation": "enqueue", "timestamp": c.stamp(), "sessionId": c.id}),
		line(obj{"type": "queue-operation", "operation": "dequeue", "timestamp": c.stamp(), "sessionId": c.id}),
	)
	c.append(c.user("<task-notification>\n<task-id>b1</task-id>\n<status>completed</status>\n</task-notification>", obj{
		"origin": obj{"kind": "task-notification"}, "turnOrigin": "task_notification",
	}))
}

// spawn starts background agents and ends the turn around them.
func (c *claude) spawn(agents int) {
	for range agents {
		id, l := c.toolUse("tool_use", "Agent", obj{"description": "look", "run_in_background": true})
		c.append(l)
		c.wait(50*time.Millisecond, 500*time.Millisecond)
		c.append(c.result(id, "Async agent launched successfully.", false))
		c.appendTo(c.agentPath(), c.sidechain("tool_use"))
	}
	c.wait(time.Second, 8*time.Second)
	c.closing(obj{"pendingBackgroundAgentCount": agents})
}

// background is a turn that ends while agents run: the registry stays busy until
// they have reported.
func (c *claude) background() {
	if !c.duration {
		c.uncountedBackground()
		return
	}
	c.prompt("background agents")
	c.output(c.rng.IntN(2))
	agents := 1 + c.rng.IntN(2)
	c.spawn(agents)
	for agents > 0 {
		c.wait(10*time.Second, 6*time.Minute)
		agents--
		c.notification()
		c.wait(time.Second, 15*time.Second)
		if agents > 0 {
			c.closing(obj{"pendingBackgroundAgentCount": agents})
		}
	}
	c.end()
}

// lost are agents that never report: after 15 minutes it is the person's turn.
func (c *claude) lost() {
	c.prompt("background agents that never report")
	c.spawn(1)
	said := c.said
	if left := said.Add(15 * time.Minute).Sub(c.now); left > 0 {
		c.now = c.notAsleep(c.now.Add(left)) // the limit runs on the wall
	}
	c.yourTurn("turn_complete")
	c.ring.At, c.ring.Stamp = said.Add(15*time.Minute), said
}

// notAsleep is t, or the end of the sleep that t falls into.
func (a *actor) notAsleep(t time.Time) time.Time {
	for _, s := range a.w.sleeps {
		if s.contains(t) {
			return s.to
		}
	}
	return t
}

// impatient is a person who types while agents run.
func (c *claude) impatient() {
	c.prompt("prompt while agents run")
	c.spawn(1)
	c.wait(3*time.Second, 2*time.Minute)
	c.append(c.user("and another thing", obj{"origin": obj{"kind": "human"}}))
	c.output(c.rng.IntN(2))
	c.end()
}

// agentAsks is a background agent that needs a permission.
func (c *claude) agentAsks() {
	c.prompt("background agent needs a permission")
	c.spawn(1)
	c.wait(3*time.Second, 60*time.Second)
	c.registry("waiting", "permission prompt")
	c.yourTurn("permission")
	c.ring.Stamp, c.ring.Stands = c.now, true
	c.wait(2*time.Second, 60*time.Second)
	c.registry("busy", "")
	c.answered()
	c.wait(3*time.Second, 60*time.Second)
	c.notification()
	c.wait(time.Second, 10*time.Second)
	c.end()
}

// killedBackground is the process gone while agents run: nothing holds the turn
// any more.
func (c *claude) killedBackground() {
	c.prompt("killed while agents run")
	c.spawn(1)
	said := c.said
	c.wait(3*time.Second, 5*time.Minute)
	c.kill()
	c.yourTurn("turn_complete")
	c.ring.Stamp = said
	c.resume()
}

// uncountedBackground is an agent in a version that does not count it.
func (c *claude) uncountedBackground() {
	c.promptOf("background agent without a pending count", true)
	c.spawn(1)
	c.wait(10*time.Second, 3*time.Minute)
	c.notification()
	c.wait(time.Second, 10*time.Second)
	c.tell("plain turn")
	c.end()
}

// hookPasses is a Stop hook that takes its time and agrees.
func (c *claude) hookPasses() {
	c.prompt("Stop hook, passing")
	c.output(c.rng.IntN(2))
	c.closing(nil)
	c.wait(200*time.Millisecond, 9*time.Second)
	c.registry("idle", "")
	c.yourTurn("turn_complete")
	c.wait(0, 50*time.Millisecond)
	c.append(c.hookSummary(false))
}

// hookBlocks is a Stop hook that sends the model back to work.
func (c *claude) hookBlocks() {
	c.prompt("Stop hook, blocking")
	for range 1 + c.rng.IntN(2) {
		c.output(c.rng.IntN(2))
		c.closing(nil)
		c.wait(200*time.Millisecond, 9*time.Second)
		c.append(c.user("Stop hook feedback:\n[check] run the linter", obj{"isMeta": true}), c.hookSummary(true))
	}
	c.output(1)
	c.end()
}

func (c *claude) hookSummary(output bool) string {
	said := c.said
	defer func() { c.said = said }()
	return c.system("stop_hook_summary", obj{"hookCount": 1, "hasOutput": output, "preventedContinuation": false})
}

// hook is a Stop hook, by what the version can tell of it.
func (c *claude) hook() {
	switch {
	case c.status && c.chance(50):
		c.hookPasses()
	case c.status:
		c.hookBlocks()
	case c.chance(50):
		c.quickHook()
	default:
		c.slowHook()
	}
}

// quickHook blocks within the second, so that nothing rings.
func (c *claude) quickHook() {
	c.prompt("Stop hook, quick")
	c.output(1)
	c.closing(nil)
	c.wait(100*time.Millisecond, 600*time.Millisecond)
	c.append(c.user("Stop hook feedback:\n[check] run the linter", obj{"isMeta": true}))
	c.output(1)
	c.end()
}

// slowHook blocks after more than a second, and no registry says so.
func (c *claude) slowHook() {
	c.promptOf("slow Stop hook, no registry status", true)
	c.output(1)
	c.closing(nil)
	c.wait(1100*time.Millisecond, 8*time.Second)
	c.append(c.user("Stop hook feedback:\n[check] run the linter", obj{"isMeta": true}))
	c.tell("plain turn")
	c.output(1)
	c.end()
}
