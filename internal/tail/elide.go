package tail

import "bytes"

// Bounds of an outline, in bytes and levels of nesting.
const (
	keepString  = 4 << 10   // of each string, from its beginning
	keepDepth   = 6         // deeper values become empty ones
	keepOutline = 512 << 10 // of the whole outline; a line beyond is dropped
)

// outline builds a short version of one JSON text from its end to its
// beginning in a single pass: the same members in the same order, with the
// rest of long strings and all deep values left out. Reading JSON backwards is
// unambiguous, since a quote inside a string is preceded by an odd number of
// backslashes and every other quote is a delimiter.
type outline struct {
	out      []byte // the outline, last byte first
	depth    int
	inString bool
	head     ring // the first bytes of the string being read, last byte first
	size     int  // bytes of that string so far
	quote    bool // a quote inside a string waits for the bytes before it
	slashes  int  // backslashes seen before that quote
	full     bool
}

func newOutline() *outline { return &outline{} }

// blank reports whether nothing but padding was seen.
func (o *outline) blank() bool { return len(o.out) == 0 && !o.inString }

// feed takes the bytes that precede those fed before.
func (o *outline) feed(p []byte) {
	for i := len(p) - 1; i >= 0; i-- {
		o.byte(p[i])
	}
}

func (o *outline) byte(b byte) {
	if o.quote {
		if b == '\\' {
			o.slashes++
			return
		}
		o.settleQuote()
	}
	switch {
	case o.inString && b == '"':
		o.quote, o.slashes = true, 0
	case o.inString:
		o.content(b)
	case b == '"':
		o.inString = true
		o.size = 0
		o.head.reset()
	case b == '}' || b == ']':
		o.depth++
		if o.depth <= keepDepth {
			o.emit(b)
		}
	case b == '{' || b == '[':
		if o.depth <= keepDepth {
			o.emit(b)
		}
		o.depth--
	case b == 0:
		// padding of a crashed writer
	default:
		if o.depth < keepDepth {
			o.emit(b)
		}
	}
}

// settleQuote decides whether the waiting quote was a delimiter.
func (o *outline) settleQuote() {
	o.quote = false
	if o.slashes%2 == 1 {
		o.content('"')
		for range o.slashes {
			o.content('\\')
		}
		return
	}
	slashes := o.slashes
	o.closeString()
	for range slashes {
		o.emit('\\') // backslashes outside a string: not JSON, and it must stay so
	}
}

func (o *outline) content(b byte) {
	o.size++
	o.head.push(b)
}

// closeString writes the string whose opening quote was reached.
func (o *outline) closeString() {
	o.inString = false
	if o.depth >= keepDepth {
		return
	}
	o.emit('"')
	s := o.head.forward()
	if o.size > len(s) {
		s = wholeEscapes(s)
	}
	for i := len(s) - 1; i >= 0; i-- {
		o.emit(s[i])
	}
	o.emit('"')
}

func (o *outline) emit(b byte) {
	if len(o.out) >= keepOutline {
		o.full = true
		return
	}
	o.out = append(o.out, b)
}

// line finishes the outline of a line that begins at off.
func (o *outline) line(off int64) (Line, bool) {
	if o.quote {
		o.settleQuote()
	}
	if o.inString || o.full || len(o.out) == 0 {
		return Line{}, false
	}
	for i, j := 0, len(o.out)-1; i < j; i, j = i+1, j-1 {
		o.out[i], o.out[j] = o.out[j], o.out[i]
	}
	return Line{Data: o.out, Offset: off, Elided: true}, true
}

// wholeEscapes cuts a string's beginning so that it does not end inside an
// escape sequence.
func wholeEscapes(s []byte) []byte {
	i := bytes.LastIndexByte(s, '\\')
	if i < 0 {
		return s
	}
	first := i
	for first > 0 && s[first-1] == '\\' {
		first--
	}
	if (i-first)%2 == 1 {
		return s // the last backslash is itself escaped
	}
	want := 2
	if i+1 < len(s) && s[i+1] == 'u' {
		want = 6
	}
	if len(s)-i < want {
		return s[:i]
	}
	return s
}

// ring keeps the last keepString bytes pushed.
type ring struct {
	b    []byte
	next int
}

func (r *ring) reset() { r.b, r.next = r.b[:0], 0 }

func (r *ring) push(b byte) {
	if len(r.b) < keepString {
		r.b = append(r.b, b)
		return
	}
	r.b[r.next] = b
	r.next = (r.next + 1) % keepString
}

// forward returns the kept bytes in the file's order: the last pushed first.
func (r *ring) forward() []byte {
	out := make([]byte, 0, len(r.b))
	for i := range len(r.b) {
		j := (r.next - 1 - i + 2*len(r.b)) % len(r.b)
		out = append(out, r.b[j])
	}
	return out
}
