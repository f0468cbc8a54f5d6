// Package cli owns the commands: what they are called, their flags, what they
// print and their exit codes (0 ok, 1 failed, 2 wrong usage).
package cli

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"slices"
	"strings"
	"syscall"

	"agentisland/internal/config"
	"agentisland/internal/msg"
	"agentisland/internal/transcript"
)

// Exit codes.
const (
	exitOK     = 0
	exitFailed = 1
	exitUsage  = 2
)

const usage = `Usage: agentisland [COMMAND] [FLAGS]

Shows what your Claude Code and Codex sessions are doing. Without a command the
app runs in the tray.

Commands:
  tray                                  the app
  status   [--json] [--all]             look once and list the sessions
  watch    [--json]                     a live table, or events as JSON lines
  classify [--json] [--provider P] FILE...
                                        what a transcript says; - reads stdin
  explain  [--json] SESSION             why a session is in its state, why it rang or not
  replay   [--json] TIMELINE            play a recorded timeline; - reads stdin
  mute | unmute SESSION | --project FOLDER | --provider NAME
                                        turn alarms off or on
  snooze   15m | 1h | tomorrow | off    keep everything silent for a while
  doctor   [--json]                     what works here, what does not, and what to do
  demo                                  the app on made-up sessions
  version                               the version

Every command takes --config FILE.
`

// env is what a command works with.
type env struct {
	ctx     context.Context
	version string
	stdin   io.Reader
	stdout  io.Writer
	stderr  io.Writer
	getenv  func(string) string
}

// errUsage marks a command line that is wrong; what is wrong was printed.
var errUsage = errors.New("wrong usage")

var commands = map[string]func(*env, []string) error{
	"tray": runTray, "status": runStatus, "watch": runWatch, "classify": runClassify,
	"explain": runExplain, "replay": runReplay, "demo": runDemo, "doctor": runDoctor, "mute": runMute, "unmute": runUnmute, "snooze": runSnooze, "version": runVersion,
}

// Main runs the command line args (without the program's name) and returns the
// exit code. It must be called by the main goroutine, which macOS's menu bar
// needs.
func Main(version string, args []string) int {
	attachConsole()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	return run(&env{
		ctx: ctx, version: version, stdin: os.Stdin, stdout: os.Stdout, stderr: os.Stderr, getenv: os.Getenv,
	}, args)
}

func run(e *env, args []string) int {
	name := "tray"
	if len(args) > 0 && !strings.HasPrefix(args[0], "-") {
		name, args = args[0], args[1:]
	} else if len(args) > 0 && isHelp(args[0]) {
		name = "help"
	} else if len(args) > 0 && args[0] == "--version" {
		name, args = "version", nil
	}
	if name == "help" {
		fmt.Fprint(e.stdout, usage)
		return exitOK
	}
	command, ok := commands[name]
	if !ok {
		fmt.Fprintf(e.stderr, "agentisland: there is no command %q\n\n%s", name, usage)
		return exitUsage
	}
	err := command(e, args)
	switch {
	case err == nil:
		return exitOK
	case errors.Is(err, flag.ErrHelp):
		fmt.Fprint(e.stdout, usage)
		return exitOK
	case errors.Is(err, errUsage):
		return exitUsage
	}
	if text := err.Error(); text != "" {
		fmt.Fprintln(e.stderr, "agentisland:", printableLines(text))
	}
	return exitFailed
}

func isHelp(arg string) bool { return arg == "-h" || arg == "--help" || arg == "-help" }

// flags are the flags that every command has.
type flags struct {
	*flag.FlagSet
	config string
	json   bool
}

func newFlags(e *env, name string) *flags {
	f := &flags{FlagSet: flag.NewFlagSet(name, flag.ContinueOnError)}
	f.SetOutput(io.Discard)
	f.Usage = func() {}
	f.StringVar(&f.config, "config", "", "configuration `file`")
	return f
}

func (f *flags) withJSON() *flags {
	f.BoolVar(&f.json, "json", false, "print JSON")
	return f
}

// parse parses args and checks the number of arguments that are no flags.
func (f *flags) parse(e *env, args []string, least, most int) error {
	err := f.parseAnywhere(args)
	switch {
	case errors.Is(err, flag.ErrHelp):
		return err
	case err != nil:
		fmt.Fprintf(e.stderr, "agentisland %s: %v\n\n%s", f.Name(), err, usage)
		return errUsage
	}
	switch n := f.NArg(); {
	case n < least:
		fmt.Fprintf(e.stderr, "agentisland %s: an argument is missing\n\n%s", f.Name(), usage)
		return errUsage
	case most >= 0 && n > most:
		fmt.Fprintf(e.stderr, "agentisland %s: unexpected argument %q\n\n%s", f.Name(), f.Arg(most), usage)
		return errUsage
	}
	return nil
}

// parseAnywhere parses flags that stand before, between and behind the
// arguments; what follows -- is an argument whatever it looks like.
func (f *flags) parseAnywhere(args []string) error {
	var last []string
	if i := slices.Index(args, "--"); i >= 0 {
		args, last = args[:i], args[i+1:]
	}
	rest := []string{"--"}
	for len(args) > 0 {
		if err := f.Parse(args); err != nil {
			return err
		}
		if args = f.Args(); len(args) > 0 {
			rest, args = append(rest, args[0]), args[1:]
		}
	}
	return f.Parse(append(rest, last...))
}

// setting is the configuration with what follows from it.
type setting struct {
	config.Config
	places   transcript.Places
	messages *msg.Catalog
}

func (e *env) load(path string) (setting, error) {
	c, err := config.Load(path)
	if err != nil {
		return setting{}, err
	}
	home, err := os.UserHomeDir()
	if err != nil {
		return setting{}, fmt.Errorf("find the home folder: %w", err)
	}
	places := transcript.Find(e.getenv, home, c.Roots.Claude, c.Roots.Codex)
	if c.Roots.WSL {
		for _, root := range transcript.WSL() {
			places.Add(root)
		}
	}
	return setting{
		Config:   c,
		places:   places,
		messages: msg.For(c.Language, systemLanguages()...),
	}, nil
}

// lookedIn lists the folders that are watched, for the empty state.
func (s setting) lookedIn() []string {
	var dirs []string
	for _, r := range s.places.Roots {
		dirs = append(dirs, r.Transcripts())
	}
	return dirs
}

func runVersion(e *env, args []string) error {
	f := newFlags(e, "version").withJSON()
	if err := f.parse(e, args, 0, 0); err != nil {
		return err
	}
	if f.json {
		return e.encode(struct {
			Version string `json:"version"`
		}{e.version})
	}
	fmt.Fprintln(e.stdout, "agentisland", e.version)
	return nil
}
