package cli

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/gofrs/flock"

	"agentisland/internal/alert"
	"agentisland/internal/config"
	"agentisland/internal/control"
	"agentisland/internal/engine"
	"agentisland/internal/jump"
	"agentisland/internal/notify"
	"agentisland/internal/session"
	"agentisland/internal/status"
	"agentisland/internal/store"
	"agentisland/internal/transcript"
	"agentisland/internal/tray"
)

// What lies in the state folder.
const (
	lockName     = "lock"        // held while the app runs
	memoryName   = "alarms.json" // alert.Memory
	commandsName = "commands"    // for the running app, see package control
)

// hostPatience is how long the app waits for a tray host before it says that
// there is none: at login the panel often starts later than the app.
const hostPatience = 5 * time.Second

func runTray(e *env, args []string) error {
	f := newFlags(e, "tray")
	if err := f.parse(e, args, 0, 0); err != nil {
		return err
	}
	s, err := e.load(f.config)
	if err != nil {
		return err
	}
	state, err := store.StateDir()
	if err != nil {
		return fmt.Errorf("find the state folder: %w", err)
	}
	return e.runApp(s, state, releaseConsole)
}

// runApp runs the app on the given settings with its state in dir, until the
// person quits or the context ends. inTray is called when it needs no terminal.
// A folder that cannot be used costs the
// memory over a restart, not the app.
func (e *env) runApp(s setting, dir string, inTray func()) error {
	a := &app{env: e, setting: s, dir: dir, start: time.Now().Round(0).UTC()}
	a.log = slog.New(slog.NewTextHandler(e.stderr, &slog.HandlerOptions{Level: slog.LevelWarn}))
	lock := flock.New(filepath.Join(dir, lockName))
	locked, err := false, os.MkdirAll(dir, 0o700)
	if err == nil {
		locked, err = lock.TryLock()
	}
	switch {
	case err != nil:
		a.log.Error("the state folder cannot be used", "err", err)
		a.dir, a.trouble = "", s.messages.Notice.NoState(err.Error())
	case !locked:
		fmt.Fprintln(e.stderr, s.messages.CLI.Running)
		return nil
	default:
		defer func() { _ = lock.Unlock() }()
	}
	return a.run(inTray)
}

// app is one run of the app: the engine on a goroutine of its own, the tray on
// the main one, and the table where there is no tray.
type app struct {
	*env
	setting
	dir     string // of the state, "" when there is none
	trouble string // what went wrong at the start, in words for people
	start   time.Time
	log     *slog.Logger
	tray    *tray.Tray
	table   *printer // nil while the tray is enough
}

func (a *app) run(inTray func()) error {
	ctx, cancel := context.WithCancel(a.ctx)
	defer cancel()
	a.tray = tray.New(a.messages, a.version)
	host := a.waitForHost(ctx)
	tableDone := make(chan struct{})
	if host == tray.Ready {
		if isTerminal(a.stdout) {
			fmt.Fprintln(a.stdout, a.messages.CLI.InTray)
		}
		inTray()
		close(tableDone)
	} else {
		fmt.Fprintln(a.stderr, a.messages.CLI.NoTray)
		a.table = newPrinter(a.env, a.messages, false)
		a.table.note = a.messages.CLI.NoTray // drawing the table clears the screen
		go func() {
			defer close(tableDone)
			_ = a.table.run(ctx) // a terminal that went away ends the table, not the app
		}()
	}
	engineDone := make(chan struct{})
	go func() {
		defer close(engineDone)
		a.runEngine(ctx)
	}()
	err := a.runTray(ctx, host)
	cancel()
	<-engineDone
	<-tableDone
	return err
}

// waitForHost gives a panel that is still starting a moment.
func (a *app) waitForHost(ctx context.Context) tray.Host {
	deadline := time.Now().Add(hostPatience)
	for {
		host := tray.HostState(ctx)
		if host != tray.NoHost || time.Now().After(deadline) || ctx.Err() != nil {
			return host
		}
		select {
		case <-time.After(250 * time.Millisecond):
		case <-ctx.Done():
		}
	}
}

// runTray shows the tray until the app ends. Where there can be no icon the app
// goes on without one.
func (a *app) runTray(ctx context.Context, host tray.Host) error {
	if host == tray.NoBus {
		<-ctx.Done()
		return nil
	}
	err := a.tray.Run(ctx)
	if errors.Is(err, tray.ErrUnsupported) || errors.Is(err, tray.ErrNoBus) {
		a.log.Warn("no tray", "err", err)
		<-ctx.Done()
		return nil
	}
	return err
}

