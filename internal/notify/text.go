package notify

import (
	"strings"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/rivo/uniseg"
)

// The longest texts that are sent to a desktop, in characters as people count
// them (grapheme clusters).
const (
	maxTitle  = 100
	maxBody   = 300
	maxAction = 40
)

// cleanLine makes s one line of at most limit characters: white space becomes one
// space, and what cannot be seen but changes how text is read goes.
func cleanLine(s string, limit int) string {
	return cut(strings.Join(strings.Fields(visible(s, limit)), " "), limit)
}

// cleanText is cleanLine that keeps line breaks but not empty lines.
func cleanText(s string, limit int) string {
	var lines []string
	for line := range strings.Lines(visible(s, limit)) {
		if line = strings.Join(strings.Fields(line), " "); line != "" {
			lines = append(lines, line)
		}
	}
	return cut(strings.Join(lines, "\n"), limit)
}

// visible keeps what of s that may be shown, and looks at no more of it
// than a generous multiple of limit so that a huge text costs little.
func visible(s string, limit int) string {
	if most := limit * 64; len(s) > most {
		for range utf8.UTFMax - 1 {
			if utf8.RuneStart(s[most]) {
				break
			}
			most--
		}
		s = s[:most]
	}
	s = strings.ReplaceAll(strings.ToValidUTF8(s, "\uFFFD"), "\r", "\n")
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\n', r == '\t':
			return r
		case r == '\u2028', r == '\u2029', r == '\u0085', r == '\v', r == '\f':
			return '\n'
		case unicode.IsControl(r), isBidi(r), isNonCharacter(r), r == '\uFEFF':
			return -1
		}
		return r
	}, s)
}

// isBidi reports the marks that reorder text: they let a title read as another.
func isBidi(r rune) bool {
	return r == '\u200E' || r == '\u200F' || r == '\u061C' ||
		r >= '\u202A' && r <= '\u202E' || r >= '\u2066' && r <= '\u2069'
}

// isNonCharacter reports the code points that older D-Bus implementations
// answer by dropping the connection.
func isNonCharacter(r rune) bool {
	return r >= 0xFDD0 && r <= 0xFDEF || r&0xFFFE == 0xFFFE
}

// cut shortens s to limit characters, the last one an ellipsis where some are
// lost. It never cuts through one: half of a family or of a flag is another
// picture.
func cut(s string, limit int) string {
	if len(s) <= limit {
		return s
	}
	kept, rest, state := 0, s, -1
	for n := 0; rest != ""; n++ {
		var cluster string
		cluster, rest, _, state = uniseg.FirstGraphemeClusterInString(rest, state)
		if n == limit-1 && rest != "" {
			return strings.TrimRight(s[:kept], " \n") + "…"
		}
		kept += len(cluster)
	}
	return s
}

var markup = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;")

// escape makes s plain text for a server that reads markup.
func escape(s string) string { return markup.Replace(s) }

var lookalikes = strings.NewReplacer("<", "‹", ">", "›")

// withoutTags makes s text that reads the same with and without markup.
func withoutTags(s string) string { return lookalikes.Replace(s) }

// utf16Field puts s into dst as a zero-terminated string, cut where it does
// not fit: between two characters, or between two code points where the first
// character alone is too long.
func utf16Field(dst []uint16, s string) {
	clear(dst)
	if len(dst) == 0 {
		return
	}
	n, rest, state := 0, s, -1
	for rest != "" {
		var cluster string
		cluster, rest, _, state = uniseg.FirstGraphemeClusterInString(rest, state)
		units := utf16.Encode([]rune(cluster))
		room := len(dst) - 1 - n
		if len(units) > room {
			if n == 0 && room > 0 {
				if utf16.IsSurrogate(rune(units[room-1])) && utf16.IsSurrogate(rune(units[room])) && units[room-1] < 0xDC00 {
					room--
				}
				copy(dst, units[:room])
			}
			return
		}
		n += copy(dst[n:], units)
	}
}
