package transcript

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"strings"
	"sync"

	"github.com/fsnotify/fsnotify"
)

// Watcher turns file events into hints. Events are never the truth: losing all
// of them costs time, not correctness, since everything is also polled.
//
// Two rules come from faults of the systems below: the goroutine that drains
// events never adds a watch (on Windows that can block for ever), and whatever
// goes wrong turns into one request to look at everything.
type Watcher struct {
	fs      *fsnotify.Watcher
	scope   []string // how the paths begin that may be folders of transcripts
	watched map[string]bool
	hints   *hints
	done    chan struct{}

	mu      sync.Mutex
	trouble error
}

// hints is a bounded set of paths that may have changed. Wake holds at most one
// token.
type hints struct {
	mu    sync.Mutex
	paths map[string]bool
	all   bool
	wake  chan struct{}
}

const maxHints = 1024

func (h *hints) add(path string) {
	h.mu.Lock()
	if len(h.paths) >= maxHints {
		h.all = true
	} else {
		h.paths[path] = true
	}
	h.mu.Unlock()
	h.signal()
}

func (h *hints) everything() {
	h.mu.Lock()
	h.all = true
	h.mu.Unlock()
	h.signal()
}

func (h *hints) signal() {
	select {
	case h.wake <- struct{}{}:
	default:
	}
}

// NewWatcher makes a watcher for changes that matter to places; it starts
// watching nothing. When the system gives no watcher at all the result still
// works: it never hints, and Trouble says why.
func NewWatcher(places Places) *Watcher {
	w := &Watcher{
		scope:   places.scope(),
		watched: map[string]bool{},
		hints:   &hints{paths: map[string]bool{}, wake: make(chan struct{}, 1)},
		done:    make(chan struct{}),
	}
	watcher, err := fsnotify.NewWatcher()
	if err != nil {
		w.trouble = fmt.Errorf("no file events: %w", err)
		close(w.done)
		return w
	}
	w.fs = watcher
	go w.pump()
	return w
}

// Wake receives when Take has something.
func (w *Watcher) Wake() <-chan struct{} { return w.hints.wake }

// Take returns the paths hinted at since the last call; all asks for a look at
// everything instead.
func (w *Watcher) Take() (paths []string, all bool) {
	h := w.hints
	h.mu.Lock()
	defer h.mu.Unlock()
	for p := range h.paths {
		paths = append(paths, p)
	}
	all = h.all
	clear(h.paths)
	h.all = false
	return paths, all
}

// Trouble is why some changes are only found by polling, nil when all is well.
func (w *Watcher) Trouble() error {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.trouble
}

// Close ends the watching.
func (w *Watcher) Close() error {
	if w.fs == nil {
		return nil
	}
	err := w.fs.Close()
	<-w.done
	return err
}

// pump drains events and errors until Close.
func (w *Watcher) pump() {
	defer close(w.done)
	for {
		select {
		case ev, ok := <-w.fs.Events:
			if !ok {
				return
			}
			w.event(ev)
		case err, ok := <-w.fs.Errors:
			if !ok {
				return
			}
			if !errors.Is(err, fsnotify.ErrEventOverflow) {
				w.report(err)
			}
			w.hints.everything()
		}
	}
}

func (w *Watcher) event(ev fsnotify.Event) {
	if ev.Op == fsnotify.Chmod {
		return
	}
	name := filepath.Base(ev.Name)
	switch filepath.Ext(name) {
	case ".jsonl":
		w.hints.add(ev.Name)
		return
	case ".json":
		if isRecord([]byte(name)) || isDesktopFile(name) {
			w.hints.add(ev.Name)
		}
		return
	}
	if !ev.Op.Has(fsnotify.Write) && w.concerns(ev.Name) {
		w.hints.add(ev.Name) // most likely a folder, whose content has no events of its own yet
	}
}

// concerns reports whether path lies in a root or on the way to one. The home
// folder is watched while a root is missing, and most of what happens there is
// nobody's business here.
func (w *Watcher) concerns(path string) bool {
	for _, dir := range w.scope {
		if strings.HasPrefix(path, dir) || within(dir, path) {
			return true
		}
	}
	return false
}

func (w *Watcher) report(err error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.trouble = err
}

// Watch makes the watched folders exactly those in dirs, the most important
// first, and returns those that are new: what happened in them before is not
// hinted at. It must not be called by two goroutines at once.
func (w *Watcher) Watch(dirs []string) (added []string) {
	if w.fs == nil {
		return nil
	}
	var trouble error
	if len(dirs) > maxWatches {
		trouble = fmt.Errorf("%d folders are active and only %d are watched", len(dirs), maxWatches)
		dirs = dirs[:maxWatches]
	}
	w.unwatch(dirs)
	for _, dir := range dirs {
		if w.watched[dir] {
			continue
		}
		err := w.fs.Add(dir)
		switch {
		case err == nil:
			w.watched[dir] = true
			added = append(added, dir)
		case exhausted(err): // so will be all others
			w.report(fmt.Errorf("the system watches no more folders, %d of %d are watched: %w", len(w.watched), len(dirs), err))
			return added
		case !errors.Is(err, fs.ErrNotExist):
			trouble = fmt.Errorf("cannot watch %s: %w", dir, err)
		}
	}
	w.report(trouble)
	return added
}

// unwatch ends the watches of all folders but dirs and forgets those that the
// system dropped by itself, as it does when a folder is removed or moved.
func (w *Watcher) unwatch(dirs []string) {
	want := make(map[string]bool, len(dirs))
	for _, dir := range dirs {
		want[dir] = true
	}
	listed := make(map[string]bool, len(w.watched))
	for _, dir := range w.fs.WatchList() {
		listed[dir] = true
		if !want[dir] {
			_ = w.fs.Remove(dir) // gone by itself when the folder is
		}
	}
	for dir := range w.watched {
		if !want[dir] || !listed[dir] {
			delete(w.watched, dir)
		}
	}
}
