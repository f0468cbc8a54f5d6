//go:build !race

package classify_test

import (
	"bytes"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"agentisland/internal/session"
	"agentisland/internal/tail"
)

// bulk draws a value that makes its line too long to be held.
func bulk(t *rapid.T) any {
	n := tail.KeepLine + rapid.IntRange(0, 200<<10).Draw(t, "bulk")
	switch pick(t, "of", "text", "escapes", "numbers", "objects", "depth", "members") {
	case "text":
		return strings.Repeat("é", n/2)
	case "escapes":
		return strings.Repeat("\\\"\n", n/6)
	case "numbers":
		all := make([]any, n/2)
		for i := range all {
			all[i] = i % 10
		}
		return all
	case "objects":
		all := make([]any, n/30)
		for i := range all {
			all[i] = object{"type": "tool_result", "l": []any{true, "x"}}
		}
		return all
	case "members":
		all := object{}
		for i := range n / 20 {
			all["type"+strings.Repeat("x", i%50)+string(rune('a'+i%26))+strings.Repeat("y", i/1300)] = "assistant"
		}
		return append([]any{strings.Repeat("x", n)}, all)
	}
	var deep any = strings.Repeat("x", n)
	for range 30 {
		deep = []any{object{"type": "text", "text": deep}}
	}
	return deep
}

// withBulk adds bulk to some of the records: before, between or behind the
// members that decide, of the record or of its message.
func withBulk(record func(*rapid.T, int) object, inner string) func(*rapid.T, int) object {
	return func(t *rapid.T, n int) object {
		o := record(t, n)
		if rapid.IntRange(0, 2).Draw(t, "long") > 0 {
			return o
		}
		to := o
		if m, ok := o[inner].(map[string]any); ok && rapid.Bool().Draw(t, "inner") {
			to = m
		}
		to[pick(t, "at", "aBulk", "mBulk", "toolUseResult", "zBulk")] = bulk(t)
		return o
	}
}

// TestLongLinesAgree: what a record says does not depend on how much else it
// holds. The exception are words after pages of markup, which an outline lacks.
func TestLongLinesAgree(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		if rapid.IntRange(0, 4).Draw(t, "now") > 0 {
			return // encoding/json takes a tenth of a second for some of these
		}
		if file := transcriptOf(t, withBulk(claudeRecord, "message")); !bytes.Contains(file, []byte(" now do it")) {
			agree(t, session.Claude, file)
		}
		file := transcriptOf(t, withBulk(codexRecord, "payload"))
		if planOutOfSight(file) {
			return
		}
		agree(t, session.Codex, file)
	})
}

// planOutOfSight reports whether a turn's plan (row 4c) stands above the first
// window. Only an end without a message has more than that window read
// (contract part 2, below the table).
func planOutOfSight(file []byte) bool {
	window := file[max(0, len(file)-(256<<10)):]
	return refCodex(file).row == "X4c" && read(session.Codex, file).Detail.Row == "X4" && refCodex(window).row == "X4"
}
