package cli

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"time"

	"github.com/gofrs/flock"

	"agentisland/internal/alert"
	"agentisland/internal/engine"
	"agentisland/internal/notify"
	"agentisland/internal/session"
	"agentisland/internal/store"
	"agentisland/internal/transcript"
	"agentisland/internal/tray"
)

// finding is one line of doctor: what was looked at, what was found and, when
// it is not well, what to do.
type finding struct {
	Name string `json:"name"`
	OK   bool   `json:"ok"`
	Text string `json:"text"`
	Fix  string `json:"fix,omitempty"`
}

// runDoctor looks at everything that the app depends on. Its exit code is 0
// whatever it finds: what is degraded still works.
func runDoctor(e *env, args []string) error {
	f := newFlags(e, "doctor").withJSON()
	if err := f.parse(e, args, 0, 0); err != nil {
		return err
	}
	s, err := e.load(f.config)
	if err != nil {
		return err
	}
	var all []finding
	for _, look := range []func(context.Context, setting) []finding{
		e.doctorVersion, doctorRoots, doctorWatch, doctorState, doctorTray, doctorNotify, doctorBlind,
	} {
		all = append(all, look(e.ctx, s)...)
	}
	if f.json {
		return e.encode(struct {
			Findings []finding `json:"findings"`
		}{all})
	}
	for _, x := range all {
		mark := "ok  "
		if !x.OK {
			mark = "!   "
		}
		fmt.Fprintf(e.stdout, "%s%s: %s\n", mark, x.Name, printable(x.Text))
		if x.Fix != "" {
			fmt.Fprintf(e.stdout, "      %s\n", printable(x.Fix))
		}
	}
	return nil
}

func (e *env) doctorVersion(context.Context, setting) []finding {
	return []finding{{Name: "version", OK: true, Text: e.version}}
}

// doctorRoots counts what lies in each root.
func doctorRoots(_ context.Context, s setting) []finding {
	st := transcript.NewStore(s.places, transcript.System{})
	st.Configure(transcript.Options{All: true})
	b := st.Scan()
	counts := map[session.Provider]int{}
	for _, c := range b.Changes {
		counts[c.Session.Provider]++
	}
	m := &s.messages.Doctor
	var out []finding
	for _, r := range s.places.Roots {
		x := finding{Name: string(r.Provider), OK: true, Text: m.Root(r.Transcripts(), counts[r.Provider])}
		if _, err := os.Stat(r.Transcripts()); err != nil {
			x.Text = m.NoRoot(r.Transcripts())
		}
		out = append(out, x)
	}
	for _, err := range b.Errors {
		out = append(out, finding{Name: "transcripts", Text: err.Error(), Fix: m.FixRead})
	}
	live := 0
	for _, r := range b.Registry {
		if r.Life == transcript.Alive && r.Status != "" {
			live++
		}
	}
	return append(out, finding{Name: "registry", OK: true, Text: m.Registry(len(b.Registry), live)})
}

// doctorWatch tries to watch what the app would watch.
func doctorWatch(_ context.Context, s setting) []finding {
	st := transcript.NewStore(s.places, transcript.System{})
	st.Scan()
	w := transcript.NewWatcher(s.places)
	defer w.Close()
	w.Watch(st.Folders())
	if err := w.Trouble(); err != nil {
		return []finding{{Name: "watching", Text: err.Error(), Fix: s.messages.Doctor.FixWatch}}
	}
	var silent []finding
	for dir, kind := range st.Eventless() {
		silent = append(silent, finding{Name: "watching", Text: engine.SaysSilent(dir, kind), Fix: s.messages.Doctor.FixWatch})
	}
	if len(silent) > 0 {
		return silent
	}
	return []finding{{Name: "watching", OK: true, Text: s.messages.Doctor.Watching(len(st.Folders()))}}
}

// doctorState looks at the folder that the app writes.
func doctorState(_ context.Context, s setting) []finding {
	m := &s.messages.Doctor
	dir, err := store.StateDir()
	if err == nil {
		err = store.WriteFile(filepath.Join(dir, ".doctor"), nil)
	}
	if err != nil {
		return []finding{{Name: "state", Text: err.Error(), Fix: m.FixState}}
	}
	os.Remove(filepath.Join(dir, ".doctor"))
	out := []finding{{Name: "state", OK: true, Text: dir}}
	lock := flock.New(filepath.Join(dir, lockName))
	free, err := lock.TryLock()
	_ = lock.Unlock()
	out = append(out, finding{Name: "app", OK: true, Text: m.Running(err == nil && !free)})
	memory, err := alert.ReadMemory(filepath.Join(dir, memoryName))
	if err != nil {
		return append(out, finding{Name: "memory", Text: err.Error(), Fix: m.FixMemory})
	}
	if memory.Undelivered != "" {
		out = append(out, finding{Name: "notifications", Text: s.messages.Notice.NotifyFailed(memory.Undelivered), Fix: m.FixNotify})
	}
	out = append(out, finding{Name: "memory", OK: true, Text: m.Memory(len(memory.Seen), len(memory.Muted))})
	if _, err := os.Stat(filepath.Join(dir, memoryName+".damaged")); !errors.Is(err, fs.ErrNotExist) {
		out = append(out, finding{Name: "memory", Text: m.WasDamaged(filepath.Join(dir, memoryName+".damaged")), Fix: m.FixDamaged})
	}
	return out
}

func doctorTray(ctx context.Context, s setting) []finding {
	host := tray.HostState(ctx)
	x := finding{Name: "tray", OK: host == tray.Ready, Text: host.String()}
	if !x.OK {
		x.Fix = s.messages.Doctor.FixTray
	}
	return []finding{x}
}

func doctorNotify(ctx context.Context, s setting) []finding {
	m := &s.messages.Doctor
	ctx, cancel := context.WithTimeout(ctx, 3*time.Second)
	defer cancel()
	c, err := notify.Probe(ctx, s.notifyOptions(slog.New(slog.DiscardHandler)))
	if err != nil {
		return []finding{{Name: "notifications", Text: err.Error(), Fix: m.FixNotify}}
	}
	x := finding{Name: "notifications", OK: c.Click && c.Withdraw, Text: m.Notifier(c.Name, c.Click, c.Withdraw)}
	if c.Lacks != "" {
		x.Text += " (" + c.Lacks + ")"
	}
	if !x.OK {
		x.Fix = m.FixNotify
	}
	return []finding{x}
}

// doctorBlind names what nobody can see here.
func doctorBlind(_ context.Context, s setting) []finding {
	var out []finding
	for _, text := range s.messages.Doctor.Blind {
		out = append(out, finding{Name: "blind spot", OK: true, Text: text})
	}
	return out
}
