package transcript

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"agentisland/internal/session"
)

// Scan looks at everything.
func (s *Store) Scan() Batch {
	s.turn++
	s.full = true
	s.roots = s.places.roots()
	s.errors, s.total = nil, census{}
	for _, root := range s.roots {
		dir := root.Transcripts()
		first := !s.scanned[dir]
		s.walk(root, dir, 0, first)
		if s.folders[dir] != nil {
			s.scanned[dir] = true
		}
	}
	s.dropUnseen("")
	s.readEvidence()
	s.readNames()
	s.retry()
	return s.batch()
}

// Notice looks at paths that may have changed: transcripts, folders that hold
// some, records of the registry, Claude Desktop's index and Codex's index of
// names. Others are ignored.
func (s *Store) Notice(paths []string) Batch {
	s.turn++
	var evidence, names bool
	for _, path := range paths {
		switch base := filepath.Base(path); {
		case strings.HasSuffix(base, ".jsonl"):
			if base == indexName {
				names = true
			} else {
				s.lookAt(path)
			}
		case strings.HasSuffix(base, ".json"):
			evidence = true
		default:
			if isDir(path) {
				// It may be a root or a registry, or lead to one: then other
				// folders are to be watched now.
				s.roots = s.places.roots()
				s.version++
				evidence = true
			}
			s.visit(path)
		}
	}
	if evidence {
		s.readEvidence()
	}
	if names {
		s.readNames()
	}
	return s.batch()
}

// Poll looks at the transcripts that changed at or after since and at all
// evidence.
func (s *Store) Poll(since time.Time) Batch {
	s.turn++
	for f := range s.tracked {
		if f.mtime >= since.UnixNano() {
			s.lookAt(f.path())
		}
	}
	s.readEvidence()
	s.readNames()
	return s.batch()
}

// PollFolders looks into the folders in which names came or went, for systems
// that do not tell. It costs one stat a folder.
func (s *Store) PollFolders() Batch {
	s.turn++
	var changed []string
	for path, d := range s.folders {
		info, err := os.Stat(path)
		if err != nil || d.dirStamp != (dirStamp{folderID(info), info.ModTime().UnixNano()}) {
			changed = append(changed, path)
		}
	}
	for _, root := range s.roots {
		if dir := root.Transcripts(); s.folders[dir] == nil && isDir(dir) {
			changed = append(changed, dir)
		}
	}
	slices.Sort(changed) // a folder before those in it
	for _, path := range changed {
		s.visit(path)
	}
	return s.batch()
}

// Look looks at one session again, and at all evidence.
func (s *Store) Look(ref session.Ref) Batch {
	s.turn++
	if g := s.sessions[ref]; g != nil {
		for _, f := range append([]*file(nil), g.files...) {
			s.lookAt(f.path())
		}
	}
	s.readEvidence()
	return s.batch()
}

// lookAt looks at one path that is a transcript by its name.
func (s *Store) lookAt(path string) {
	dir, name := filepath.Split(path)
	dir = filepath.Clean(dir)
	d := s.folders[dir]
	if d == nil {
		d = s.alias(dir)
	}
	switch {
	case d == nil:
		if root, ok := s.rootOf(dir); ok && root.holds([]byte(name), root.level(dir)) {
			s.visit(dir)
		}
	case d.root.holds([]byte(name), d.level):
		st, err := statRegular(filepath.Join(d.path, name))
		if err == nil {
			s.see(d, []byte(name), st, false)
		} else if f := d.files[name]; f != nil {
			s.drop(f)
		}
	}
}

// alias finds a folder that is known by another path, which still leads there.
func (s *Store) alias(dir string) *folder {
	id := idOf(dir)
	if d := s.ids[id]; d != nil && id != (dirID{}) && idOf(d.path) == id {
		return d
	}
	return nil
}

// idOf is the identity of a folder, zero when there is none.
func idOf(dir string) dirID {
	info, err := os.Stat(dir)
	if err != nil || !info.IsDir() {
		return dirID{}
	}
	return folderID(info)
}

// rootOf finds the root below which a folder may hold transcripts.
func (s *Store) rootOf(dir string) (Root, bool) {
	for _, root := range s.roots {
		if root.level(dir) >= 0 {
			return root, true
		}
	}
	return Root{}, false
}

// visit looks at a folder that may be new, gone, moved or not a folder at all,
// and at all below it.
func (s *Store) visit(path string) {
	for _, root := range s.roots {
		dir := root.Transcripts()
		if level := root.level(path); level >= 0 {
			s.walk(root, path, level, !s.scanned[dir])
			s.dropUnseen(path)
		} else if within(dir, path) && isDir(dir) { // on the way to the root
			s.walk(root, dir, 0, !s.scanned[dir])
			s.dropUnseen(dir)
		} else {
			continue
		}
		if s.folders[dir] != nil {
			s.scanned[dir] = true
		}
	}
}
