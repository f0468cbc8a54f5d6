package notify

import (
	"context"
	"errors"
	"fmt"
	"time"
	"unsafe"

	"golang.org/x/sys/windows"
)

// What fyne.io/systray calls its window and icon.
const (
	trayClass  = "SystrayClass"
	trayIconID = 100
)

const (
	nimModify   = 0x1
	nifInfo     = 0x10
	niifInfo    = 0x1
	niifNoSound = 0x10
)

// iconData is NOTIFYICONDATAW.
type iconData struct {
	Size            uint32
	Window          windows.HWND
	ID              uint32
	Flags           uint32
	CallbackMessage uint32
	Icon            windows.Handle
	Tip             [128]uint16
	State           uint32
	StateMask       uint32
	Info            [256]uint16
	Timeout         uint32
	InfoTitle       [64]uint16
	InfoFlags       uint32
	GUID            windows.GUID
	BalloonIcon     windows.Handle
}

var (
	shell32         = windows.NewLazySystemDLL("shell32.dll")
	procNotifyIcon  = shell32.NewProc("Shell_NotifyIconW")
	procFindWindow  = user32.NewProc("FindWindowExW")
	errNoIcon       = errors.New("the tray icon does not answer")
	iconPollingRate = 100 * time.Millisecond
)

// icon is the tray icon of this process. It is a balloonShell.
type icon struct{ window windows.HWND }

// attachIcon waits until the tray icon exists and sends what happens to its
// balloons to report.
func attachIcon(ctx context.Context, report func(balloonReport)) (*icon, error) {
	if err := findProcs(procNotifyIcon, procFindWindow); err != nil {
		return nil, err
	}
	ticker := time.NewTicker(iconPollingRate)
	defer ticker.Stop()
	for {
		// An icon that can be changed exists; no flag means no change.
		i := &icon{trayWindow()}
		if i.window != 0 && i.modify(&iconData{}) == nil {
			return i, hookWindow(i.window, report)
		}
		select {
		case <-ticker.C:
		case <-ctx.Done():
			return nil, fmt.Errorf("wait for the tray icon: %w", ctx.Err())
		}
	}
}

// trayWindow finds the tray's window of this process, or 0.
func trayWindow() windows.HWND {
	class, err := windows.UTF16PtrFromString(trayClass)
	if err != nil {
		return 0
	}
	var w uintptr
	for {
		w, _, _ = procFindWindow.Call(0, w, uintptr(unsafe.Pointer(class)), 0)
		if w == 0 {
			return 0
		}
		var pid uint32
		if _, err := windows.GetWindowThreadProcessId(windows.HWND(w), &pid); err == nil && pid == windows.GetCurrentProcessId() {
			return windows.HWND(w)
		}
	}
}

func (i *icon) show(title, body string, silent bool) error {
	if body == "" {
		// An empty text would take the balloon away.
		title, body = "", title
	}
	d := iconData{Flags: nifInfo, InfoFlags: niifInfo}
	if silent {
		d.InfoFlags |= niifNoSound
	}
	utf16Field(d.InfoTitle[:], title)
	utf16Field(d.Info[:], body)
	return i.modify(&d)
}

// hide takes the balloon away: that is what an empty text means.
func (i *icon) hide() error { return i.modify(&iconData{Flags: nifInfo}) }

func (i *icon) detach() { unhookWindow(i.window) }

func (i *icon) modify(d *iconData) error {
	d.Size, d.Window, d.ID = uint32(unsafe.Sizeof(*d)), i.window, trayIconID
	if ok, _, err := procNotifyIcon.Call(nimModify, uintptr(unsafe.Pointer(d))); ok == 0 {
		return fmt.Errorf("%w: %w", errNoIcon, err)
	}
	return nil
}

// findProcs reports functions that this Windows does not have: calling one
// would panic.
func findProcs(procs ...*windows.LazyProc) error {
	for _, p := range procs {
		if err := p.Find(); err != nil {
			return fmt.Errorf("find %s: %w", p.Name, err)
		}
	}
	return nil
}
