package classify_test

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"
	"time"

	"agentisland/internal/classify"
)

// What follows reads the contract's tables as literally as can be: all lines at
// once, decoded by encoding/json, one loop per row. It is slow and holds
// everything in memory; the real thing must agree with it.

type object = map[string]any

// verdict is what the tables say of a transcript.
type verdict struct {
	row   string
	event classify.Event
	done  bool
	key   string
	at    time.Time
}

func verdictOf(r classify.Reading) verdict {
	return verdict{r.Detail.Row, r.Event, r.IsDone, r.Key, r.ActivityDate}
}

// refRecords decodes a file's lines, newest first; what is no object is left out.
func refRecords(file []byte) []object {
	var out []object
	for _, line := range bytes.Split(file, []byte("\n")) {
		var o object
		line = bytes.Trim(bytes.TrimPrefix(line, []byte("\xef\xbb\xbf")), " \t\r\n\x00")
		if json.Unmarshal(line, &o) == nil && o != nil {
			out = append(out, o)
		}
	}
	slices.Reverse(out)
	return out
}

func str(o object, name string) string    { s, _ := o[name].(string); return s }
func yes(o object, name string) bool      { b, _ := o[name].(bool); return b }
func num(o object, name string) float64   { f, _ := o[name].(float64); return f }
func sub(o object, name string) object    { s, _ := o[name].(map[string]any); return s }
func when(s string) time.Time             { t, _ := time.Parse(time.RFC3339Nano, s); return t.UTC() }
func oneOf(s string, list ...string) bool { return slices.Contains(list, s) }

func startsWith(s string, prefixes ...string) bool {
	return slices.ContainsFunc(prefixes, func(p string) bool { return strings.HasPrefix(s, p) })
}

// blocks are a message's blocks; a string is one text block.
func blocks(content any) []object {
	var out []object
	switch c := content.(type) {
	case string:
		out = append(out, object{"type": "text", "text": c})
	case []any:
		for _, e := range c {
			switch b := e.(type) {
			case string:
				out = append(out, object{"type": "text", "text": b})
			case map[string]any:
				out = append(out, b)
			}
		}
	}
	return out
}

func texts(content any) string {
	var all []string
	for _, b := range blocks(content) {
		if str(b, "type") == "text" {
			all = append(all, str(b, "text"))
		}
	}
	return strings.Join(all, "\n")
}

// refClaude reads the Claude table.
func refClaude(file []byte) verdict {
	records := refRecords(file)
	for i, o := range records {
		if yes(o, "isSidechain") { // row 2
			continue
		}
		v, ok := refClaudeRow(records, i)
		if !ok {
			continue
		}
		v.key, v.at = str(o, "uuid"), when(str(o, "timestamp"))
		if v.key == "" {
			v.key = str(o, "id")
		}
		return v
	}
	return verdict{row: "C15", event: classify.None}
}

// pendingWork reads the newest turn_duration below record i.
func pendingWork(records []object, i int) (found, pending bool) {
	for _, o := range records[:i] {
		if str(o, "type") == "system" && str(o, "subtype") == "turn_duration" && !yes(o, "isSidechain") {
			return true, max(num(o, "pendingBackgroundAgentCount"), 0)+max(num(o, "pendingWorkflowCount"), 0) > 0
		}
	}
	return false, false
}

func refClaudeRow(records []object, i int) (verdict, bool) {
	o := records[i]
	m := sub(o, "message")
	text := texts(m["content"])
	ended, pending := pendingWork(records, i)
	clean := ended && !pending
	switch str(o, "type") {
	case "assistant":
		return refAssistant(records, o, m, text, ended, pending), true
	case "user":
		results := slices.ContainsFunc(blocks(m["content"]), func(b object) bool { return str(b, "type") == "tool_result" })
		switch {
		case results && clean:
			return verdict{row: "C7c", event: classify.Completed, done: true}, true
		case results:
			return verdict{row: "C8", event: classify.Output}, true
		case startsWith(text, "[Request interrupted by user"):
			return verdict{row: "C9", event: classify.Interrupted}, true
		case yes(o, "isCompactSummary"), yes(o, "isVisibleInTranscriptOnly"), refLocal(o, m, text):
			return verdict{}, false
		case clean:
			return verdict{row: "C7c", event: classify.Completed, done: true}, true
		}
		return verdict{row: "C12", event: classify.Opened}, true
	case "system":
		if str(o, "subtype") != "api_error" {
			return verdict{}, false
		}
		for j := i + 1; j < len(records); j++ { // the next record that decides, other retries apart
			if yes(records[j], "isSidechain") || str(records[j], "type") == "system" {
				continue
			}
			if v, ok := refClaudeRow(records, j); ok {
				closing := v.done || oneOf(string(v.event), "interrupted", "api_error", "limit", "auth", "background")
				own := when(str(o, "timestamp"))
				if closing && !own.IsZero() && own.Before(when(str(records[j], "timestamp"))) {
					return verdict{}, false
				}
				break
			}
		}
		return verdict{row: "C13", event: classify.Retrying}, true
	}
	return verdict{}, false
}

