package transcript

import (
	"bytes"
	"strings"

	"agentisland/internal/session"
)

// label holds the labels that one reading found; "" means not found.
type label struct {
	id, cwd, title, prompt, branch, model, entrypoint string
	source, originator                                string
	rank                                              titleRank
}

// titleRank orders titles: a custom one outranks a generated one, which
// outranks a summary.
type titleRank int8

const (
	noTitle titleRank = iota
	summaryTitle
	generatedTitle
	customTitle
)

// origin derives how the session was started. Missing marks mean interactive:
// older versions wrote none.
func (l *label) origin() session.Origin {
	switch {
	case l.source == "exec", l.originator == "codex_exec", l.entrypoint == "sdk-cli":
		return session.Headless
	case strings.HasPrefix(l.entrypoint, "sdk-"):
		return session.SDK
	case strings.HasPrefix(l.entrypoint, "claude-desktop"), l.entrypoint == "local-agent",
		l.originator == "Codex Desktop", strings.HasPrefix(l.originator, "codex_work_"):
		return session.Desktop
	}
	return session.Interactive
}

// over returns l with what it lacks taken from older.
func (l label) over(older *label) label {
	keep(&l.id, older.id)
	keep(&l.cwd, older.cwd)
	keep(&l.prompt, older.prompt)
	keep(&l.branch, older.branch)
	keep(&l.model, older.model)
	keep(&l.entrypoint, older.entrypoint)
	keep(&l.source, older.source)
	keep(&l.originator, older.originator)
	if l.rank < older.rank {
		l.title, l.rank = older.title, older.rank
	}
	return l
}

// keep lets the first value offered stand, which is the newest one.
func keep(dst *string, s string) {
	if *dst == "" {
		*dst = s
	}
}

func (l *label) setTitle(rank titleRank, s string) {
	if rank <= l.rank {
		return
	}
	if s = titleText(s); s != "" {
		l.title, l.rank = s, rank
	}
}

// add takes the labels of one line. first says that the lines come from the
// beginning of the file, which is where the first prompt is.
func (l *label) add(p session.Provider, line []byte, first bool) {
	if !l.wants(p, line, first) {
		return
	}
	r := record{first: first}
	if !r.parse(line) {
		return
	}
	if p == session.Codex {
		l.addCodex(&r)
		return
	}
	l.addClaude(&r)
}

// Bounds that keep lines from being searched in vain, in bytes: a line with a
// title holds little else, and Codex writes a line's type at its beginning.
const (
	maxTitleLine = 16 << 10
	typeWithin   = 256
)

// wants tells without parsing whether a line can hold a label that is still
// missing: most lines cannot once the newest one is known. Claude writes branch
// and entry point beside the folder or not at all.
func (l *label) wants(p session.Provider, line []byte, first bool) bool {
	short := len(line) < maxTitleLine
	if p == session.Codex {
		start := line[:min(len(line), typeWithin)]
		return l.rank == noTitle && short && has(start, `thread_name`) ||
			(l.cwd == "" || l.model == "") && has(start, `"turn_context"`) ||
			first && (has(start, `"session_meta"`) || has(start, `"user_message"`) || has(start, `"item_completed"`))
	}
	return l.cwd == "" && has(line, `"cwd"`) ||
		l.rank < customTitle && short && has(line, `Title"`) ||
		l.rank < summaryTitle && short && has(line, `"summary"`) ||
		first && l.prompt == "" && has(line, `"user"`) ||
		l.model == "" && has(line, `"model"`)
}

func has(line []byte, s string) bool { return bytes.Contains(line, []byte(s)) }

// addClaude takes the labels of one line of a Claude transcript.
func (l *label) addClaude(r *record) {
	switch r.typ {
	case "custom-title":
		l.setTitle(customTitle, r.customTitle)
	case "ai-title":
		l.setTitle(generatedTitle, r.aiTitle)
	case "summary":
		l.setTitle(summaryTitle, r.summary)
	case "assistant":
		// A sub-agent may run on another model.
		if r.inner.model != "<synthetic>" && !r.sidechain {
			keep(&l.model, clean(r.inner.model, maxLabel))
		}
	case "user":
		if r.first && l.prompt == "" && !r.meta && !r.sidechain {
			l.prompt = promptTitle(r.inner.text)
		}
	}
	if l.cwd == "" {
		l.cwd = clean(r.cwd, maxLabel)
		keep(&l.branch, clean(r.gitBranch, maxLabel))
		keep(&l.entrypoint, clean(r.entrypoint, maxLabel))
	}
}

// addCodex takes the labels of one line of a rollout.
func (l *label) addCodex(r *record) {
	p := &r.inner
	switch r.typ {
	case "session_meta":
		// Copies of a parent's header may follow the thread's own, which is the first.
		if r.first && l.id == "" {
			l.id = clean(p.id, 64)
			l.source, l.originator = clean(p.source, 64), clean(p.originator, 64)
			keep(&l.cwd, clean(p.cwd, maxLabel))
			keep(&l.branch, clean(p.branch, maxLabel))
		}
	case "turn_context":
		keep(&l.cwd, clean(p.cwd, maxLabel))
		keep(&l.model, clean(p.model, maxLabel))
	case "event_msg":
		switch {
		case p.typ == "thread_name_updated":
			keep(&p.threadName, p.title)
			l.setTitle(generatedTitle, p.threadName)
		case !r.first || l.prompt != "":
		case p.typ == "user_message", p.item == "UserMessage":
			l.prompt = promptTitle(p.text)
		}
	}
}
