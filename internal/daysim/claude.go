package daysim

import (
	"fmt"
	"strings"
	"time"

	"agentisland/internal/engine"
)

// client is a version of Claude Code, as far as its files differ.
type client struct {
	version     string
	entrypoint  string
	record      bool   // a registry record exists while it runs
	status      bool   // and the record says what the tool does
	duration    bool   // a normal end writes turn_duration
	afterError  bool   // so does an API error
	twoEnds     bool   // thinking and text of one message both close
	async       bool   // sub-agents run in the background
	inMain      bool   // their lines stand in the main transcript
	nullStop    bool   // the closing record has no stop reason; turn_duration proves the end
	unproven    bool   // nor is there a turn_duration, now and then
	escShape    string // what Esc leaves: aborted, synthetic, line
	silentEsc   bool   // Esc before any output writes nothing
	retryLines  bool   // retries are written
	bangAsks    bool   // a ! command calls the model
	errorFields int    // 0: none, 1: error, 2: and a status, 3: and quotaLimits
}

// clients are the versions of the day, by what they write.
var clients = map[string]client{
	"2.1.332": {
		version: "2.1.332", entrypoint: "cli", record: true, status: true, duration: true, twoEnds: true,
		async: true, escShape: "aborted", silentEsc: true, bangAsks: true, errorFields: 3,
	},
	"2.1.250": {
		version: "2.1.250", entrypoint: "cli", record: true, status: true, duration: true, afterError: true, twoEnds: true,
		async: true, escShape: "aborted", silentEsc: true, bangAsks: true, errorFields: 3,
	},
	"2.1.200": {
		version: "2.1.200", entrypoint: "cli", record: true, status: true, duration: true, afterError: true, twoEnds: true,
		escShape: "synthetic", silentEsc: true, bangAsks: true, errorFields: 2,
	},
	"2.1.104": {version: "2.1.104", entrypoint: "cli", record: true, twoEnds: true, escShape: "synthetic", silentEsc: true, retryLines: true, errorFields: 1},
	"2.1.29":  {version: "2.1.29", duration: true, nullStop: true, escShape: "line", retryLines: true, errorFields: 1},
	"2.0.50":  {version: "2.0.50", unproven: true, escShape: "line", retryLines: true, errorFields: 1},
	"1.0.120": {version: "1.0.120", inMain: true, unproven: true, escShape: "line"},
	"headless": {
		version: "2.1.332", entrypoint: "sdk-cli", record: true, twoEnds: true,
		async: true, escShape: "aborted", retryLines: true, errorFields: 3,
	},
	"desktop": {version: "2.1.200", entrypoint: "claude-desktop", duration: true, twoEnds: true, escShape: "synthetic", errorFields: 2},
}

// claude is a window with Claude Code.
type claude struct {
	*actor
	client
	pid    int
	parent string    // uuid of the record before
	first  time.Time // stamp of the older of a message's closing records
	alive  bool
}

const firstPID = 2000

// newClaude opens a window with a session that has no transcript yet.
func newClaude(a *actor, index int, name string) *claude {
	c := &claude{actor: a, client: clients[name], pid: firstPID + 100*index}
	c.newSession()
	c.launch()
	return c
}

// newSession gives the window another session id and a transcript for it.
func (c *claude) newSession() {
	c.id = c.uuid()
	c.path = c.transcript(c.id)
	c.parent = ""
	c.content[c.path] = &strings.Builder{}
	c.own(c.path, c.id)
}

func (c *claude) transcript(id string) string {
	return ".claude/projects/" + strings.ReplaceAll(c.cwd, "/", "-") + "/" + id + ".jsonl"
}

// launch starts a process for the window.
func (c *claude) launch() {
	c.alive = true
	if !c.record {
		return
	}
	c.pid++
	c.steps = append(c.steps, engine.Step{At: c.now, Process: &engine.Process{PID: c.pid, Alive: true}})
	c.registry("idle", "")
}

// kill ends the process at once: its record stays as it was.
func (c *claude) kill() {
	c.alive = false
	if c.record {
		c.steps = append(c.steps, engine.Step{At: c.now, Process: &engine.Process{PID: c.pid}})
	}
}

// registry writes what the tool says about itself, if the version does.
func (c *claude) registry(status, waitingFor string) {
	if !c.record {
		return
	}
	ms := c.now.UnixMilli()
	r := obj{
		"pid": c.pid, "sessionId": c.id, "cwd": c.cwd, "startedAt": c.w.start.UnixMilli(), "version": c.version,
		"kind": "interactive", "entrypoint": c.entrypoint, "procStart": fmt.Sprint(8_000_000 + c.pid), "updatedAt": ms,
	}
	if c.status {
		r["status"], r["statusUpdatedAt"] = status, ms
		if waitingFor != "" {
			r["waitingFor"] = waitingFor
		}
	}
	c.write(c.recordPath(), line(r))
}

