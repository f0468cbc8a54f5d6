//go:build !linux

package transcript

import (
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
)

// lister lists folders.
type lister struct{}

// list calls file for every regular file whose name want accepts and folder
// for every folder, also behind symbolic links. other names what want accepts
// and is neither. When the folder cannot be read to its end, err says so and
// what was not seen may still be there.
func (l *lister) list(dir string, want func(name []byte) bool, v visitor) (dirStamp, error) {
	info, err := os.Stat(dir)
	if err != nil {
		return dirStamp{}, err
	}
	id := dirStamp{folderID(info), info.ModTime().UnixNano()}
	if v.skip != nil && v.skip(id) {
		return id, nil
	}
	f, err := os.Open(dir)
	if err != nil {
		return id, err
	}
	entries, err := f.ReadDir(-1)
	f.Close()
	for _, e := range entries {
		l.entry(dir, e, want([]byte(e.Name())), v)
	}
	return id, err
}

func (l *lister) entry(dir string, e fs.DirEntry, wanted bool, v visitor) {
	switch {
	case e.IsDir() && v.folder != nil:
		v.folder(e.Name(), false)
		return
	case e.IsDir():
		if wanted && v.other != nil {
			v.other(e.Name())
		}
		return
	case e.Type().IsRegular() && !wanted, v.folder == nil && !wanted:
		return
	}
	info, err := os.Stat(filepath.Join(dir, e.Name()))
	if err != nil {
		return // gone, or a link to nowhere
	}
	switch {
	case info.IsDir() && v.folder != nil:
		v.folder(e.Name(), true)
	case info.Mode().IsRegular() && wanted:
		v.file([]byte(e.Name()), stampOf(info))
	case wanted && v.other != nil:
		v.other(e.Name())
	}
}

// folderID is the identity of a folder, zero on Windows, where a stat does not
// tell: two folders made in one moment would look the same.
func folderID(info fs.FileInfo) dirID {
	if runtime.GOOS == "windows" {
		return dirID{}
	}
	s := stampOf(info)
	return dirID{s.dev, s.ino}
}
