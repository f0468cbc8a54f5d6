// Package msg holds every text that people see, in English and Simplified
// Chinese, and chooses between them by the system's language.
package msg

import (
	"os"
	"strings"
	"time"

	"golang.org/x/text/language"

	"agentisland/internal/status"
)

// Catalog is all texts of one language. A catalog is complete or the tests
// fail: a missing text is an empty field or a nil function.
type Catalog struct {
	Tag language.Tag

	States  map[status.State]string
	Reasons map[status.Reason]string

	Tooltip  func(status.Counts) string                // "2 need you · 1 working"
	Ago      func(time.Duration) string                // "3 min"
	Body     func(tool string, r status.Reason) string // one sentence for a notification
	Together func(n int) string                        // title of a summary of several alarms
	Open     string                                    // label of the notification's button
	LimitAt  func(reset time.Time) string              // "resets at 15:04"
	Tray     TrayTexts
	CLI      CLITexts
	Notice   NoticeTexts
	Explain  ExplainTexts
	Usage    UsageTexts
	Doctor   DoctorTexts
}

// For returns the catalog that fits best: the configured language ("en",
// "zh") or, when that is "" or "auto", the first of the system's languages.
func For(configured string, system ...string) *Catalog {
	want := system
	if configured != "" && configured != "auto" {
		want = []string{configured}
	}
	for _, w := range want {
		w, _, _ = strings.Cut(w, ".")
		tag, err := language.Parse(strings.ReplaceAll(w, "_", "-"))
		if err != nil {
			continue
		}
		switch base, _ := tag.Base(); base.String() {
		case "zh":
			return zh
		case "en":
			return en
		}
	}
	return en
}

// EnvLanguages lists the languages named by the environment in the order that
// gettext gives them (LANGUAGE, LC_ALL, LC_MESSAGES, LANG).
func EnvLanguages() []string {
	var out []string
	for _, name := range []string{"LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"} {
		if v := os.Getenv(name); v != "" && v != "C" && v != "C.UTF-8" && v != "POSIX" {
			out = append(out, strings.Split(v, ":")...)
		}
	}
	return out
}

// TrayTexts are the texts of the tray's menu.
type TrayTexts struct {
	Tip       func(what string) string // the whole tooltip around Catalog.Tooltip
	Quit      string
	Empty     string
	LooksIn   func(dir string) string
	GoTo      string
	Alarms    string // the check mark that turns a session's alarms on and off
	Snooze    string // submenu that silences everything for a while
	Snooze15  string
	Snooze60  string
	SnoozeDay string
	SnoozeOff string
	RingFor   func(provider string) string // the same as Alarms for all sessions of a tool
	More      func(n int) string
	About     func(version string) string
	Untitled  string
	HealthTip string
}

// CLITexts are the texts of the commands.
type CLITexts struct {
	NoSessions func(roots []string) string
	NoTray     string // no tray host or no bus: said once, then the table goes on
	InTray     string // said once in a terminal when the icon is shown
	Header     [6]string
	OldOnes    func(n int) string // idle sessions that the table leaves out
	Running    string             // another instance runs
	Demo       string             // what the demo will show

	Snoozed    func(until time.Time) string
	SnoozeOver string
	Muted      func(name string, muted bool) string
	MutedMark  string // in a session's row
}

// NoticeTexts are warnings about the app itself.
type NoticeTexts struct {
	Degraded     func(what string) string
	NotifyFailed func(err string) string
	MemoryFailed func(err string) string // the memory of alarms cannot be written
	NoState      func(err string) string // the state folder cannot be used
	Damaged      func(err string) string // the memory of alarms was set aside
}
