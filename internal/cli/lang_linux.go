package cli

import "agentisland/internal/msg"

// systemLanguages lists the languages of this person, the preferred first.
func systemLanguages() []string { return msg.EnvLanguages() }
