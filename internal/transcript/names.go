package transcript

import (
	"bytes"
	"encoding/json"
	"io"
	"path/filepath"

	"agentisland/internal/session"
)

// maxIndex is how much of a session_index.jsonl is read, from its end, in
// bytes: enough for tens of thousands of threads.
const maxIndex = 4 << 20

// indexName is the file in which Codex keeps the names of threads.
const indexName = "session_index.jsonl"

// threadNames is one root's session_index.jsonl: the newest line of an id gives
// the thread's name (formats: A1).
type threadNames struct {
	stamp stamp
	byID  map[string]string
}

// readNames reads the indexes that changed and marks the threads whose name did.
func (s *Store) readNames() {
	for _, root := range s.roots {
		if root.Provider != session.Codex {
			continue
		}
		path := filepath.Join(root.Dir, indexName)
		st, err := statRegular(path)
		if err != nil {
			continue
		}
		old := s.names[path]
		if old != nil && old.stamp == st {
			continue
		}
		now := &threadNames{stamp: st, byID: s.readIndex(path, st.size)}
		s.names[path] = now
		for id, name := range now.byID {
			if ref := (session.Ref{Provider: session.Codex, ID: id}); s.sessions[ref] != nil && (old == nil || old.byID[id] != name) {
				s.touched[ref] = true
			}
		}
	}
}

// readIndex reads an index. Lines are read newest first, so that only one line
// of each thread is parsed.
func (s *Store) readIndex(path string, size int64) map[string]string {
	names := map[string]string{}
	f, err := openRegular(path)
	if err != nil {
		return names
	}
	defer f.Close()
	from := max(0, size-maxIndex)
	data, _ := io.ReadAll(io.NewSectionReader(f, from, size-from))
	s.work.Opened++
	s.work.Bytes += int64(len(data))
	for len(data) > 0 {
		i := bytes.LastIndexByte(data, '\n')
		line := data[i+1:]
		data = data[:max(i, 0)]
		var r struct {
			ID         string `json:"id"`
			ThreadName string `json:"thread_name"`
		}
		if len(line) == 0 || json.Unmarshal(line, &r) != nil || r.ID == "" {
			continue
		}
		if _, newer := names[r.ID]; !newer {
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
