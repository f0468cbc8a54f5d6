package transcript

import (
	"encoding/binary"
	"strings"
	"unicode/utf16"
)

// distributions reads the output of wsl.exe --list --quiet: names on lines of
// their own, in UTF-16. Those of Docker hold no sessions.
func distributions(out []byte) []string {
	units := make([]uint16, 0, len(out)/2)
	for i := 0; i+1 < len(out); i += 2 {
		units = append(units, binary.LittleEndian.Uint16(out[i:]))
	}
	text := strings.TrimPrefix(string(utf16.Decode(units)), "\ufeff")
	var names []string
	for line := range strings.Lines(text) {
		name := strings.Trim(line, "\r\n\x00 ")
		if name == "" || strings.HasPrefix(name, "docker-desktop") || strings.ContainsAny(name, `\/`) {
			continue
		}
		names = append(names, name)
	}
	return names
}
