package classify

import (
	"bytes"
	"slices"

	"agentisland/internal/tail"
)

// asks keeps the current record's questions to the user that have no answer
// below it (row 6). One may stand above it, too: now and then the lines of one
// moment are written in another order.
func (s *claudeScan) asks(line tail.Line) bool {
	s.noteAnswers() // its own, never seen
	for _, a := range s.rec.message.asks {
		if slices.Contains(s.answered, string(a.id)) {
			continue
		}
		event := Question
		if a.plan {
			event = Plan
		}
		q := openAsk{id: string(a.id), reading: s.reading(line, "C6", event, true)}
		if len(a.question) > 0 && !a.plan {
			q.reading.Detail.Text = string(a.question)
		}
		s.asked = append(s.asked, q)
	}
	return len(s.asked) > 0
}

// noteAnswers remembers the calls that the current record answers, although it
// decides nothing. A record that decides ends the search before any question.
func (s *claudeScan) noteAnswers() {
	for _, id := range s.rec.message.answers {
		if len(id) > 0 && len(s.answered) < maxAnswers {
			s.answered = append(s.answered, string(id))
		}
	}
}

// findAnswer looks for answers to the open questions in a line above them.
func (s *claudeScan) findAnswer(line tail.Line) (Reading, bool) {
	hit := slices.ContainsFunc(s.asked, func(a openAsk) bool {
		return a.id != "" && bytes.Contains(line.Data, []byte(a.id))
	})
	if !hit || !s.w.readClaude(trim(line.Data), line.Elided, &s.rec) {
		return Reading{}, false
	}
	for _, id := range s.rec.message.answers {
		s.asked = slices.DeleteFunc(s.asked, func(a openAsk) bool { return len(id) > 0 && a.id == string(id) })
	}
	if len(s.asked) == 0 {
		return s.settle(s.otherwise), true
	}
	return Reading{}, false
}

// machineTexts begin user records that the tool wrote to itself.
var machineTexts = [...]string{
	"<task-notification>", "<bash-notification>", "<teammate-message", "<cross-session-message",
	"Stop hook feedback:", "[Your previous response had no visible output", "Output token limit hit",
}

// byMachine reports whether an opening was made without a person: a task
// notification, a schedule, a continuation, a hook, a goal, another agent.
func (r *claudeRecord) byMachine() bool {
	switch string(r.turnOrigin) {
	case "":
	case "human", "sdk":
		return false
	default:
		return true
	}
	if len(r.originKind) > 0 {
		return string(r.originKind) != "human"
	}
	for _, p := range machineTexts {
		if hasPrefix(r.message.text, p) {
			return true
		}
	}
	// Expansions of a person's slash command are isMeta, too.
	return r.meta && !hasPrefix(r.message.text, "Base directory for this skill")
}
