package tail

import (
	"bytes"
	"unicode/utf8"
)

// front is a buffer that grows at its beginning. Places in it are distances
// from its end, so that they stay valid while it grows.
type front struct {
	b []byte // the content is its last n bytes
	n int
}

func (f *front) bytes() []byte { return f.b[len(f.b)-f.n:] }

// first is the first byte of a buffer that is not empty.
func (f *front) first() byte { return f.b[len(f.b)-f.n] }

// push puts p in front.
func (f *front) push(p []byte) {
	if need := f.n + len(p); need > len(f.b) {
		b := make([]byte, max(2*len(f.b), 16<<10, need))
		copy(b[len(b)-f.n:], f.bytes())
		f.b = b
	}
	f.n += len(p)
	copy(f.b[len(f.b)-f.n:], p)
}

// remove takes out what lies between the places near and far.
func (f *front) remove(near, far int) {
	end := len(f.b)
	copy(f.b[end-f.n+far-near:end-near], f.b[end-f.n:end-far])
	f.n -= far - near
}

// keepHead is how much of a string's beginning is remembered while it is read
// backwards, in bytes: more than is kept, so that a cut sees what it cuts.
const keepHead = keepString + 8

// stringHead is the beginning of a string that is read backwards.
type stringHead struct {
	b [2 * keepHead]byte // the content is its last n bytes
	n int
}

func (h *stringHead) reset() { h.n = 0 }

func (h *stringHead) bytes() []byte { return h.b[len(h.b)-h.n:] }

// push puts p in front. What is too far behind is forgotten.
func (h *stringHead) push(p []byte) {
	switch {
	case len(p) >= keepHead:
		p, h.n = p[:keepHead], 0
	case h.n+len(p) > len(h.b):
		copy(h.b[len(h.b)-keepHead:], h.bytes()[:keepHead])
		h.n = keepHead
	}
	h.n += len(p)
	copy(h.b[len(h.b)-h.n:], p)
}

// escapable reports whether the string read so far begins with what may follow
// a backslash. Escaped quotes are dealt with before, see settleQuote.
func (h *stringHead) escapable() bool {
	s := h.bytes()
	if len(s) == 0 {
		return false
	}
	if s[0] != 'u' {
		return bytes.IndexByte([]byte(`\/bfnrt`), s[0]) >= 0
	}
	if len(s) < 5 {
		return false
	}
	for _, b := range s[1:5] {
		if b|0x20 < 'a' && (b < '0' || b > '9') || b|0x20 > 'f' {
			return false
		}
	}
	return true
}

// CutString returns the beginning of a JSON string's content, of at most limit
// bytes, so that it ends neither inside an escape sequence nor inside a
// character.
func CutString(s []byte, limit int) []byte {
	if len(s) <= limit {
		return s
	}
	s = wholeEscapes(s[:limit])
	for i := 1; i <= utf8.UTFMax && i <= len(s); i++ {
		if b := s[len(s)-i]; utf8.RuneStart(b) {
			if b >= utf8.RuneSelf && !utf8.FullRune(s[len(s)-i:]) {
				s = s[:len(s)-i]
			}
			break
		}
	}
	return s
}

// wholeEscapes removes an escape sequence that s ends inside of.
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
