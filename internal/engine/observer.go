package engine

import (
	"context"
	"time"

	"agentisland/internal/session"
	"agentisland/internal/transcript"
)

// How often the disk is looked at without being asked. Polling is the truth:
// these are the longest delays when every file event is lost.
const (
	hotEvery   = time.Second      // transcripts written within hotFor
	hotFor     = 30 * time.Minute // older ones are left to the sweep
	sweepEvery = 15 * time.Second // everything, while something is live
	idleSweep  = time.Minute      // everything, while nothing is
	blindSweep = 5 * time.Second  // everything, without file events
	// newFolder is how long a new folder may take to get its first file: a look
	// right at its creation would find it empty.
	newFolder = 5 * time.Millisecond
)

// look is what the observer sends to the engine.
type look struct {
	sighting Sighting
	confirm  session.Ref // answers a check, zero otherwise
	full     bool
}

// Observer reads the disk for the engine: at once on a hint, and regularly.
// It owns the store and the watcher.
type Observer struct {
	store    *transcript.Store
	watcher  *transcript.Watcher
	out      chan look
	checks   *queue[session.Ref]
	scans    chan struct{}
	problems []error // of the last full look
}

// NewObserver makes an observer of a store.
func NewObserver(store *transcript.Store) *Observer {
	return &Observer{
		store:  store,
		out:    make(chan look),
		checks: newQueue[session.Ref](),
		scans:  make(chan struct{}, 1),
	}
}

// Run looks until ctx is done. The first look is complete.
func (o *Observer) Run(ctx context.Context) {
	o.watcher = transcript.NewWatcher(o.store.Places().Roots)
	defer o.watcher.Close()
	o.scan(ctx)
	polled, swept := time.Now(), time.Now()
	timer := time.NewTimer(0)
	defer timer.Stop()
	for {
		timer.Reset(time.Until(o.next(polled, swept)))
		select {
		case <-ctx.Done():
			return
		case <-o.checks.wake:
			for _, ref := range o.checks.take() {
				o.send(ctx, o.store.Look(ref), look{confirm: ref})
			}
		case <-o.scans:
			o.scan(ctx)
			polled, swept = time.Now(), time.Now()
		case <-o.watcher.Wake():
			o.hinted(ctx)
		case now := <-timer.C:
			if now.Sub(swept) >= o.sweepInterval() {
				o.scan(ctx)
				swept = time.Now()
			} else {
				o.poll(ctx, o.store.Live(now.Add(-hotFor)))
			}
			polled = time.Now()
		}
	}
}

// next is when the disk is looked at without being asked.
func (o *Observer) next(polled, swept time.Time) time.Time {
	next := swept.Add(o.sweepInterval())
	if hot := polled.Add(hotEvery); o.live() && hot.Before(next) {
		return hot
	}
	return next
}

func (o *Observer) live() bool { return len(o.store.Live(time.Now().Add(-hotFor))) > 0 }

func (o *Observer) sweepInterval() time.Duration {
	switch {
	case o.watcher.Trouble() != nil:
		return blindSweep
	case o.live():
		return sweepEvery
	}
	return idleSweep
}

// scan looks at everything and watches what turned out to matter.
func (o *Observer) scan(ctx context.Context) {
	b := o.store.Scan()
	o.problems = b.Errors
	o.watcher.Watch(o.store.Folders())
	o.send(ctx, b, look{full: true})
}

func (o *Observer) poll(ctx context.Context, paths []string) {
	o.send(ctx, o.store.Poll(paths), look{})
}

func (o *Observer) hinted(ctx context.Context) {
	paths, all := o.watcher.Take()
	if !all {
		o.poll(ctx, paths)
		return
	}
	time.Sleep(newFolder)
	o.scan(ctx)
}

func (o *Observer) send(ctx context.Context, b transcript.Batch, l look) {
	b.Errors = o.problems
	l.sighting = Sight(b)
	if err := o.watcher.Trouble(); err != nil {
		l.sighting.Health = append(l.sighting.Health, err.Error())
	}
	select {
	case o.out <- l:
	case <-ctx.Done():
	}
}

// Check asks for a session to be read again; the answer confirms it.
func (o *Observer) Check(ref session.Ref) { o.checks.push(ref) }

// Rescan asks for a look at everything.
func (o *Observer) Rescan() {
	select {
	case o.scans <- struct{}{}:
	default:
	}
}
