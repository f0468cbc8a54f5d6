package msg

import (
	"fmt"
	"strings"
	"time"

	"golang.org/x/text/language"

	"agentisland/internal/status"
)

var en = &Catalog{
	Tag: language.English,
	States: map[status.State]string{
		status.Idle: "idle", status.Working: "working", status.NeedsYou: "needs you",
		status.Stuck: "stuck", status.Error: "error",
	},
	Reasons: map[status.Reason]string{
		status.ReasonNone: "", status.ReasonBackground: "in the background", status.ReasonBusy: "busy",
		status.ReasonRetrying: "retrying", status.ReasonTurnComplete: "turn complete",
		status.ReasonQuestion: "question", status.ReasonPlan: "plan", status.ReasonPermission: "permission",
		status.ReasonCutOff: "cut off", status.ReasonQuiet: "quiet", status.ReasonAPIError: "API error",
		status.ReasonLimit: "usage limit", status.ReasonAuth: "sign-in", status.ReasonInterrupted: "interrupted",
		status.ReasonEnded: "ended", status.ReasonExpired: "a while ago",
	},
	Tooltip: func(c status.Counts) string {
		var parts []string
		for _, p := range []struct {
			s         status.State
			one, many string
		}{
			{status.Error, "1 error", "%d errors"},
			{status.Stuck, "1 stuck", "%d stuck"},
			{status.NeedsYou, "1 needs you", "%d need you"},
			{status.Working, "1 working", "%d working"},
		} {
			switch n := c[p.s]; {
			case n == 1:
				parts = append(parts, p.one)
			case n > 1:
				parts = append(parts, fmt.Sprintf(p.many, n))
			}
		}
		if len(parts) == 0 {
			return "all quiet"
		}
		return strings.Join(parts, " · ")
	},
	Ago: func(d time.Duration) string { return ago(d, "now", "%d s", "%d min", "%d h", "%d d") },
	Body: func(tool string, r status.Reason) string {
		switch r {
		case status.ReasonQuestion:
			return tool + " asks you a question."
		case status.ReasonPlan:
			return tool + " has a plan for you to approve."
		case status.ReasonPermission:
			return tool + " asks for your permission."
		case status.ReasonCutOff:
			return tool + " was cut off: it is your turn."
		case status.ReasonAPIError:
			return tool + " stopped with an API error."
		case status.ReasonLimit:
			return tool + " reached a usage limit."
		case status.ReasonAuth:
			return tool + " cannot sign in."
		case status.ReasonQuiet:
			return tool + " has been quiet for a while."
		}
		return tool + " has finished: it is your turn."
	},
	Together: func(n int) string {
		if n == 1 {
			return "1 session needs you"
		}
		return fmt.Sprintf("%d sessions need you", n)
	},
	Explain: explainEN,
	Usage:   usageEN,
	Doctor:  doctorEN,
	Open:    "Open session",
	LimitAt: func(t time.Time) string { return "Resets at " + t.Format("15:04") + "." },
	Tray: TrayTexts{
		Tip:       func(what string) string { return "Agent Island — " + what },
		Quit:      "Quit",
		Empty:     "No sessions yet",
		LooksIn:   func(dir string) string { return "Looking in " + dir },
		GoTo:      "Go to session",
		Alarms:    "Ring for this session",
		Snooze:    "Silence everything",
		Snooze15:  "For 15 minutes",
		Snooze60:  "For 1 hour",
		SnoozeDay: "Until tomorrow morning",
		SnoozeOff: "Ring again now",
		RingFor:   func(p string) string { return "Ring for " + p },
		More:      func(n int) string { return fmt.Sprintf("and %d more", n) },
		About:     func(v string) string { return "Agent Island " + v },
		Untitled:  "untitled",
		HealthTip: "Something is degraded:",
	},
	CLI: CLITexts{
		NoSessions: func(roots []string) string {
			return "No sessions yet. Agent Island reads the transcripts of Claude Code and Codex in\n  " +
				strings.Join(roots, "\n  ") + "\nStart one of them, and it shows up here by itself."
		},
		NoTray: "This desktop has no tray to show the icon in, so the table goes on here.\n" +
			"On GNOME install the extension \"AppIndicator and KStatusNotifierItem Support\"; over ssh the table is the way.",
		Header:     [6]string{"STATE", "AGE", "TOOL", "PROJECT", "TITLE", "SESSION"},
		OldOnes:    func(n int) string { return fmt.Sprintf("%d older idle sessions are not shown: --all lists them", n) },
		InTray:     "Agent Island is in the tray. Quit from its menu or with Ctrl+C.",
		Running:    "Agent Island is already running: look for its icon in the tray.",
		Snoozed:    func(t time.Time) string { return "Silent until " + t.Local().Format("15:04, Mon 2 Jan") },
		SnoozeOver: "Alarms ring again.",
		MutedMark:  "muted",
		Muted: func(name string, muted bool) string {
			if muted {
				return name + " does not ring any more."
			}
			return name + " rings again."
		},
		Demo: "Made-up sessions in a temporary folder. Within a minute you see every state; quit with Ctrl+C or from the menu.",
	},
	Notice: NoticeTexts{
		Degraded:     func(what string) string { return "Degraded: " + what },
		MemoryFailed: func(e string) string { return "Alarms may ring again after a restart: " + e },
		NoState:      func(e string) string { return "Nothing is remembered over a restart: " + e },
		Damaged:      func(e string) string { return "Muted sessions and rung alarms were forgotten: " + e },
		NotifyFailed: func(e string) string { return "Notifications do not get through: " + e },
	},
}

// ago writes d in its largest whole unit; now stands for less than a second.
func ago(d time.Duration, now, s, m, h, day string) string {
	switch {
	case d < time.Second:
		return now
	case d < time.Minute:
		return fmt.Sprintf(s, int(d/time.Second))
	case d < time.Hour:
		return fmt.Sprintf(m, int(d/time.Minute))
	case d < 48*time.Hour:
		return fmt.Sprintf(h, int(d/time.Hour))
	}
	return fmt.Sprintf(day, int(d/(24*time.Hour)))
}
