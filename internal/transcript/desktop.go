package transcript

import (
	"encoding/json"
	"io"
	"path/filepath"
	"strings"
	"time"
)

// DesktopID is what Claude Desktop says about one of its coding sessions.
type DesktopID struct {
	Title        string
	Archived     bool
	LastActivity time.Time
}

// maxDesktopFile bounds one file of the index, in bytes.
const maxDesktopFile = 1 << 20

// desktopIndex reads Claude Desktop's store: one small file a session, two
// folders deep (account, organisation).
type desktopIndex struct {
	dirs    []string
	folders []string // that hold files of the index
	files   map[string]desktopFile
	byID    map[string]DesktopID // by transcript; never changed once it is there
}

type desktopFile struct {
	stamp stamp
	id    string // the transcript's
	DesktopID
}

func newDesktopIndex(dirs []string) *desktopIndex {
	return &desktopIndex{dirs: dirs, files: map[string]desktopFile{}}
}

// read reads what changed and reports whether anything did.
func (d *desktopIndex) read(l *lister) bool {
	present := make(map[string]desktopFile, len(d.files))
	d.folders = d.folders[:0]
	same := true
	for _, dir := range d.dirs {
		d.walk(l, dir, 2, func(path string, st stamp) {
			f, ok := d.files[path]
			if !ok || f.stamp != st {
				same = false
				if fresh, ok := readDesktopFile(path, st); ok {
					f = fresh // else it is being written; what was known stands
				}
				f.stamp = st
			}
			present[path] = f
		})
	}
	if same = same && len(present) == len(d.files); !same {
		d.files = present
		d.index()
	}
	return !same
}

func (d *desktopIndex) walk(l *lister, dir string, depth int, file func(path string, st stamp)) {
	var subs []string
	v := visitor{file: func(name []byte, st stamp) { file(filepath.Join(dir, string(name)), st) }}
	if depth > 0 {
		v.folder = func(name string, _ bool) { subs = append(subs, name) }
	}
	if _, err := l.list(dir, func(name []byte) bool { return depth == 0 && isDesktopFile(string(name)) }, v); err != nil {
		return
	}
	d.folders = append(d.folders, dir)
	for _, sub := range subs {
		d.walk(l, filepath.Join(dir, sub), depth-1, file)
	}
}

func isDesktopFile(name string) bool {
	return strings.HasPrefix(name, "local_") && strings.HasSuffix(name, ".json")
}

// index orders the files by transcript. Of several that name the same one the
// newest counts.
func (d *desktopIndex) index() {
	d.byID = make(map[string]DesktopID, len(d.files))
	newest := map[string]int64{}
	for _, f := range d.files {
		if at, ok := newest[f.id]; f.id != "" && (!ok || f.stamp.mtime > at) {
			newest[f.id] = f.stamp.mtime
			d.byID[f.id] = f.DesktopID
		}
	}
}

func readDesktopFile(path string, st stamp) (desktopFile, bool) {
	if st.size > maxDesktopFile {
		return desktopFile{}, false
	}
	data, err := readSmall(path, maxDesktopFile)
	if err != nil {
		return desktopFile{}, false
	}
	return parseDesktop(data)
}

func parseDesktop(data []byte) (desktopFile, bool) {
	var r map[string]json.RawMessage
	if json.Unmarshal(data, &r) != nil {
		return desktopFile{}, false
	}
	return desktopFile{
		id: clean(text(r["cliSessionId"]), 64),
		DesktopID: DesktopID{
			Title:        titleText(text(r["title"])),
			Archived:     string(r["isArchived"]) == "true",
			LastActivity: millis(r["lastActivityAt"]),
		},
	}, true
}

// millis reads milliseconds since 1970; anything else gives the zero time.
func millis(raw json.RawMessage) time.Time {
	var ms float64
	if json.Unmarshal(raw, &ms) != nil || ms < 1e12 || ms > 1e14 {
		return time.Time{}
	}
	return time.UnixMilli(int64(ms)).UTC()
}

// readSmall reads a whole file of at most most bytes.
func readSmall(path string, most int64) ([]byte, error) {
	f, err := openRegular(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return io.ReadAll(io.LimitReader(f, most))
}
