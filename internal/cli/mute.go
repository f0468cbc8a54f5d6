package cli

import (
	"errors"
	"fmt"
	"path/filepath"
	"time"

	"github.com/gofrs/flock"

	"agentisland/internal/alert"
	"agentisland/internal/control"
	"agentisland/internal/session"
	"agentisland/internal/store"
)

func runMute(e *env, args []string) error   { return e.mute("mute", args, true) }
func runUnmute(e *env, args []string) error { return e.mute("unmute", args, false) }

// mute turns the alarms of a session, a project or a tool off or on.
func (e *env) mute(name string, args []string, muted bool) error {
	f := newFlags(e, name)
	project := f.String("project", "", "all sessions in this `folder`")
	provider := f.String("provider", "", "all sessions of claude or codex")
	if err := f.parse(e, args, 0, 1); err != nil {
		return err
	}
	given := 0
	for _, v := range []string{*project, *provider, f.Arg(0)} {
		if v != "" {
			given++
		}
	}
	if given != 1 {
		fmt.Fprintf(e.stderr, "agentisland %s: %s\n", name, words().NameOne)
		return errUsage
	}
	if *provider != "" && *provider != string(session.Claude) && *provider != string(session.Codex) {
		fmt.Fprintf(e.stderr, "agentisland %s: %s\n", name, words().BadProvider(*provider))
		return errUsage
	}
	s, err := e.load(f.config)
	if err != nil {
		return err
	}
	target, err := muteTarget(s, *project, *provider, f.Arg(0))
	if err != nil {
		return err
	}
	if err := e.command(control.Command{Mute: &control.Mute{Name: target, Muted: muted}}); err != nil {
		return err
	}
	fmt.Fprintln(e.stdout, s.messages.CLI.Muted(target, muted))
	return nil
}

func muteTarget(s setting, project, provider, id string) (string, error) {
	switch {
	case project != "":
		dir, err := filepath.Abs(project)
		return "project:" + dir, err
	case provider != "":
		return "provider:" + provider, nil
	}
	_, snap := look(s, time.Now().Round(0).UTC(), true)
	ref, err := find(snap, id)
	return ref.String(), err
}

// runSnooze keeps everything silent for a time.
func runSnooze(e *env, args []string) error {
	f := newFlags(e, "snooze")
	if err := f.parse(e, args, 1, 1); err != nil {
		return err
	}
	s, err := e.load(f.config)
	if err != nil {
		return err
	}
	until, err := snoozeEnd(f.Arg(0), time.Now())
	if err != nil {
		fmt.Fprintf(e.stderr, "agentisland snooze: %v\n", err)
		return errUsage
	}
	if err := e.command(control.Command{Snooze: &control.Snooze{Until: until.UTC()}}); err != nil {
		return err
	}
	if until.IsZero() {
		fmt.Fprintln(e.stdout, s.messages.CLI.SnoozeOver)
	} else {
		fmt.Fprintln(e.stdout, s.messages.CLI.Snoozed(until))
	}
	return nil
}

// tomorrow is the hour at which a snooze until tomorrow ends.
const tomorrow = 8

// snoozeEnd reads 15m, 1h, tomorrow or off.
func snoozeEnd(arg string, now time.Time) (time.Time, error) {
	switch arg {
	case "off":
		return time.Time{}, nil
	case "tomorrow":
		return time.Date(now.Year(), now.Month(), now.Day()+1, tomorrow, 0, 0, 0, now.Location()), nil
	}
	d, err := time.ParseDuration(arg)
	if err != nil || d <= 0 || d > 7*24*time.Hour {
		return time.Time{}, errors.New(words().BadSnooze(arg))
	}
	return now.Add(d).Round(0), nil
}

// command gives a command to the running app or, while none runs, writes its
// effect into the memory that the next run reads.
func (e *env) command(c control.Command) error {
	dir, err := store.StateDir()
	if err != nil {
		return fmt.Errorf("find the state folder: %w", err)
	}
	lock := flock.New(filepath.Join(dir, lockName))
	// A folder that does not exist yet means that no app has ever run.
	if free, err := lock.TryLock(); err != nil || !free {
		if ferr := control.Send(filepath.Join(dir, commandsName), c); ferr != nil || err == nil {
			return ferr
		}
	}
	defer func() { _ = lock.Unlock() }()
	path := filepath.Join(dir, memoryName)
	m, err := alert.ReadMemory(path)
	if err != nil {
		return err
	}
	p := alert.NewPolicy(time.Now(), m, alert.Options{})
	if c.Mute != nil {
		p.Mute(c.Mute.Name, c.Mute.Muted)
	}
	if c.Snooze != nil {
		p.Snooze(c.Snooze.Until)
	}
	return m.Save(path)
}
