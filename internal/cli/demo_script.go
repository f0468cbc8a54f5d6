package cli

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"time"
)

// demo writes transcripts of made-up sessions as the tools would.
type demo struct {
	home  string
	start time.Time
	n     int // records written, for identifiers
}

// demoSession is one made-up session.
type demoSession struct {
	id, project, title string
}

// The cast: each session shows one thing that the app can say.
var (
	demoLogin   = demoSession{"0d3a0001-0000-4000-8000-000000000001", "webshop", "Fix the login form"}
	demoTests   = demoSession{"0d3a0002-0000-4000-8000-000000000002", "compiler", "Make the tests faster"}
	demoAsk     = demoSession{"0d3a0003-0000-4000-8000-000000000003", "notes-app", "Choose a database"}
	demoLimit   = demoSession{"0d3a0004-0000-4000-8000-000000000004", "website", "Translate the docs"}
	demoQuiet   = demoSession{"0d3a0005-0000-4000-8000-000000000005", "data-pipeline", "Import last year"}
	demoStopped = demoSession{"0d3a0006-0000-4000-8000-000000000006", "playground", "Try an idea"}
	demoCodex   = demoSession{"0d3a0007-0000-7000-8000-000000000007", "game", "Port the shaders"}
)

// prepare writes what was there before the app starts.
func (d *demo) prepare() error {
	// Quiet since 4 min 40 s: working now, stuck in 20 s.
	quiet := d.start.Add(-4*time.Minute - 40*time.Second)
	for _, step := range []error{
		d.prompt(demoQuiet, quiet), d.toolUse(demoQuiet, quiet),
		d.prompt(demoTests, d.start.Add(-time.Minute)), d.toolUse(demoTests, d.start.Add(-10*time.Second)),
		d.prompt(demoStopped, d.start.Add(-20*time.Minute)), d.interrupt(demoStopped, d.start.Add(-19*time.Minute)),
		d.codexStart(d.start.Add(-5 * time.Second)),
	} {
		if step != nil {
			return step
		}
	}
	return nil
}

// scene is one thing that happens at a time after the start.
type scene struct {
	at time.Duration
	do func(time.Time) error
}

// play lets the sessions live for a minute, then leaves them as they are.
func (d *demo) play(ctx context.Context) error {
	for _, s := range []scene{
		{2 * time.Second, func(t time.Time) error { return d.prompt(demoLogin, t) }},
		{6 * time.Second, func(t time.Time) error { return d.toolUse(demoLogin, t) }},
		{8 * time.Second, func(t time.Time) error { return d.toolResult(demoLogin, t) }},
		{12 * time.Second, func(t time.Time) error { return d.finish(demoLogin, t, "The form checks the address now.") }},
		{16 * time.Second, func(t time.Time) error { return d.prompt(demoAsk, t) }},
		{18 * time.Second, func(t time.Time) error { return d.question(demoAsk, t) }},
		{26 * time.Second, func(t time.Time) error { return d.prompt(demoLimit, t) }},
		{30 * time.Second, func(t time.Time) error { return d.limit(demoLimit, t) }},
		{34 * time.Second, func(t time.Time) error { return d.codexFinish(t) }},
		{42 * time.Second, func(t time.Time) error { return d.prompt(demoLogin, t) }}, // the notification goes
		{48 * time.Second, func(t time.Time) error { return d.finish(demoLogin, t, "Added the tests, too.") }},
	} {
		timer := time.NewTimer(time.Until(d.start.Add(s.at)))
		select {
		case now := <-timer.C:
			if err := s.do(now); err != nil {
				return err
			}
		case <-ctx.Done():
			timer.Stop()
			return nil
		}
	}
	return nil
}

type object = map[string]any

// claude appends a record to a session of Claude Code, the title behind it.
func (d *demo) claude(s demoSession, at time.Time, record object) error {
	d.n++
	record["uuid"] = fmt.Sprintf("0d3affff-0000-4000-8000-%012d", d.n)
	record["timestamp"] = at.UTC().Format("2006-01-02T15:04:05.000Z")
	record["sessionId"], record["cwd"], record["isSidechain"] = s.id, filepath.Join(d.home, s.project), false
	record["gitBranch"], record["version"], record["entrypoint"] = "main", "2.1.332", "cli"
	path := filepath.Join(d.home, ".claude", "projects", "-demo-"+s.project, s.id+".jsonl")
	return d.append(path, at, record, object{"type": "ai-title", "aiTitle": s.title, "sessionId": s.id})
}

