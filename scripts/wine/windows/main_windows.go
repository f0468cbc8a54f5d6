// Command windows lists the visible windows of a Windows desktop by what X does
// not know of them, one a line:
//
//	CLASS<tab>X Y WIDTH HEIGHT<tab>TEXT
//
// With a class behind the desktop's name it asks the windows of that class,
// visible or not, to close, and with three numbers (message, wParam, lParam)
// behind that it posts this message to them instead.
package main

import (
	"fmt"
	"os"
	"runtime"
	"strconv"
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
	toClass, message, err := arguments(os.Args[1:])
	if err != nil {
		fmt.Fprintln(os.Stderr, "usage: windows DESKTOP [CLASS-TO-CLOSE [MESSAGE WPARAM LPARAM]]")
		os.Exit(2)
	}
	if err := run(os.Args[1], toClass, message); err != nil {
		fmt.Fprintln(os.Stderr, "windows:", err)
		os.Exit(1)
	}
}

// message is what PostMessage sends.
type message [3]uintptr

func arguments(args []string) (toClass string, m message, err error) {
	m = message{wmClose}
	switch len(args) {
	case 1:
		return "", m, nil
	case 2:
		return args[1], m, nil
	case 5:
		for i, arg := range args[2:] {
			n, err := strconv.ParseUint(arg, 0, 32)
			if err != nil {
				return "", m, err
			}
			m[i] = uintptr(n)
		}
		return args[1], m, nil
	}
	return "", m, fmt.Errorf("%d arguments", len(args))
}

func run(desktop, toClass string, m message) error {
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
		if toClass == "" {
			list(w)
		} else if class(w) == toClass {
			postMessage.Call(uintptr(w), m[0], m[1], m[2])
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
