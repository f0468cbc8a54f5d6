package cli

import (
	"os"

	"golang.org/x/sys/windows"
)

var (
	kernel32       = windows.NewLazySystemDLL("kernel32.dll")
	procAttach     = kernel32.NewProc("AttachConsole")
	procFree       = kernel32.NewProc("FreeConsole")
	console        *os.File // the terminal we were started from, nil when there is none or no need of it
	parentsConsole = ^uintptr(0)
)

// attachConsole lets a command print in the terminal it was started from. The
// program is built for the desktop, so that no console window opens with the
// tray, and such a program starts without a console of its own. Output that was
// redirected stays where it goes, each of the two by itself.
func attachConsole() {
	out, errors := goesSomewhere(windows.STD_OUTPUT_HANDLE), goesSomewhere(windows.STD_ERROR_HANDLE)
	if out && errors {
		return
	}
	if ok, _, _ := procAttach.Call(parentsConsole); ok == 0 {
		return // started from the desktop: nobody reads
	}
	f, err := os.OpenFile("CONOUT$", os.O_RDWR, 0)
	if err != nil {
		return
	}
	console = f
	if !out {
		os.Stdout = f
	}
	if !errors {
		os.Stderr = f
	}
}

// goesSomewhere reports whether a standard handle is open. A desktop program may
// have got the number of its parent's console, which is no handle here.
func goesSomewhere(standard uint32) bool {
	h, err := windows.GetStdHandle(standard)
	if err != nil || h == 0 || h == windows.InvalidHandle {
		return false
	}
	_, err = windows.GetFileType(h)
	return err == nil
}

// releaseConsole parts from that terminal. Its prompt came back when we started,
// so a Ctrl+C there is for another program, and closing it must not end us.
func releaseConsole() {
	if console == nil {
		return
	}
	console.Close()
	procFree.Call()
}
