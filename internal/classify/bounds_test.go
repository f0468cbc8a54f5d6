//go:build !race

package classify_test

import (
	"fmt"
	"runtime"
	"strings"
	"testing"

	"agentisland/internal/classify"
	"agentisland/internal/session"
	"agentisland/internal/tail"
)

// large is a file that exists nowhere: unit over and over, then end.
type large struct {
	unit, end string
	size      int64 // a multiple of the unit's length, and the end's
}

func newLarge(unit string, size int64, end string) large {
	n := int64(len(unit))
	return large{unit, end, size/n*n + int64(len(end))}
}

func (l large) ReadAt(p []byte, off int64) (int, error) {
	body := l.size - int64(len(l.end))
	for n := 0; n < len(p); {
		at := off + int64(n)
		if at >= body {
			return n + copy(p[n:], l.end[at-body:]), nil
		}
		rest := l.unit[at%int64(len(l.unit)):]
		n += copy(p[n:min(int64(len(p)), int64(n)+body-at)], rest)
	}
	return len(p), nil
}

// TestWork bounds how much is read, whatever the size of the file.
func TestWork(t *testing.T) {
	huge := func(value string) string {
		return `{"type":"user","message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"t","content":` + value +
			`}]},"uuid":"result","timestamp":"2026-10-01T10:00:04.000Z"}` + "\n"
	}
	rows := strings.Repeat(`{"n":12345,"s":"some text","l":[1,2,3]},`, 300_000)
	for _, tt := range []struct {
		name  string
		p     session.Provider
		file  large
		event classify.Event
		key   string
		limit int64
	}{
		{"200 MB, a fresh completion", session.Claude, newLarge(claudeCall, 200<<20, claudeDone), classify.Completed, "done", 256 << 10},
		{"200 MB, a fresh Codex completion", session.Codex, newLarge(codexOut, 200<<20, codexDone), classify.Completed, "done", 256 << 10},
		{"200 MB, a Codex completion below a 3 MB line", session.Codex, newLarge(codexOut, 200<<20,
			strings.Replace(codexOut, "ok", strings.Repeat("o", 3<<20), 1)+codexDone), classify.Completed, "done", 256 << 10},
		{"200 MB, a Codex limit without a usage report", session.Codex, newLarge(codexOut, 200<<20, codexLimit), classify.Limit, "done", 256 << 10},
		{"200 MB, a question", session.Claude, newLarge(claudeMode, 200<<20,
			strings.NewReplacer("Bash", "AskUserQuestion").Replace(claudeCall)), classify.Question, "call", 256 << 10},
		{"7,000 lines of metadata after a completion", session.Claude, newLarge(claudeCall, 200<<20,
			claudeDone+strings.Repeat(claudeMode, 7000)), classify.Completed, "done", 512 << 10},
		{"7 MB of metadata after a completion", session.Claude, newLarge(claudeCall, 200<<20,
			claudeDone+strings.Repeat(claudeMode, 150_000)), classify.Completed, "done", 8 << 20},
		{"nothing in 200 MB", session.Claude, newLarge(claudeMode, 200<<20, ""), classify.None, "", tail.Window + 128<<10},
		{"98 GB of NULs", session.Claude, newLarge(strings.Repeat("\x00", 4096), 98<<30, "\n"), classify.None, "", tail.Window + 1<<10},
		{"98 GB of blanks", session.Claude, newLarge(strings.Repeat(" ", 4096), 98<<30, "\n"), classify.None, "", tail.Window + 1<<10},
		{"98 GB of one line", session.Claude, newLarge(strings.Repeat("x", 4096), 98<<30, ""), classify.None, "", tail.MaxLine + 256<<10},
		{"a 12 MB string", session.Claude, newLarge(claudeCall, 200<<20, huge(`"`+strings.Repeat("x", 12<<20)+`"`)), classify.Output, "result", 12<<20 + 256<<10},
		{"12 MB of escapes", session.Claude, newLarge(claudeCall, 200<<20, huge(`"`+strings.Repeat(`\n\"\\`, 2<<20)+`"`)), classify.Output, "result", 12<<20 + 256<<10},
		{"12 MB of small values", session.Claude, newLarge(claudeCall, 200<<20, huge("["+rows[:len(rows)-1]+"]")), classify.Output, "result", 12<<20 + 256<<10},
		{"12 MB of numbers", session.Claude, newLarge(claudeCall, 200<<20, huge("["+strings.Repeat("1,", 6<<20)+"1]")), classify.Output, "result", 12<<20 + 256<<10},
		{"a number of 12 MB", session.Claude, newLarge(claudeCall, 200<<20, huge(strings.Repeat("1", 12<<20))), classify.Output, "result", 12<<20 + 256<<10},
		{"12 MB of strings", session.Claude, newLarge(claudeCall, 200<<20, huge("["+strings.Repeat(`"`+strings.Repeat("y", 5000)+`",`, 2500)+"1]")), classify.Output, "result", 13 << 20},
		{"a 7 MB line that is no record", session.Claude, newLarge(claudeCall, 200<<20, huge(strings.Repeat("[", 7<<20))), classify.Output, "call", 7<<20 + 256<<10},
		{"a 12 MB line that is no record fills the window", session.Claude, newLarge(claudeCall, 200<<20, huge(strings.Repeat("[", 12<<20))), classify.None, "", 12<<20 + 256<<10},
	} {
		t.Run(tt.name, func(t *testing.T) {
			src := &counting{src: tt.file}
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			got, r := readAt(tt.p, nil, src, tt.file.size)
			runtime.ReadMemStats(&after)
			if got.Event != tt.event || got.Key != tt.key {
				t.Errorf("reads %s of %q, row %s; want %s of %q", got.Event, got.Key, got.Detail.Row, tt.event, tt.key)
			}
			if src.bytes > tt.limit {
				t.Errorf("%d bytes read, want at most %d", src.bytes, tt.limit)
			}
			if src.bytes != r.BytesRead() {
				t.Errorf("BytesRead says %d, it was %d", r.BytesRead(), src.bytes)
			}
			if used := after.TotalAlloc - before.TotalAlloc; used > 2<<20 {
				t.Errorf("%d bytes allocated, want at most 2 MB", used)
			}
			if err := r.Err(); err != nil {
				t.Error(err)
			}
		})
	}
}

