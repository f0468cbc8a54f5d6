package transcript

import (
	"cmp"
	"os"
	"slices"

	"agentisland/internal/session"
)

// group is the files of one session: a thread in several segments, or one file
// through two roots.
type group struct {
	files  []*file
	active *file // the one that decides
}

// join makes a file that was read one of its session's.
func (s *Store) join(f *file) {
	ref := f.facts.ref
	g := s.sessions[ref]
	if g == nil {
		g = &group{}
		s.sessions[ref] = g
	}
	if !slices.Contains(g.files, f) {
		g.files = append(g.files, f)
	}
	s.tracked[f] = true
	s.touched[ref] = true
}

// leave is the opposite of join.
func (s *Store) leave(f *file) {
	if g := s.sessions[f.ref()]; g != nil {
		g.files = slices.DeleteFunc(g.files, func(o *file) bool { return o == f })
		if g.active == f {
			g.active = nil
		}
	}
	delete(s.tracked, f)
}

// drop forgets a file that is gone.
func (s *Store) drop(f *file) {
	delete(f.folder.files, f.name)
	if f.facts == nil {
		return
	}
	ref := f.ref()
	s.leave(f)
	s.touched[ref] = true
	if archived(f) {
		if g := s.sessions[ref]; g != nil && len(g.files) == 0 {
			s.archived[ref] = true
		}
	}
}

// archived reports whether a rollout that is gone was archived or compressed.
func archived(f *file) bool {
	return slices.ContainsFunc(f.folder.root.archives(f.path()), func(path string) bool {
		_, err := os.Lstat(path)
		return err == nil
	})
}

// newest is the file that decides for the session: the last one written, then
// the last one by name (contract part 2).
func (g *group) newest() *file {
	return slices.MaxFunc(g.files, func(a, b *file) int {
		return cmp.Or(cmp.Compare(a.mtime, b.mtime), cmp.Compare(a.name, b.name), cmp.Compare(a.path(), b.path()))
	})
}

// prepare has the deciding file of every touched session read: another one may
// decide now than before, and a session that has lost all its files may have
// unread ones, such as a transcript that moved or the older segment of a thread.
func (s *Store) prepare() {
	lost := map[session.Ref]bool{}
	for ref := range s.touched {
		g := s.sessions[ref]
		for g != nil && len(g.files) > 0 {
			f := g.newest()
			if f.queued || f.facts.turn == s.turn {
				break
			}
			st, err := statRegular(f.path())
			if err != nil {
				s.drop(f)
				continue
			}
			s.see(f.folder, []byte(f.name), st, false)
			s.queue(f)
		}
		if g != nil && len(g.files) == 0 {
			lost[ref] = true
		}
	}
	if len(lost) > 0 {
		s.revive(lost)
	}
}

// revive has the unread files of sessions read.
func (s *Store) revive(lost map[session.Ref]bool) {
	for _, d := range s.folders {
		for _, f := range d.files {
			if f.facts == nil && lost[f.ref()] {
				f.facts = &facts{ref: f.ref(), fresh: true}
				s.queue(f)
			}
		}
	}
}

// batch reads what is pending and makes the changes of all touched sessions.
func (s *Store) batch() Batch {
	// What was read, or vanished, can make another file the deciding one.
	for s.prepare(); len(s.pending) > 0; s.prepare() {
		s.run(s.choose())
	}
	if s.full {
		s.older = s.total.files - len(s.tracked)
		s.full = false
	}
	b := Batch{Registry: s.registry.records, Desktop: s.desktop.byID, Errors: s.errors, Older: s.older, Evidence: s.news}
	s.news = false
	for ref := range s.touched {
		if c, ok := s.changeOf(ref); ok {
			b.Changes = append(b.Changes, c)
		}
	}
	clear(s.touched)
	clear(s.archived)
	return b
}

// changeOf makes the change of a touched session.
func (s *Store) changeOf(ref session.Ref) (Change, bool) {
	g := s.sessions[ref]
	if g == nil {
		return Change{}, false
	}
	if len(g.files) == 0 {
		delete(s.sessions, ref)
		return Change{Session: session.Session{Ref: ref}, Gone: true, Archived: s.archived[ref]}, true
	}
	g.active = g.newest()
	f := g.active
	c := s.change(f, f.facts)
	c.Content = f.answer
	for _, f := range g.files {
		f.answer = nil
	}
	f.facts.fresh, f.found = false, false
	return c, true
}

// change describes a file whose bytes are known.
func (s *Store) change(f *file, k *facts) Change {
	l := &k.labels
	title := l.title
	if k.ref.Provider == session.Codex {
		if name := s.threadName(k.ref.ID); name != "" {
			title = name
		}
	}
	if title == "" {
		title = l.prompt
	}
	return Change{
		Session: session.Session{
			Ref: k.ref, Transcript: f.path(), CWD: l.cwd, Title: title,
			Branch: l.branch, Model: l.model, Origin: l.origin(),
		},
		Size:       f.size,
		FileTime:   f.modTime(),
		Head:       k.head,
		Historical: f.found,
		Fresh:      k.fresh,
		Err:        k.err,
	}
}
