package notify

import (
	"strings"
	"testing"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/rivo/uniseg"
)

func TestCleanLine(t *testing.T) {
	for in, want := range map[string]string{
		"":                                "",
		"plain":                           "plain",
		" a\tb\r\nc\n\n":                  "a b c",
		"nul\x00 bell\a esc\x1b[1m":       "nul bell esc[1m",
		"a\u202Etxt.exe\u202C\u2067b":     "atxt.exeb",
		"\u200Ea\u200Fb\u061Cc\uFEFF":     "abc",
		"line\u2028para\u2029end":         "line para end",
		"bad \xff\xfe utf":                "bad \uFFFD utf",
		"non\uFFFE\uFDD0chars\U0001FFFF":  "nonchars",
		"中文 标题 👩‍👩‍👧":                     "中文 标题 👩‍👩‍👧",
		"<b>&amp;</b>":                    "<b>&amp;</b>",
		strings.Repeat("x", 10):           "xxxxxxxxxx",
		strings.Repeat("x", 200):          strings.Repeat("x", 99) + "…",
		strings.Repeat("é", 10<<10):       strings.Repeat("é", 99) + "…",
		strings.Repeat("ab ", 100):        strings.TrimRight(strings.Repeat("ab ", 33), " ") + "…",
		strings.Repeat("\u202E", 1<<20):   "",
		strings.Repeat("\x00", 100) + "a": "a",
		strings.Repeat("👩‍👩‍👧‍👦", 101):    strings.Repeat("👩‍👩‍👧‍👦", 99) + "…",
		strings.Repeat("🇨🇭", 150):         strings.Repeat("🇨🇭", 99) + "…",
		strings.Repeat("e\u0301", 100):    strings.Repeat("e\u0301", 100),
	} {
		if got := cleanLine(in, maxTitle); got != want {
			t.Errorf("cleanLine(%.40q) = %q, want %q", in, got, want)
		}
	}
}

func TestCleanText(t *testing.T) {
	for in, want := range map[string]string{
		"a\n\n\n b \r\nc\rd":         "a\nb\nc\nd",
		"\n\n":                       "",
		"tab\there\vnext":            "tab here\nnext",
		strings.Repeat("y\n", 1<<16): strings.TrimRight(strings.Repeat("y\n", 150), "\n") + "…",
	} {
		if got := cleanText(in, maxBody); got != want {
			t.Errorf("cleanText(%.40q) = %q, want %q", in, got, want)
		}
	}
}

func TestEscape(t *testing.T) {
	if got := escape(`<a href="x">&amp;'</a>`); got != `&lt;a href="x"&gt;&amp;amp;'&lt;/a&gt;` {
		t.Error(got)
	}
}

func TestWithoutTags(t *testing.T) {
	if got := withoutTags("<b>a & b"); got != "‹b›a & b" {
		t.Error(got)
	}
}

func TestUTF16Field(t *testing.T) {
	for _, c := range []struct {
		in, want string
		size     int
	}{
		{"", "", 4},
		{"abc", "abc", 4},
		{"abcd", "abc", 4},
		{"ab😀", "ab", 4}, // the pair would fill the field up
		{"a😀b", "a😀", 4},
		{"中文字符", "中文字", 4},
		{"abc", "", 1},
		{"abc", "", 0},
		{"\xff", "\uFFFD", 4},
		{strings.Repeat("😀", 99), strings.Repeat("😀", 31), 64},
		{"a👩‍👩‍👧b", "a", 8},     // no half family
		{"👩‍👩‍👧b", "👩‍👩", 6},    // but something
		{"👩‍👩‍👧", "👩\u200d", 5}, // and no half code point
		{"e" + strings.Repeat("\u0301", 99), "e\u0301\u0301", 4},
	} {
		field := make([]uint16, c.size)
		for i := range field {
			field[i] = 'Z' // what was in it before
		}
		utf16Field(field, c.in)
		n := 0
		for n < len(field) && field[n] != 0 {
			n++
		}
		if c.size > 0 && n == len(field) {
			t.Errorf("%q in %d: no terminator", c.in, c.size)
		}
		if got := string(utf16.Decode(field[:n])); got != c.want {
			t.Errorf("%q in %d: %q, want %q", c.in, c.size, got, c.want)
		}
	}
}

func FuzzClean(f *testing.F) {
	f.Add("a\x00\u202E\n\xff😀")
	f.Fuzz(func(t *testing.T, s string) {
		for _, got := range []string{cleanLine(s, 10), cleanText(s, 10)} {
			if !utf8.ValidString(got) || uniseg.GraphemeClusterCount(got) > 10 || strings.ContainsAny(got, "\x00\u202E\r") {
				t.Errorf("%q -> %q", s, got)
			}
		}
		var field [8]uint16
		utf16Field(field[:], s)
		if field[7] != 0 {
			t.Errorf("%q: no terminator", s)
		}
	})
}
