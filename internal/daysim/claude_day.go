package daysim

import (
	"fmt"
	"strings"
	"time"
)

// pause is what happens while it is the person's turn, until the next prompt.
func (c *claude) pause() {
	const s, m = time.Second, time.Minute
	c.choose([]choice{
		{8, func() { c.wait(150*time.Millisecond, 950*time.Millisecond) }},
		{8, func() { c.wait(1100*time.Millisecond, 3*s) }},
		{50, func() { c.wait(5*s, 4*m) }},
		{26, func() { c.wait(4*m, 12*m) }},
		{4, func() { c.wait(21*m, 35*m) }},
	})
	c.incident()
}

// finished reports whether a finished turn waits for the person, and no error or
// question.
func (c *claude) finished() bool { return c.ring != nil && c.ring.Reasons[0] == "turn_complete" }

// incident is now and then something that is no reply.
func (c *claude) incident() {
	if !c.chance(30) {
		return
	}
	then := func(play func()) func() {
		return func() {
			play()
			c.wait(time.Second, 2*time.Minute)
		}
	}
	incidents := []choice{
		{20, then(c.localCommand)},
		{10, then(c.compact)},
		{10, then(func() { c.metadata(1 + c.rng.IntN(60)) })},
		{10, then(c.bang)},
	}
	if c.finished() {
		incidents = append(incidents, choice{14, then(c.scheduled)})
		if c.record {
			incidents = append(incidents, choice{8, then(c.clear)}, choice{8, then(c.fork)})
		}
		if c.version != "1.0.120" {
			incidents = append(incidents, choice{10, then(c.move)})
		}
	}
	if c.status {
		incidents = append(incidents, choice{10, then(c.dialog)})
	}
	c.choose(incidents)
}

// play lives one window of Claude Code through some turns.
func (c *claude) play(turns int) {
	c.wait(0, 30*time.Second)
	stories := c.stories()
	for range turns {
		switch {
		case c.entrypoint == "sdk-cli":
			c.headlessRun()
			c.wait(time.Minute, 15*time.Minute)
		case c.entrypoint == "claude-desktop":
			c.choose(stories)
			c.bookkeeping()
			c.pause()
			if c.finished() && c.chance(15) {
				c.back()
			}
		default:
			c.choose(stories)
			c.pause()
		}
	}
	c.file()
}

// stories are the turns that a version can have, with their weights.
func (c *claude) stories() []choice {
	s := []choice{
		{40, c.plain},
		{3, c.long},
		{5, c.question},
		{4, c.plan},
		{6, c.esc},
		{3, c.escTool},
		{4, c.killed},
		{2, c.killedAtPrompt},
		{4, c.fails},
		{2, c.limit},
		{4, c.storm},
		{2, c.hugeLine},
		{3, c.queued},
		{4, c.hook},
		{3, c.autoCompact},
		{3, c.permission},
		{3, c.background},
	}
	if !c.async {
		s = append(s, choice{6, c.subagent})
	}
	if c.silentEsc && c.status {
		s = append(s, choice{5, c.escSilent})
	}
	if c.retryLines {
		s = append(s, choice{4, c.retrying})
	}
	if c.errorFields >= 2 {
		s = append(s, choice{1, c.refused})
	}
	if c.duration && !c.nullStop {
		s = append(s, choice{3, c.cutOff}, choice{2, c.continued}, choice{2, c.empty})
	}
	if c.duration && !c.nullStop && c.entrypoint != "claude-desktop" {
		s = append(s, choice{2, c.lost})
	}
	if c.status {
		s = append(s, choice{3, c.permission}, choice{2, c.agentAsks}, choice{2, c.impatient}, choice{2, c.killedBackground}, choice{1, c.parallelPermissions})
	}
	if c.unproven {
		s = append(s, choice{4, c.unprovenEnd})
	}
	return s
}

// live is the whole day of one window.
func live(a *actor, index, turns int) {
	cast := casts[index%len(casts)]
	switch {
	case strings.HasPrefix(cast, "codex "):
		newCodex(a, strings.TrimPrefix(cast, "codex ")).play(turns)
	default:
		c := newClaude(a, index, cast)
		if c.entrypoint == "" { // perhaps on a machine with a clock of its own
			c.skew = [...]time.Duration{0, 10 * time.Minute, 30 * time.Second, -40 * time.Second}[a.rng.IntN(4)]
		}
		c.play(turns)
	}
	if a.ring != nil {
		panic(fmt.Sprintf("daysim: %s was left open", a.id))
	}
}

// casts are the forty windows of the day.
var casts = [...]string{
	"2.1.332", "codex 0.171.0", "2.1.332", "2.1.104", "codex 0.130.0", "2.1.332", "2.0.50", "codex 0.171.0",
	"2.1.200", "1.0.120", "2.1.332", "codex 0.147.0", "headless", "2.1.29", "2.1.332", "desktop",
	"codex 0.171.0", "2.1.250", "1.0.120", "codex exec", "2.1.332", "2.1.104", "codex 0.130.0", "2.1.200",
	"2.1.29", "2.1.332", "codex 0.147.0", "2.0.50", "2.1.332", "codex 0.171.0", "desktop", "2.1.250",
	"headless", "1.0.120", "2.1.332", "codex 0.130.0", "2.1.104", "2.1.200", "codex 0.171.0", "2.1.104",
}
