package classify

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"time"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"

	"agentisland/internal/tail"
)

// keepText is how much of a text is kept, in bytes: prefixes decide the row,
// and no more than a few lines are ever shown (privacy: keep little).
const keepText = 2048

// decode returns what a JSON string literal says. A lone surrogate or invalid
// UTF-8 becomes U+FFFD.
func decode(raw []byte) []byte {
	if len(raw) < 2 {
		return nil
	}
	if bytes.IndexByte(raw, '\\') < 0 {
		return raw[1 : len(raw)-1]
	}
	text, _ := jsontext.AppendUnquote(nil, raw)
	return text
}

// decodeHead returns the first keepText bytes of what a JSON string literal
// says, or a little less where a character ends.
func decodeHead(raw []byte) []byte {
	if len(raw) > 6*keepText+2 { // the longest escape gives one byte for six
		body := tail.CutString(raw[1:len(raw)-1], 6*keepText)
		if bytes.IndexByte(body, '\\') < 0 {
			return cutText(body)
		}
		raw = append(append(append(make([]byte, 0, len(body)+2), '"'), body...), '"')
	}
	return cutText(decode(raw))
}

// cutText cuts text to keepText bytes, where a character ends.
func cutText(text []byte) []byte {
	if len(text) <= keepText {
		return text
	}
	text = text[:keepText]
	for i := 1; i <= utf8.UTFMax; i++ {
		if b := text[keepText-i]; utf8.RuneStart(b) {
			if !utf8.FullRune(text[keepText-i:]) {
				return text[:keepText-i]
			}
			break
		}
	}
	return text
}

// trim removes what surrounds a record on a damaged disk: spaces, the CR of a
// foreign line end, a byte order mark and the NUL padding of a crash.
func trim(line []byte) []byte {
	if n := len(line); n > 0 && line[0] == '{' && line[n-1] == '}' {
		return line
	}
	line = bytes.TrimPrefix(line, []byte("\xef\xbb\xbf"))
	return bytes.Trim(line, " \t\r\n\x00")
}

// fallbackKey identifies a turn whose record has no identifier by the record
// itself: a digest of its first and last 2 KB.
func fallbackKey(line []byte) string {
	const part = 2048
	line = trim(line)
	h := sha256.New()
	h.Write(line[:min(len(line), part)])
	if len(line) > part {
		h.Write(line[max(part, len(line)-part):])
	}
	return "raw:" + hex.EncodeToString(h.Sum(nil)[:12])
}

// timeLayouts are RFC 3339 as JavaScript and Rust write it, and its zone
// without a colon.
var timeLayouts = [...]string{time.RFC3339Nano, "2006-01-02T15:04:05.999999999Z0700"}

// parseTime reads a record's timestamp; what is no time gives the zero time.
func parseTime(text []byte) time.Time {
	for _, layout := range timeLayouts {
		if t, err := time.Parse(layout, string(text)); err == nil && t.Year() >= 2000 && t.Year() <= 9999 {
			return t.UTC()
		}
	}
	return time.Time{}
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
