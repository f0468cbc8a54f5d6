package engine

import (
	"testing"
	"time"

	"agentisland/internal/msg"
	"agentisland/internal/session"
	"agentisland/internal/status"
)

// TestCompose checks what a notification says, with and without details.
func TestCompose(t *testing.T) {
	reset := time.Date(2026, 12, 1, 15, 4, 0, 0, time.Local)
	view := func(title, cwd string, s status.State, r status.Reason, text string) status.View {
		return status.View{
			Session: session.Session{Ref: session.Ref{Provider: session.Claude, ID: "0123456789"}, Title: title, CWD: cwd},
			Verdict: status.Verdict{State: s, Reason: r}, Text: text,
		}
	}
	limit := view("", "", status.Error, status.ReasonLimit, "You've hit your limit.")
	limit.Reset = reset
	for _, tt := range []struct {
		name               string
		view               status.View
		title, body, quote string
	}{
		{
			"a finished turn", view("Fix the cart", "/w/shop", status.NeedsYou, status.ReasonTurnComplete, "All 12 tests pass."),
			"Fix the cart — shop", "Claude Code has finished: it is your turn.", "Claude Code has finished: it is your turn.\nAll 12 tests pass.",
		},
		{
			"a question, no title", view("", "/w/shop", status.NeedsYou, status.ReasonQuestion, "SQLite or PostgreSQL?"),
			"shop", "Claude Code asks you a question.", "Claude Code asks you a question.\nSQLite or PostgreSQL?",
		},
		{
			"nothing to quote, no folder", view("", "", status.NeedsYou, status.ReasonPermission, ""),
			"01234567", "Claude Code asks for your permission.", "Claude Code asks for your permission.",
		},
		{
			"an error is told anyway", view("T", "", status.Error, status.ReasonAPIError, "Overloaded"),
			"T", "Claude Code: Overloaded", "Claude Code: Overloaded",
		},
		{
			"a limit with its time", limit,
			"01234567", "Claude Code: You've hit your limit. Resets at 15:04.", "Claude Code: You've hit your limit. Resets at 15:04.",
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			plain, detailed := Compose(msg.For("en"), "x", tt.view, false), Compose(msg.For("en"), "x", tt.view, true)
			if plain.Title != tt.title || plain.Body != tt.body || detailed.Body != tt.quote {
				t.Errorf("title %q, body %q, with details %q", plain.Title, plain.Body, detailed.Body)
			}
			if plain.Group != tt.view.Project() {
				t.Errorf("group %q", plain.Group)
			}
		})
	}
}
