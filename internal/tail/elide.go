package tail

// Bounds of an outline, in bytes and levels of nesting.
const (
	keepString  = 4 << 10   // of each string, from its beginning
	deepString  = 512       // of a string at deepLevel or below
	keepScalar  = 1 << 10   // a longer number becomes 0
	deepLevel   = 5         // where strings are of interest to people only
	keepDepth   = 8         // values at this depth become empty ones
	maxDepth    = 10_000    // deeper than any JSON decoder at hand accepts
	keepOutline = 512 << 10 // of the whole outline; a line beyond is dropped
)

// keepSide is how much of the elements of an object or array at each depth is
// kept on either side; those between are left out. What a record is, is said by
// members at its beginning or its end, and no real one has 100 KB of others.
var keepSide = [keepDepth]int{0, 64 << 10, 32 << 10, 16 << 10, 8 << 10, 4 << 10, 2 << 10, 1 << 10}

// outline builds a short version of one JSON text from its end to its
// beginning in a single pass: the same members in the same order, without the
// rest of long strings, without the middle of long objects and arrays, and
// without deep values. Reading JSON backwards is unambiguous, since a quote
// inside a string is preceded by an odd number of backslashes and every other
// quote is a delimiter.
//
// What is no JSON text stays none, with one exception: between the brackets of
// what is left out only brackets and strings are looked at.
type outline struct {
	out   front
	open  []byte // closing brackets whose opening ones have not been reached
	elems [keepDepth + 1]elements
	bad   bool // no JSON text, or too large for an outline

	scalar  int  // bytes of the number or word being read
	numeric bool // they are all those of numbers

	inString bool
	head     stringHead
	quote    bool // a quote inside a string waits for the bytes before it
	slashes  int  // backslashes seen before that quote
	run      int  // backslashes seen before what begins head
	escape   bool // what begins head may follow a backslash
}

// elements is what has been read of one object or array. Places are distances
// from the end of the outline.
type elements struct {
	begin int // of its last element
	cut   int // how far elements are kept, 0 while all are
	mid   int // how far those after cut are left out at the next cut
}

// depth is the number of objects and arrays around the current byte.
func (o *outline) depth() int { return len(o.open) }

// blank reports whether nothing but padding was seen.
func (o *outline) blank() bool {
	return o.out.n == 0 && !o.inString && len(o.open) == 0 && !o.bad
}

// feed takes the bytes that precede those fed before.
func (o *outline) feed(p []byte) {
	for len(p) > 0 && !o.bad {
		if o.inString {
			p = o.inside(p)
			continue
		}
		o.outside(p[len(p)-1])
		p = p[:len(p)-1]
	}
}

// outside takes one byte that is not inside a string.
func (o *outline) outside(b byte) {
	switch b {
	case '"', '{', '}', '[', ']', ',', ':', ' ', '\t', '\r', '\n', 0:
		o.endScalar()
	default:
		o.inScalar(b)
		return
	}
	switch b {
	case '"':
		o.inString = true
		o.head.reset()
		o.run = 0
	case '}', ']':
		o.closing(b)
	case '{', '[':
		o.opening(b)
	case ',':
		if d := o.depth(); d < keepDepth {
			o.comma(d)
			o.emit(b)
		}
	case ':':
		if o.depth() < keepDepth {
			o.emit(b)
		}
	default: // one space is as good as many; padding at the end is nothing
		if o.depth() < keepDepth && o.out.n > 0 && o.out.first() != b {
			o.emit(b)
		}
	}
}

func (o *outline) closing(b byte) {
	if len(o.open) == maxDepth {
		o.bad = true
		return
	}
	o.open = append(o.open, b)
	if d := o.depth(); d <= keepDepth {
		o.emit(b)
		o.elems[d] = elements{begin: o.out.n}
	}
}

func (o *outline) opening(b byte) {
	d := o.depth()
	if d == 0 || o.open[d-1] != b+2 { // in ASCII both pairs are two apart
		o.bad = true
		return
	}
	if d <= keepDepth {
		o.emit(b)
	}
	o.open = o.open[:d-1]
}

