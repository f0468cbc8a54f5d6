package transcript

import (
	"cmp"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"agentisland/internal/session"
)

// scope lists how the paths begin that may matter when a name comes or goes.
func (p *Places) scope() []string {
	var dirs []string
	for _, r := range p.Roots {
		dirs = append(dirs, r.Dir)
	}
	for _, r := range p.Patterns {
		literal, _, _ := strings.Cut(r.Dir, "*")
		dirs = append(dirs, literal)
	}
	return append(dirs, p.Desktop...)
}

// Folders lists the folders whose changes matter, the most important first:
// the roots, registries and Claude Desktop's index, then the folders of
// transcripts in order of their last change. Each folder is named once, by the
// path by which the store knows it.
func (s *Store) Folders() []string {
	l := folderList{seen: map[dirID]bool{}, paths: map[string]bool{}}
	for _, root := range s.roots {
		if root.Polled {
			continue
		}
		l.add(existing(root.Dir))
		l.add(root.Transcripts())
		if root.Provider == session.Claude {
			l.add(filepath.Join(root.Dir, registryName))
		}
	}
	for _, dir := range s.desktop.folders {
		l.add(dir)
	}
	for _, d := range s.byActivity() {
		if !d.root.Polled && !l.paths[d.path] && (d.dirID == (dirID{}) || !l.seen[d.dirID]) {
			l.dirs = append(l.dirs, d.path)
		}
	}
	return l.dirs
}

type folderList struct {
	dirs  []string
	seen  map[dirID]bool
	paths map[string]bool
}

func (l *folderList) add(dir string) {
	info, err := os.Stat(dir)
	if err != nil || !info.IsDir() || l.paths[dir] {
		return
	}
	id := folderID(info)
	if id != (dirID{}) && l.seen[id] {
		return
	}
	l.seen[id], l.paths[dir] = true, true
	l.dirs = append(l.dirs, dir)
}

// byActivity lists the folders of transcripts, the last changed first. A
// folder is as active as those below it: new days and months appear beside the
// newest ones.
func (s *Store) byActivity() []*folder {
	last := make(map[string]int64, len(s.folders))
	dirs := make([]*folder, 0, len(s.folders))
	for _, d := range s.folders {
		dirs = append(dirs, d)
		var newest int64
		for _, f := range d.files {
			newest = max(newest, f.mtime)
		}
		for up := d.path; s.folders[up] != nil; up = filepath.Dir(up) {
			last[up] = max(last[up], newest)
		}
	}
	slices.SortFunc(dirs, func(a, b *folder) int {
		return cmp.Or(cmp.Compare(last[b.path], last[a.path]), cmp.Compare(a.path, b.path))
	})
	return dirs
}

// Eventless names the transcripts' folders whose file system tells nothing, or
// not everything, about changes made elsewhere, with what it is.
func (s *Store) Eventless() map[string]string {
	out := map[string]string{}
	for _, root := range s.roots {
		dir := root.Transcripts()
		if kind := eventless(existing(dir)); kind != "" {
			out[dir] = kind
		} else if root.Polled {
			out[dir] = "WSL"
		}
	}
	return out
}

// existing is dir or, while it is missing, its nearest folder that exists.
func existing(dir string) string {
	for !isDir(dir) && filepath.Dir(dir) != dir {
		dir = filepath.Dir(dir)
	}
	return dir
}
