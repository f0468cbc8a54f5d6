package transcript

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
)

// walk lists a folder and those below it.
func (s *Store) walk(root Root, path string, level int, first bool) {
	var subs, links []string
	d := s.folders[path]
	v := visitor{
		skip: func(id dirStamp) bool {
			if s.elsewhere(id.dirID, path) {
				return true
			}
			d = s.enter(d, root, path, level, id)
			return false
		},
		file: func(name []byte, st stamp) { s.see(d, name, st, first) },
		other: func(name string) {
			s.errors = append(s.errors, notRegular(filepath.Join(path, name)))
		},
	}
	if level < root.depth() {
		v.folder = func(name string, link bool) {
			if link {
				links = append(links, name)
			} else {
				subs = append(subs, name)
			}
		}
	}
	_, err := s.lister.list(path, func(name []byte) bool { return root.holds(name, level) }, v)
	switch {
	case err == nil && d != nil && d.turn == s.turn:
		for _, f := range d.files {
			if f.turn != s.turn {
				s.drop(f)
			}
		}
	case err != nil && !missing(err):
		s.errors = append(s.errors, fmt.Errorf("read folder: %w", err))
		s.spare(path)
	}
	// Links last: a folder is known by its own path when it has one here.
	for _, sub := range append(subs, links...) {
		s.walk(root, filepath.Join(path, sub), level+1, first)
	}
}

// missing reports whether a folder is not there, or is none.
func missing(err error) bool {
	return errors.Is(err, fs.ErrNotExist) || isNotDir(err)
}

// enter notes that a folder exists.
func (s *Store) enter(d *folder, root Root, path string, level int, id dirStamp) *folder {
	if d == nil {
		d = &folder{path: path, root: root, level: level, files: map[string]*file{}}
		s.folders[path] = d
		s.version++
	}
	if d.dirID != id.dirID && s.ids[d.dirID] == d {
		delete(s.ids, d.dirID)
	}
	d.dirStamp = id
	if id.dirID != (dirID{}) {
		s.ids[id.dirID] = d
	}
	d.turn = s.turn
	return d
}

// elsewhere reports whether a folder is already known by another path: through
// another root, or through a symbolic link. One that was moved is known by its
// new path from now on.
func (s *Store) elsewhere(id dirID, path string) bool {
	other := s.ids[id]
	if id == (dirID{}) || other == nil || other.path == path {
		return false
	}
	if other.turn == s.turn {
		return true
	}
	if idOf(other.path) == id {
		return true
	}
	s.dropFolder(other)
	return false
}

// spare keeps what is known of a folder that cannot be read now, and of all
// below it.
func (s *Store) spare(path string) {
	for p, d := range s.folders {
		if within(p, path) {
			d.turn = s.turn
		}
	}
}

// dropUnseen forgets the folders at or below path, "" for all, that the
// present walk did not meet.
func (s *Store) dropUnseen(path string) {
	for p, d := range s.folders {
		if d.turn != s.turn && (path == "" || within(p, path)) {
			s.dropFolder(d)
		}
	}
}

func (s *Store) dropFolder(d *folder) {
	for _, f := range d.files {
		s.drop(f)
	}
	delete(s.folders, d.path)
	s.version++
	if s.ids[d.dirID] == d {
		delete(s.ids, d.dirID)
	}
}
