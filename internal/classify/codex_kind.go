package classify

import "bytes"

// codexKind is what a record is for the table.
type codexKind int

const (
	kindSkip codexKind = iota
	kindStart
	kindUser
	kindEnd
	kindAbort
	kindOutput
	kindRolledBack
	kindErrorEvent
	kindUsage
	kindCompaction
	kindShell // the user's own ! command
)

// classifyRecord names the current record's kind and the row that says so.
func (s *codexScan) classifyRecord() (codexKind, string) {
	p := &s.rec.payload
	switch string(s.rec.typ) {
	case "event_msg":
		return p.eventKind()
	case "response_item":
		return p.itemKind()
	case "compacted":
		return kindCompaction, "X10"
	}
	return kindSkip, "X10"
}

// eventName resolves the aliases of an event: turn_ for task_, the names of the
// app server's protocol, and any prefix.
func eventName(name []byte) string {
	switch string(name) {
	case "turn_started", "turn/started":
		return "task_started"
	case "turn_complete", "turn/completed":
		return "task_complete"
	}
	if i := bytes.LastIndexByte(name, '/'); i >= 0 {
		switch last := string(name[i+1:]); last {
		case "task_started", "task_complete", "user_message":
			return last
		}
	}
	return string(name)
}

func (p *codexPayload) eventKind() (codexKind, string) {
	switch eventName(p.typ) {
	case "task_started":
		return kindStart, "X1"
	case "user_message":
		return kindUser, "X2"
	case "task_complete":
		return kindEnd, "X4"
	case "turn_aborted":
		return kindAbort, "X6"
	case "thread_rolled_back":
		return kindRolledBack, "X4b"
	case "error":
		return kindErrorEvent, "X10"
	case "token_count":
		return kindUsage, "X10"
	case "context_compacted":
		return kindCompaction, "X10"
	case "agent_message", "agent_reasoning", "agent_reasoning_raw_content":
		return kindOutput, "X8"
	case "item_completed":
		return p.completedItem()
	}
	if !bytes.HasSuffix(p.typ, []byte("_end")) {
		return kindSkip, "X10"
	}
	if string(p.typ) == "exec_command_end" && isUserShell(p.source) {
		return kindShell, "X8"
	}
	return kindOutput, "X8"
}

// isUserShell reports whether a command's source is the user's own ! command.
func isUserShell(source []byte) bool {
	return string(source) == "user_shell" || string(source) == "userShell"
}

func (p *codexPayload) completedItem() (codexKind, string) {
	switch typ := string(p.item.typ); {
	case typ == "UserMessage":
		return kindUser, "X3"
	case typ == "ContextCompaction":
		return kindCompaction, "X8"
	case typ == "CommandExecution" && isUserShell(p.item.source):
		return kindShell, "X8"
	}
	return kindOutput, "X8"
}

func (p *codexPayload) itemKind() (codexKind, string) {
	switch typ := string(p.typ); {
	case typ == "message":
		return p.messageKind()
	case typ == "reasoning", typ == "agent_message",
		bytes.HasSuffix(p.typ, []byte("_call")), bytes.HasSuffix(p.typ, []byte("_output")):
		return kindOutput, "X8"
	case typ == "compaction", typ == "context_compaction":
		return kindCompaction, "X10"
	}
	return kindSkip, "X10"
}

func (p *codexPayload) messageKind() (codexKind, string) {
	switch c := &p.content; string(p.role) {
	case "assistant":
		return kindOutput, "X8"
	case "user":
		switch {
		case c.real || c.image:
			return kindUser, "X7"
		case c.shell:
			return kindShell, "X7b"
		}
		return kindSkip, "X7b"
	}
	return kindSkip, "X10" // developer: injected context
}