func refAssistant(records []object, o, m object, text string, ended, pending bool) verdict {
	stop := str(m, "stop_reason")
	flag, flagged := o["isApiErrorMessage"].(bool)
	own := str(m, "model") == "<synthetic>"
	switch {
	case flag:
		return verdict{row: "C3", event: refFailure(o, text)}
	case !flagged && own && startsWith(text, "Claude AI usage limit reached", "API Error"):
		return verdict{row: "C3b", event: refFailure(o, text)}
	case yes(o, "isAbortedMidStream"), own && stop == "stop_sequence":
		return verdict{row: "C4", event: classify.Interrupted}
	case oneOf(stop, "end_turn", "stop_sequence", "stop") && pending:
		return verdict{row: "C5b", event: classify.Background}
	case oneOf(stop, "end_turn", "stop_sequence", "stop"):
		return verdict{row: "C5", event: classify.Completed, done: true}
	}
	for _, b := range blocks(m["content"]) {
		if str(b, "type") != "tool_use" || !oneOf(str(b, "name"), "AskUserQuestion", "ExitPlanMode") {
			continue
		}
		if id := str(b, "id"); id != "" && refAnswered(records, id) {
			continue
		}
		if str(b, "name") == "ExitPlanMode" {
			return verdict{row: "C6", event: classify.Plan, done: true}
		}
		return verdict{row: "C6", event: classify.Question, done: true}
	}
	switch {
	case stop == "tool_use" || !ended || pending:
		return verdict{row: "C7", event: classify.Output}
	case oneOf(stop, "max_tokens", "refusal", "model_context_window_exceeded"):
		return verdict{row: "C7b", event: classify.CutOff, done: true}
	}
	return verdict{row: "C7b", event: classify.Completed, done: true}
}

func refAnswered(records []object, id string) bool {
	for _, o := range records {
		for _, b := range blocks(sub(o, "message")["content"]) {
			if str(b, "type") == "tool_result" && str(b, "tool_use_id") == id {
				return true
			}
		}
	}
	return false
}

func refFailure(o object, text string) classify.Event {
	kind := str(o, "error")
	status, hasStatus := o["apiErrorStatus"]
	_, quota := o["quotaLimits"].(map[string]any)
	switch {
	case kind == "" && startsWith(text, "Claude AI usage limit reached"),
		kind == "rate_limit" && (quota || str(o, "apiError") == "usage_limit_reached" || !hasStatus || status == nil ||
			startsWith(text, "You've hit your", "You're out of")):
		return classify.Limit
	case kind == "authentication_failed", status == 401.0, status == 403.0:
		return classify.Auth
	}
	return classify.APIError
}

// refLocal is row 11.
func refLocal(o, m object, text string) bool {
	for _, b := range blocks(m["content"]) {
		if !oneOf(str(b, "type"), "text", "thinking", "redacted_thinking", "tool_use", "") {
			return false // an image is no markup
		}
	}
	if t := strings.TrimSpace(text); startsWith(t, "Caveat:") || yes(o, "isMeta") && startsWith(t, "## Context Usage") {
		return true
	}
	found := false
	for _, b := range blocks(m["content"]) {
		if str(b, "type") != "text" {
			continue
		}
		for t := strings.TrimSpace(str(b, "text")); t != ""; {
			rest, ok := refElement(t)
			if !ok {
				return false
			}
			found, t = true, strings.TrimSpace(rest)
		}
	}
	return found
}

// refElement cuts one element off: up to the end that balances its beginning,
// or to the first one when none does.
func refElement(text string) (rest string, ok bool) {
	for _, tag := range []string{
		"command-name", "command-message", "command-args", "local-command-stdout", "local-command-stderr",
		"local-command-caveat", "bash-input", "bash-stdout", "bash-stderr", "system-reminder", "user-memory-input",
	} {
		open, end := "<"+tag+">", "</"+tag+">"
		if !strings.HasPrefix(text, open) || !strings.Contains(text, end) {
			continue
		}
		depth := 0
		for i := range text {
			switch {
			case strings.HasPrefix(text[i:], open):
				depth++
			case strings.HasPrefix(text[i:], end):
				if depth--; depth == 0 {
					return text[i+len(end):], true
				}
			}
		}
		_, rest, _ = strings.Cut(text, end)
		return rest, true
	}
	return "", false
}
