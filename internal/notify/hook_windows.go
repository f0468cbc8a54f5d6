package notify

import (
	"fmt"
	"sync"
	"sync/atomic"
	"unsafe"

	"golang.org/x/sys/windows"
)

// The messages that the tray's window gets.
const (
	trayMessage       = 0x401 // systray's WM_USER+1, what happened is in lParam
	ninBalloonShow    = 0x402
	ninBalloonHide    = 0x403
	ninBalloonTimeout = 0x404
	ninBalloonClick   = 0x405
)

// indexWindowProc is GWLP_WNDPROC, -4.
const indexWindowProc = ^uintptr(3)

var (
	user32              = windows.NewLazySystemDLL("user32.dll")
	procGetWindowLong   = user32.NewProc("GetWindowLong" + longSuffix)
	procSetWindowLong   = user32.NewProc("SetWindowLong" + longSuffix)
	procCallWindowProc  = user32.NewProc("CallWindowProcW")
	procRegisterMessage = user32.NewProc("RegisterWindowMessageW")
)

// hook is the procedure put before the window's own. Windows never frees a
// callback of ours, so there is one, put in once for each window and left
// there; without a receiver it only passes messages on.
var hook struct {
	mu       sync.Mutex // guards installing
	callback uintptr
	window   windows.HWND
	restart  uint32 // message that the shell sends after it restarted

	next   atomic.Uintptr // the procedure before ours
	report atomic.Pointer[func(balloonReport)]
}

// hookWindow sends what the window hears of balloons to report, which is
// called on the window's thread and must not block.
func hookWindow(w windows.HWND, report func(balloonReport)) error {
	if err := findProcs(procGetWindowLong, procSetWindowLong, procCallWindowProc, procRegisterMessage); err != nil {
		return err
	}
	hook.mu.Lock()
	defer hook.mu.Unlock()
	if hook.callback == 0 {
		hook.restart = registerMessage("TaskbarCreated")
		hook.callback = windows.NewCallback(windowProc)
	}
	if hook.window != w {
		// Known before it is needed: the window's thread may call ours at once.
		before, _, err := procGetWindowLong.Call(uintptr(w), indexWindowProc)
		if before == 0 {
			return fmt.Errorf("read the tray's window procedure: %w", err)
		}
		hook.next.Store(before)
		if replaced, _, err := procSetWindowLong.Call(uintptr(w), indexWindowProc, hook.callback); replaced == 0 {
			return fmt.Errorf("set the tray's window procedure: %w", err)
		}
		hook.window = w
	}
	hook.report.Store(&report)
	return nil
}

// unhookWindow ends the reports about w.
func unhookWindow(w windows.HWND) {
	hook.mu.Lock()
	defer hook.mu.Unlock()
	if hook.window == w {
		hook.report.Store(nil)
	}
}

func registerMessage(name string) uint32 {
	p, err := windows.UTF16PtrFromString(name)
	if err != nil {
		return 0
	}
	id, _, _ := procRegisterMessage.Call(uintptr(unsafe.Pointer(p)))
	return uint32(id)
}

// windowProc reports and passes on.
func windowProc(w windows.HWND, message uint32, wParam, lParam uintptr) uintptr {
	if report := hook.report.Load(); report != nil {
		if r, ok := readMessage(message, wParam, lParam); ok {
			(*report)(r)
		}
	}
	result, _, _ := procCallWindowProc.Call(hook.next.Load(), uintptr(w), uintptr(message), wParam, lParam)
	return result
}

func readMessage(message uint32, wParam, lParam uintptr) (balloonReport, bool) {
	if message == hook.restart && message != 0 {
		return balloonShellRestarted, true
	}
	if message != trayMessage || wParam != trayIconID {
		return 0, false
	}
	switch lParam & 0xFFFF {
	case ninBalloonShow:
		return balloonShown, true
	case ninBalloonHide:
		return balloonHidden, true
	case ninBalloonTimeout:
		return balloonTimedOut, true
	case ninBalloonClick:
		return balloonClicked, true
	}
	return 0, false
}
