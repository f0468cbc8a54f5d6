package engine

import (
	"context"
	"log/slog"
	"slices"
	"sync"
	"time"

	"agentisland/internal/alert"
	"agentisland/internal/msg"
	"agentisland/internal/session"
	"agentisland/internal/status"
)

// heartbeat is the longest time between two looks at the clock, by which sleep
// is noticed.
const heartbeat = time.Minute

// slept is how much later than planned the engine must wake for the machine to
// have slept rather than been busy.
const slept = 10 * time.Second

// Config is what an engine needs. OnSnapshot and OnEvent are called by the
// engine's goroutine and must not block.
type Config struct {
	Observer   *Observer
	Policy     *alert.Policy
	MemoryPath string         // "" keeps the memory in the process only
	Notifier   alert.Notifier // nil: nothing is shown
	Messages   *msg.Catalog
	Details    bool     // notifications quote the session
	Summary    bool     // alarms that come close together become one notification
	Roots      []string // for displays
	Trouble    string   // what went wrong before the start, in words for people; "" is nothing
	OnSnapshot func(status.Snapshot)
	Once       bool // OnSnapshot is called for the first picture only
	OnEvent    func(Event)
	OnOpen     func(v status.View, token string) // a person asked for the session
	Log        *slog.Logger
}

// Engine runs the core against the real clock and the real disk.
type Engine struct {
	cfg      Config
	core     *Core
	outbox   *outbox
	bundle   *bundle // nil: every alarm stands alone
	limit    *limit
	commands *queue[func(now time.Time)]
	saver    *saver
	trouble  trouble
}

// trouble is what the app itself suffers from, in words for people; "" is none.
type trouble struct{ notify, memory string }

// New makes an engine.
func New(cfg Config) *Engine {
	if cfg.Log == nil {
		cfg.Log = slog.New(slog.DiscardHandler)
	}
	e := &Engine{cfg: cfg, core: NewCore(cfg.Policy), commands: newQueue[func(time.Time)]()}
	if cfg.Notifier != nil {
		e.outbox = newOutbox(cfg.Notifier, cfg.Log)
	}
	if cfg.Summary {
		e.bundle = &bundle{messages: cfg.Messages}
	}
	e.limit = &limit{messages: cfg.Messages}
	e.saver = newSaver(cfg.MemoryPath, cfg.Log)
	return e
}

// Mute turns the alarms of a session, a project or a provider off or on, named
// as in alert.Policy.
func (e *Engine) Mute(name string, muted bool) {
	e.commands.push(func(now time.Time) { e.core.Mute(now, name, muted) })
}

// Snooze keeps everything silent until a time.
func (e *Engine) Snooze(until time.Time) {
	e.commands.push(func(now time.Time) { e.core.Snooze(until) })
}

// Open asks for a session, as a click on its row does.
func (e *Engine) Open(ref session.Ref) {
	e.commands.push(func(time.Time) { e.open(ref, "") })
}

// Run owns the state until ctx is done.
func (e *Engine) Run(ctx context.Context) {
	var wg sync.WaitGroup
	defer wg.Wait()
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	wg.Go(func() { e.cfg.Observer.Run(ctx) })
	wg.Go(func() { e.saver.run(ctx) })
	var clicks <-chan alert.Event
	var results <-chan struct{}
	if e.outbox != nil {
		e.adopt()
		wg.Go(func() { e.outbox.run(ctx) })
		clicks, results = e.cfg.Notifier.Events(), e.outbox.results.wake
	}
	e.loop(ctx, clicks, results)
}

func (e *Engine) loop(ctx context.Context, clicks <-chan alert.Event, results <-chan struct{}) {
	timer := time.NewTimer(heartbeat)
	defer timer.Stop()
	ready := false // a full look has come since the start and since the last sleep
	for {
		planned := e.plan(timer)
		select {
		case <-ctx.Done():
			return
		case l := <-e.cfg.Observer.out:
			now, _ := e.clock(planned)
			e.core.Observe(now, l.sighting)
			if l.confirm != (session.Ref{}) {
				e.core.Confirm(now, l.confirm)
			}
			if l.full {
				ready = true
				e.core.Tick(now)
			}
		case <-timer.C:
			now, slept := e.clock(planned)
			if ready = ready && !slept; ready {
				e.core.Tick(now)
			}
		case <-e.commands.wake:
			for _, do := range e.commands.take() {
				do(wall())
			}
		case ev, ok := <-clicks:
			if !ok {
				clicks = nil
				continue
			}
			e.clicked(ev)
		case <-results:
			e.delivered()
		case <-e.saver.results.wake:
			e.saved()
		}
		e.publish()
	}
}

// plan sets the timer for the next thing that falls due and returns when that is.
func (e *Engine) plan(timer *time.Timer) time.Time {
	now := wall()
	at := now.Add(heartbeat)
	if next := e.core.Next(); !next.IsZero() && next.Before(at) {
		at = next
	}
	timer.Reset(max(at.Sub(now), 0))
	return at
}

// wall is the wall clock without its monotonic part: what counts is the time
// that people and records see, and monotonic clocks stop while a machine sleeps.
func wall() time.Time { return time.Now().Round(0).UTC() }

// clock is the present time. When the engine woke much later than planned the
// machine slept: that time does not age quiet turns, and everything is looked
// at again.
func (e *Engine) clock(planned time.Time) (now time.Time, asleep bool) {
	now = wall()
	if now.Sub(planned) > slept {
		e.core.Slept(planned, now)
		e.cfg.Observer.Rescan()
		return now, true
	}
	return now, false
}

// publish hands out what happened and the new picture.
func (e *Engine) publish() {
	events, checks := e.core.Take()
	for _, ref := range checks {
		e.cfg.Observer.Check(ref)
	}
	for _, ev := range events {
		if ev.Alert != nil {
			e.act(*ev.Alert)
		}
		if e.cfg.OnEvent != nil {
			e.cfg.OnEvent(ev)
		}
	}
	if e.core.policy.Dirty() {
		e.core.policy.Memory.Prune(wall())
		e.saver.save(e.core.policy.Memory.Clone())
	}
	if e.cfg.OnSnapshot != nil && e.core.Changed() {
		s := e.core.Snapshot(wall())
		s.Roots = e.cfg.Roots
		for _, t := range [...]string{e.cfg.Trouble, e.trouble.notify, e.trouble.memory} {
			if t != "" {
				s.Health = append(slices.Clip(s.Health), t)
			}
		}
		e.cfg.OnSnapshot(s)
		if e.cfg.Once {
			e.cfg.OnSnapshot = nil
		}
	}
}

func (e *Engine) open(ref session.Ref, token string) {
	en := e.core.sessions[ref]
	if en == nil || e.cfg.OnOpen == nil {
		return
	}
	e.cfg.OnOpen(e.core.view(en), token)
}

func (e *Engine) saved() {
	for _, err := range e.saver.results.take() {
		text := ""
		if err != nil {
			text = e.cfg.Messages.Notice.MemoryFailed(err.Error())
		}
		e.suffer(&e.trouble.memory, text)
	}
}

// suffer notes a trouble, or that it is over, for the displays.
func (e *Engine) suffer(what *string, text string) {
	if *what != text {
		*what = text
		e.core.touch()
	}
}
