package tray

import (
	"bytes"
	"encoding/binary"
	"image"
)

// icoSizes are the edge lengths in pixels inside an .ico file.
var icoSizes = []int{16, 20, 24, 32, 48}

// encodeICO writes square images of at most 255 pixels as one .ico file. The
// images inside are 32-bit bitmaps, not PNGs: LoadImage reads those everywhere.
func encodeICO(images []*image.NRGBA) []byte {
	const headerSize, entrySize = 6, 16
	var dir, data bytes.Buffer
	put(&dir, []uint16{0, 1, uint16(len(images))}) // reserved, type icon, count
	offset := headerSize + entrySize*len(images)
	for _, im := range images {
		size := im.Bounds().Dx()
		bitmap := encodeDIB(im)
		put(&dir, []uint8{uint8(size), uint8(size), 0, 0}) // no palette, reserved
		put(&dir, []uint16{1, 32})                         // planes, bits per pixel
		put(&dir, []uint32{uint32(len(bitmap)), uint32(offset + data.Len())})
		data.Write(bitmap)
	}
	return append(dir.Bytes(), data.Bytes()...)
}

// encodeDIB is the bitmap of one icon image: header, rows bottom up as BGRA,
// then an empty AND mask, which the format demands although alpha decides.
func encodeDIB(im *image.NRGBA) []byte {
	size := im.Bounds().Dx()
	maskBytes := (size + 31) / 32 * 4 * size
	var b bytes.Buffer
	put(&b, []uint32{40, uint32(size), uint32(2 * size)}) // header size, width, height with mask
	put(&b, []uint16{1, 32})                              // planes, bits per pixel
	put(&b, []uint32{0, uint32(size*size*4 + maskBytes), 0, 0, 0, 0})
	for y := size - 1; y >= 0; y-- {
		for x := range size {
			c := im.NRGBAAt(x, y)
			b.Write([]byte{c.B, c.G, c.R, c.A})
		}
	}
	b.Write(make([]byte, maskBytes))
	return b.Bytes()
}

// put writes numbers little-endian. Writing numbers to a buffer cannot fail.
func put(b *bytes.Buffer, numbers any) { _ = binary.Write(b, binary.LittleEndian, numbers) }
