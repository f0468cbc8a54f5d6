package transcript

import (
	"encoding/json"
	"io"
	"io/fs"
	"os"
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
	dirs  []string
	files map[string]desktopFile
}

type desktopFile struct {
	info fs.FileInfo
	id   string // the transcript's
	DesktopID
}

func newDesktopIndex(dirs []string) *desktopIndex {
	return &desktopIndex{dirs: dirs, files: map[string]desktopFile{}}
}

// read returns the index by transcript id. Of several files that name the same
// transcript the newest counts.
func (d *desktopIndex) read() map[string]DesktopID {
	present := map[string]desktopFile{}
	for _, dir := range d.dirs {
		if _, err := os.Stat(dir); err != nil {
			continue
		}
		paths, _ := filepath.Glob(filepath.Join(escapeGlob(dir), "*", "*", "local_*.json"))
		for _, path := range paths {
			info, err := os.Stat(path)
			if err != nil || !info.Mode().IsRegular() || info.Size() > maxDesktopFile {
				continue
			}
			f, ok := d.files[path]
			if !ok || changed(f.info, info) {
				if fresh, ok := readDesktopFile(path); ok {
					f = fresh
				}
				f.info = info
			}
			present[path] = f
		}
	}
	d.files = present
	byID := make(map[string]DesktopID, len(present))
	newest := map[string]time.Time{}
	for _, f := range present {
		if at, ok := newest[f.id]; f.id != "" && (!ok || f.info.ModTime().After(at)) {
			newest[f.id] = f.info.ModTime()
			byID[f.id] = f.DesktopID
		}
	}
	return byID
}

// escapeGlob keeps a folder's name from being read as a pattern.
func escapeGlob(dir string) string {
	if filepath.Separator == '\\' {
		return dir // no escapes on Windows, and no pattern characters in names but brackets
	}
	return strings.NewReplacer("*", `\*`, "?", `\?`, "[", `\[`, `\`, `\\`).Replace(dir)
}

func readDesktopFile(path string) (desktopFile, bool) {
	data, err := readSmall(path, maxDesktopFile)
	if err != nil {
		return desktopFile{}, false
	}
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
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return io.ReadAll(io.LimitReader(f, most))
}
