package store

import (
	"errors"
	"fmt"
	"io"
	"os"
)

// ErrUnreadable marks a file of ours that is no regular file or too large to be
// one that the app wrote.
var ErrUnreadable = errors.New("not a file of this app")

// ReadFile reads a whole regular file of at most most bytes. Nothing else is
// waited for: a pipe in the file's place is an error, as is a file that is
// larger.
func ReadFile(path string, most int64) ([]byte, error) {
	f, err := os.OpenFile(path, os.O_RDONLY|openFlags, 0)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	info, err := f.Stat()
	switch {
	case err != nil:
		return nil, err
	case !info.Mode().IsRegular():
		return nil, fmt.Errorf("%w: %s is not a regular file", ErrUnreadable, path)
	}
	data, err := io.ReadAll(io.LimitReader(f, most+1))
	if err == nil && int64(len(data)) > most {
		err = fmt.Errorf("%w: %s is larger than %d MB", ErrUnreadable, path, most>>20)
	}
	if err != nil {
		return nil, err
	}
	return data, nil
}
