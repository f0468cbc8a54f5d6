package classify

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"strconv"
	"time"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"
)

// keepText is how much of a text is kept, in bytes: prefixes decide the row,
// and no more than a few lines are ever shown (privacy: keep little).
const keepText = 2048

var errNotRecord = errors.New("classify: not a record")

// walker reads one JSON object member by member and fails on anything that
// encoding/json would reject as a whole: a torn line that already has the
// wanted members must not count. Of duplicate members the last counts, names
// are compared exactly, and a value of an unexpected type reads as absent.
type walker struct {
	dec jsontext.Decoder
	buf bytes.Buffer
}

// record walks the members of the single object that line holds.
func (w *walker) record(line []byte, member func(name string) error) error {
	w.buf.Reset()
	w.buf.Write(line)
	w.dec.Reset(&w.buf, jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true))
	if w.dec.PeekKind() != '{' {
		return errNotRecord
	}
	if err := w.object(member); err != nil {
		return err
	}
	if _, err := w.dec.ReadToken(); !errors.Is(err, io.EOF) {
		return errNotRecord
	}
	return nil
}

// object walks the members of the object that comes next; another value is
// skipped. Each call of member must read exactly one value.
func (w *walker) object(member func(name string) error) error {
	if w.dec.PeekKind() != '{' {
		return w.dec.SkipValue()
	}
	if _, err := w.dec.ReadToken(); err != nil {
		return err
	}
	for w.dec.PeekKind() != '}' {
		tok, err := w.dec.ReadToken()
		if err != nil {
			return err
		}
		if err := member(tok.String()); err != nil {
			return err
		}
	}
	_, err := w.dec.ReadToken()
	return err
}

// array calls element before each element of the array that comes next; another
// value is skipped.
func (w *walker) array(element func() error) error {
	if w.dec.PeekKind() != '[' {
		return w.dec.SkipValue()
	}
	if _, err := w.dec.ReadToken(); err != nil {
		return err
	}
	for w.dec.PeekKind() != ']' {
		if err := element(); err != nil {
			return err
		}
	}
	_, err := w.dec.ReadToken()
	return err
}

func (w *walker) skip() error { return w.dec.SkipValue() }

func (w *walker) kind() jsontext.Kind { return w.dec.PeekKind() }

// str reads a string of at most keepText bytes; another value gives "".
func (w *walker) str(dst *string) error {
	*dst = ""
	if w.dec.PeekKind() != '"' {
		return w.dec.SkipValue()
	}
	raw, err := w.dec.ReadValue()
	if err != nil {
		return err
	}
	*dst = unquote(raw)
	return nil
}

// unquote decodes the beginning of a JSON string.
func unquote(raw []byte) string {
	if bytes.IndexByte(raw, '\\') < 0 {
		return cutUTF8(string(raw[1:min(len(raw)-1, keepText+1)]))
	}
	if len(raw) > 6*keepText {
		raw = closeCut(raw[:6*keepText])
	}
	text, err := jsontext.AppendUnquote(nil, raw)
	if err != nil && len(text) == 0 {
		return ""
	}
	return cutUTF8(string(text[:min(len(text), keepText)]))
}

// closeCut ends a cut string literal so that it decodes: behind the last
// character that is no part of an escape.
func closeCut(raw []byte) []byte {
	end := len(raw)
	for i := end - 1; i >= 0 && i > end-8; i-- {
		if raw[i] == '\\' {
			for i > 0 && raw[i-1] == '\\' {
				i--
			}
			end = i
			break
		}
	}
	return append(append(make([]byte, 0, end+1), raw[:end]...), '"')
}

func cutUTF8(s string) string {
	for i := 0; i < utf8.UTFMax && len(s) > 0; i++ {
		if r, n := utf8.DecodeLastRuneInString(s); r != utf8.RuneError || n != 1 {
			return s
		}
		s = s[:len(s)-1]
	}
	return s
}

// boolean reads true or false; another value gives false. present tells a
// written value from an absent one.
func (w *walker) boolean(dst, present *bool) error {
	k := w.dec.PeekKind()
	*dst = k == 't'
	if present != nil {
		*present = k == 't' || k == 'f'
	}
	return w.dec.SkipValue()
}

// number reads a JSON number; another value gives 0 and false.
func (w *walker) number(dst *float64) (bool, error) {
	*dst = 0
	if w.dec.PeekKind() != '0' {
		return false, w.dec.SkipValue()
	}
	raw, err := w.dec.ReadValue()
	if err != nil {
		return false, err
	}
	f, err := strconv.ParseFloat(string(raw), 64)
	if err != nil {
		return false, nil // out of range: as if absent
	}
	*dst = f
	return true, nil
}

// trim removes what surrounds a record on a damaged disk: spaces, the CR of a
// foreign line end, a byte order mark and the NUL padding of a crash.
func trim(line []byte) []byte {
	line = bytes.TrimPrefix(line, []byte("\xef\xbb\xbf"))
	return bytes.Trim(line, " \t\r\n\x00")
}

// fallbackKey identifies a turn whose record has no identifier by the record
// itself: a digest of at most 4 KB of it.
func fallbackKey(line []byte) string {
	line = trim(line)
	h := sha256.Sum256(line[:min(len(line), 4096)])
	return "raw:" + hex.EncodeToString(h[:12])
}

// parseTime reads a record's timestamp; what is no time gives the zero time.
func parseTime(s string) time.Time {
	t, err := time.Parse(time.RFC3339Nano, s)
	if err != nil || t.Year() < 2000 || t.Year() > 9999 {
		return time.Time{}
	}
	return t.UTC()
}

// unixTime turns seconds since 1970 into a time; milliseconds are recognised
// by their size, and what is out of range gives the zero time.
func unixTime(f float64) time.Time {
	if f > 1e11 {
		f /= 1000
	}
	if f < 9e8 || f > 1e11 {
		return time.Time{}
	}
	return time.UnixMilli(int64(f * 1000)).UTC()
}
