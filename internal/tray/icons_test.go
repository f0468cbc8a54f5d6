package tray

import (
	"encoding/binary"
	"flag"
	"image"
	"image/color"
	"image/draw"
	"os"
	"testing"

	"agentisland/internal/status"
)

var contactSheet = flag.String("contact-sheet", "", "write all icons, enlarged, on light and dark to this PNG file")

// TestShapesDiffer: the states must be told apart without colour, since a
// menu bar of macOS uses the alpha channel only.
func TestShapesDiffer(t *testing.T) {
	for _, size := range icoSizes {
		for i, a := range status.States {
			for _, b := range status.States[i+1:] {
				if d := alphaDifference(looks[a].draw(size, true), looks[b].draw(size, false)); d < 0.15 {
					t.Errorf("size %d: %v and %v differ in %.0f %% of the area", size, a, b, 100*d)
				}
			}
		}
	}
}

// TestSilhouettes guards the one difference that matters most at a glance: a
// state that wants attention covers clearly more than idle.
func TestSilhouettes(t *testing.T) {
	idle := coverage(looks[status.Idle].draw(32, true))
	for _, s := range []status.State{status.NeedsYou, status.Stuck, status.Error} {
		if c := coverage(looks[s].draw(32, true)); c < 1.5*idle {
			t.Errorf("%v covers %.2f, idle %.2f", s, c, idle)
		}
	}
}

func TestIconsAreFixed(t *testing.T) {
	seen := map[string]status.State{}
	for _, s := range status.States {
		b := icon(s)
		if len(b) == 0 {
			t.Fatalf("%v: empty icon", s)
		}
		if other, ok := seen[string(b)]; ok {
			t.Errorf("%v and %v have the same bytes", s, other)
		}
		seen[string(b)] = s
		if &b[0] != &icon(s)[0] {
			t.Errorf("%v: drawn twice", s)
		}
	}
	if &icon(status.State(99))[0] != &icon(status.Idle)[0] {
		t.Error("an unknown state has no icon")
	}
}

func TestICO(t *testing.T) {
	var images []*image.NRGBA
	for _, size := range icoSizes {
		images = append(images, looks[status.Error].draw(size, true))
	}
	b := encodeICO(images)
	le := binary.LittleEndian
	if le.Uint16(b) != 0 || le.Uint16(b[2:]) != 1 || int(le.Uint16(b[4:])) != len(icoSizes) {
		t.Fatalf("header % x", b[:6])
	}
	end := 6 + 16*len(icoSizes)
	for i, size := range icoSizes {
		e := b[6+16*i:]
		length, offset := int(le.Uint32(e[8:])), int(le.Uint32(e[12:]))
		if int(e[0]) != size || int(e[1]) != size || le.Uint16(e[6:]) != 32 || offset != end {
			t.Errorf("entry %d: % x, wanted offset %d", i, e[:16], end)
		}
		dib := b[offset : offset+length]
		if le.Uint32(dib) != 40 || int(le.Uint32(dib[4:])) != size || int(le.Uint32(dib[8:])) != 2*size {
			t.Errorf("bitmap %d: % x", i, dib[:12])
		}
		// The lowest row comes first, so the image's last row must be found there.
		want := images[i].NRGBAAt(size/4, size-1)
		got := dib[40+4*(size/4):]
		if got[0] != want.B || got[1] != want.G || got[2] != want.R || got[3] != want.A {
			t.Errorf("bitmap %d: pixel % x, want %v", i, got[:4], want)
		}
		end += length
	}
	if end != len(b) {
		t.Errorf("file has %d bytes, entries end at %d", len(b), end)
	}
}

// TestContactSheet draws the sheet that a person looks at after changing an
// icon: go test ./internal/tray -run ContactSheet -contact-sheet sheet.png
func TestContactSheet(t *testing.T) {
	if *contactSheet == "" {
		t.Skip("only with -contact-sheet FILE")
	}
	const cell = 208
	backgrounds := []color.Color{color.White, color.Gray{0xdd}, color.Gray{0x2b}, color.Black}
	sizes := []int{16, 32}
	sheet := image.NewNRGBA(image.Rect(0, 0, 2*cell*len(status.States), cell*len(sizes)*len(backgrounds)))
	for bi, background := range backgrounds {
		for si, size := range sizes {
			for i := range 2 * len(status.States) {
				coloured := i < len(status.States)
				im := looks[status.States[i%len(status.States)]].draw(size, coloured)
				if !coloured && bi >= 2 { // macOS paints a template white on a dark bar
					invert(im)
				}
				at := image.Pt(i*cell, (bi*len(sizes)+si)*cell)
				draw.Draw(sheet, image.Rectangle{at, at.Add(image.Pt(cell, cell))}, image.NewUniform(background), image.Point{}, draw.Src)
				stamp(sheet, at.Add(image.Pt(6, 6)), im, 1)
				stamp(sheet, at.Add(image.Pt(56, 28)), im, 144/size)
			}
		}
	}
	if err := os.WriteFile(*contactSheet, encodePNG(sheet), 0o644); err != nil {
		t.Fatal(err)
	}
}

func stamp(dst draw.Image, at image.Point, im image.Image, zoom int) {
	size := im.Bounds().Dx()
	for y := range size {
		for x := range size {
			r := image.Rect(x*zoom, y*zoom, (x+1)*zoom, (y+1)*zoom).Add(at)
			draw.Draw(dst, r, image.NewUniform(im.At(x, y)), image.Point{}, draw.Over)
		}
	}
}

func invert(im *image.NRGBA) {
	for i := range im.Pix {
		if i%4 != 3 {
			im.Pix[i] = ^im.Pix[i]
		}
	}
}

func coverage(im *image.NRGBA) float64 {
	sum := 0
	for i := 3; i < len(im.Pix); i += 4 {
		sum += int(im.Pix[i])
	}
	return float64(sum) / 255 / float64(len(im.Pix)/4)
}

// alphaDifference is the mean difference of the alpha channels, 0 to 1.
func alphaDifference(a, b *image.NRGBA) float64 {
	sum := 0
	for i := 3; i < len(a.Pix); i += 4 {
		sum += max(int(a.Pix[i]), int(b.Pix[i])) - min(int(a.Pix[i]), int(b.Pix[i]))
	}
	return float64(sum) / 255 / float64(len(a.Pix)/4)
}
