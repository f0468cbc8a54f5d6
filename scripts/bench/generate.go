package main

import (
	"bufio"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// generate makes a home: seven in ten sessions are Claude's, sizes are
// lognormal, some sessions are fresh and the others spread over months. The
// same arguments make the same home but for its times.
func generate(o options) error {
	g := &generator{rng: rand.New(rand.NewPCG(1, uint64(o.sessions))), home: o.home, now: time.Now()}
	sizes := make([]float64, o.sessions)
	sum := 0.0
	for i := range sizes {
		sizes[i] = math.Exp(1.35 * g.rng.NormFloat64())
		sum += sizes[i]
	}
	for i, size := range sizes {
		age := time.Duration(g.rng.ExpFloat64() * float64(60*24*time.Hour))
		if i < o.fresh {
			age = time.Duration(g.rng.Int64N(int64(25 * time.Minute)))
		} else {
			age += time.Hour
		}
		if err := g.session(i, int64(size/sum*float64(o.bytes)), age); err != nil {
			return err
		}
	}
	return nil
}

type generator struct {
	rng  *rand.Rand
	home string
	now  time.Time
}

func sessionID(i int) string { return fmt.Sprintf("%08x-0000-4000-8000-%012x", i, i) }

// session writes one transcript of about size bytes, written last age ago.
func (g *generator) session(i int, size int64, age time.Duration) error {
	end := g.now.Add(-age)
	id, codex := sessionID(i), g.rng.IntN(10) < 3
	path := filepath.Join(g.home, ".claude", "projects", fmt.Sprintf("-w-project-%d", g.rng.IntN(220)), id+".jsonl")
	if codex {
		path = filepath.Join(g.home, ".codex", "sessions", end.Format("2006/01/02"),
			"rollout-"+end.Format("2006-01-02T15-04-05")+"-"+id+".jsonl")
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return err
	}
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	w := bufio.NewWriterSize(f, 1<<20)
	line := claudeLine
	if codex {
		fmt.Fprint(w, codexHeader(id, end))
		line = codexLine
	}
	for written := int64(0); written < size; {
		n, _ := w.WriteString(line(end.Add(-time.Hour), "open", int(g.rng.ExpFloat64()*3000)))
		written += int64(n)
	}
	kind := "open"
	if g.rng.IntN(2) == 0 {
		kind = "done"
	}
	fmt.Fprint(w, line(end, kind, 500))
	if err := w.Flush(); err != nil {
		return err
	}
	if err := f.Close(); err != nil {
		return err
	}
	return os.Chtimes(path, end, end)
}

func stamp(t time.Time) string { return t.UTC().Format("2006-01-02T15:04:05.000Z") }

// claudeLine is an assistant's record with n characters of text, "done" or "open".
func claudeLine(at time.Time, kind string, n int) string {
	stop := `"tool_use"`
	if kind == "done" {
		stop = `"end_turn"`
	}
	return fmt.Sprintf(`{"parentUuid":null,"isSidechain":false,"cwd":"/w/project","gitBranch":"main","entrypoint":"cli",`+
		`"message":{"model":"m","id":"m%d","role":"assistant","content":[{"type":"text","text":"%s"}],"stop_reason":%s},`+
		`"type":"assistant","uuid":"u%d","timestamp":"%s"}`+"\n", at.UnixNano(), strings.Repeat("x", n), stop, at.UnixNano(), stamp(at))
}

// codexLine is the boundary of a turn behind an output of n characters.
func codexLine(at time.Time, kind string, n int) string {
	event := "task_started"
	if kind == "done" {
		event = "task_complete"
	}
	return fmt.Sprintf(`{"timestamp":"%s","type":"response_item","payload":{"type":"function_call_output","output":"%s"}}`+"\n"+
		`{"timestamp":"%s","type":"event_msg","payload":{"type":"%s","turn_id":"t%d","last_agent_message":"ok"}}`+"\n",
		stamp(at), strings.Repeat("x", n), stamp(at), event, at.UnixNano())
}

func codexHeader(id string, at time.Time) string {
	return fmt.Sprintf(`{"timestamp":"%s","type":"session_meta","payload":{"id":"%s","cwd":"/w/project","originator":"codex-tui",`+
		`"source":"cli","base_instructions":{"text":"%s"}}}`+"\n", stamp(at), id, strings.Repeat("words ", 3500))
}
