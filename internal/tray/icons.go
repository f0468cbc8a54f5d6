package tray

import (
	"bytes"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"sync"

	"golang.org/x/image/vector"

	"agentisland/internal/status"
)

// drawing draws one icon at size × size pixels, in colour or in black.
type drawing func(size int, coloured bool) *image.NRGBA

// look is an icon as data: a shape that tells the state by itself, and a
// colour in the middle of the range so that it shows on light and dark bars.
type look struct {
	shape  func(*pen)
	colour color.NRGBA
}

var looks = map[status.State]look{
	status.Idle:     {smallRing, color.NRGBA{0x8b, 0x93, 0x9c, 0xff}},
	status.Working:  {openArc, color.NRGBA{0x2f, 0x87, 0xf0, 0xff}},
	status.NeedsYou: {discWithMark, color.NRGBA{0xf0, 0x84, 0x0c, 0xff}},
	status.Stuck:    {hourglass, color.NRGBA{0xa8, 0x6a, 0xe0, 0xff}},
	status.Error:    {cross, color.NRGBA{0xe5, 0x3e, 0x3e, 0xff}},
}

// draw rasterises the look.
func (l look) draw(size int, coloured bool) *image.NRGBA {
	p := &pen{r: vector.NewRasterizer(size, size), scale: float32(size) / canvas}
	l.shape(p)
	// The rasteriser's fast paths want alpha-only output; colour is laid on after.
	mask := image.NewAlpha(image.Rect(0, 0, size, size))
	p.r.DrawOp = draw.Src
	p.r.Draw(mask, mask.Bounds(), image.Opaque, image.Point{})
	c := color.NRGBA{A: 0xff}
	if coloured {
		c = l.colour
	}
	im := image.NewNRGBA(mask.Bounds())
	for i, a := range mask.Pix {
		copy(im.Pix[4*i:], []byte{c.R, c.G, c.B, a})
	}
	return im
}

// icons are the encoded icons of this platform. They are made once: Windows
// keeps a handle for every distinct byte slice for the life of the process.
var icons = sync.OnceValue(func() map[status.State][]byte {
	encoded := make(map[status.State][]byte, len(looks))
	for state, l := range looks {
		encoded[state] = encodeIcon(l.draw)
	}
	return encoded
})

// icon is the encoded icon of a state, never empty: systray panics on that.
func icon(s status.State) []byte {
	if b, ok := icons()[s]; ok {
		return b
	}
	return icons()[status.Idle]
}

// Picture is the coloured shape of a state as a PNG, for notifications.
func Picture(s status.State) []byte {
	const size = 64
	return encodePNG(looks[known(s)].draw(size, true))
}

// encodePNG cannot fail: the image is of a supported size and the buffer
// takes everything.
func encodePNG(im image.Image) []byte {
	var b bytes.Buffer
	_ = png.Encode(&b, im)
	return b.Bytes()
}
