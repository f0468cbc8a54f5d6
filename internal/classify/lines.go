package classify

import (
	"iter"

	"agentisland/internal/session"
	"agentisland/internal/tail"
)

// Lines yields the lines of a transcript, newest first, and the marks where a
// window ends. A line's data is valid until the next one.
type Lines = iter.Seq[tail.Line]

// Transcript reads a transcript of the given provider. head is the file's first
// line, which only Codex needs: it says whose thread this is.
func Transcript(p session.Provider, head []byte, lines Lines) Reading {
	if p == session.Codex {
		return Codex(head, lines)
	}
	return Claude(lines)
}

// Detect tells the provider of a transcript from some of its lines. Lines that
// tell nothing are skipped; Claude is the answer when none does.
func Detect(lines Lines) session.Provider {
	var w walker
	for line := range lines {
		if p := w.provider(trim(line.Data)); p != "" {
			return p
		}
	}
	return session.Claude
}

// provider tells who writes records like the one in line, "" when it does not
// say.
func (w *walker) provider(line []byte) session.Provider {
	if !w.start(line) {
		return ""
	}
	var codex, claude bool
	for name, ok := w.member(); ok; name, ok = w.member() {
		switch string(name) {
		case "payload", "record_type":
			codex = true
		case "sessionId", "uuid", "parentUuid", "message", "leafUuid":
			claude = true
		}
		w.skip()
	}
	switch {
	case !w.finish():
		return ""
	case codex:
		return session.Codex
	case claude:
		return session.Claude
	}
	return ""
}
