package classify_test

import (
	"bytes"
	"encoding/json"
	"math/rand/v2"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"agentisland/internal/classify"
	"agentisland/internal/session"
	"agentisland/internal/tail"
	"agentisland/internal/testseed"
)

// claudeMeta and codexMeta are lines that say nothing about a turn.
var claudeMeta = []string{
	`{"type":"ai-title","aiTitle":"x"}`, `{"type":"custom-title","customTitle":"x"}`, `{"type":"mode","mode":"plan"}`, `{"type":"permission-mode"}`,
	`{"type":"last-prompt","lastPrompt":"x"}`, `{"type":"summary","summary":"x","timestamp":"2027-01-01T00:00:00Z","uuid":"meta"}`,
	`{"type":"file-history-snapshot","snapshot":{"type":"user"}}`, `{"type":"queue-operation","operation":"enqueue","timestamp":"2027-01-01T00:00:00Z"}`,
	`{"type":"attachment","attachment":{"type":"queued_command"},"uuid":"meta","timestamp":"2027-01-01T00:00:00Z"}`,
	`{"type":"progress","data":{"type":"agent_progress","message":{"type":"assistant","message":{"stop_reason":"end_turn"}}}}`,
	`{"type":"system","subtype":"away_summary","uuid":"meta","timestamp":"2027-01-01T00:00:00Z"}`, `{"type":"system","subtype":"stop_hook_summary"}`,
	`{"type":"system","subtype":"compact_boundary"}`, `{"type":"user","isCompactSummary":true,"message":{"content":"x"}}`,
	`{"type":"user","message":{"content":"<local-command-stdout>x</local-command-stdout>"},"uuid":"meta"}`, `{"type":"unheard-of"}`,
	`{"type":"assistant","isSidechain":true,"message":{"stop_reason":"end_turn"},"uuid":"meta"}`, `{"type":"assistant","message":{"stop_re`, "", "\x00\x00",
}

var codexMeta = []string{
	`{"timestamp":"2027-01-01T00:00:00Z","type":"session_meta","payload":{"id":"meta"}}`, `{"type":"turn_context","payload":{"turn_id":"meta"}}`,
	`{"timestamp":"2027-01-01T00:00:00Z","type":"event_msg","payload":{"type":"token_count","rate_limits":{"primary":{"used_percent":100}}}}`,
	`{"type":"event_msg","payload":{"type":"thread_settings_applied","turn_id":"meta"}}`, `{"type":"event_msg","payload":{"type":"warning"}}`,
	`{"type":"world_state","payload":{"type":"task_started"}}`, `{"type":"compacted","payload":{"message":""}}`, `{"type":"unheard-of","payload":{}}`,
	`{"type":"response_item","payload":{"type":"message","role":"developer","content":[{"type":"input_text","text":"x"}]}}`,
	`{"type":"response_item","payload":{"type":"message","role":"user","content":[{"type":"input_text","text":"<environment_context>x"}]}}`,
	`{"type":"event_msg","payload":{"type":"turn_aborted","reason":"replaced"}}`, `{"type":"event_msg","payload":{"type":"task_com`, "", "\x00",
}

// drawLines draws some lines of the pool.
func drawLines(t *rapid.T, pool []string) []byte {
	return []byte(strings.Join(rapid.SliceOfN(rapid.SampledFrom(pool), 1, 12).Draw(t, "lines"), "\n") + "\n")
}

// TestMetadataChangesNothing: neither key nor time nor anything else (contract
// part 1).
func TestMetadataChangesNothing(t *testing.T) {
	testseed.Many(t, 20, func(t *rapid.T) {
		for _, k := range []struct {
			p      session.Provider
			record func(*rapid.T, int) object
			meta   []string
		}{{session.Claude, claudeRecord, claudeMeta}, {session.Codex, codexRecord, codexMeta}} {
			file := transcriptOf(t, k.record)
			before := verdictOf(read(k.p, file))
			after := verdictOf(read(k.p, append(bytes.Clone(file), drawLines(t, k.meta)...)))
			if before != after {
				t.Fatalf("%s: read %v, then %v, in\n%s", k.p, before, after, file)
			}
		}
	})
}

