package transcript

import (
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"sync"

	"github.com/fsnotify/fsnotify"

	"agentisland/internal/session"
)

// maxWatches bounds the watched folders; what lies elsewhere is polled. On
// macOS every file in a watched folder costs a descriptor.
const maxWatches = 256

// Watcher turns file events into hints. Events are never the truth: losing all
// of them costs time, not correctness, since everything is also polled.
//
// Two rules come from faults of the systems below: the goroutine that drains
// events never adds a watch (on Windows that can block for ever), and whatever
// goes wrong turns into one request to look at everything.
type Watcher struct {
	fs      *fsnotify.Watcher
	roots   []Root
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

// NewWatcher makes a watcher for changes that matter to roots; it starts
// watching nothing. When the system gives no watcher at all
// the result still works: it never hints, and Trouble says why.
func NewWatcher(roots []Root) *Watcher {
	w := &Watcher{
		roots:   roots,
		watched: map[string]bool{},
		hints:   &hints{paths: map[string]bool{}, wake: make(chan struct{}, 1)},
		done:    make(chan struct{}),
	}
	fs, err := fsnotify.NewWatcher()
	if err != nil {
		w.trouble = fmt.Errorf("no file events: %w", err)
		close(w.done)
		return w
	}
	w.fs = fs
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
	switch {
	case strings.HasSuffix(name, ".jsonl") || strings.HasSuffix(name, ".json"):
		w.hints.add(ev.Name)
	case ev.Op.Has(fsnotify.Write):
	case w.concerns(ev.Name):
		w.hints.everything() // most likely a folder, whose content has no events of its own yet
	}
}

// concerns reports whether path lies in a root or on the way to one. The home
// folder is watched while a root is missing, and most of what happens there is
// nobody's business here.
func (w *Watcher) concerns(path string) bool {
	for _, r := range w.roots {
		if within(path, r.Dir) || within(r.Dir, path) {
			return true
		}
	}
	return false
}

func within(path, dir string) bool {
	rel, err := filepath.Rel(dir, path)
	return err == nil && filepath.IsLocal(rel)
}

func (w *Watcher) report(err error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.trouble = err
}

// Watch makes the watched folders exactly those in dirs, the most important
// first. It must not be called by the goroutine that receives from Wake while
// another call runs.
func (w *Watcher) Watch(dirs []string) {
	if w.fs == nil {
		return
	}
	var trouble error
	if len(dirs) > maxWatches {
		trouble = fmt.Errorf("%d folders are active and only %d are watched", len(dirs), maxWatches)
		dirs = dirs[:maxWatches]
	}
	want := make(map[string]bool, len(dirs))
	for _, dir := range dirs {
		want[dir] = true
	}
	for dir := range w.watched {
		if !want[dir] {
			_ = w.fs.Remove(dir) // gone by itself when the folder is
			delete(w.watched, dir)
		}
	}
	for dir := range want {
		if w.watched[dir] && w.listed(dir) {
			continue
		}
		if err := w.fs.Add(dir); err != nil {
			trouble = fmt.Errorf("cannot watch %s: %w", dir, err)
			continue
		}
		w.watched[dir] = true
	}
	w.report(trouble)
}

// listed reports whether the system still watches dir: a removed folder loses
// its watch silently.
func (w *Watcher) listed(dir string) bool {
	for _, d := range w.fs.WatchList() {
		if d == dir {
			return true
		}
	}
	return false
}

// existing is dir or, while it is missing, its nearest folder that exists.
func existing(dir string) string {
	for !isDir(dir) && filepath.Dir(dir) != dir {
		dir = filepath.Dir(dir)
	}
	return dir
}

// Folders lists the folders whose changes matter now, the most important
// first: the roots and registries, then the folders of transcripts in order of
// their last change. The desktop's index changes rarely and is polled.
func (s *Store) Folders() []string {
	var dirs []string
	seen := map[string]bool{}
	add := func(dir string) {
		if !seen[dir] && isDir(dir) {
			seen[dir] = true
			dirs = append(dirs, dir)
		}
	}
	for _, root := range s.places.Roots {
		add(existing(root.Dir))
		add(root.Transcripts())
		if root.Provider == session.Claude {
			add(filepath.Join(root.Dir, "sessions"))
		}
	}
	for _, path := range s.recent() {
		dir := filepath.Dir(path)
		// New days and months appear beside the newest ones.
		for _, root := range s.places.Roots {
			for up := dir; root.Provider == session.Codex && root.owns(path) && up != root.Transcripts(); up = filepath.Dir(up) {
				add(up)
			}
		}
		add(dir)
	}
	return dirs
}
