package tray

// escapeLabel returns s: titles of NSMenuItem have no special characters.
func escapeLabel(s string) string { return s }

// encodeIcon is the icon in the form this platform takes: a template image,
// of which only the alpha channel counts. 32 pixels are shown as 16 points.
func encodeIcon(draw drawing) []byte { return encodePNG(draw(32, false)) }
