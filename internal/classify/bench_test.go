package classify_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"testing"

	"agentisland/internal/classify"
	"agentisland/internal/session"
	"agentisland/internal/tail"
)

// counting counts what is read through it.
type counting struct {
	src   io.ReaderAt
	bytes int64
	ends  int64 // the lowest place read
}

func (c *counting) ReadAt(p []byte, off int64) (int, error) {
	n, err := c.src.ReadAt(p, off)
	c.bytes += int64(n)
	c.ends = min(c.ends, off)
	return n, err
}

// readAt classifies size bytes of src.
func readAt(p session.Provider, head []byte, src io.ReaderAt, size int64) (classify.Reading, *tail.Reader) {
	r := tail.NewReader(src, size)
	defer r.Release()
	return classify.Transcript(p, head, func(yield func(tail.Line) bool) {
		for {
			l, ok := r.Prev()
			if !ok || !yield(l) {
				return
			}
		}
	}), r
}

// Lines that tests put together.
const (
	claudeDone = `{"type":"assistant","message":{"id":"m","model":"claude-x","content":[{"type":"text","text":"Done."}],"stop_reason":"end_turn"},"uuid":"done","timestamp":"2026-10-01T10:00:06.000Z"}` + "\n"
	claudeCall = `{"type":"assistant","message":{"id":"c","model":"claude-x","content":[{"type":"tool_use","id":"t","name":"Bash","input":{}}],"stop_reason":"tool_use"},"uuid":"call","timestamp":"2026-10-01T10:00:03.000Z"}` + "\n"
	claudeMode = `{"type":"mode","mode":"normal","sessionId":"s"}` + "\n"
	codexOut   = `{"timestamp":"2026-10-01T10:00:02.000Z","type":"response_item","payload":{"type":"function_call_output","call_id":"c","output":"ok"}}` + "\n"
	codexDone  = `{"timestamp":"2026-10-01T10:00:06.000Z","type":"event_msg","payload":{"type":"task_complete","turn_id":"done","last_agent_message":"Done."}}` + "\n"
	codexUsage = `{"timestamp":"2026-10-01T10:00:05.000Z","type":"event_msg","payload":{"type":"token_count","rate_limits":{"primary":{"used_percent":100,"resets_at":1790860000}}}}` + "\n"
	codexLimit = `{"timestamp":"2026-10-01T10:00:06.000Z","type":"event_msg","payload":{"type":"task_complete","turn_id":"done","last_agent_message":null,"error":{"codex_error_info":"usage_limit_exceeded"}}}` + "\n"
)

// claudeTurn is a turn of the usual size: a prompt, twenty tool calls with
// their results, an answer and the metadata after it.
func claudeTurn(n int) string {
	var b strings.Builder
	code := strings.Repeat(`if err != nil {\n\t\treturn fmt.Errorf(\"open: %w\", err)\n\t}\n`, 60)
	fmt.Fprintf(&b, `{"parentUuid":null,"isSidechain":false,"type":"user","message":{"role":"user","content":"rename it"},"uuid":"p%d","timestamp":"2026-10-01T10:00:00.000Z","sessionId":"s"}`+"\n", n)
	for i := range 20 {
		fmt.Fprintf(&b, `{"parentUuid":"p","isSidechain":false,"message":{"model":"claude-x","id":"m%d-%d","type":"message","role":"assistant","content":[{"type":"tool_use","id":"t%[2]d","name":"Bash","input":{"command":"go test ./..."}}],"stop_reason":"tool_use","usage":{"input_tokens":1,"output_tokens":2}},"requestId":"r","type":"assistant","uuid":"a%[1]d-%[2]d","timestamp":"2026-10-01T10:00:01.000Z","sessionId":"s"}`+"\n", n, i)
		fmt.Fprintf(&b, `{"parentUuid":"a","isSidechain":false,"type":"user","message":{"role":"user","content":[{"tool_use_id":"t%d","type":"tool_result","content":"%s"}]},"uuid":"u%d-%[1]d","timestamp":"2026-10-01T10:00:02.000Z","toolUseResult":{"stdout":"%[2]s"},"sessionId":"s"}`+"\n", i, code, n)
	}
	fmt.Fprintf(&b, `{"parentUuid":"u","isSidechain":false,"message":{"model":"claude-x","id":"m%d","type":"message","role":"assistant","content":[{"type":"text","text":"Renamed in all files: %s"}],"stop_reason":"end_turn","usage":{"input_tokens":1,"output_tokens":2}},"requestId":"r","type":"assistant","uuid":"e%[1]d","timestamp":"2026-10-01T10:00:06.000Z","sessionId":"s"}`+"\n", n, strings.Repeat("the old name stays as an alias; ", 20))
	return b.String()
}

const claudeTrailer = `{"parentUuid":"e","isSidechain":false,"type":"system","subtype":"turn_duration","durationMs":6000,"messageCount":44,"timestamp":"2026-10-01T10:00:06.050Z","uuid":"d","sessionId":"s"}
{"type":"last-prompt","lastPrompt":"rename it","leafUuid":"e","sessionId":"s"}
{"type":"ai-title","aiTitle":"Rename","sessionId":"s"}
{"type":"mode","mode":"normal","sessionId":"s"}
{"type":"permission-mode","permissionMode":"auto","sessionId":"s"}
`

