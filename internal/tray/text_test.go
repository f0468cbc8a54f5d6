package tray

import (
	"strings"
	"testing"
	"time"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"
)

func TestClean(t *testing.T) {
	family := "👩‍👩‍👧‍👦"
	for _, c := range []struct{ name, in, want string }{
		{"plain", "Fix login", "Fix login"},
		{"empty", "", ""},
		{"newlines and tabs", "a\r\n\tb\u2028c\u00a0d\v e", "a b c d e"},
		{"outer space", "  a  ", "a"},
		{"control characters", "a\x00\x1b[31mb\x7f\u0085c", "a[31mb c"},
		{"only control characters", "\x00\x01\u202e", ""},
		{"override", "exe\u202egpj.txt", "exegpj.txt"},
		{"isolates", "\u2066a\u2067b\u2068c\u2069", "abc"},
		{"byte order mark, zero width space, soft hyphen", "\ufeffa\u200bb\u00adc", "abc"},
		{"invalid UTF-8", "a\xff\xc3b", "ab"},
		{"underscores and ampersands stay", "a_b & c", "a_b & c"},
		{"markup is plain text", "<b>x</b>", "<b>x</b>"},
		{"right to left is closed", "שלום", "שלום\u200e"},
		{"too many marks", "e" + strings.Repeat("\u0301", 50) + "x", "e" + strings.Repeat("\u0301", 4) + "x"},
		{"cut", "0123456789abc", "012345678…"},
		{"exact", "0123456789", "0123456789"},
		{"cut before a space", "01234567 9abc", "01234567…"},
		{"cut before marks", "01234567e\u0301\u0302xx", "01234567…"},
		{"cut before an emoji sequence", "01" + family + "x", "01…"},
		{"cut before a skin tone", "012345👍🏽xx", "012345…"},
		{"cut between flags", "0🇩🇪🇫🇷🇨🇳🇯🇵🇮🇹", "0🇩🇪🇫🇷🇨🇳🇯🇵…"},
		{"cut before half a flag", "01🇩🇪🇫🇷🇨🇳🇯🇵x", "01🇩🇪🇫🇷🇨🇳…"},
		{"one endless character", strings.Repeat("👩\u200d", 20), strings.Repeat("👩\u200d", 3) + "…"},
		{"Chinese takes two columns", "修复登录页面的样式", "修复登录…"},
		{"Chinese that fits", "修复登录页", "修复登录页"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := clean(c.in, 10); got != c.want {
				t.Errorf("clean(%q) = %q, want %q", c.in, got, c.want)
			}
		})
	}
}

// FuzzClean states what holds for every input.
func FuzzClean(f *testing.F) {
	f.Add("a\u202eb\n\x00", 10)
	f.Add("👩‍👩‍👧‍👦🇩🇪e\u0301שלום", 3)
	f.Fuzz(func(t *testing.T, s string, max int) {
		max = 1 + abs(max)%200
		got := clean(s, max)
		if n := utf8.RuneCountInString(strings.TrimSuffix(got, string(lrm))); n > max {
			t.Errorf("%d runes, at most %d wanted", n, max)
		}
		for _, r := range got {
			if unicode.IsControl(r) || r == '\u2028' || r == '\u2029' || r >= 0x202A && r <= 0x202E || r >= 0x2066 && r <= 0x2069 {
				t.Errorf("%U is left in %q", r, got)
			}
		}
		if !utf8.ValidString(got) {
			t.Errorf("%q is no UTF-8", got)
		}
	})
}

func abs(n int) int {
	if n < 0 {
		return -(n + 1)
	}
	return n
}

func TestCleanIsBounded(t *testing.T) {
	stripped, kept := strings.Repeat("\u202e\x00", 5<<20/4), strings.Repeat("x", 5<<20)
	start := time.Now()
	for range 100 {
		clean(stripped, maxTitle)
		clean(kept, maxTitle)
	}
	if d := time.Since(start); d > 2*time.Second {
		t.Errorf("200 strings of 5 MB took %v", d)
	}
}

func TestCapUTF16(t *testing.T) {
	for in, want := range map[string]string{
		"":      "",
		"abcd":  "abcd",
		"abcde": "abcd",
		"abc😀":  "abc",
		"ab😀x":  "ab😀",
		"一二三四五": "一二三四",
	} {
		if got := capUTF16(in, 4); got != want {
			t.Errorf("capUTF16(%q) = %q, want %q", in, got, want)
		}
	}
	if n := len(utf16.Encode([]rune(capUTF16(strings.Repeat("😀", 200), maxTooltip)))); n > maxTooltip {
		t.Errorf("%d units", n)
	}
}
