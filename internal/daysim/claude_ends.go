package daysim

import (
	"fmt"
	"time"
)

// esc is the person stopping the tool, in every shape that versions leave.
func (c *claude) esc() {
	c.prompt("interrupted")
	c.output(c.rng.IntN(2))
	if c.status {
		c.registry("idle", "")
		c.wait(0, 200*time.Millisecond)
	}
	interrupt := func() string { return c.user([]obj{text("[Request interrupted by user]")}, nil) }
	switch c.escShape {
	case "aborted":
		c.append(c.assistant(c.token("msg_"), nil, text("I was about"), obj{"isAbortedMidStream": true}))
		c.wait(0, 50*time.Millisecond)
		c.append(interrupt())
	case "synthetic":
		c.append(c.synthetic("I was about", obj{"isApiErrorMessage": false}))
		c.wait(0, 3*time.Second)
		c.append(interrupt())
	default:
		c.append(interrupt())
	}
}

// escSilent is Esc before any output: nothing is written, and only the registry
// tells.
func (c *claude) escSilent() {
	c.prompt("interrupted before any output")
	c.wait(time.Second, 60*time.Second)
	if c.silentEsc {
		c.registry("idle", "")
		return
	}
	c.append(c.user([]obj{text("[Request interrupted by user]")}, nil))
}

// escTool is Esc while a command runs.
func (c *claude) escTool() {
	c.prompt("interrupted inside a command")
	id, l := c.toolUse(c.stopOf("tool_use"), "Bash", obj{"command": "sleep 1000"})
	c.append(l)
	c.wait(time.Second, 7*time.Minute)
	if c.status {
		c.registry("shell", "")
		c.wait(20*time.Millisecond, 60*time.Millisecond)
	}
	c.refuse(id)
}

// killed is the process gone inside a turn.
func (c *claude) killed() {
	c.prompt("killed while it works")
	c.output(c.rng.IntN(2))
	c.kill()
	c.resume()
	if c.chance(50) && (c.version == "2.1.200" || c.version == "2.1.104") {
		c.append(c.synthetic("No response requested.", obj{"isApiErrorMessage": false}))
		c.wait(time.Second, 20*time.Second)
	}
}

// fails is an API error.
func (c *claude) fails() {
	c.prompt("API error")
	c.output(c.rng.IntN(2))
	more := obj{"isApiErrorMessage": true}
	kind, status := "server_error", 529
	if c.chance(30) {
		kind, status = "rate_limit", 429
	}
	if c.errorFields == 1 {
		kind = "unknown"
	}
	if c.errorFields >= 1 {
		more["error"] = kind
	}
	if c.errorFields >= 2 {
		more["apiErrorStatus"] = status
	}
	c.failure("API Error: 529 Overloaded", more)
	c.yourTurn("api_error")
}

// refused are credentials that are no longer good.
func (c *claude) refused() {
	c.prompt("sign-in refused")
	c.wait(time.Second, 10*time.Second)
	c.failure("Please run /login", obj{"isApiErrorMessage": true, "error": "authentication_failed", "apiErrorStatus": 401})
	c.yourTurn("auth")
}

// failure writes an error record and what the version writes behind it.
func (c *claude) failure(s string, more obj) {
	if c.status {
		c.registry("idle", "")
		c.wait(50*time.Millisecond, 100*time.Millisecond)
	}
	lines := []string{c.synthetic(s, more)}
	if c.afterError {
		lines = append(lines, c.durationLine(nil))
	}
	c.append(lines...)
}

// limit is a usage limit that ends at a known time, or at one that only its
// text names.
func (c *claude) limit() {
	c.prompt("usage limit")
	c.output(c.rng.IntN(2))
	reset := c.w.after(c.now, time.Duration(10+c.rng.IntN(80))*time.Minute).Truncate(time.Second)
	more := obj{"isApiErrorMessage": true}
	s := "You've hit your session limit"
	switch c.errorFields {
	case 0:
		s = fmt.Sprintf("Claude AI usage limit reached|%d", reset.Unix())
		if c.chance(30) {
			delete(more, "isApiErrorMessage") // versions that wrote no flag
		}
	case 1:
		more["error"] = "rate_limit"
	case 2:
		more["error"], more["apiErrorStatus"] = "rate_limit", 429
	default:
		more["error"], more["apiErrorStatus"] = "rate_limit", 429
		more["quotaLimits"] = obj{"status": "rejected", "resetsAt": reset.Unix(), "rateLimitType": "five_hour"}
	}
	c.failure(s, more)
	c.yourTurn("limit")
	c.ring.Stands = true // until its reset
	c.now = later(c.now, reset)
	c.wait(time.Minute, 5*time.Minute)
	if c.errorFields == 3 && c.status && c.chance(50) {
		c.machine("limit ended, the tool goes on", "auto_continuation", "Continue from where you left off.", "auto-continuation")
	}
}

// machine is a turn that the tool begins by itself.
func (c *claude) machine(kind, turnOrigin, s, origin string) {
	if c.status {
		c.leaving()
		c.registry("busy", "")
		c.wait(10*time.Millisecond, 100*time.Millisecond)
	}
	c.append(
		line(obj{"type": "queue-operation", "operation": "enqueue", "timestamp": c.stamp(), "sessionId": c.id}),
		line(obj{"type": "queue-operation", "operation": "dequeue", "timestamp": c.stamp(), "sessionId": c.id}),
	)
	c.answered()
	c.tell(kind)
	c.append(c.user(s, obj{"isMeta": turnOrigin != "task_notification", "turnOrigin": turnOrigin, "origin": obj{"kind": origin}}))
	c.output(c.rng.IntN(2))
	c.end()
}

// scheduled is a turn at a time that the person chose long before.
func (c *claude) scheduled() {
	c.machine("scheduled turn", "scheduled", "Check the build", "scheduled")
}

// headlessRun is a turn of a program: nobody waits for it.
func (c *claude) headlessRun() {
	c.leaving()
	c.tell("headless")
	c.append(
		line(obj{"type": "queue-operation", "operation": "enqueue", "timestamp": c.stamp(), "sessionId": c.id}),
		c.user("do it", obj{"promptSource": "sdk", "turnOrigin": "sdk"}),
	)
	c.output(c.rng.IntN(2))
	if c.chance(15) {
		c.failure("API Error: 529 Overloaded", obj{"isApiErrorMessage": true, "error": "server_error", "apiErrorStatus": 529})
		return
	}
	c.closing(nil)
}
