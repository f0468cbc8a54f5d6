package tray

import (
	"context"
	"time"
	"unsafe"

	"fyne.io/systray"
	"golang.org/x/sys/windows"
)

const (
	// taskbarWait is how long the start waits for the taskbar.
	taskbarWait = 30 * time.Second
	taskbarPoll = 250 * time.Millisecond
)

var findWindow = windows.NewLazySystemDLL("user32.dll").NewProc("FindWindowW")

// prepare waits for the taskbar. An app that starts at sign-in can be earlier,
// and systray gives up for good when its first attempt to add the icon fails.
func prepare(ctx context.Context, _ context.CancelCauseFunc) error {
	ctx, cancel := context.WithTimeout(ctx, taskbarWait)
	defer cancel()
	for !taskbarExists() {
		select {
		case <-ctx.Done():
			return nil // another shell may do without that window: try anyway
		case <-time.After(taskbarPoll):
		}
	}
	return nil
}

func taskbarExists() bool {
	class, err := windows.UTF16PtrFromString("Shell_TrayWnd")
	if err != nil {
		return true
	}
	window, _, _ := findWindow.Call(uintptr(unsafe.Pointer(class)), 0)
	return window != 0
}

// presetProperties does nothing: systray refuses every call before its start.
func presetProperties(Model) {}

func setIcon(ico []byte) { systray.SetIcon(ico) }
