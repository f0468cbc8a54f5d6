package tray

import "strings"

// escapeLabel protects text from the platform's own reading of menu labels:
// in dbusmenu "_" marks the next letter as access key and "__" is one "_".
func escapeLabel(s string) string { return strings.ReplaceAll(s, "_", "__") }

// encodeIcon is the icon in the form this platform takes: one PNG. Panels
// scale it; 32 pixels suit the usual panel heights.
func encodeIcon(draw drawing) []byte { return encodePNG(draw(32, true)) }
