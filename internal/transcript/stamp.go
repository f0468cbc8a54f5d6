package transcript

import (
	"fmt"
	"os"
	"time"
)

// stamp is what a stat says about a file: which file it is and whether it may
// hold other bytes than before. It comes from a stat, never from a directory
// entry: Windows keeps the entry of a growing file still (formats: D3).
type stamp struct {
	dev, ino     uint64 // identity; on Windows the time of creation stands in for it
	size         int64
	mtime, ctime int64 // nanoseconds since 1970; ctime is 0 where the system has none
}

// dirID is the identity of a folder, zero where the system gives none.
type dirID struct{ dev, ino uint64 }

// dirStamp is what a stat says about a folder. Its time moves when a name in it
// comes, goes or changes.
type dirStamp struct {
	dirID
	mtime int64
}

func (s stamp) modTime() time.Time { return time.Unix(0, s.mtime) }

// sameFile reports whether both are stamps of one file.
func (s stamp) sameFile(o stamp) bool { return s.dev == o.dev && s.ino == o.ino }

// racySpan is how coarse file times may be: a second write within one tick of
// the file system's clock leaves size and time as they were.
const racySpan = 50 * time.Millisecond

// racy reports whether the file changed so shortly before now that another
// write might not show.
func (s stamp) racy(now time.Time) bool {
	age := now.UnixNano() - max(s.mtime, s.ctime)
	return age > -int64(time.Second) && age < int64(racySpan)
}

// statRegular looks at a path. Only regular files count: opening anything else
// could block for ever.
func statRegular(path string) (stamp, error) {
	info, err := os.Stat(path)
	if err != nil {
		return stamp{}, err
	}
	if !info.Mode().IsRegular() {
		return stamp{}, notRegular(path)
	}
	return stampOf(info), nil
}

func notRegular(path string) error {
	return fmt.Errorf("%s is left out: it is not a regular file", path)
}

// openRegular opens a regular file for reading. The file is opened without
// waiting and checked again, since a pipe may have taken its place since the
// stat.
func openRegular(path string) (*os.File, error) {
	f, err := os.OpenFile(path, os.O_RDONLY|openFlags, 0)
	if err != nil {
		return nil, err
	}
	info, err := f.Stat()
	if err == nil && !info.Mode().IsRegular() {
		err = notRegular(path)
	}
	if err != nil {
		f.Close()
		return nil, err
	}
	return f, nil
}
