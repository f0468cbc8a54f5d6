package engine

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"agentisland/internal/alert"
	"agentisland/internal/session"
	"agentisland/internal/transcript"
)

// Replay plays a timeline through the real core on a virtual clock: real files
// in a temporary home, the real store and reader; only time, processes and the
// desktop are played.
type Replay struct {
	home    string
	now     time.Time
	procs   playedProcesses
	memory  *alert.Memory // stays over stop and start, like the file
	store   *transcript.Store
	core    *Core // nil while the app does not run
	checker checker
	Emit    func(Event)
	Options alert.Options
}

// playedProcesses is the process table of a timeline. A pid that was never
// named does not live.
type playedProcesses map[int]bool

// Life implements transcript.Processes.
func (p playedProcesses) Life(r transcript.Record) transcript.Life {
	if p[r.PID] {
		return transcript.Alive
	}
	return transcript.Dead
}

// NewReplay makes a replay in the empty folder home. Every event is given to
// emit.
func NewReplay(home string, emit func(Event)) *Replay {
	return &Replay{
		home: home, procs: playedProcesses{}, memory: alert.NewMemory(),
		checker: newChecker(), Emit: emit, Options: alert.DefaultOptions(),
	}
}

// Run plays a whole timeline. The error names the step that could not be
// played; failed expectations are in Failures.
func (r *Replay) Run(steps []Step) error {
	for _, s := range steps {
		r.advance(s.At)
		if err := r.apply(s); err != nil {
			return fmt.Errorf("line %d: %w", s.Line, err)
		}
	}
	return nil
}

// Failures lists the expectations that were not met.
func (r *Replay) Failures() []string { return r.checker.failures }

// advance lets the clock run to at, with everything that falls due meanwhile.
func (r *Replay) advance(at time.Time) {
	for r.core != nil {
		next := r.core.Next()
		if next.IsZero() || next.After(at) {
			break
		}
		if next.After(r.now) {
			r.now = next
		}
		r.core.Tick(r.now)
		r.settle()
	}
	if at.After(r.now) {
		r.now = at
	}
}

// settle hands out events and answers checks until nothing is left.
func (r *Replay) settle() {
	for {
		events, checks := r.core.Take()
		for _, e := range events {
			r.checker.note(e)
			r.Emit(e)
			if e.Alert != nil && e.Alert.Action == alert.Post {
				r.core.policy.Delivered(e.Alert.Session, "")
			}
		}
		if len(checks) == 0 {
			return
		}
		for _, ref := range checks {
			r.core.Observe(r.now, Sight(r.store.Look(ref)))
			r.core.Confirm(r.now, ref)
		}
	}
}

// look reads the disk after a step.
func (r *Replay) look() {
	if r.core == nil {
		return
	}
	r.core.Observe(r.now, Sight(r.store.Scan()))
	r.settle()
}

// glance looks at one file only, as the observer does on a hint.
func (r *Replay) glance(path string) {
	if r.core == nil {
		return
	}
	r.core.Observe(r.now, Sight(r.store.Notice([]string{path})))
	r.settle()
}

func (r *Replay) apply(s Step) error {
	switch {
	case s.Append != nil:
		return r.change(s, func(path string) error { return appendFile(path, s.Append.content()) }, s.Append.Path)
	case s.Write != nil:
		return r.change(s, func(path string) error { return os.WriteFile(path, []byte(s.Write.Text), 0o600) }, s.Write.Path)
	case s.Remove != nil:
		path, err := r.path(s.Remove.Path)
		if err == nil {
			err = os.Remove(path)
		}
		if errors.Is(err, fs.ErrNotExist) {
			err = nil
		}
		r.look()
		return err
	case s.Touch != nil:
		path, err := r.path(s.Touch.Path)
		if err == nil {
			err = os.Chtimes(path, s.Touch.MTime, s.Touch.MTime)
		}
		r.look()
		return err
	case s.Start != nil:
		r.start()
	case s.Stop != nil:
		r.stop()
	case s.Sleep != nil:
		r.sleep(s.Sleep.Until)
	case s.Process != nil:
		r.procs[s.Process.PID] = s.Process.Alive
		r.look()
	case s.Click != nil:
		r.click(s.Click.Session)
	case s.Expect != nil:
		r.checker.expect(s)
	case s.ExpectAlert != nil:
		r.checker.expectAlert(s)
	}
	return nil
}

// change writes one file, gives it the step's time and looks.
func (r *Replay) change(s Step, write func(path string) error, rel string) error {
	path, err := r.path(rel)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return err
	}
	_, err = os.Lstat(path)
	known := err == nil
	if err := write(path); err != nil {
		return err
	}
	if err := os.Chtimes(path, s.At, s.At); err != nil {
		return err
	}
	if known {
		r.glance(path)
	} else {
		r.look()
	}
	return nil
}

// path resolves a path of a timeline, which must stay below the virtual home.
func (r *Replay) path(rel string) (string, error) {
	local := filepath.FromSlash(rel)
	if !filepath.IsLocal(local) {
		return "", fmt.Errorf("path %q leaves the home", rel)
	}
	return filepath.Join(r.home, local), nil
}

func appendFile(path, text string) error {
	f, err := os.OpenFile(path, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	_, err = f.WriteString(text)
	if cerr := f.Close(); err == nil {
		err = cerr
	}
	return err
}

func (r *Replay) start() {
	r.memory.Prune(r.now)
	places := transcript.Places{
		Roots: []transcript.Root{
			{Provider: session.Claude, Dir: filepath.Join(r.home, ".claude")},
			{Provider: session.Codex, Dir: filepath.Join(r.home, ".codex")},
		},
		Desktop: []string{filepath.Join(r.home, ".config", "Claude", "claude-code-sessions")},
	}
	r.store = transcript.NewStore(places, r.procs)
	r.core = NewCore(alert.NewPolicy(r.now, r.memory, r.Options))
	r.look()
	r.core.Tick(r.now)
	r.settle()
}

func (r *Replay) stop() { r.core, r.store = nil, nil }

// sleep lets the wall clock jump; a full scan precedes everything else.
func (r *Replay) sleep(until time.Time) {
	from := r.now
	r.now = until
	if r.core == nil {
		return
	}
	r.core.Slept(from, until)
	r.look()
	r.core.Tick(r.now)
	r.settle()
}

func (r *Replay) click(id string) {
	if r.core == nil {
		return
	}
	for ref := range r.core.sessions {
		if ref.ID == id {
			r.core.policy.Closed(ref.String())
		}
	}
}
