package transcript

import (
	"encoding/binary"
	"slices"
	"testing"
	"unicode/utf16"
)

func TestDistributions(t *testing.T) {
	text := "\ufeffUbuntu-24.04\r\ndocker-desktop\r\ndocker-desktop-data\r\n\r\n..\\x\r\nDebian 发行\r\n"
	var out []byte
	for _, u := range utf16.Encode([]rune(text)) {
		out = binary.LittleEndian.AppendUint16(out, u)
	}
	if got := distributions(out); !slices.Equal(got, []string{"Ubuntu-24.04", "Debian 发行"}) {
		t.Errorf("got %q", got)
	}
	if got := distributions([]byte{0x55}); len(got) > 0 {
		t.Errorf("got %q of half a character", got)
	}
}
