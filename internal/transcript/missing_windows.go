package transcript

import (
	"errors"
	"syscall"
)

// isNotDir reports whether a listing failed because there is something else
// than a folder.
func isNotDir(err error) bool {
	return errors.Is(err, syscall.ENOTDIR) || errors.Is(err, syscall.ERROR_PATH_NOT_FOUND)
}