// comma leaves elements out when the object or array at depth d has become
// long: those between its last ones and the ones read most recently.
func (o *outline) comma(d int) {
	e, side, n := &o.elems[d], keepSide[d], o.out.n
	switch {
	case d == 0: // no JSON text: the parser will say so
	case e.cut == 0:
		if n-e.begin > side {
			e.cut, e.mid = n, n
		}
	case n-e.mid > side:
		o.out.remove(e.cut, e.mid)
		e.mid = o.out.n
	}
}

// inScalar takes one byte of a number or word.
func (o *outline) inScalar(b byte) {
	if o.depth() >= keepDepth {
		return
	}
	if o.scalar == 0 {
		o.numeric = true
	}
	o.numeric = o.numeric && (b >= '0' && b <= '9' || b == '-' || b == '+' || b == '.' || b == 'e' || b == 'E')
	switch o.scalar++; {
	case o.scalar <= keepScalar:
		o.emit(b)
	case !o.numeric:
		o.bad = true
	}
}

// endScalar ends the number or word being read.
func (o *outline) endScalar() {
	if o.scalar > keepScalar {
		o.out.remove(o.out.n-keepScalar, o.out.n)
		o.emit('0') // out of the range of any number
	}
	o.scalar = 0
}

// inside takes bytes of a string and returns those in front of it.
func (o *outline) inside(p []byte) []byte {
	if !o.quote {
		i := lastIndex(p, '"')
		o.content(p[i+1:])
		if i < 0 {
			return nil
		}
		o.quote, o.slashes = true, 0
		p = p[:i]
	}
	for len(p) > 0 && p[len(p)-1] == '\\' {
		o.slashes++
		p = p[:len(p)-1]
	}
	if len(p) > 0 {
		o.settleQuote()
	}
	return p
}

// settleQuote decides whether the waiting quote was a delimiter.
func (o *outline) settleQuote() {
	o.quote = false
	if o.slashes%2 == 0 {
		o.closeString()
		o.bad = o.bad || o.slashes > 0 // backslashes outside a string
		return
	}
	o.plain([]byte{'"'})
	for range min(o.slashes, keepString) { // pairs, and the quote's own
		o.head.push([]byte{'\\'})
	}
}

// content takes bytes inside a string that hold no quote.
func (o *outline) content(p []byte) {
	for len(p) > 0 {
		i := lastIndex(p, '\\')
		if i+1 < len(p) {
			o.plain(p[i+1:])
		}
		if i < 0 {
			return
		}
		if o.run == 0 {
			o.escape = o.head.escapable()
		}
		o.run++
		o.head.push(p[i : i+1])
		p = p[:i]
	}
}

// plain takes bytes inside a string that are neither quotes nor backslashes.
func (o *outline) plain(p []byte) {
	o.endRun()
	for _, b := range p {
		if b < ' ' {
			o.bad = true // control characters must be escaped
			return
		}
	}
	o.head.push(p)
}

// endRun ends a run of backslashes: an odd one begins an escape sequence.
func (o *outline) endRun() {
	o.bad = o.bad || o.run%2 == 1 && !o.escape
	o.run = 0
}

// closeString writes the string whose opening quote was reached.
func (o *outline) closeString() {
	o.endRun()
	o.inString = false
	if o.depth() >= keepDepth {
		return
	}
	keep := keepString
	if o.depth() >= deepLevel {
		keep = deepString
	}
	o.emit('"')
	o.put(CutString(o.head.bytes(), keep))
	o.emit('"')
}

func (o *outline) emit(b byte) { o.put([]byte{b}) }

func (o *outline) put(p []byte) {
	if o.out.n+len(p) > keepOutline {
		o.bad = true
		return
	}
	o.out.push(p)
}

// line finishes the outline of a line that begins at off. It is false when the
// line is no JSON text, or nothing but padding.
func (o *outline) line(off int64) (Line, bool) {
	if o.quote {
		o.settleQuote()
	}
	o.endScalar()
	if o.bad || o.inString || len(o.open) > 0 || o.out.n == 0 {
		return Line{}, false
	}
	return Line{Data: o.out.bytes(), Offset: off, Elided: true}, true
}
