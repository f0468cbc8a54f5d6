package daysim

import (
	"encoding/json"
	"fmt"
	"strings"
	"time"
)

// localCommand is the echo of a command that nothing answers.
func (c *claude) localCommand() {
	said := c.said
	defer func() { c.said = said }()
	if c.version == "2.1.332" {
		c.append(c.system("local_command", obj{"content": "<command-name>/model</command-name>", "level": "info"}))
		return
	}
	c.append(
		c.user("<command-name>/model</command-name>\n<command-message>model</command-message>\n<command-args></command-args>", nil),
		c.user("<local-command-stdout>Set model</local-command-stdout>", nil),
	)
}

// bang is the person's own command. Newer versions call the model with it.
func (c *claude) bang() {
	if !c.bangAsks {
		c.append(c.user("<bash-input>ls</bash-input>", nil), c.user("<bash-stdout>a</bash-stdout><bash-stderr></bash-stderr>", nil))
		return
	}
	c.leaving()
	if c.status {
		c.registry("busy", "")
	}
	c.wait(200*time.Millisecond, 20*time.Second)
	c.append(c.user("<bash-input>ls</bash-input>", nil), c.user("<bash-stdout>a</bash-stdout><bash-stderr></bash-stderr>", nil))
	c.wait(time.Second, 6*time.Second)
	if c.status {
		c.registry("idle", "")
		c.wait(50*time.Millisecond, 100*time.Millisecond)
	}
	c.answered()
	c.tell("own ! command, answered by the model")
	c.closed("turn_complete")
}

// compact is /compact while it is the person's turn: nothing changes hands.
func (c *claude) compact() {
	said := c.said
	defer func() { c.said = said }()
	c.leaving()
	if c.status {
		c.registry("busy", "")
	}
	c.wait(2*time.Second, 5*time.Second)
	if c.status {
		c.registry("idle", "")
	}
	c.append(append(c.compaction("manual"),
		c.user("<command-name>/compact</command-name>\n<command-message>compact</command-message>\n<command-args></command-args>", nil),
		c.user("<local-command-stdout>Compacted</local-command-stdout>", nil))...)
}

// clear is /clear: the same process turns to a new session.
func (c *claude) clear() {
	c.wait(2*time.Second, 5*time.Second) // nobody types it within the second
	c.leaving()
	old := c.path
	c.newSession()
	c.registry("idle", "")
	c.turnedAway()
	delete(c.content, old)
	c.tell("/clear")
	c.wait(10*time.Millisecond, 300*time.Millisecond)
	c.append(
		c.user("<command-name>/clear</command-name>\n<command-message>clear</command-message>\n<command-args></command-args>", nil),
		c.user("<local-command-stdout></local-command-stdout>", nil),
	)
}

// turnedAway is the process at another session: only the registry tells, and
// only who looks on.
func (c *claude) turnedAway() {
	if c.ring != nil {
		c.ring.Fleeting = true
	}
	c.answered()
}

// fork is /branch: the history goes into another session, uuids and times and
// all.
func (c *claude) fork() {
	b := c.content[c.path]
	if b == nil {
		return
	}
	c.wait(2*time.Second, 5*time.Second)
	lines := strings.SplitAfter(b.String(), "\n")
	lines = lines[max(0, len(lines)-30):]
	old := c.id
	c.leaving()
	c.newSession()
	copied := make([]string, 0, len(lines))
	for _, l := range lines {
		copied = append(copied, readdress(l, old, c.id))
	}
	c.registry("idle", "")
	c.turnedAway()
	c.tell("fork with copied history")
	c.wait(10*time.Millisecond, 200*time.Millisecond)
	c.append(copied...)
}

// readdress makes a record's copy for another session.
func readdress(l, from, to string) string {
	var o obj
	if json.Unmarshal([]byte(l), &o) != nil || o["sessionId"] == nil {
		return l
	}
	o["forkedFrom"] = obj{"sessionId": from, "messageUuid": o["uuid"]}
	o["sessionId"] = to
	return line(o)
}

// move is the tool entering a worktree: the transcript goes to another folder.
func (c *claude) move() {
	b := c.content[c.path]
	if b == nil || b.Len() > 1<<20 {
		return
	}
	old := c.path
	if strings.Contains(c.cwd, "worktree") {
		c.cwd = strings.Split(c.cwd, "/.claude")[0]
	} else {
		c.cwd += "/.claude/worktrees/one"
	}
	c.path = strings.ReplaceAll(c.transcript(c.id), ".claude-worktrees", "-claude-worktrees")
	c.own(c.path, c.id)
	c.remove(old)
	delete(c.content, old)
	c.content[c.path] = &strings.Builder{}
	if c.ring != nil && c.now.Sub(c.ring.At) < 3*time.Second {
		c.wait(5*time.Millisecond, 100*time.Millisecond) // nothing can ring meanwhile
	} else {
		c.wait(5*time.Millisecond, 1500*time.Millisecond)
	}
	c.append(b.String(), line(obj{"type": "relocated", "relocatedCwd": c.cwd, "sessionId": c.id}))
}

// desktopFile is Claude Desktop's entry for the session, touched now.
func (c *claude) desktopFile() {
	c.write(".config/Claude/claude-code-sessions/acc/org/local_"+c.id+".json", line(obj{
		"sessionId": "local_" + c.id, "cliSessionId": c.id, "title": "Small task", "cwd": c.cwd,
		"createdAt": c.w.start.UnixMilli(), "lastActivityAt": c.now.UnixMilli(), "isArchived": false,
	}))
}

// bookkeeping is Claude Desktop writing down a finished turn.
func (c *claude) bookkeeping() {
	ended := c.now
	if c.ring != nil {
		ended = c.ring.At
	}
	c.wait(2*time.Second, 20*time.Second)
	if c.now.Sub(ended) < 24*time.Second { // the machine did not sleep meanwhile
		c.desktopFile()
	}
}

// back is a person who comes back to the window and looks for a while.
func (c *claude) back() {
	if gone := c.now.Sub(c.said); gone < 26*time.Second {
		c.wait(26*time.Second-gone, 40*time.Second)
	}
	c.answered()
	c.tell("back in Claude Desktop")
	c.desktopFile()
	c.wait(5*time.Second, 2*time.Minute)
}

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
