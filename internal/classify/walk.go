package classify

import (
	"bytes"
	"errors"
	"io"
	"strconv"

	"github.com/go-json-experiment/json/jsontext"
)

var errNotRecord = errors.New("classify: not a record")

// walkOptions make the decoder accept what encoding/json accepts: JavaScript
// writes lone surrogates, and of duplicate members the last counts.
var walkOptions = []jsontext.Options{jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true)}

// walker reads one JSON object member by member and fails on anything that
// encoding/json would reject as a whole: a torn line that already has the
// wanted members must not count. Names are compared exactly, and a value of an
// unexpected type reads as absent.
//
// The first error sticks: every later call does nothing, and finish tells.
// Byte slices that it returns are parts of the line or copies, never to be
// changed, and valid as long as the line is.
type walker struct {
	dec  jsontext.Decoder
	buf  bytes.Buffer
	line []byte
	err  error
}

// start begins the walk of line and enters the object that it must hold.
func (w *walker) start(line []byte) bool {
	w.line, w.err = line, nil
	w.buf = *bytes.NewBuffer(line) // the decoder parses it in place
	w.dec.Reset(&w.buf, walkOptions...)
	if w.dec.PeekKind() != '{' {
		w.err = errNotRecord
		return false
	}
	return w.object()
}

// finish reports whether the line was one object and nothing else.
func (w *walker) finish() bool {
	if w.err == nil {
		if _, err := w.dec.ReadToken(); !errors.Is(err, io.EOF) {
			w.err = errNotRecord
		}
	}
	return w.err == nil
}

// release forgets the line, so that a walker kept for later does not keep it.
func (w *walker) release() {
	w.line, w.buf = nil, bytes.Buffer{}
	w.dec.Reset(&w.buf)
}

// object enters the object that comes next; its members follow. Another value
// is skipped.
func (w *walker) object() bool { return w.enter('{') }

// array enters the array that comes next; another value is skipped.
func (w *walker) array() bool { return w.enter('[') }

func (w *walker) enter(k jsontext.Kind) bool {
	if w.kind() != k {
		w.skip()
		return false
	}
	_, w.err = w.dec.ReadToken()
	return w.err == nil
}

// member reads the next member's name; its value must be read next. At the end
// of the object, which is left then, it is false.
func (w *walker) member() (name []byte, ok bool) {
	if w.leave('}') {
		return nil, false
	}
	raw := w.value()
	if w.err != nil {
		return nil, false
	}
	return decode(raw), true
}

// element reports whether another element comes; it must be read next. At the
// end of the array, which is left then, it is false.
func (w *walker) element() bool { return !w.leave(']') }

// leave leaves the current object or array at its end.
func (w *walker) leave(end jsontext.Kind) bool {
	if w.kind() == end {
		_, w.err = w.dec.ReadToken()
		return true
	}
	return w.err != nil
}

// kind is that of the value that comes next, 0 after an error.
func (w *walker) kind() jsontext.Kind {
	if w.err != nil {
		return 0
	}
	return w.dec.PeekKind()
}

// value reads the next value as it stands in the line.
func (w *walker) value() []byte {
	if w.err != nil {
		return nil
	}
	v, err := w.dec.ReadValue()
	if err != nil {
		w.err = err
		return nil
	}
	end := int(w.dec.InputOffset())
	return w.line[end-len(v) : end]
}

func (w *walker) skip() { w.value() }

// str reads a string; another value gives nil.
func (w *walker) str() []byte {
	if raw := w.literal(); raw != nil {
		return decode(raw)
	}
	return nil
}

// literal reads a string as it is written, with its quotes; another value gives
// nil.
func (w *walker) literal() []byte {
	if w.kind() != '"' {
		w.skip()
		return nil
	}
	return w.value()
}

// boolean reads true or false; another value gives false. written tells a
// boolean from anything else.
func (w *walker) boolean() (value, written bool) {
	k := w.kind()
	w.skip()
	return k == 't', k == 't' || k == 'f'
}

// yes reads whether a member is true.
func (w *walker) yes() bool {
	v, _ := w.boolean()
	return v
}

// number reads a number; another value, or one out of range, gives 0.
func (w *walker) number() float64 {
	if w.kind() != '0' {
		w.skip()
		return 0
	}
	f, err := strconv.ParseFloat(string(w.value()), 64)
	if err != nil {
		return 0
	}
	return f
}

// strOf reads the string member of that name of the object that comes next;
// nil when there is none.
func (w *walker) strOf(member string) (s []byte) {
	if !w.object() {
		return nil
	}
	for name, ok := w.member(); ok; name, ok = w.member() {
		if string(name) == member {
			s = w.str()
		} else {
			w.skip()
		}
	}
	return s
}
