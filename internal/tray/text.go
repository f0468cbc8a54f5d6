package tray

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/width"
)

const (
	// maxMarks is how many combining marks one letter keeps. Written
	// languages need up to about four; more only paints over other rows.
	maxMarks = 4

	zwnj = '\u200c'
	zwj  = '\u200d'
	lrm  = '\u200e'
)

// clean makes text of unknown origin fit for one line of a menu: no control
// characters, no line breaks, no marks that reorder or hide text, white space
// collapsed, at most max columns (see columns). What is cut is cut between the
// characters that people see and replaced by "…".
func clean(s string, max int) string {
	// Nothing past this many bytes can show: it bounds the work on huge input
	// even when most of it is stripped.
	if limit := max * 64; len(s) > limit {
		s = s[:limit]
	}
	return closeDirection(cut(strip(s), max))
}

// strip drops what a menu must not show and collapses white space.
func strip(s string) string {
	var b strings.Builder
	space, marks := false, 0
	for _, r := range s {
		switch {
		case unicode.IsSpace(r) || unicode.Is(unicode.Zl, r) || unicode.Is(unicode.Zp, r):
			space = b.Len() > 0
			continue
		case !keep(r):
			continue
		case unicode.Is(unicode.M, r):
			if marks++; marks > maxMarks {
				continue
			}
		default:
			marks = 0
		}
		if space {
			b.WriteByte(' ')
			space = false
		}
		b.WriteRune(r)
	}
	return b.String()
}

// keep reports whether r may appear in a menu. Format characters are out,
// above all the bidirectional overrides, embeddings and isolates; joiners
// stay because emoji and several scripts are spelt with them.
func keep(r rune) bool {
	switch {
	case r == zwj || r == zwnj:
		return true
	case r == utf8.RuneError:
		return false
	}
	return !unicode.In(r, unicode.Cc, unicode.Cf, unicode.Co, unicode.Cs)
}

// cut shortens s to max columns including the "…" that marks the cut.
func cut(s string, max int) string {
	runes := []rune(s)
	fits, used := 0, 0 // how many runes fit beside "…", columns so far
	for i, r := range runes {
		used += columns(r)
		if used <= max-1 {
			fits = i + 1
		}
	}
	if used <= max {
		return s
	}
	end := fits
	for end > 0 && !boundary(runes, end) {
		end--
	}
	if end == 0 { // one single character that does not fit
		end = fits
	}
	return strings.TrimRight(string(runes[:end]), " ") + "…"
}

// columns is 2 for the wide characters of East Asia and for emoji, else 1,
// marks included: a bound on runes and on the width of a row at once.
func columns(r rune) int {
	switch width.LookupRune(r).Kind() {
	case width.EastAsianWide, width.EastAsianFullwidth:
		return 2
	}
	return 1
}

// boundary reports whether a character that people see may start at i: not
// inside a letter with marks, an emoji sequence or a flag.
func boundary(runes []rune, i int) bool {
	r, before := runes[i], runes[i-1]
	switch {
	case unicode.Is(unicode.M, r), r == zwj, r == zwnj, before == zwj:
		return false
	case r >= 0x1F3FB && r <= 0x1F3FF: // skin tones
		return false
	case isFlagHalf(r) && isFlagHalf(before):
		n := 0
		for k := i - 1; k >= 0 && isFlagHalf(runes[k]); k-- {
			n++
		}
		return n%2 == 0
	}
	return true
}

func isFlagHalf(r rune) bool { return r >= 0x1F1E6 && r <= 0x1F1FF }

// closeDirection ends right-to-left text with a left-to-right mark, so that
// the separators and numbers that follow in the row keep their order.
func closeDirection(s string) string {
	for _, r := range s {
		if isRightToLeft(r) {
			return s + string(lrm)
		}
	}
	return s
}

// isRightToLeft covers the blocks that Unicode reserves for such scripts.
func isRightToLeft(r rune) bool {
	return r >= 0x0590 && r <= 0x08FF || r >= 0xFB1D && r <= 0xFDFF || r >= 0xFE70 && r <= 0xFEFE ||
		r >= 0x10800 && r <= 0x10FFF || r >= 0x1E800 && r <= 0x1EFFF
}

// maxTooltip is Windows' buffer of 128 UTF-16 units without the terminator,
// which systray does not enforce.
const maxTooltip = 127

// capUTF16 shortens s to at most max UTF-16 units without splitting a rune.
func capUTF16(s string, max int) string {
	units := 0
	for i, r := range s {
		n := 1
		if r > 0xFFFF {
			n = 2
		}
		if units+n > max {
			return s[:i]
		}
		units += n
	}
	return s
}
