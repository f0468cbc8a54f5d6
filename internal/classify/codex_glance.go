package classify

import "bytes"

// ignores reports whether a line above the end cannot change what the end
// means, as far as its first bytes tell. It spares parsing the bulk of a turn
// of which only a plan is wanted (row 4c); what is not written in Codex's own
// order is parsed.
func (e *codexEnd) ignores(line []byte) bool {
	if e.null || e.wantUsage {
		return false
	}
	typ, payload, ok := glance(line)
	if !ok {
		return false
	}
	switch string(typ) {
	case "event_msg":
	case "response_item":
		return string(payload) != "message" || !bytes.Contains(line, planWord)
	default:
		return true
	}
	switch string(payload) {
	case "token_count", "agent_message", "agent_reasoning", "user_message", "exec_command_end", "patch_apply_end":
		return true
	case "item_completed":
		return !bytes.Contains(line, []byte(`"Plan"`))
	}
	return false
}

// glance reads the types of a line that is written as Codex writes it, without
// looking at the rest:
//
//	{"timestamp":"…","ordinal":1,"type":"event_msg","payload":{"type":"token_count"…
//
// Types without a payload of their own kind have the payload "".
func glance(line []byte) (typ, payload []byte, ok bool) {
	rest, ok := bytes.CutPrefix(line, []byte(`{"timestamp":"`))
	if !ok {
		return nil, nil, false
	}
	if _, rest, ok = cutWord(rest); !ok {
		return nil, nil, false
	}
	if after, found := bytes.CutPrefix(rest, []byte(`,"ordinal":`)); found {
		rest = after
		for len(rest) > 0 && rest[0] >= '0' && rest[0] <= '9' {
			rest = rest[1:]
		}
	}
	if rest, ok = bytes.CutPrefix(rest, []byte(`,"type":"`)); !ok {
		return nil, nil, false
	}
	if typ, rest, ok = cutWord(rest); !ok {
		return nil, nil, false
	}
	if rest, ok = bytes.CutPrefix(rest, []byte(`,"payload":{`)); !ok {
		return nil, nil, false
	}
	if rest, ok = bytes.CutPrefix(rest, []byte(`"type":"`)); !ok {
		return typ, nil, string(typ) != "event_msg" && string(typ) != "response_item"
	}
	payload, _, ok = cutWord(rest)
	return typ, payload, ok
}

// cutWord cuts a short text without escapes, up to its quote.
func cutWord(s []byte) (word, rest []byte, ok bool) {
	for i, c := range s[:min(len(s), 64)] {
		switch c {
		case '"':
			return s[:i], s[i+1:], true
		case '\\':
			return nil, nil, false
		}
	}
	return nil, nil, false
}
