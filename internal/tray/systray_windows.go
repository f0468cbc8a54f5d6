package tray

import (
	"context"
	"sync/atomic"
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

// menuThread is the thread that shows the menu. Run is called on the main
// goroutine, which systray ties to its thread.
var menuThread atomic.Uint32

// prepare waits for the taskbar. An app that starts at sign-in can be earlier,
// and systray gives up for good when its first attempt to add the icon fails.
func prepare(ctx context.Context, _ context.CancelCauseFunc) error {
	menuThread.Store(windows.GetCurrentThreadId())
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

// frozen reports whether the menu is open. Windows does not repaint an open
// menu, so a changed row would do something else than what it says.
func frozen() bool {
	const inMenuMode, popupMenuMode = 0x4, 0x10 // GUI_INMENUMODE, GUI_POPUPMENUMODE
	info := windows.GUIThreadInfo{}
	info.Size = uint32(unsafe.Sizeof(info))
	if err := windows.GetGUIThreadInfo(menuThread.Load(), &info); err != nil {
		return false
	}
	return info.Flags&(inMenuMode|popupMenuMode) != 0
}