func (d *demo) assistant(s demoSession, at time.Time, stop string, block object, extra object) error {
	record := object{"type": "assistant", "message": object{
		"id": fmt.Sprintf("msg_demo%d", d.n), "role": "assistant", "model": "claude-demo",
		"content": []any{block}, "stop_reason": stop,
	}}
	for k, v := range extra {
		record[k] = v
	}
	return d.claude(s, at, record)
}

func (d *demo) user(s demoSession, at time.Time, content any) error {
	return d.claude(s, at, object{"type": "user", "message": object{"role": "user", "content": content}})
}

func (d *demo) prompt(s demoSession, at time.Time) error { return d.user(s, at, "Please go on.") }

func (d *demo) interrupt(s demoSession, at time.Time) error {
	return d.user(s, at, "[Request interrupted by user]")
}

func (d *demo) toolUse(s demoSession, at time.Time) error {
	return d.assistant(s, at, "tool_use", object{"type": "tool_use", "id": "toolu_demo", "name": "Bash", "input": object{}}, nil)
}

func (d *demo) toolResult(s demoSession, at time.Time) error {
	return d.user(s, at, []any{object{"type": "tool_result", "tool_use_id": "toolu_demo", "content": "ok"}})
}

func (d *demo) question(s demoSession, at time.Time) error {
	return d.assistant(s, at, "tool_use", object{
		"type": "tool_use", "id": "toolu_ask", "name": "AskUserQuestion",
		"input": object{"questions": []any{object{"question": "SQLite or PostgreSQL?"}}},
	}, nil)
}

func (d *demo) finish(s demoSession, at time.Time, text string) error {
	return d.assistant(s, at, "end_turn", object{"type": "text", "text": text}, nil)
}

func (d *demo) limit(s demoSession, at time.Time) error {
	reset := at.Add(2 * time.Hour)
	return d.claude(s, at, object{
		"type": "assistant", "isApiErrorMessage": true, "error": "rate_limit", "apiErrorStatus": 429,
		"quotaLimits": object{"status": "rejected", "resetsAt": reset.Unix(), "rateLimitType": "five_hour"},
		"message": object{
			"role": "assistant", "model": "<synthetic>", "stop_reason": "stop_sequence",
			"content": []any{object{"type": "text", "text": "You've hit your session limit."}},
		},
	})
}

func (d *demo) codexPath() string {
	at := d.start
	name := "rollout-" + at.Format("2006-01-02T15-04-05") + "-" + demoCodex.id + ".jsonl"
	return filepath.Join(d.home, ".codex", "sessions", at.Format("2006"), at.Format("01"), at.Format("02"), name)
}

func codexRecord(at time.Time, kind string, payload object) object {
	return object{"timestamp": at.UTC().Format("2006-01-02T15:04:05.000Z"), "type": kind, "payload": payload}
}

func (d *demo) codexStart(at time.Time) error {
	index := filepath.Join(d.home, ".codex", "session_index.jsonl")
	if err := d.append(index, at, object{"id": demoCodex.id, "thread_name": demoCodex.title}); err != nil {
		return err
	}
	return d.append(d.codexPath(), at,
		codexRecord(at, "session_meta", object{
			"id": demoCodex.id, "cwd": filepath.Join(d.home, demoCodex.project), "originator": "codex-tui", "source": "cli",
		}),
		codexRecord(at, "event_msg", object{"type": "task_started", "turn_id": "demo-turn", "started_at": at.Unix()}),
		codexRecord(at, "event_msg", object{"type": "user_message", "message": "Please go on."}),
	)
}

func (d *demo) codexFinish(at time.Time) error {
	return d.append(d.codexPath(), at, codexRecord(at, "event_msg", object{
		"type": "task_complete", "turn_id": "demo-turn", "last_agent_message": "All shaders run.", "completed_at": at.Unix(),
	}))
}

// append adds records to a file and dates it, as if it had been written then.
func (d *demo) append(path string, at time.Time, records ...object) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return err
	}
	f, err := os.OpenFile(path, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	var text []byte
	for _, r := range records {
		line, merr := json.Marshal(r)
		if merr != nil {
			f.Close()
			return merr
		}
		text = append(append(text, line...), '\n')
	}
	_, err = f.Write(text)
	if cerr := f.Close(); err == nil {
		err = cerr
	}
	if err != nil {
		return err
	}
	return os.Chtimes(path, at, at)
}
