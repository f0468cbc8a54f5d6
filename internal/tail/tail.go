// Package tail reads the lines of a file from its end, newest first, in
// bounded memory and with bounded reads. It knows nothing of what a line
// means, except that a line is one JSON text: a line too long to keep is
// handed out with its long strings cut, so that it still parses.
package tail

import (
	"bytes"
	"fmt"
	"io"
	"sync"
)

// Bounds of one reading, in bytes.
const (
	// FirstStep is the first read: 8 KB hold the deciding event in 94 % of files.
	FirstStep = 8 << 10
	// maxStep is the largest single read.
	maxStep = 32 << 10
	// Window is how far back lines are looked for (contract part 1, the last
	// of the tail bounds).
	Window = 8 << 20
	// MaxLine is how far back the start of one line is looked for when the line
	// began before the window: a single tool result can be larger than the window.
	MaxLine = 64 << 20
	// KeepLine is the longest line that is handed out whole.
	KeepLine = 256 << 10
)

// stages are the windows within the largest one (contract part 1): each is read
// only when the one before it did not suffice.
var stages = [...]int64{256 << 10, 1 << 20}

// Line is one line without its line end. Data is valid until the next Prev.
type Line struct {
	Data   []byte
	Offset int64 // of its first byte in the file, or the beginning of the window
	Elided bool  // long strings and deep values were cut, see elide.go
	// Mark says that this is no line: all lines that end in the window so far
	// were handed out, and the next Prev reads the next larger window.
	Mark bool
}

// Reader hands out the lines of a file from the end backwards.
type Reader struct {
	src io.ReaderAt
	buf []byte // unread bytes of the file [pos, pos+len(buf)), inside mem
	mem []byte
	pos int64
	end int64 // size of the file when the reading began
	err error

	step    int
	stage   int // of stages, the window being read
	read    int64
	bounded bool
	done    bool
}

// memories are those of readers that were released.
var memories sync.Pool

// NewReader reads the first size bytes of src. What is appended later is not seen.
func NewReader(src io.ReaderAt, size int64) *Reader {
	r := &Reader{src: src, pos: size, end: size, step: FirstStep}
	if mem, ok := memories.Get().(*[]byte); ok {
		r.mem = *mem
	}
	return r
}

// Release ends the reading and leaves the reader's memory to another one. No
// line of it may be used afterwards. A reader that is not released is only
// dearer.
func (r *Reader) Release() {
	mem := r.mem
	r.buf, r.mem, r.done = nil, nil, true
	if mem != nil {
		memories.Put(&mem)
	}
}

// BytesRead is the number of bytes read so far.
func (r *Reader) BytesRead() int64 { return r.read }

// Bounded reports whether Prev stopped at a bound instead of the file's start.
func (r *Reader) Bounded() bool { return r.bounded }

// Err is the first read error, nil when the start or a bound was reached.
// A file that shrank during the reading gives io.ErrUnexpectedEOF.
func (r *Reader) Err() error { return r.err }

// Prev returns the line before the one returned last, and false when there is
// none within the bounds. Empty lines are left out. The last line of the file
// may be incomplete: whether it is whole is for its parser to say.
func (r *Reader) Prev() (Line, bool) {
	for !r.done {
		depth := r.end - r.pos              // read so far
		behind := depth - int64(len(r.buf)) // handed out so far
		i := lastIndex(r.buf, '\n')
		switch {
		case behind >= Window && behind < r.end:
			r.stop()
		case r.leaves(behind, i < 0 && r.pos > 0):
			return Line{Offset: r.end - stages[r.stage-1], Mark: true}, true
		case i >= 0:
			line := r.buf[i+1:]
			r.buf = r.buf[:i]
			if l, ok := wholeLine(line, r.pos+int64(i)+1); ok {
				return l, true
			}
		case r.pos == 0:
			r.done = true
			return wholeLine(r.buf, 0)
		case len(r.buf) > KeepLine:
			if l, ok := r.longLine(); ok {
				return l, true
			}
		case depth >= Window && blank(r.buf):
			r.stop()
		default:
			r.fill(depth)
		}
	}
	return Line{}, false
}

