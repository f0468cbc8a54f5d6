package main

import (
	"time"

	"golang.org/x/sys/windows"
)

// used is what this process has used.
type used struct {
	cpu      time.Duration
	switches int64 // not told by this system
	peak     int64 // likewise
}

func usage() used {
	var created, exited, kernel, user windows.Filetime
	if windows.GetProcessTimes(windows.CurrentProcess(), &created, &exited, &kernel, &user) != nil {
		return used{}
	}
	const tick = 100 // nanoseconds
	ticks := func(f windows.Filetime) int64 { return int64(f.HighDateTime)<<32 | int64(f.LowDateTime) }
	return used{cpu: time.Duration((ticks(kernel) + ticks(user)) * tick)}
}
