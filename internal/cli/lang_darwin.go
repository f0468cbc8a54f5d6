package cli

import (
	"context"
	"os/exec"
	"strings"
	"time"

	"agentisland/internal/msg"
)

// systemLanguages lists the languages of this person, the preferred first. An
// app started from the Finder has no language in its environment.
func systemLanguages() []string {
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Second)
	defer cancel()
	langs := msg.EnvLanguages()
	out, err := exec.CommandContext(ctx, "/usr/bin/defaults", "read", "-g", "AppleLanguages").Output()
	if err != nil {
		return langs
	}
	return append(langs, strings.FieldsFunc(string(out), func(r rune) bool {
		return strings.ContainsRune("(),\" \n", r)
	})...)
}