// leaves reports, once for each, whether the next line lies in front of the
// current window or, when it is not yet read as a whole, begins in front of it.
func (r *Reader) leaves(behind int64, partial bool) bool {
	if r.stage == len(stages) {
		return false
	}
	bound := stages[r.stage]
	if behind >= bound && behind < r.end || partial && r.end-r.pos >= bound {
		r.stage++
		return true
	}
	return false
}

// wholeLine makes a Line of its bytes. Whether it is cut depends on its length
// alone, not on where the reads fell.
func wholeLine(line []byte, off int64) (Line, bool) {
	if len(line) <= KeepLine {
		return Line{Data: line, Offset: off}, len(line) > 0
	}
	var o outline
	o.feed(line)
	return o.line(off)
}

// lastIndex is bytes.LastIndexByte for bytes that are rare: looking forwards is
// many times faster, so whole blocks are passed over that way, and smaller ones
// within the block that has one.
func lastIndex(p []byte, b byte) int {
	for block := 1 << 10; block >= 32; block /= 4 {
		for len(p) > block && bytes.IndexByte(p[len(p)-block:], b) < 0 {
			p = p[:len(p)-block]
		}
	}
	return bytes.LastIndexByte(p, b)
}

// blank reports whether p is nothing but padding: no line begins before it.
func blank(p []byte) bool { return len(bytes.Trim(p, " \t\r\x00")) == 0 }

func (r *Reader) stop() {
	r.bounded = true
	r.done = true
}

// fill reads the step before the unread bytes, in front of them. The unread
// bytes never hold more than KeepLine+maxStep bytes. Steps end where windows
// do, so that no window is left before all of its lines were seen.
func (r *Reader) fill(depth int64) {
	n := min(int64(r.step), r.pos)
	switch {
	case r.stage < len(stages):
		n = min(n, stages[r.stage]-depth)
	case depth < Window:
		n = min(n, Window-depth)
	}
	r.step = min(r.step*2, maxStep)
	r.room(int(n))
	start := len(r.mem) - len(r.buf)
	dst := r.mem[start-int(n) : start]
	if !r.readAt(dst, r.pos-n) {
		return
	}
	r.buf = r.mem[start-int(n):]
	r.pos -= n
}

// room moves the unread bytes to the end of a memory that has room for n bytes
// before them, so that those can be read straight into their place.
func (r *Reader) room(n int) {
	mem := r.mem
	if need := n + len(r.buf); len(mem) < need {
		mem = make([]byte, max(need, min(2*len(mem), KeepLine+2*maxStep)))
	}
	copy(mem[len(mem)-len(r.buf):], r.buf)
	r.buf = mem[len(mem)-len(r.buf):]
	r.mem = mem
}

// readAt fills p or ends the reading with an error. A source that gives less
// than asked for, without an error, is asked again.
func (r *Reader) readAt(p []byte, off int64) bool {
	for len(p) > 0 {
		n, err := r.src.ReadAt(p, off)
		r.read += int64(n)
		p, off = p[n:], off+int64(n)
		switch {
		case len(p) == 0:
			return true
		case err == nil && n > 0:
			continue
		case err == nil || err == io.EOF:
			err = io.ErrUnexpectedEOF
		}
		r.err = fmt.Errorf("read at %d: %w", off, err)
		r.done = true
		return false
	}
	return true
}

// longLine walks back to the start of a line longer than KeepLine, keeping
// only its outline. It returns false when the line was nothing but padding or
// could not be outlined, or when a bound was reached.
func (r *Reader) longLine() (Line, bool) {
	var o outline
	o.feed(r.buf)
	lineEnd := r.pos + int64(len(r.buf))
	r.buf = nil
	for r.pos > 0 {
		if lineEnd-r.pos > MaxLine || o.blank() && r.end-r.pos >= Window {
			r.stop()
			return Line{}, false
		}
		n := min(maxStep, r.pos)
		p := r.mem[:n]
		if !r.readAt(p, r.pos-n) {
			return Line{}, false
		}
		r.pos -= n
		if i := lastIndex(p, '\n'); i >= 0 {
			o.feed(p[i+1:])
			r.buf = p[:i]
			return o.line(r.pos + int64(i) + 1)
		}
		o.feed(p)
	}
	return o.line(0)
}
