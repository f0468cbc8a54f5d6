package transcript

import (
	"errors"
	"strings"

	"golang.org/x/sys/unix"
)

// System is this machine's process table.
type System struct{}

// Life asks the kernel for the process. The start guard on macOS is a printed
// date whose form differs between versions, so a pid that lives counts.
func (System) Life(r Record) Life {
	if r.Domain != "" && !strings.HasPrefix(r.Domain, "darwin") && !strings.HasPrefix(r.Domain, "macos") {
		return Foreign
	}
	if err := unix.Kill(r.PID, 0); err != nil && !errors.Is(err, unix.EPERM) {
		return Dead
	}
	return Alive
}
