package transcript

import "io/fs"

// openFlags: Windows has no pipes among files.
const openFlags = 0

// stampOf has no identity: a stat does not tell the file's index, which would
// cost an open handle at every look, and the time of creation is not kept by
// every file system. A file that shrank is another one; what else was replaced
// is read again because its time changed.
func stampOf(info fs.FileInfo) stamp {
	return stamp{size: info.Size(), mtime: info.ModTime().UnixNano()}
}
