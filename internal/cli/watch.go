package cli

import (
	"context"
	"fmt"
	"io"
	"os"
	"time"

	"golang.org/x/term"

	"agentisland/internal/alert"
	"agentisland/internal/engine"
	"agentisland/internal/msg"
	"agentisland/internal/status"
	"agentisland/internal/transcript"
)

func runWatch(e *env, args []string) error {
	f := newFlags(e, "watch").withJSON()
	if err := f.parse(e, args, 0, 0); err != nil {
		return err
	}
	s, err := e.load(f.config)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithCancel(e.ctx)
	defer cancel()
	p := newPrinter(e, s.messages, f.json)
	eng := engine.New(engine.Config{
		Observer: engine.NewObserver(transcript.NewStore(s.places, transcript.System{})),
		Policy:   alert.NewPolicy(time.Now().Round(0).UTC(), alert.NewMemory(), s.options()),
		Messages: s.messages, Roots: s.lookedIn(),
		OnSnapshot: p.snapshot, Once: f.json, OnEvent: p.event,
	})
	done := make(chan error, 1)
	go func() {
		done <- p.run(ctx)
		cancel() // nobody reads any more
	}()
	eng.Run(ctx)
	return <-done
}

// printer writes what an engine sends on a goroutine of its own, so that a slow
// terminal or pipe never holds up the engine. Events keep their order; of
// pictures only the newest counts.
type printer struct {
	e        *env
	messages *msg.Catalog
	json     bool
	note     string // stands below a live table
	begun    bool   // the first picture is on its way; owned by the engine's goroutine
	queue    chan any
	latest   chan status.Snapshot
}

// maxQueued events wait for a slow reader; then it is too slow to be useful.
const maxQueued = 4096

func newPrinter(e *env, m *msg.Catalog, asJSON bool) *printer {
	return &printer{e: e, messages: m, json: asJSON, queue: make(chan any, maxQueued), latest: make(chan status.Snapshot, 1)}
}

// snapshot takes the picture for a table; as JSON only the first one is
// printed, since events follow.
func (p *printer) snapshot(s status.Snapshot) {
	p.begun = true
	select {
	case <-p.latest:
	default:
	}
	p.latest <- s
}

func (p *printer) event(ev engine.Event) {
	if !p.json || !p.begun { // what the first look found is in the first picture
		return
	}
	select {
	case p.queue <- eventToJSON(p.messages, ev):
	default:
	}
}

func (p *printer) run(ctx context.Context) error {
	if p.json {
		return p.runJSON(ctx)
	}
	return p.runTable(ctx)
}

func (p *printer) runJSON(ctx context.Context) error {
	select {
	case s := <-p.latest:
		if err := p.e.encode(snapshotToJSON(s, "snapshot")); err != nil {
			return err
		}
	case <-ctx.Done():
		return nil
	}
	for {
		select {
		case v := <-p.queue:
			if err := p.e.encode(v); err != nil {
				return err
			}
		case <-ctx.Done():
			return nil
		}
	}
}

// redraw is how often ages are drawn anew in a terminal.
const redraw = 5 * time.Second

func (p *printer) runTable(ctx context.Context) error {
	live := isTerminal(p.e.stdout)
	tick := time.NewTicker(redraw)
	defer tick.Stop()
	var last status.Snapshot
	for {
		select {
		case last = <-p.latest:
		case now := <-tick.C:
			if !live || last.At.IsZero() {
				continue
			}
			last.At = now
		case <-ctx.Done():
			return nil
		}
		if live {
			fmt.Fprint(p.e.stdout, "\x1b[H\x1b[2J") // home, clear
		}
		text := table(p.messages, last, false)
		if live && p.note != "" {
			text += "\n" + p.note + "\n"
		}
		if _, err := io.WriteString(p.e.stdout, text); err != nil {
			return err
		}
	}
}

func isTerminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}
