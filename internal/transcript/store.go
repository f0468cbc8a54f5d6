package transcript

import (
	"fmt"
	"io/fs"
	"os"
	"slices"
	"time"

	"agentisland/internal/session"
)

// Change is one session whose transcript is new, grew, was rewritten, or is
// gone.
type Change struct {
	Session    session.Session
	Size       int64     // bytes to read
	FileTime   time.Time // the file's modification time
	Head       []byte    // Codex: the first line
	Gone       bool      // no transcript of this session is left
	Historical bool      // found by the first scan of its root
	Fresh      bool      // another file than before, or one that shrank
	Err        error     // the file cannot be read; the labels come from its name
}

// Batch is what one look at the disk found.
type Batch struct {
	Changes  []Change
	Registry []Record             // all records of Claude's live registry
	Desktop  map[string]DesktopID // Claude Desktop's index by transcript id
	Errors   []error              // folders that cannot be read
}

// Store remembers what the disk looked like, so that only differences are
// read. It is owned by one goroutine.
type Store struct {
	places   Places
	procs    Processes
	files    map[string]*file
	sessions map[session.Ref]*group
	scanned  map[string]bool // roots whose transcripts folder was seen before
	names    map[string]*threadNames
	desktop  *desktopIndex
	registry *registry
}

// file is one transcript as it was when last looked at.
type file struct {
	provider session.Provider
	path     string
	info     fs.FileInfo
	ref      session.Ref
	head     []byte
	first    label // from the beginning, read once
	labels   label
	read     int64 // bytes whose labels are known
	found    bool  // by the first scan of its root
	fresh    bool  // since the last change
	err      error
}

// group is the files of one session: a thread in several segments, or one file
// through two roots.
type group struct {
	files  []*file
	active *file // the one that decides
}

// NewStore makes a store that has seen nothing yet.
func NewStore(places Places, procs Processes) *Store {
	return &Store{
		places:   places,
		procs:    procs,
		files:    map[string]*file{},
		sessions: map[session.Ref]*group{},
		scanned:  map[string]bool{},
		names:    map[string]*threadNames{},
		desktop:  newDesktopIndex(places.Desktop),
		registry: newRegistry(places.Roots),
	}
}

// Places returns where the store looks.
func (s *Store) Places() Places { return s.places }

// Scan looks at everything.
func (s *Store) Scan() Batch {
	var b Batch
	touched := map[session.Ref]bool{}
	seen := make(map[string]bool, len(s.files))
	for _, root := range s.places.Roots {
		first := !s.scanned[root.Transcripts()]
		if _, err := os.Stat(root.Transcripts()); err == nil {
			s.scanned[root.Transcripts()] = true
		}
		b.Errors = append(b.Errors, root.list(func(f found) {
			if !seen[f.path] {
				seen[f.path] = true
				s.look(f, first, touched)
			}
		})...)
	}
	for path, f := range s.files {
		if !seen[path] {
			s.drop(f, touched)
		}
	}
	s.readNames(touched)
	b.Changes = s.changes(touched)
	s.evidence(&b)
	return b
}

// Poll looks at single paths, known or new. Those that are no transcripts are
// ignored.
func (s *Store) Poll(paths []string) Batch {
	var b Batch
	touched := map[session.Ref]bool{}
	for _, path := range paths {
		s.poll(path, touched)
	}
	s.readNames(touched)
	b.Changes = s.changes(touched)
	s.evidence(&b)
	return b
}

func (s *Store) poll(path string, touched map[session.Ref]bool) {
	for _, root := range s.places.Roots {
		if !root.owns(path) {
			continue
		}
		if f, err := root.stat(path); err == nil {
			s.look(f, false, touched)
		} else if known := s.files[path]; known != nil {
			s.drop(known, touched)
		}
		return
	}
}

// evidence reads what the tools say about themselves.
func (s *Store) evidence(b *Batch) {
	b.Registry = s.registry.read(s.procs)
	b.Desktop = s.desktop.read()
}

