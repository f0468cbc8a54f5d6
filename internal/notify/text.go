package notify

import (
	"strings"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"
)

// The longest texts that are sent to a desktop, in runes.
const (
	maxTitle  = 100
	maxBody   = 300
	maxAction = 40
)

// cleanLine makes s one line of at most limit runes: white space becomes one
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

// visible keeps the runes of s that may be shown, and looks at no more of it
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

// cut shortens s to limit runes, the last one an ellipsis where some are lost.
func cut(s string, limit int) string {
	if utf8.RuneCountInString(s) <= limit {
		return s
	}
	n := 0
	for i := range s {
		if n == limit-1 {
			return strings.TrimRight(s[:i], " \n") + "…"
		}
		n++
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
// not fit but never inside a surrogate pair.
func utf16Field(dst []uint16, s string) {
	clear(dst)
	if len(dst) == 0 {
		return
	}
	n := 0
	for _, r := range s {
		units := utf16.AppendRune(nil, r)
		if n+len(units) >= len(dst) {
			return
		}
		n += copy(dst[n:], units)
	}
}
