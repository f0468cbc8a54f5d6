package cli

import (
	"golang.org/x/sys/windows"

	"agentisland/internal/msg"
)

// systemLanguages lists the languages of this person, the preferred first.
func systemLanguages() []string {
	langs := msg.EnvLanguages()
	if preferred, err := windows.GetUserPreferredUILanguages(windows.MUI_LANGUAGE_NAME); err == nil {
		langs = append(langs, preferred...)
	}
	return langs
}
