package tray

import (
	"image"
	"strings"
)

// escapeLabel protects text from the platform's own reading of menu labels:
// "&" marks the next letter as access key and "&&" is one "&".
func escapeLabel(s string) string { return strings.ReplaceAll(s, "&", "&&") }

// encodeIcon is the icon in the form this platform takes: an .ico with one
// image for each size that the shell asks for at 100 to 300 % scaling.
func encodeIcon(draw drawing) []byte {
	var images []*image.NRGBA
	for _, size := range icoSizes {
		images = append(images, draw(size, true))
	}
	return encodeICO(images)
}
