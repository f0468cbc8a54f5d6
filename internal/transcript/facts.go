package transcript

import (
	"bytes"
	"fmt"
	"io"

	"agentisland/internal/session"
	"agentisland/internal/tail"
)

// Bounds of the reading of labels, in bytes. Old files are read shallowly.
const (
	maxHead     = 2 << 20 // the first line of a rollout, which holds whole instructions
	deepHead    = 64 << 10
	shallowHead = firstStep
	deepTail    = 4 * tail.FirstStep // for a title, which may be nowhere
	shallowTail = tail.FirstStep
)

// facts is what is known of one transcript from its bytes.
type facts struct {
	ref    session.Ref
	labels label
	head   []byte // Codex: a short form of the header that row 0 reads
	read   int64  // bytes whose labels are known, up to the end of a line
	mark   uint64 // of the bytes before read
	headed int64  // bytes of the beginning that were searched
	effort effort // of the readings so far
	fresh  bool   // another file than before, or one that was cut or rewritten
	turn   uint32 // of the walk that read it last
	err    error
}

// effort is how far a reading goes for labels.
type effort int8

const (
	shallow effort = iota // an old file of a large home
	deep                  // of the last hours
	wide                  // one that is shown now: also behind the large lines after an answer
)

// update reads what facts about src do not know yet.
func (k *facts) update(src *source, e effort) {
	p := k.ref.Provider
	if k.read > src.size || k.read > 0 && src.mark(k.read) != k.mark {
		*k = facts{ref: k.ref, fresh: true}
	}
	if k.read < src.size || e > k.effort || k.read == 0 {
		k.readTail(p, src, e)
	}
	k.readHead(p, src, max(e, k.effort))
	k.effort = max(e, k.effort)
	k.read = src.lineEnd(k.read)
	k.mark = src.mark(k.read)
}

// readTail takes the labels of the newest lines. A wide reading goes on for the
// folder and the model: Claude writes lines of 60 KB after an answer.
func (k *facts) readTail(p session.Provider, src *source, e effort) {
	from := k.read
	if e > k.effort {
		from = 0
	}
	var l label
	src.newest(from, func(read int64) bool {
		return e >= deep && read < deepTail || e == wide && (l.cwd == "" || l.model == "")
	}, func(line []byte) bool {
		l.add(p, line, false)
		return !l.complete(p)
	})
	k.labels = l.over(&k.labels)
}

// complete reports whether older lines can add nothing.
func (l *label) complete(p session.Provider) bool {
	if p == session.Codex {
		return l.cwd != "" && l.model != "" && l.rank != noTitle
	}
	return l.cwd != "" && l.model != "" && l.rank == customTitle
}

// readHead takes what only the beginning tells: a rollout's header, and the
// first prompt, which names a session that has no title.
func (k *facts) readHead(p session.Provider, src *source, e effort) {
	most := int64(shallowHead)
	if e >= deep {
		most = deepHead
	}
	if p == session.Codex {
		header := k.readHeader(src, e)
		if e == shallow || header == 0 {
			return // a rollout's first prompt follows far behind the header
		}
		most += header
	}
	named := k.labels.prompt != "" || k.labels.rank != noTitle && k.labels.cwd != ""
	if named || k.headed >= min(most, src.size) {
		return
	}
	_, k.headed = src.oldest(most, func(line []byte) bool {
		k.labels.add(p, line, true)
		return k.labels.prompt == ""
	})
}

// readHeader reads a rollout's first line and returns its length, 0 when it is
// not finished. A shallow reading is content with the line's beginning, which
// tells all but the branch.
func (k *facts) readHeader(src *source, e effort) (length int64) {
	if k.head != nil && (k.effort > shallow || e == shallow) {
		return 1
	}
	most := int64(shallowHead)
	if e >= deep {
		most = maxHead
	}
	part, read := src.oldest(most, func(line []byte) bool {
		k.header(line, true)
		length = int64(len(line)) + 1
		return false
	})
	if length == 0 && read == most {
		k.header(part, false)
		return read
	}
	return length
}

// header takes a rollout's first line, or as much of it as was read.
func (k *facts) header(line []byte, whole bool) {
	k.head = []byte("{}") // a damaged header tells nothing, now and later
	r := record{first: true}
	if !whole {
		r.parsePart(line)
	} else if !r.parse(line) {
		return
	}
	if r.typ != "session_meta" {
		return
	}
	k.labels.addCodex(&r)
	k.head = fmt.Appendf(nil, `{"type":"session_meta","payload":{%s}}`, r.hidden)
	if k.labels.id != "" {
		k.ref.ID = k.labels.id
	}
}

// FirstLine returns a file's first line without its end, nil when it is
// longer than 2 MB or not finished.
func FirstLine(f io.ReaderAt, size int64) []byte {
	for n := int64(deepHead); ; n *= 8 {
		n = min(n, size, maxHead)
		buf := make([]byte, n)
		k, _ := f.ReadAt(buf, 0)
		if i := bytes.IndexByte(buf[:k], '\n'); i >= 0 {
			return buf[:i:i]
		}
		if n == size || n == maxHead {
			return nil
		}
	}
}

// limitMarks are what the end of a transcript holds when a usage limit may
// have stopped it (contract: Claude row 3, Codex rows 5 and 6c). They begin with
// characters that are rare in transcripts, which makes the search quick.
var limitMarks = map[session.Provider][][]byte{
	session.Claude: {[]byte(`_limit`), []byte(` limit reached`)}, // rate_limit, usage_limit_reached
	session.Codex: {
		[]byte(`_exceeded`), // usage_limit_exceeded, session_budget_exceeded
		[]byte(`_limited`),  // budget_limited
		[]byte(`_message":null`),
	},
}

// mayBeLimit reports whether the end of a transcript may be a usage limit,
// which can last for a week.
func mayBeLimit(p session.Provider, end []byte) bool {
	for _, m := range limitMarks[p] {
		if bytes.Contains(end, m) {
			return true
		}
	}
	return false
}
