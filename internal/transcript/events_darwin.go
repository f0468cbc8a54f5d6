package transcript

import (
	"errors"
	"syscall"
)

// maxWatches bounds the watched folders; what lies elsewhere is polled. Every
// file in a watched folder costs a descriptor.
const maxWatches = 256

// EventsTrusted: an event comes with every change of a file.
const EventsTrusted = true

// exhausted reports whether the system has no descriptors left.
func exhausted(err error) bool {
	return errors.Is(err, syscall.EMFILE) || errors.Is(err, syscall.ENFILE)
}

// eventless names the kind of dir's file system when changes can go without
// events; "" when they cannot.
func eventless(dir string) string {
	var st syscall.Statfs_t
	if syscall.Statfs(dir, &st) != nil {
		return ""
	}
	name := make([]byte, 0, len(st.Fstypename))
	for _, c := range st.Fstypename {
		if c == 0 {
			break
		}
		name = append(name, byte(c))
	}
	switch string(name) {
	case "apfs", "hfs", "msdos", "exfat":
		return ""
	}
	return string(name)
}
