package classify

import (
	"iter"

	"agentisland/internal/session"
	"agentisland/internal/tail"
)

// Lines yields the lines of a transcript, newest first. A line's data is valid
// until the next one.
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
		var payload, claude bool
		err := w.record(trim(line.Data), func(name string) error {
			switch name {
			case "payload", "record_type":
				payload = true
			case "sessionId", "uuid", "parentUuid", "message", "leafUuid":
				claude = true
			}
			return w.skip()
		})
		switch {
		case err != nil:
		case payload:
			return session.Codex
		case claude:
			return session.Claude
		}
	}
	return session.Claude
}
