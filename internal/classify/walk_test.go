package classify

import (
	"encoding/json"
	"strings"
	"testing"
	"unicode/utf8"
)

// FuzzRecord compares the walk with encoding/json: both take the same lines for
// records, and read the same from them.
func FuzzRecord(f *testing.F) {
	for _, seed := range []string{
		`{"type":"assistant","uuid":"u","message":{"content":[{"type":"text","text":"x"}],"stop_reason":"end_turn"}}`,
		`{"type":"user","message":"spread"}`, `{"type":1,"type":"user","Type":"x"}`, `{"\u0074ype":"user"}`, `{"type":"user"`,
		`{"type":"user"} {}`, `{"type":"user",}`, `{"type":"us\ud800er\ud83d\ude00"}`, "\x00\x00{\"type\":\"user\"}\r", "\xef\xbb\xbf{}",
		`[{"type":"user"}]`, `{"uuid":123456789012345678901234567890e999}`, "{\"type\":\"\xff\"}", `{"a":` + strings.Repeat("[", 100) + strings.Repeat("]", 100) + `}`,
		`{"timestamp":"x","type":"event_msg","payload":{"type":"task_complete","error":{"codex_error_info":{"a":{"http_status_code":401}}},"turn":{"status":5}}}`,
		"{\"type\":\"a\x01\"}", `{"type":"\q"}`, `{"message":{"content":7}}`, `{"message":{"content":[[],7,"x",{"input":{"questions":[{"question":"q"},1]}}]}}`,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, line []byte) {
		line = trim(line)
		want := json.Valid(line) && line[0] == '{'
		var w walker
		var c claudeRecord
		var x codexRecord
		if got := w.readClaude(line, false, &c); got != want {
			t.Fatalf("Claude's record: %v, encoding/json says %v (%v)", got, want, w.err)
		}
		if got := w.readCodex(line, &x); got != want {
			t.Fatalf("Codex' record: %v, encoding/json says %v (%v)", got, want, w.err)
		}
		if w.provider(line) != "" && !want {
			t.Fatal("a provider of no record")
		}
		if !want || !utf8.Valid(line) {
			return
		}
		var o map[string]any
		if err := json.Unmarshal(line, &o); err != nil {
			return // a number out of range
		}
		typ, _ := o["type"].(string)
		uuid, _ := o["uuid"].(string)
		if string(c.typ) != typ || string(c.uuid) != uuid || string(x.typ) != typ {
			t.Fatalf("type %q, uuid %q, type %q; encoding/json says %q, %q", c.typ, c.uuid, x.typ, typ, uuid)
		}
	})
}

// TestDeepNesting: the walk gives up where encoding/json does.
func TestDeepNesting(t *testing.T) {
	for _, depth := range []int{100, 9_998, 10_001, 1_000_000} {
		line := []byte(`{"type":"user","a":` + strings.Repeat("[", depth) + strings.Repeat("]", depth) + `}`)
		var w walker
		var r claudeRecord
		if got, want := w.readClaude(line, false, &r), json.Valid(line); got != want {
			t.Errorf("depth %d: %v, encoding/json says %v", depth, got, want)
		}
	}
}

func TestGlance(t *testing.T) {
	for _, tt := range []struct {
		line, typ, payload string
		ok                 bool
	}{
		{`{"timestamp":"x","type":"event_msg","payload":{"type":"token_count","info":null}}`, "event_msg", "token_count", true},
		{`{"timestamp":"x","ordinal":12,"type":"response_item","payload":{"type":"message"`, "response_item", "message", true},
		{`{"timestamp":"x","type":"turn_context","payload":{"turn_id":"t"}}`, "turn_context", "", true},
		{`{"timestamp":"x","type":"event_msg","payload":{"turn_id":"t","type":"token_count"}}`, "", "", false},
		{`{"type":"event_msg","timestamp":"x","payload":{"type":"token_count"}}`, "", "", false},
		{`{"timestamp":"x","type":"event\u005fmsg","payload":{"type":"token_count"}}`, "", "", false},
		{`{"timestamp":"x","type":"event_msg"`, "", "", false},
		{`{"timestamp":"`, "", "", false},
		{``, "", "", false},
	} {
		typ, payload, ok := glance([]byte(tt.line))
		if ok != tt.ok || ok && (string(typ) != tt.typ || string(payload) != tt.payload) {
			t.Errorf("%s: %q, %q, %v", tt.line, typ, payload, ok)
		}
	}
}
