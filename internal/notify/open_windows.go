package notify

import (
	"context"
	"errors"
	"time"
	"unsafe"

	"golang.org/x/sys/windows"

	"agentisland/internal/alert"
)

// trayLimit bounds the wait for the tray icon where ctx has no end of its own.
const trayLimit = 10 * time.Second

// openNative opens toasts if they are asked for and work, else the balloons of
// the tray icon once that exists.
func openNative(ctx context.Context, o Options) (alert.Notifier, error) {
	ctx, cancel := context.WithTimeout(ctx, trayLimit)
	defer cancel()
	lacks := ""
	if o.Toasts {
		n, err := openToasts(o)
		if err == nil {
			return n, nil
		}
		o.Log.Warn("no toasts here: using the balloon of the tray icon", "err", err)
		lacks = err.Error()
	}
	b := newBalloons(o)
	b.lacks = lacks
	icon, err := attachIcon(ctx, b.report)
	if err != nil {
		b.worker.close(closeLimit)
		return nil, err
	}
	b.shell = icon
	return b, nil
}

var errNoTaskbar = errors.New("there is no taskbar to show the tray icon in")

// probeNative looks for the taskbar: a command has no icon to try.
func probeNative(_ context.Context, o Options) (alert.Capabilities, error) {
	lacks := ""
	if o.Toasts {
		n, err := openToasts(o)
		if err == nil {
			defer n.Close()
			return n.Capabilities(), nil
		}
		lacks = err.Error()
	}
	class, err := windows.UTF16PtrFromString("Shell_TrayWnd")
	if err != nil {
		return alert.Capabilities{}, err
	}
	if w, _, _ := procFindWindow.Call(0, 0, uintptr(unsafe.Pointer(class)), 0); w == 0 {
		return alert.Capabilities{}, errNoTaskbar
	}
	return (&balloons{lacks: lacks}).Capabilities(), nil
}
