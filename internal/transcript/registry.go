package transcript

import (
	"encoding/json"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"agentisland/internal/session"
)

// Record is one file of Claude's live registry, sessions/<pid>.json (formats:
// B9). It is what the tool says about itself.
type Record struct {
	PID        int
	SessionID  string
	CWD        string
	Entrypoint string
	ProcStart  string // guards against a reused pid: a clock tick, a date or FILETIME digits
	Domain     string // whose pids these are, such as linux:<machine>:pid:[<namespace>]
	Status     string // busy, idle, waiting, shell; "" claims nothing
	WaitingFor string
	StatusAt   time.Time
	Life       Life
}

// Life says whether a record's process lives.
type Life int

// The possible answers.
const (
	Foreign Life = iota // the pid belongs to another machine or pid space: no claim
	Dead
	Alive
)

// Headless reports whether the record only proves that its process lives.
func (r Record) Headless() bool { return strings.HasPrefix(r.Entrypoint, "sdk-") }

// Processes tells whether the process of a record lives.
type Processes interface {
	Life(r Record) Life
}

// maxRecord bounds one registry file, in bytes.
const maxRecord = 64 << 10

// registry reads the registries of all Claude roots. Only names made of digits
// and .json are opened: keys and sockets lie beside them.
type registry struct {
	dirs  []string
	files map[string]registryFile
}

type registryFile struct {
	info   fs.FileInfo
	record Record
	ok     bool
}

func newRegistry(roots []Root) *registry {
	r := &registry{files: map[string]registryFile{}}
	for _, root := range roots {
		if root.Provider == session.Claude {
			r.dirs = append(r.dirs, filepath.Join(root.Dir, "sessions"))
		}
	}
	return r
}

// read returns all readable records with the life of their processes.
func (r *registry) read(procs Processes) []Record {
	present := make(map[string]registryFile, len(r.files))
	var out []Record
	for _, dir := range r.dirs {
		entries, err := os.ReadDir(dir)
		if err != nil {
			continue
		}
		for _, e := range entries {
			pid, ok := recordPID(e.Name())
			if !ok {
				continue
			}
			path := filepath.Join(dir, e.Name())
			f, ok := r.file(path, pid)
			if !ok {
				continue
			}
			present[path] = f
			if f.ok {
				rec := f.record
				rec.Life = procs.Life(rec)
				out = append(out, rec)
			}
		}
	}
	r.files = present
	return out
}

func recordPID(name string) (int, bool) {
	digits, ok := strings.CutSuffix(name, ".json")
	if !ok || strings.TrimLeft(digits, "0123456789") != "" {
		return 0, false
	}
	pid, err := strconv.Atoi(digits)
	return pid, err == nil && pid > 0
}

// file reads a record that changed. A torn one, which is being written, leaves
// what was known.
func (r *registry) file(path string, pid int) (registryFile, bool) {
	info, err := os.Stat(path)
	if err != nil || !info.Mode().IsRegular() || info.Size() > maxRecord {
		return registryFile{}, false
	}
	f, known := r.files[path]
	if known && !changed(f.info, info) {
		return f, true
	}
	data, err := readSmall(path, maxRecord)
	if err != nil {
		return f, known
	}
	rec, ok := parseRecord(data, pid)
	if !ok {
		return f, known // torn: it is written again in a moment
	}
	return registryFile{info: info, record: rec, ok: true}, true
}

func parseRecord(data []byte, pid int) (Record, bool) {
	var m map[string]json.RawMessage
	if json.Unmarshal(data, &m) != nil {
		return Record{}, false
	}
	rec := Record{
		PID:        pid,
		SessionID:  clean(text(m["sessionId"]), 64),
		CWD:        clean(text(m["cwd"]), maxLabel),
		Entrypoint: clean(text(m["entrypoint"]), 64),
		ProcStart:  clean(textOrNumber(m["procStart"]), 64),
		Domain:     clean(text(m["pidDomain"]), 256),
		Status:     clean(text(m["status"]), 32),
		WaitingFor: clean(text(m["waitingFor"]), 64),
		StatusAt:   millis(m["statusUpdatedAt"]),
	}
	if rec.StatusAt.IsZero() {
		rec.StatusAt = millis(m["updatedAt"])
	}
	return rec, rec.SessionID != ""
}

// textOrNumber is a string's value or a number as it is written: Windows start
// times do not fit a float.
func textOrNumber(raw json.RawMessage) string {
	if s := text(raw); s != "" {
		return s
	}
	if len(raw) > 0 && raw[0] >= '0' && raw[0] <= '9' {
		return string(raw)
	}
	return ""
}