func (a *app) runEngine(ctx context.Context) {
	memoryPath, memory := a.loadMemory()
	var notifier alert.Notifier
	if a.Alarms.Enabled {
		notifier = a.openNotifier(ctx)
	}
	eng := engine.New(engine.Config{
		Observer:   engine.NewObserver(transcript.NewStore(a.places, transcript.System{})),
		Policy:     alert.NewPolicy(a.start, memory, a.options()),
		MemoryPath: memoryPath,
		Notifier:   notifier,
		Messages:   a.messages,
		Details:    a.Notifications.Details,
		Summary:    a.Alarms.Summary,
		Roots:      a.lookedIn(),
		Trouble:    a.trouble,
		OnSnapshot: a.show,
		OnOpen:     a.open,
		Log:        a.log,
	})
	go a.actions(ctx, eng)
	go a.commands(ctx, eng)
	eng.Run(ctx)
	if notifier != nil {
		notifier.Close()
	}
}

// loadMemory reads what the run before remembered, and says where to write it.
func (a *app) loadMemory() (path string, m *alert.Memory) {
	if a.dir == "" {
		return "", alert.NewMemory()
	}
	path = filepath.Join(a.dir, memoryName)
	m, err := alert.LoadMemory(path)
	if err != nil {
		a.log.Error("alarms start from scratch", "err", err)
		a.trouble = a.messages.Notice.Damaged(err.Error())
	}
	m.Prune(a.start)
	return path, m
}

// notifierPatience is how long the desktop may take to offer notifications. On
// Windows they need the tray's icon, which needs a taskbar.
const notifierPatience = 15 * time.Second

// notifyOptions are what the settings say about notifications.
func (s setting) notifyOptions(log *slog.Logger) notify.Options {
	return notify.Options{
		AppName: "Agent Island", Icon: tray.Picture(status.NeedsYou), Log: log,
		Sound: s.Notifications.Sound, Toasts: s.Notifications.Windows == config.Toast,
	}
}

func (a *app) openNotifier(ctx context.Context) alert.Notifier {
	ctx, cancel := context.WithTimeout(ctx, notifierPatience)
	defer cancel()
	n, err := notify.Open(ctx, a.notifyOptions(a.log))
	if err != nil {
		a.log.Error("no notifications", "err", err)
		return nil
	}
	return n
}

func (a *app) show(s status.Snapshot) {
	a.tray.Show(s)
	if a.table != nil {
		a.table.snapshot(s)
	}
}

// actions carries out what a person chose in the menu.
func (a *app) actions(ctx context.Context, eng *engine.Engine) {
	for {
		select {
		case act := <-a.tray.Actions():
			switch act.Kind {
			case tray.Open:
				eng.Open(act.Session)
			case tray.SetMuted:
				eng.Mute(act.Session.String(), act.On)
			case tray.SetProviderMuted:
				eng.Mute("provider:"+string(act.Provider), act.On)
			case tray.Snooze:
				if until, err := snoozeEnd(act.For, time.Now()); err == nil {
					eng.Snooze(until.UTC())
				}
			case tray.Why:
				eng.Explain(act.Session, func(x engine.Explanation) { eng.Tell(a.explanation(x)) })
			case tray.Quit: // Run ends by itself
			}
		case <-ctx.Done():
			return
		}
	}
}

// commands carries out what other processes of this person ask for.
func (a *app) commands(ctx context.Context, eng *engine.Engine) {
	if a.dir == "" {
		return
	}
	err := control.Receive(ctx, filepath.Join(a.dir, commandsName), func(c control.Command) {
		if c.Mute != nil {
			eng.Mute(c.Mute.Name, c.Mute.Muted)
		}
		if c.Snooze != nil {
			eng.Snooze(c.Snooze.Until)
		}
	})
	if err != nil {
		a.log.Error("mute and snooze do not reach the app", "err", err)
	}
}

// explanation is the answer to the menu's "why?", shown as a silent
// notification: the one thing that every desktop can show.
func (a *app) explanation(x engine.Explanation) alert.Notification {
	var body strings.Builder
	for _, l := range x.Words(a.messages) {
		if l.Label != "" {
			fmt.Fprintf(&body, "%s: %s\n", l.Label, l.Text)
		}
	}
	return alert.Notification{
		ID: "why", Session: x.View.Ref.String(), Title: x.View.Label(), Body: body.String(), Action: a.messages.Open, Silent: true,
	}
}

// open goes to a session. Programs can be slow to start, so it has a goroutine.
func (a *app) open(v status.View, _ string) {
	go func(s session.Session) {
		reached, err := jump.Open(s)
		if err != nil {
			a.log.Warn("open session", "session", s.Ref.String(), "reached", reached, "err", err)
		}
	}(v.Session)
}

// memoryPath is where the running app keeps its alarm memory.
func memoryPath() (string, error) {
	dir, err := store.StateDir()
	if err != nil {
		return "", err
	}
	return filepath.Join(dir, memoryName), nil
}
