package transcript

import (
	"encoding/json"
	"path/filepath"
	"slices"
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

// registryName is the folder of the registry in a Claude root.
const registryName = "sessions"

// registry reads the registries of all Claude roots. Only names made of digits
// and .json are opened: keys and sockets lie beside them.
type registry struct {
	files   map[string]registryFile
	records []Record
	alive   map[string]bool // sessions that a living process names
}

type registryFile struct {
	stamp  stamp
	record Record
	ok     bool
}

// read takes all readable records with the life of their processes. It reports
// whether anything changed.
func (r *registry) read(roots []Root, procs Processes, l *lister) bool {
	old := r.records
	present := make(map[string]registryFile, len(r.files))
	r.records, r.alive = nil, map[string]bool{}
	for _, root := range roots {
		if root.Provider != session.Claude {
			continue
		}
		dir := filepath.Join(root.Dir, registryName)
		_, _ = l.list(dir, isRecord, visitor{file: func(name []byte, st stamp) {
			path := filepath.Join(dir, string(name))
			f, ok := r.file(path, st)
			if !ok {
				return
			}
			present[path] = f
			if f.ok {
				r.add(f.record, root, procs)
			}
		}})
	}
	r.files = present
	return !slices.Equal(old, r.records)
}

func (r *registry) add(rec Record, root Root, procs Processes) {
	rec.Life = Foreign
	if !root.Polled { // the processes of a root in WSL are not in our table
		rec.Life = procs.Life(rec)
	}
	if rec.Life == Alive {
		r.alive[rec.SessionID] = true
	}
	r.records = append(r.records, rec)
}

func isRecord(name []byte) bool {
	_, ok := recordPID(string(name))
	return ok
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
func (r *registry) file(path string, st stamp) (registryFile, bool) {
	f, known := r.files[path]
	if st.size > maxRecord {
		return registryFile{}, false
	}
	if known && f.stamp == st {
		return f, true
	}
	data, err := readSmall(path, maxRecord)
	if err != nil {
		return f, known
	}
	pid, _ := recordPID(filepath.Base(path))
	rec, ok := parseRecord(data, pid)
	if !ok {
		return f, known // torn: it is written again in a moment
	}
	return registryFile{stamp: st, record: rec, ok: true}, true
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
