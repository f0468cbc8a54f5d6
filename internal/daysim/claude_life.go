package daysim

import (
	"encoding/json"
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