func (c *claude) recordPath() string { return fmt.Sprintf(".claude/sessions/%d.json", c.pid) }

// base is what every record of the main thread carries.
func (c *claude) base(typ string) obj {
	o := obj{
		"type": typ, "uuid": c.uuid(), "timestamp": c.stamp(), "parentUuid": c.parent, "isSidechain": false,
		"sessionId": c.id, "cwd": c.cwd, "gitBranch": "main", "version": c.version, "userType": "external",
	}
	if c.entrypoint != "" {
		o["entrypoint"] = c.entrypoint
	}
	c.parent, _ = o["uuid"].(string)
	return o
}

func (c *claude) user(content any, more obj) string {
	o := c.base("user")
	o["message"] = obj{"role": "user", "content": content}
	for k, v := range more {
		o[k] = v
	}
	return line(o)
}

func text(s string) obj { return obj{"type": "text", "text": s} }

// assistant is one line of a message. stop may be nil.
func (c *claude) assistant(id string, stop any, block obj, more obj) string {
	o := c.base("assistant")
	o["message"] = obj{
		"id": id, "type": "message", "role": "assistant", "model": "claude-opus-5", "content": []obj{block},
		"stop_reason": stop, "stop_sequence": nil, "usage": obj{"input_tokens": 4, "output_tokens": c.rng.IntN(900)},
	}
	for k, v := range more {
		o[k] = v
	}
	return line(o)
}

// synthetic is a line that no model wrote.
func (c *claude) synthetic(s string, more obj) string {
	o := c.base("assistant")
	o["message"] = obj{
		"id": c.uuid(), "type": "message", "role": "assistant", "model": "<synthetic>",
		"content": []obj{text(s)}, "stop_reason": "stop_sequence", "stop_sequence": "",
	}
	for k, v := range more {
		o[k] = v
	}
	return line(o)
}

func (c *claude) system(subtype string, more obj) string {
	o := c.base("system")
	o["subtype"], o["isMeta"] = subtype, false
	for k, v := range more {
		o[k] = v
	}
	return line(o)
}

// durationLine is what a version writes at a normal end, "" when it does not.
func (c *claude) durationLine(more obj) string {
	if !c.duration {
		return ""
	}
	o := obj{"durationMs": 6000, "messageCount": 6}
	for k, v := range more {
		o[k] = v
	}
	said := c.said
	l := c.system("turn_duration", o)
	c.said = said // it decides nothing by its own time
	return l
}

func (c *claude) toolUse(stop any, name string, input obj) (toolID, l string) {
	toolID = c.token("toolu_")
	return toolID, c.assistant(c.token("msg_"), stop, obj{"type": "tool_use", "id": toolID, "name": name, "input": input}, nil)
}

func (c *claude) result(toolID, s string, failed bool) string {
	b := obj{"type": "tool_result", "tool_use_id": toolID, "content": s}
	if failed {
		b["is_error"] = true
	}
	return c.user([]obj{b}, obj{"toolUseResult": obj{"stdout": s}})
}

// stopOf is how the version writes the stop reason of a tool call.
func (c *claude) stopOf(reason string) any {
	if c.nullStop {
		return nil
	}
	return reason
}

// prompt is the person typing: the registry first, then the record.
func (c *claude) prompt(kind string) { c.promptOf(kind, false) }

func (c *claude) promptOf(kind string, known bool) {
	c.leaving()
	c.registry("busy", "")
	if c.status {
		c.wait(0, 600*time.Millisecond)
	}
	c.answered()
	c.tellOf(c.id, kind, known)
	c.append(c.user("please go on with the "+kind+" part", obj{
		"origin": obj{"kind": "human"}, "promptSource": "typed", "permissionMode": "default", "promptId": c.uuid(),
	}))
}

// metadata writes records that mean nothing to us.
func (c *claude) metadata(n int) {
	var lines []string
	for range n {
		switch c.rng.IntN(6) {
		case 0:
			lines = append(lines, line(obj{"type": "ai-title", "aiTitle": "Small task", "sessionId": c.id}))
		case 1:
			lines = append(lines, line(obj{"type": "permission-mode", "permissionMode": "default", "sessionId": c.id}))
		case 2:
			lines = append(lines, line(obj{"type": "file-history-snapshot", "messageId": c.uuid(), "snapshot": obj{"trackedFileBackups": obj{}}}))
		case 3:
			lines = append(lines, line(obj{"type": "last-prompt", "lastPrompt": "go on", "sessionId": c.id}))
		case 4:
			lines = append(lines, line(obj{"type": "attachment", "attachment": obj{"type": "task_reminder"}, "uuid": c.uuid(), "isSidechain": false, "sessionId": c.id}))
		case 5:
			lines = append(lines, line(obj{"type": "mode", "mode": "normal", "sessionId": c.id}))
		}
	}
	c.append(lines...)
}
