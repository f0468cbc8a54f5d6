package transcript

import (
	"io/fs"
	"syscall"
)

// openFlags: Windows has no pipes among files.
const openFlags = 0

// stampOf takes the time of creation for the identity: the file's index would
// cost an open handle at every look.
func stampOf(info fs.FileInfo) stamp {
	s := stamp{size: info.Size(), mtime: info.ModTime().UnixNano()}
	if d, ok := info.Sys().(*syscall.Win32FileAttributeData); ok {
		s.ino = uint64(d.CreationTime.Nanoseconds())
	}
	return s
}