// codexTurnText is the same turn as Codex writes it.
func codexTurnText() string {
	var b strings.Builder
	b.WriteString(`{"timestamp":"2026-10-01T10:00:00.000Z","ordinal":1,"type":"event_msg","payload":{"type":"task_started","turn_id":"t1","started_at":1790848800}}` + "\n")
	out := strings.Repeat(`ok \tagentisland/internal/tail\t0.06s\n`, 60)
	for i := range 20 {
		fmt.Fprintf(&b, `{"timestamp":"2026-10-01T10:00:01.000Z","ordinal":%d,"type":"response_item","payload":{"type":"function_call","name":"exec_command","arguments":"{\"cmd\":\"go test\"}","call_id":"c%[1]d"}}`+"\n", i)
		fmt.Fprintf(&b, `{"timestamp":"2026-10-01T10:00:02.000Z","ordinal":%d,"type":"response_item","payload":{"type":"function_call_output","call_id":"c%[1]d","output":"%s"}}`+"\n", i, out)
		b.WriteString(`{"timestamp":"2026-10-01T10:00:02.000Z","ordinal":5,"type":"event_msg","payload":{"type":"token_count","info":null,"rate_limits":{"primary":{"used_percent":12.0,"window_minutes":300,"resets_at":1790860000},"secondary":null}}}` + "\n")
	}
	b.WriteString(`{"timestamp":"2026-10-01T10:00:06.000Z","ordinal":90,"type":"response_item","payload":{"type":"message","role":"assistant","content":[{"type":"output_text","text":"Renamed in all files."}]}}` + "\n")
	b.WriteString(`{"timestamp":"2026-10-01T10:00:06.000Z","ordinal":91,"type":"event_msg","payload":{"type":"task_complete","turn_id":"t1","last_agent_message":"Renamed in all files.","completed_at":1790848806,"duration_ms":6000}}` + "\n")
	return b.String()
}

// kinds are files of the kinds that cost differently.
func kinds() []struct {
	name     string
	provider session.Provider
	file     string
} {
	turns := ""
	for n := range 6 {
		turns += claudeTurn(n)
	}
	lines := strings.SplitAfter(turns, "\n")
	open := strings.Join(lines[:len(lines)-2], "")
	image := `{"type":"user","message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"t","content":[{"type":"image","source":{"type":"base64","data":"` +
		strings.Repeat("iVBORw0KGgo", 3<<20/11) + `"}}]}]},"uuid":"u","timestamp":"2026-10-01T10:00:02.000Z","sessionId":"s"}` + "\n"
	return []struct {
		name     string
		provider session.Provider
		file     string
	}{
		{"claude fresh completion", session.Claude, turns + claudeTrailer},
		{"claude mid-turn", session.Claude, open},
		{"claude 3 MB line", session.Claude, open + image},
		{"claude 7,000 metadata lines", session.Claude, turns + strings.Repeat(claudeTrailer, 1400)},
		{"codex fresh completion", session.Codex, codexTurnText() + codexTurnText() + codexTurnText()},
		{"codex mid-turn", session.Codex, strings.TrimSuffix(codexTurnText(), codexTurnText()[strings.LastIndex(codexTurnText(), `{"timestamp":"2026-10-01T10:00:06.000Z","ordinal":90`):])},
	}
}

func BenchmarkReading(b *testing.B) {
	for _, k := range kinds() {
		b.Run(strings.ReplaceAll(k.name, " ", "-"), func(b *testing.B) {
			src := strings.NewReader(k.file)
			var read int64
			b.ReportAllocs()
			for b.Loop() {
				_, r := readAt(k.provider, nil, src, int64(len(k.file)))
				read = r.BytesRead()
			}
			b.ReportMetric(float64(read), "read-B/op")
		})
	}
}

// BenchmarkNaive is the way of the first version: 128 KB, up to 200 lines, each
// a map.
func BenchmarkNaive(b *testing.B) {
	for _, k := range kinds() {
		if !strings.Contains(k.name, "fresh") {
			continue
		}
		b.Run(strings.ReplaceAll(k.name, " ", "-"), func(b *testing.B) {
			src := strings.NewReader(k.file)
			b.ReportAllocs()
			for b.Loop() {
				naive(b, src, int64(len(k.file)))
			}
			b.ReportMetric(float64(min(128<<10, len(k.file))), "read-B/op")
		})
	}
}

func naive(tb testing.TB, src io.ReaderAt, size int64) []object {
	buf := make([]byte, min(size, 128<<10))
	if _, err := src.ReadAt(buf, size-int64(len(buf))); err != nil && err != io.EOF {
		tb.Fatal(err)
	}
	lines := bytes.Split(buf, []byte("\n"))
	var records []object
	for _, line := range lines[max(0, len(lines)-200):] {
		var o object
		if json.Unmarshal(line, &o) == nil {
			records = append(records, o)
		}
	}
	if len(records) == 0 {
		tb.Fatal("no records")
	}
	return records
}
