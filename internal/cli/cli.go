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
		fmt.Fprint(e.stdout, words().Usage)
		return exitOK
	}
	command, ok := commands[name]
	if !ok {
		w := words()
		fmt.Fprintf(e.stderr, "agentisland: %s\n\n%s", w.NoCommand(name), w.Usage)
		return exitUsage
	}
	err := command(e, args)
	switch {
	case err == nil:
		return exitOK
	case errors.Is(err, flag.ErrHelp):
		fmt.Fprint(e.stdout, words().Usage)
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
	w, wrong := words(), ""
	switch n := f.NArg(); {
	case errors.Is(err, flag.ErrHelp):
		return err
	case err != nil:
		wrong = err.Error()
	case n < least:
		wrong = w.Missing
	case most >= 0 && n > most:
		wrong = w.Unexpected(f.Arg(most))
	default:
		return nil
	}
	fmt.Fprintf(e.stderr, "agentisland %s: %s\n\n%s", f.Name(), printable(wrong), w.Usage)
	return errUsage
}

// words are what is said before the configuration is read, which may name
// another language.
func words() *msg.UsageTexts { return &msg.For("", systemLanguages()...).Usage }

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
