package transcript

import (
	"strconv"
	"strings"

	"golang.org/x/sys/windows"
)

// System is this machine's process table.
type System struct{}

// stillActive is the exit code of a process that has not ended.
const stillActive = 259

// Life opens the process. The start guard is its creation time in FILETIME
// digits.
func (System) Life(r Record) Life {
	if strings.HasPrefix(r.Domain, "linux:") {
		return Foreign
	}
	h, err := windows.OpenProcess(windows.PROCESS_QUERY_LIMITED_INFORMATION, false, uint32(r.PID))
	if err != nil {
		if err == windows.ERROR_ACCESS_DENIED {
			return Alive
		}
		return Dead
	}
	defer windows.CloseHandle(h)
	var code uint32
	if windows.GetExitCodeProcess(h, &code) == nil && code != stillActive {
		return Dead
	}
	var created, exited, kernel, user windows.Filetime
	if r.ProcStart != "" && windows.GetProcessTimes(h, &created, &exited, &kernel, &user) == nil {
		start := uint64(created.HighDateTime)<<32 | uint64(created.LowDateTime)
		if _, err := strconv.ParseUint(r.ProcStart, 10, 64); err == nil && r.ProcStart != strconv.FormatUint(start, 10) {
			return Dead
		}
	}
	return Alive
}
