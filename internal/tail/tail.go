// Package tail reads the lines of a file from its end, newest first, in
// bounded memory and with bounded reads. It knows nothing of what a line
// means, except that a line is one JSON text: a line too long to keep is
// handed out with its long strings cut, so that it still parses.
package tail

import (
	"bytes"
	"fmt"
	"io"
)

// Bounds of one reading, in bytes.
const (
	// FirstStep is the first read: 8 KB hold the deciding event in 94 % of files.
	FirstStep = 8 << 10
	// maxStep is the largest single read.
	maxStep = 64 << 10
	// Window is how far back lines are looked for (contract part 1, the last
	// of the tail bounds).
	Window = 8 << 20
	// MaxLine is how far back the start of one line is looked for when the line
	// began before the window: a single tool result can be larger than the window.
	MaxLine = 64 << 20
	// KeepLine is the longest line that is handed out whole.
	KeepLine = 256 << 10
)

// Line is one line without its line end. Data is valid until the next Prev.
type Line struct {
	Data   []byte
	Offset int64 // of its first byte in the file
	Elided bool  // long strings and deep values were cut, see elide.go
}

// Reader hands out the lines of a file from the end backwards.
type Reader struct {
	src io.ReaderAt
	buf []byte // unread bytes of the file [pos, pos+len(buf)), kept at the end of their backing array
	mem []byte
	pos int64
	end int64 // size of the file when the reading began
	err error

	step    int
	read    int64
	bounded bool
	done    bool
}

// NewReader reads the first size bytes of src. What is appended later is not seen.
func NewReader(src io.ReaderAt, size int64) *Reader {
	return &Reader{src: src, pos: size, end: size, step: FirstStep}
}

// BytesRead is the number of bytes read so far.
func (r *Reader) BytesRead() int64 { return r.read }

// Bounded reports whether Prev stopped at a bound instead of the file's start.
func (r *Reader) Bounded() bool { return r.bounded }

// Err is the first read error, nil when the start or a bound was reached.
// A file that shrank during the reading gives io.ErrUnexpectedEOF.
func (r *Reader) Err() error { return r.err }

// Prev returns the line before the one returned last, and false when there is
// none within the bounds. The last line of the file may be incomplete: whether
// it is whole is for its parser to say.
func (r *Reader) Prev() (Line, bool) {
	for !r.done {
		if i := bytes.LastIndexByte(r.buf, '\n'); i >= 0 {
			line := r.buf[i+1:]
			off := r.pos + int64(i) + 1
			r.buf = r.buf[:i]
			if len(line) == 0 {
				continue
			}
			return Line{Data: line, Offset: off}, true
		}
		if r.pos == 0 {
			r.done = true
			if len(r.buf) == 0 {
				break
			}
			line := r.buf
			r.buf = nil
			return Line{Data: line}, true
		}
		if len(r.buf) > KeepLine {
			if l, ok := r.longLine(); ok {
				return l, true
			}
			continue
		}
		if r.end-r.pos >= Window {
			r.stop()
			break
		}
		r.fill()
	}
	return Line{}, false
}

func (r *Reader) stop() {
	r.bounded = true
	r.done = true
}

// fill reads the step before the unread bytes, in front of them. The unread
// bytes never hold more than KeepLine+maxStep bytes.
func (r *Reader) fill() {
	n := min(int64(r.step), r.pos)
	r.step = min(r.step*4, maxStep)
	need := int(n) + len(r.buf)
	if cap(r.mem) < need {
		r.mem = make([]byte, max(need, min(2*cap(r.mem), KeepLine+2*maxStep)))
	}
	mem := r.mem[:cap(r.mem)]
	// The unread bytes move to the end of their room, so that what comes
	// before them can be read straight into its place.
	start := len(mem) - len(r.buf)
	copy(mem[start:], r.buf)
	dst := mem[start-int(n) : start]
	if !r.readAt(dst, r.pos-n) {
		return
	}
	r.buf = mem[start-int(n):]
	r.pos -= n
}

// readAt fills p or ends the reading with an error.
func (r *Reader) readAt(p []byte, off int64) bool {
	n, err := r.src.ReadAt(p, off)
	r.read += int64(n)
	if n == len(p) {
		return true
	}
	if err == nil || err == io.EOF {
		err = io.ErrUnexpectedEOF
	}
	r.err = fmt.Errorf("read at %d: %w", off, err)
	r.done = true
	return false
}

// longLine walks back to the start of a line longer than KeepLine, keeping
// only its outline. It returns false when the line was nothing but padding or
// could not be outlined, or when a bound was reached.
func (r *Reader) longLine() (Line, bool) {
	o := newOutline()
	o.feed(r.buf)
	lineEnd := r.pos + int64(len(r.buf))
	r.buf = nil
	chunk := make([]byte, maxStep)
	for r.pos > 0 {
		if lineEnd-r.pos > MaxLine || (o.blank() && r.end-r.pos >= Window) {
			r.stop()
			return Line{}, false
		}
		n := min(int64(len(chunk)), r.pos)
		p := chunk[:n]
		if !r.readAt(p, r.pos-n) {
			return Line{}, false
		}
		r.pos -= n
		if i := bytes.LastIndexByte(p, '\n'); i >= 0 {
			o.feed(p[i+1:])
			off := r.pos + int64(i) + 1
			r.keep(p[:i])
			return o.line(off)
		}
		o.feed(p)
	}
	return o.line(0)
}

// keep makes p, the bytes before the current position's line, the unread ones.
func (r *Reader) keep(p []byte) {
	if cap(r.mem) < len(p) {
		r.mem = make([]byte, len(p)+maxStep)
	}
	mem := r.mem[:cap(r.mem)]
	start := len(mem) - len(p)
	copy(mem[start:], p)
	r.buf = mem[start:]
}
