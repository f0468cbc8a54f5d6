// Command stubdll writes bcryptprimitives.dll for Wine.
//
// Programs built by Go 1.22 and later take their random numbers from
// bcryptprimitives.dll and end at start without it ("fatal error:
// bcryptprimitives.dll not found"). Wine has it since version 9; Debian 12 has
// Wine 8. The file written here holds no code: one export, ProcessPrng, that the
// loader forwards to advapi32.SystemFunction036 (RtlGenRandom), which has the
// same meaning for every length Go asks for.
//
// It is for machines that test. Windows has its own and we never ship this one.
package main

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"os"
)

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: stubdll FILE")
		os.Exit(2)
	}
	if err := os.WriteFile(os.Args[1], image(), 0o644); err != nil {
		fmt.Fprintln(os.Stderr, "stubdll:", err)
		os.Exit(1)
	}
}

const (
	peOffset    = 0x80   // of the PE signature in the file
	sectionRVA  = 0x1000 // of the only section in memory
	fileAlign   = 0x200  // also the size of all headers together
	memoryAlign = 0x1000
	imageBase   = 0x18000000 // any; nothing in the file is relocated
)

// image is the whole DLL: headers and one read-only section, the export table.
func image() []byte {
	table := exports()
	size := uint32(len(table))

	var b bytes.Buffer
	put := func(fields ...any) {
		for _, f := range fields {
			if err := binary.Write(&b, binary.LittleEndian, f); err != nil {
				panic(err) // a field without fixed size: our mistake
			}
		}
	}
	pad := func(to int) { b.Write(make([]byte, to-b.Len())) }

	put([]byte("MZ"))
	pad(0x3c)
	put(uint32(peOffset))
	pad(peOffset)

	put([]byte("PE\x00\x00"))
	put(uint16(0x8664), uint16(1)) // amd64, one section
	put([3]uint32{})               // no time stamp, no symbols
	put(uint16(112 + 16*8))        // size of the optional header
	put(uint16(0x2022))            // executable, large addresses, DLL

	put(uint16(0x20b), uint16(14))               // PE32+, linker version
	put(uint32(0), uint32(fileAlign), uint32(0)) // sizes of code, data, zeroed data
	put(uint32(0), uint32(0))                    // no entry point, no code
	put(uint64(imageBase))
	put(uint32(memoryAlign), uint32(fileAlign))
	put([4]uint16{6, 0, 0, 0})                    // system and image version
	put([4]uint16{6, 0, 0, 0})                    // subsystem version, reserved
	put(uint32(2*memoryAlign), uint32(fileAlign)) // sizes of image and headers
	put(uint32(0), uint16(2), uint16(0x160))      // checksum, GUI, safe to move and not to execute
	put([4]uint64{0x100000, 0x1000, 0x100000, 0x1000})
	put(uint32(0), uint32(16))
	put(uint32(sectionRVA), size) // directory 0: exports
	put([15][2]uint32{})          // the others: empty

	put([]byte(".rdata\x00\x00"))
	put(size, uint32(sectionRVA), uint32(fileAlign), uint32(fileAlign))
	put([3]uint32{})
	put(uint32(0x40000040)) // initialised data, readable
	pad(fileAlign)

	put(table)
	pad(2 * fileAlign)
	return b.Bytes()
}

// exports is the export directory with its names behind it. An address that
// points into the directory itself means: forwarded to the export named there.
func exports() []byte {
	const (
		dll     = "bcryptprimitives.dll\x00"
		name    = "ProcessPrng\x00"
		forward = "advapi32.SystemFunction036\x00"

		addresses = sectionRVA + 40 // behind the directory
		names     = addresses + 4
		ordinals  = names + 4
		dllAt     = ordinals + 2
		nameAt    = dllAt + len(dll)
		forwardAt = nameAt + len(name)
	)
	var b []byte
	for _, v := range []uint32{0, 0, 0, dllAt, 1, 1, 1, addresses, names, ordinals, uint32(forwardAt), uint32(nameAt)} {
		b = binary.LittleEndian.AppendUint32(b, v)
	}
	b = binary.LittleEndian.AppendUint16(b, 0)
	return append(b, dll+name+forward...)
}
