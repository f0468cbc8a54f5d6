package engine

import (
	"context"
	"fmt"
	"maps"
	"runtime/debug"
	"slices"
	"time"

	"agentisland/internal/session"
	"agentisland/internal/transcript"
)

// look is what the observer sends to the engine.
type look struct {
	sighting Sighting
	confirm  session.Ref // answers a check, zero otherwise
	full     bool
}

// watchedOld is how many old transcripts of a large home a running app knows:
// more than any display shows. Each costs a little at every change of another.
const watchedOld = 100

// Observer reads the disk for the engine: at once on a hint, and regularly.
// It owns the store and the watcher.
type Observer struct {
	store   *transcript.Store
	watcher *transcript.Watcher
	out     chan look
	checks  *queue[session.Ref]
	scans   chan struct{}
	pace    pace
	folders int // version of the store's folders that is watched
}

// NewObserver makes an observer of a store.
func NewObserver(store *transcript.Store) *Observer {
	store.Configure(transcript.Options{Newest: watchedOld, Inspect: Inspect})
	return &Observer{
		store:  store,
		out:    make(chan look),
		checks: newQueue[session.Ref](),
		scans:  make(chan struct{}, 1),
	}
}

// SaysSilent says in words that the file system of a folder does not tell of
// every change.
func SaysSilent(dir, kind string) string {
	return fmt.Sprintf("%s is on %s and is looked at every second or so", dir, kind)
}

// Run looks until ctx is done. The first look is complete.
func (o *Observer) Run(ctx context.Context) {
	o.watcher = transcript.NewWatcher(o.store.Places())
	defer o.watcher.Close()
	o.scan(ctx)
	// The first look takes many times the memory that is kept of it.
	debug.FreeOSMemory()
	timer := time.NewTimer(0)
	defer timer.Stop()
	for {
		timer.Reset(time.Until(o.pace.next(time.Now(), o.store.Newest())))
		select {
		case <-ctx.Done():
			return
		case <-o.checks.wake:
			for _, ref := range o.checks.take() {
				o.send(ctx, o.store.Look(ref), look{confirm: ref})
			}
		case <-o.scans:
			o.scan(ctx)
		case <-o.watcher.Wake():
			o.hinted(ctx)
		case now := <-timer.C:
			if o.pace.sweeps(now, o.store.Newest()) {
				o.scan(ctx)
			} else {
				o.poll(ctx)
			}
		}
	}
}

// scan looks at everything and watches what turned out to matter.
func (o *Observer) scan(ctx context.Context) {
	start := time.Now()
	b := o.store.Scan()
	took := time.Since(start)
	o.note(b)
	o.folders = o.store.FoldersVersion()
	added := o.watcher.Watch(o.store.Folders())
	o.assess()
	o.send(ctx, b, look{full: true})
	o.pace.swept(time.Now(), took)
	o.again(ctx, added)
}

// assess decides how far events can be trusted, and says what is amiss.
func (o *Observer) assess() {
	var troubles []string
	if err := o.watcher.Trouble(); err != nil {
		troubles = append(troubles, err.Error())
	}
	silent := o.store.Eventless()
	for _, dir := range slices.Sorted(maps.Keys(silent)) {
		troubles = append(troubles, SaysSilent(dir, silent[dir]))
	}
	o.pace.blind = len(troubles) > 0
	o.pace.troubles = troubles
}

// poll looks at what was written lately and at the tools' own evidence, and
// without events for new files, too.
func (o *Observer) poll(ctx context.Context) {
	now := time.Now()
	b := o.store.Poll(now.Add(-hotFor))
	o.pace.polled = now
	o.note(b)
	if len(b.Changes) > 0 || b.Evidence {
		o.send(ctx, b, look{})
	}
	if !o.pace.blind {
		return
	}
	if b := o.store.PollFolders(); len(b.Changes) > 0 {
		o.send(ctx, b, look{})
	}
}

// hinted looks at what events named. All paths asks for everything: events were
// lost.
func (o *Observer) hinted(ctx context.Context) {
	paths, all := o.watcher.Take()
	if all {
		o.scan(ctx)
		return
	}
	b := o.store.Notice(paths)
	o.note(b)
	if len(b.Changes) > 0 || b.Evidence {
		o.send(ctx, b, look{})
	}
	if o.store.FoldersVersion() != o.folders {
		o.watch(ctx)
	}
}

// watch watches the folders that matter now.
func (o *Observer) watch(ctx context.Context) {
	o.folders = o.store.FoldersVersion()
	added := o.watcher.Watch(o.store.Folders())
	o.assess()
	o.again(ctx, added)
}

// again looks at what may have been written in folders before they were
// watched: at all that is hot where that is less work.
func (o *Observer) again(ctx context.Context, added []string) {
	const many = 32
	switch {
	case len(added) == 0:
		return
	case len(added) > many:
		o.poll(ctx)
		return
	}
	b := o.store.Notice(added)
	o.note(b)
	o.send(ctx, b, look{})
	if o.store.FoldersVersion() != o.folders {
		o.watch(ctx) // folders came to be meanwhile
	}
}

// note keeps what sets the pace.
func (o *Observer) note(b transcript.Batch) {
	o.pace.processes = slices.ContainsFunc(b.Registry, func(r transcript.Record) bool { return r.Life == transcript.Alive })
}

func (o *Observer) send(ctx context.Context, b transcript.Batch, l look) {
	l.sighting = Sight(b)
	l.sighting.Health = append(l.sighting.Health, o.pace.troubles...)
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