// TestNewestLimits: the usage report that counts is the newest one, however
// many lines follow it on the way to the end of the window.
func TestNewestLimits(t *testing.T) {
	older := strings.ReplaceAll(strings.ReplaceAll(codexUsage, "100", "3"), "1790860000", "1790000000")
	null := strings.Replace(codexLimit, `,"error":{"codex_error_info":"usage_limit_exceeded"}`, "", 1)
	user := `{"timestamp":"2026-10-01T10:00:01.000Z","type":"event_msg","payload":{"type":"user_message","message":"x"}}` + "\n"
	start := `{"timestamp":"2026-10-01T10:00:00.000Z","type":"event_msg","payload":{"type":"task_started","turn_id":"t"}}` + "\n"
	for i, file := range []string{
		older + start + user + codexUsage + codexLimit,
		older + start + user + codexUsage + null,
		start + older + user + codexUsage + null,
	} {
		got := read(session.Codex, []byte(file))
		if got.Event != classify.Limit || got.Detail.Reset.Unix() != 1790860000 {
			t.Errorf("%d: %s until %s", i, got.Event, got.Detail.Reset)
		}
	}
}

// TestAllocations keeps a fresh completion cheap: the three strings of a
// reading, the reader and its first step.
func TestAllocations(t *testing.T) {
	for _, k := range kinds() {
		if k.name != "claude fresh completion" {
			continue
		}
		src := strings.NewReader(k.file)
		allocs := testing.AllocsPerRun(100, func() { readAt(k.provider, nil, src, int64(len(k.file))) })
		if allocs > 10 {
			t.Errorf("%v allocations, want at most 10", fmt.Sprint(allocs))
		}
	}
}
