//go:build !windows

package main

import (
	"runtime"
	"syscall"
	"time"
)

// used is what this process has used.
type used struct {
	cpu      time.Duration
	switches int64
	peak     int64 // resident memory, in KB
}

func usage() used {
	var r syscall.Rusage
	_ = syscall.Getrusage(syscall.RUSAGE_SELF, &r)
	u := used{cpu: time.Duration(r.Utime.Nano() + r.Stime.Nano()), switches: int64(r.Nvcsw), peak: int64(r.Maxrss)}
	if runtime.GOOS == "darwin" {
		u.peak /= 1024 // in bytes there
	}
	return u
}