// closers are the rows that close a turn; no other may.
var closers = map[string]bool{
	"C3": true, "C3b": true, "C4": true, "C5": true, "C5b": true, "C6": true, "C7b": true, "C7c": true, "C9": true,
	"X4": true, "X4b": true, "X4c": true, "X5": true, "X6": true, "X6c": true, "X9": true,
}

// TestOnlyClosersClose: an open turn stays open whatever is appended, until a
// row that closes decides.
func TestOnlyClosersClose(t *testing.T) {
	testseed.Many(t, 20, func(t *rapid.T) {
		for p, record := range map[session.Provider]func(*rapid.T, int) object{session.Claude: claudeRecord, session.Codex: codexRecord} {
			open := `{"type":"user","message":{"content":"x"},"uuid":"open"}` + "\n"
			if p == session.Codex {
				open = `{"type":"event_msg","payload":{"type":"task_started","turn_id":"open"}}` + "\n"
			}
			file := append([]byte(open), transcriptOf(t, record)...)
			if got := read(p, file); !got.Event.Open() && !closers[got.Detail.Row] {
				t.Fatalf("row %s (%s) closed\n%s", got.Detail.Row, got.Event, file)
			}
		}
	})
}

// TestAnyCut: a file that ends or begins anywhere is read without fuss.
func TestAnyCut(t *testing.T) {
	testseed.Many(t, 20, func(t *rapid.T) {
		for p, record := range map[session.Provider]func(*rapid.T, int) object{session.Claude: claudeRecord, session.Codex: codexRecord} {
			file := transcriptOf(t, record)
			from := rapid.IntRange(0, len(file)).Draw(t, "from")
			checkReading(t, p, file[from:rapid.IntRange(from, len(file)).Draw(t, "to")])
		}
	})
}

// inPieces reads src in pieces of random length.
type inPieces struct {
	src *bytes.Reader
	rnd *rand.Rand
}

func (s inPieces) ReadAt(p []byte, off int64) (int, error) {
	return s.src.ReadAt(p[:1+s.rnd.IntN(len(p))], off)
}

// TestHowItIsReadDoesNotMatter: large files, read in pieces, or with another
// number of bytes behind the deciding record, give the same reading.
func TestHowItIsReadDoesNotMatter(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		pad := rapid.IntRange(0, 300<<10).Draw(t, "pad")
		line, err := json.Marshal(object{
			"type": "assistant", "message": object{"id": "m", "content": []any{object{"type": "text", "text": strings.Repeat("é\n", pad)}}, "stop_reason": "end_turn"},
			"timestamp": "2026-10-01T10:00:06Z",
		})
		if err != nil {
			t.Fatal(err)
		}
		meta := strings.Repeat(claudeMeta[0]+"\n", rapid.IntRange(0, 3000).Draw(t, "meta"))
		file := []byte(claudeCall + string(line) + "\n" + meta)
		want := read(session.Claude, []byte(claudeCall+string(line)+"\n"))
		if want.Event != classify.Completed {
			t.Fatalf("reads %v", want)
		}
		src := inPieces{bytes.NewReader(file), rand.New(rand.NewPCG(uint64(pad), 1))}
		got, _ := readAt(session.Claude, nil, src, int64(len(file)))
		if got != want {
			t.Fatalf("%d bytes: %v, want %v", pad, got, want)
		}
	})
}

// TestLinesOfAnything: the lines of any content, newest first.
func TestLinesOfAnything(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		file := rapid.SliceOf(rapid.SampledFrom([]byte("ab\r\x00 \n\n"))).Draw(t, "file")
		file = bytes.Repeat(file, rapid.SampledFrom([]int{1, 1, 400, 3000}).Draw(t, "times"))
		want := bytes.Split(file, []byte("\n"))
		i := len(want)
		for l := range lines(file) {
			if l.Mark {
				continue
			}
			for i--; i >= 0 && len(want[i]) == 0; i-- { // empty lines are left out
			}
			if i < 0 || !bytes.Equal(l.Data, want[i]) && len(want[i]) <= tail.KeepLine {
				t.Fatalf("line %d is %.40q", i, l.Data)
			}
		}
		for i--; i >= 0; i-- {
			if len(want[i]) > 0 && len(want[i]) <= tail.KeepLine {
				t.Fatalf("line %d, %.40q, was left out", i, want[i])
			}
		}
	})
}