// look compares a file with what is known of it.
func (s *Store) look(f found, first bool, touched map[session.Ref]bool) {
	known := s.files[f.path]
	if known != nil && !changed(known.info, f.info) {
		return
	}
	if known != nil && (!os.SameFile(known.info, f.info) || f.info.Size() < known.info.Size()) {
		s.drop(known, touched) // another file, or one that was cut: nothing known of it holds
		known = nil
	}
	if known == nil {
		known = &file{provider: f.provider, path: f.path, found: first, fresh: true}
		s.files[f.path] = known
		known.ref = session.Ref{Provider: f.provider, ID: idFromName(f.provider, f.path)}
	}
	known.info = f.info
	s.readLabels(known)
	g := s.sessions[known.ref]
	if g == nil {
		g = &group{}
		s.sessions[known.ref] = g
	}
	if !slices.Contains(g.files, known) {
		g.files = append(g.files, known)
	}
	touched[known.ref] = true
}

// changed reports whether a file may hold other bytes than before.
func changed(old, now fs.FileInfo) bool {
	return old.Size() != now.Size() || !old.ModTime().Equal(now.ModTime()) || !os.SameFile(old, now)
}

// readLabels reads a file's labels as far as they are not known.
func (s *Store) readLabels(f *file) {
	src, err := os.Open(f.path)
	if err != nil {
		f.err = fmt.Errorf("cannot be read: %w", err)
		return
	}
	defer src.Close()
	f.err = nil
	size := f.info.Size()
	if f.read == 0 {
		f.first = firstLabels(f.provider, src, size)
		if f.provider == session.Codex {
			f.head = FirstLine(src, size)
			var l label
			l.addCodex(f.head, true)
			f.first = f.first.over(l)
			if f.first.id != "" {
				f.ref.ID = f.first.id
			}
		}
		f.labels = f.first
	}
	if size > f.read {
		f.labels = newerLabels(f.provider, src, f.read, size).over(f.labels)
	}
	if f.provider == session.Claude || f.head != nil {
		f.read = size
	}
}

// drop forgets a file.
func (s *Store) drop(f *file, touched map[session.Ref]bool) {
	delete(s.files, f.path)
	if g := s.sessions[f.ref]; g != nil {
		g.files = slices.DeleteFunc(g.files, func(o *file) bool { return o == f })
		if g.active == f {
			g.active = nil
		}
	}
	touched[f.ref] = true
}

// changes makes the change of every touched session.
func (s *Store) changes(touched map[session.Ref]bool) []Change {
	out := make([]Change, 0, len(touched))
	for ref := range touched {
		g := s.sessions[ref]
		if g == nil {
			continue
		}
		if len(g.files) == 0 {
			delete(s.sessions, ref)
			out = append(out, Change{Session: session.Session{Ref: ref}, Gone: true})
			continue
		}
		// One session in several files: the newest decides (contract part 2).
		g.active = slices.MaxFunc(g.files, func(a, b *file) int {
			if c := a.info.ModTime().Compare(b.info.ModTime()); c != 0 {
				return c
			}
			if a.path < b.path {
				return -1
			}
			return 1
		})
		out = append(out, s.change(g.active))
		g.active.fresh, g.active.found = false, false
	}
	return out
}

func (s *Store) change(f *file) Change {
	l := f.labels
	title := l.title
	if f.provider == session.Codex {
		if name := s.threadName(f.ref.ID); name != "" {
			title = name
		}
	}
	if title == "" {
		title = l.prompt
	}
	return Change{
		Session: session.Session{
			Ref: f.ref, Transcript: f.path, CWD: l.cwd, Title: title,
			Branch: l.branch, Model: l.model, Origin: l.origin(),
		},
		Size:       f.info.Size(),
		FileTime:   f.info.ModTime(),
		Head:       f.head,
		Historical: f.found,
		Fresh:      f.fresh,
		Err:        f.err,
	}
}

// Look looks at one session again.
func (s *Store) Look(ref session.Ref) Batch {
	if g := s.sessions[ref]; g != nil && g.active != nil {
		return s.Poll([]string{g.active.path})
	}
	return s.Poll(nil)
}

// Live lists the transcripts written at or after since, newest first.
func (s *Store) Live(since time.Time) []string {
	var live []*file
	for _, f := range s.files {
		if !f.info.ModTime().Before(since) {
			live = append(live, f)
		}
	}
	slices.SortFunc(live, func(a, b *file) int { return b.info.ModTime().Compare(a.info.ModTime()) })
	paths := make([]string, len(live))
	for i, f := range live {
		paths[i] = f.path
	}
	return paths
}
