package tray

import (
	"time"

	"agentisland/internal/msg"
	"agentisland/internal/session"
	"agentisland/internal/status"
)

// Quiet is the part of the menu that silences alarms.
type Quiet struct {
	Snooze    string // title of the submenu; it says until when everything is silent
	Choices   [len(snoozes)]string
	Snoozed   bool // the last choice, which ends the snooze, means something
	Providers [len(providers)]Switch
}

// Switch is an entry with a check mark.
type Switch struct {
	Text string
	On   bool
}

// snoozes are the choices of the snooze submenu, in the words of Action.For.
// The last one ends a snooze.
var snoozes = [...]string{"15m", "1h", "tomorrow", "off"}

// providers have a switch each.
var providers = [...]session.Provider{session.Claude, session.Codex}

func buildQuiet(s status.Snapshot, c *msg.Catalog, now time.Time) Quiet {
	q := Quiet{
		Snooze:  c.Tray.Snooze,
		Choices: [...]string{c.Tray.Snooze15, c.Tray.Snooze60, c.Tray.SnoozeDay, c.Tray.SnoozeOff},
		Snoozed: s.SnoozedUntil.After(now),
	}
	if q.Snoozed {
		q.Snooze = c.CLI.Snoozed(s.SnoozedUntil)
	}
	for i, p := range providers {
		q.Providers[i] = Switch{Text: c.Tray.RingFor(p.Name()), On: !s.MutedProviders[p]}
	}
	return q
}
