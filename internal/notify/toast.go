package notify

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/xml"
	"strings"
)

// toastTag names a toast. Older Windows 10 allows 16 characters.
func toastTag(id string) string {
	sum := sha256.Sum256([]byte(id))
	return hex.EncodeToString(sum[:8])
}

// toastXML is the content of a toast. There are no sounds of one's own for a
// program without a package: a file means the system's sound.
func toastXML(n centerNote) string {
	var b strings.Builder
	text := func(s string) {
		// It also replaces what XML has no way to write. A Builder never fails.
		_ = xml.EscapeText(&b, []byte(s))
	}
	b.WriteString(`<toast launch="open"><visual><binding template="ToastGeneric"><text>`)
	text(n.title)
	b.WriteString(`</text><text>`)
	text(n.body)
	b.WriteString(`</text></binding></visual>`)
	if n.action != "" {
		b.WriteString(`<actions><action activationType="foreground" arguments="open" content="`)
		text(n.action)
		b.WriteString(`"/></actions>`)
	}
	if n.sound == "" {
		b.WriteString(`<audio silent="true"/>`)
	}
	b.WriteString(`</toast>`)
	return b.String()
}
