package cli

import (
	"os"

	"golang.org/x/sys/windows"
)

// attachConsole lets a command print in the terminal it was started from. The
// program is built for the desktop, so that no console window opens with the
// tray, and such a program starts without a console of its own. Output that was
// redirected stays where it goes.
func attachConsole() {
	const parent = ^uintptr(0) // ATTACH_PARENT_PROCESS
	if h, err := windows.GetStdHandle(windows.STD_OUTPUT_HANDLE); err == nil && h != 0 && h != windows.InvalidHandle {
		return
	}
	attach := windows.NewLazySystemDLL("kernel32.dll").NewProc("AttachConsole")
	if ok, _, _ := attach.Call(parent); ok == 0 {
		return // started from the desktop: nobody reads
	}
	if out, err := os.OpenFile("CONOUT$", os.O_RDWR, 0); err == nil {
		os.Stdout, os.Stderr = out, out
	}
}
