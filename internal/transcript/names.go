package transcript

import (
	"bytes"
	"encoding/json"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"agentisland/internal/session"
)

// maxIndex is how much of a session_index.jsonl is read, from its end, in
// bytes: enough for tens of thousands of threads.
const maxIndex = 4 << 20

// threadNames is one root's session_index.jsonl: the newest line of an id gives
// the thread's name (formats: A1).
type threadNames struct {
	info fs.FileInfo
	byID map[string]string
}

// readNames reads the indexes that changed and marks the threads whose name did.
func (s *Store) readNames(touched map[session.Ref]bool) {
	for _, root := range s.places.Roots {
		if root.Provider != session.Codex {
			continue
		}
		path := filepath.Join(root.Dir, "session_index.jsonl")
		info, err := os.Stat(path)
		if err != nil || !info.Mode().IsRegular() {
			continue
		}
		old := s.names[path]
		if old != nil && !changed(old.info, info) {
			continue
		}
		now := &threadNames{info: info, byID: readIndex(path, info.Size())}
		s.names[path] = now
		for id, name := range now.byID {
			if old == nil || old.byID[id] != name {
				ref := session.Ref{Provider: session.Codex, ID: id}
				if s.sessions[ref] != nil {
					touched[ref] = true
				}
			}
		}
	}
}

func readIndex(path string, size int64) map[string]string {
	names := map[string]string{}
	f, err := os.Open(path)
	if err != nil {
		return names
	}
	defer f.Close()
	from := max(0, size-maxIndex)
	data, _ := io.ReadAll(io.NewSectionReader(f, from, size-from))
	for line := range bytes.Lines(data) {
		var r struct {
			ID         string `json:"id"`
			ThreadName string `json:"thread_name"`
		}
		if json.Unmarshal(line, &r) == nil && r.ID != "" {
			names[r.ID] = titleText(r.ThreadName)
		}
	}
	return names
}

func (s *Store) threadName(id string) string {
	for _, n := range s.names {
		if name := n.byID[id]; name != "" {
			return name
		}
	}
	return ""
}
