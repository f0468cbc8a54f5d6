package transcript

import (
	"encoding/json"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Bounds of texts from files.
const (
	maxTitle = 200  // characters of a title
	maxLabel = 4096 // bytes of any other label, enough for the longest path
)

// text is a JSON string's value, "" for any other value.
func text(raw json.RawMessage) string {
	var s string
	if len(raw) == 0 || raw[0] != '"' || json.Unmarshal(raw, &s) != nil {
		return ""
	}
	return s
}

// clean makes a string from a file fit to be shown and used as a label:
// control characters go, spaces are single, and its length in bytes is bounded.
func clean(s string, most int) string {
	if len(s) > 4*most {
		s = s[:4*most]
	}
	s = strings.ToValidUTF8(s, "�")
	s = strings.Map(func(r rune) rune {
		switch {
		case r == '\n', r == '\t', r == '\r':
			return ' '
		case unicode.IsControl(r), unicode.Is(unicode.Cf, r) && r != '‍':
			return -1
		}
		return r
	}, s)
	s = strings.TrimSpace(s)
	for len(s) > most {
		_, n := utf8.DecodeLastRuneInString(s)
		s = s[:len(s)-n]
	}
	return s
}

// titleText makes a title of a text: its first line, at most maxTitle characters.
func titleText(s string) string {
	s, _, _ = strings.Cut(strings.TrimSpace(s), "\n")
	s = clean(s, 4*maxTitle)
	if r := []rune(s); len(r) > maxTitle {
		s = string(r[:maxTitle-1]) + "…"
	}
	return s
}

// promptTitle is a prompt as a title, "" for what no person typed.
func promptTitle(s string) string {
	s = strings.TrimSpace(s)
	for _, machine := range []string{"<", "Caveat:", "# AGENTS.md", "[Request interrupted"} {
		if strings.HasPrefix(s, machine) {
			return ""
		}
	}
	return titleText(s)
}
