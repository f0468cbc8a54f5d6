package jump

import (
	"context"
	"os/exec"
	"strings"
	"time"
)

type freedesktop struct{}

func system() desktop { return freedesktop{} }

func (freedesktop) handles(scheme string) bool {
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Second)
	defer cancel()
	out, err := exec.CommandContext(ctx, "xdg-mime", "query", "default", "x-scheme-handler/"+scheme).Output()
	return err == nil && strings.TrimSpace(string(out)) != ""
}

func (freedesktop) open(target string) command {
	return command{argv: []string{"xdg-open", target}}
}

// terminals are those that take the program as an argument list, with the
// option before it. Terminals whose -e takes a string are left out or get their
// other option.
var terminals = [...][]string{
	{"gnome-terminal", "--"},
	{"konsole", "-e"},
	{"xfce4-terminal", "-x"},
	{"mate-terminal", "-x"},
	{"kitty"},
	{"alacritty", "-e"},
	{"wezterm", "start", "--"},
	{"foot"},
	{"x-terminal-emulator", "-e"},
	{"xterm", "-e"},
}

func (freedesktop) terminal(dir string, argv []string) (command, bool) {
	for _, t := range terminals {
		if _, err := exec.LookPath(t[0]); err == nil {
			return command{argv: append(append([]string{}, t...), argv...), dir: dir}, true
		}
	}
	return command{}, false
}
