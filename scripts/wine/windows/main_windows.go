// Command windows lists the visible windows of a Windows desktop by what X does
// not know of them, one a line:
//
//	CLASS<tab>X Y WIDTH HEIGHT<tab>TEXT
//
// With a class behind the desktop's name it asks the windows of that class,
// visible or not, to close.
package main

import (
	"fmt"
	"os"
	"runtime"
	"strings"
	"unsafe"

	"golang.org/x/sys/windows"
)

const (
	wmClose   = 0x10
	wmGetText = 0x0D

	abortIfHung = 0x2 // SMTO_ABORTIFHUNG
	patience    = 1000

	genericAll = 0x10000000
)

var (
	user32           = windows.NewLazySystemDLL("user32.dll")
	openDesktop      = user32.NewProc("OpenDesktopW")
	setThreadDesktop = user32.NewProc("SetThreadDesktop")
	getWindowRect    = user32.NewProc("GetWindowRect")
	postMessage      = user32.NewProc("PostMessageW")
	sendMessage      = user32.NewProc("SendMessageTimeoutW")
)

func main() {
	if len(os.Args) < 2 {
		fmt.Fprintln(os.Stderr, "usage: windows DESKTOP [CLASS-TO-CLOSE]")
		os.Exit(2)
	}
	if err := run(os.Args[1], strings.Join(os.Args[2:], "")); err != nil {
		fmt.Fprintln(os.Stderr, "windows:", err)
		os.Exit(1)
	}
}

func run(desktop, toClose string) error {
	// A program started outside the desktop sees another one's windows.
	runtime.LockOSThread()
	name, err := windows.UTF16PtrFromString(desktop)
	if err != nil {
		return err
	}
	handle, _, err := openDesktop.Call(uintptr(unsafe.Pointer(name)), 0, 0, genericAll)
	if handle == 0 {
		return fmt.Errorf("open the desktop %s: %w", desktop, err)
	}
	if done, _, err := setThreadDesktop.Call(handle); done == 0 {
		return fmt.Errorf("go to the desktop %s: %w", desktop, err)
	}
	return windows.EnumWindows(windows.NewCallback(func(w windows.HWND, _ uintptr) uintptr {
		if toClose == "" {
			list(w)
		} else if class(w) == toClose {
			postMessage.Call(uintptr(w), wmClose, 0, 0)
		}
		return 1 // go on
	}), nil)
}

func list(w windows.HWND) {
	if !windows.IsWindowVisible(w) {
		return
	}
	var r windows.Rect
	getWindowRect.Call(uintptr(w), uintptr(unsafe.Pointer(&r)))
	fmt.Printf("%s\t%d %d %d %d\t%s\n", class(w), r.Left, r.Top, r.Right-r.Left, r.Bottom-r.Top, text(w))
}

func class(w windows.HWND) string {
	var buffer [256]uint16
	if _, err := windows.GetClassName(w, &buffer[0], int32(len(buffer))); err != nil {
		return ""
	}
	return windows.UTF16ToString(buffer[:])
}

// text asks the window itself: what a tooltip shows is not its caption.
func text(w windows.HWND) string {
	var buffer [1024]uint16
	var n uintptr
	sendMessage.Call(uintptr(w), wmGetText, uintptr(len(buffer)), uintptr(unsafe.Pointer(&buffer[0])),
		abortIfHung, patience, uintptr(unsafe.Pointer(&n)))
	return strings.Join(strings.Fields(windows.UTF16ToString(buffer[:])), " ")
}
