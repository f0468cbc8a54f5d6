package classify_test

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"agentisland/internal/classify"
	"agentisland/internal/session"
)

// seed adds the samples, and what is special about none of them.
func seed(f *testing.F, provider string) {
	f.Helper()
	files, err := filepath.Glob(filepath.Join(semantic, provider, "*.jsonl"))
	if err != nil || len(files) == 0 {
		f.Fatalf("no samples: %v", err)
	}
	for _, name := range files {
		data, err := os.ReadFile(name)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(data)
	}
	f.Add([]byte("\xef\xbb\xbf\r\n\x00\x00"))
}

// yourTurn are the events that hand control back to the user (contract part 1).
var yourTurn = map[classify.Event]bool{
	classify.Completed: true, classify.CutOff: true, classify.Question: true, classify.Plan: true,
}

// checkReading is what holds for every reading of anything.
func checkReading(t interface {
	Helper()
	Errorf(string, ...any)
}, p session.Provider, file []byte,
) classify.Reading {
	t.Helper()
	src := &counting{src: bytes.NewReader(file)}
	head, _, _ := bytes.Cut(file, []byte("\n"))
	got, _ := readAt(p, head, src, int64(len(file)))
	if src.bytes > int64(len(file)) {
		t.Errorf("%d bytes read of %d", src.bytes, len(file))
	}
	if got.IsDone != yourTurn[got.Event] {
		t.Errorf("is_done is %v for %s", got.IsDone, got.Event)
	}
	if (got.Key == "") != (got.Event == classify.None) {
		t.Errorf("key %q for %s", got.Key, got.Event)
	}
	if got.Event == classify.None && (!got.ActivityDate.IsZero() || got.Detail.Text != "") {
		t.Errorf("nothing decided, but there is %+v", got)
	}
	if max(len(got.Key), len(got.Detail.Text), len(got.Detail.MessageID)) > 4096 {
		t.Errorf("keeps too much: %d, %d, %d bytes", len(got.Key), len(got.Detail.Text), len(got.Detail.MessageID))
	}
	if got.Detail.Offset < 0 || got.Detail.Offset > int64(len(file)) {
		t.Errorf("offset %d of %d", got.Detail.Offset, len(file))
	}
	return got
}

func FuzzClaude(f *testing.F) {
	seed(f, "claude")
	f.Fuzz(func(t *testing.T, file []byte) { checkReading(t, session.Claude, file) })
}

func FuzzCodex(f *testing.F) {
	seed(f, "codex")
	f.Fuzz(func(t *testing.T, file []byte) { checkReading(t, session.Codex, file) })
}
