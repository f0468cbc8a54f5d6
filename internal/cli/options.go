package cli

import (
	"agentisland/internal/alert"
	"agentisland/internal/config"
	"agentisland/internal/session"
)

// options translates the settings for the alarm policy.
func (s setting) options() alert.Options {
	a := s.Alarms
	from, to, _ := config.ParseHours(a.Quiet) // checked when it was loaded
	o := alert.Options{
		Errors: a.Errors, Limits: a.Limits, Questions: a.Questions, Turns: a.Turns, Stuck: a.Stuck,
		Silent: map[session.Origin]bool{
			session.Headless: !a.Headless, session.SDK: !a.SDK, session.Desktop: !a.Desktop,
		},
		Providers: map[session.Provider]bool{},
		Projects:  map[string]bool{},
		MinTurn:   a.MinTurn,
		Repeat:    a.Repeat,
		Quiet:     alert.QuietHours{From: from, To: to},
	}
	for _, p := range a.Providers {
		o.Providers[session.Provider(p)] = true
	}
	for _, dir := range a.Projects {
		o.Projects[dir] = true
	}
	return o
}
