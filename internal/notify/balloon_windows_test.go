package notify

import (
	"context"
	"errors"
	"testing"
	"time"
	"unsafe"
)

func TestIconDataSize(t *testing.T) {
	want := uintptr(976)
	if unsafe.Sizeof(uintptr(0)) == 4 {
		want = 956
	}
	if got := unsafe.Sizeof(iconData{}); got != want {
		t.Errorf("NOTIFYICONDATAW has %d bytes, want %d", got, want)
	}
}

func TestReadMessage(t *testing.T) {
	for _, c := range []struct {
		message        uint32
		wParam, lParam uintptr
		want           balloonReport
		ok             bool
	}{
		{trayMessage, trayIconID, 0x402, balloonShown, true},
		{trayMessage, trayIconID, 0x403, balloonHidden, true},
		{trayMessage, trayIconID, 0x404, balloonTimedOut, true},
		{trayMessage, trayIconID, 0x405, balloonClicked, true},
		{trayMessage, trayIconID, 0x202, 0, false}, // a click on the icon
		{trayMessage, 7, 0x405, 0, false},          // another icon
		{0x400, trayIconID, 0x405, 0, false},
	} {
		if got, ok := readMessage(c.message, c.wParam, c.lParam); got != c.want || ok != c.ok {
			t.Errorf("%#x %#x %#x: %v %v", c.message, c.wParam, c.lParam, got, ok)
		}
	}
}

func TestAttachIconWithoutTray(t *testing.T) {
	ctx, cancel := context.WithTimeout(t.Context(), 150*time.Millisecond)
	defer cancel()
	if _, err := attachIcon(ctx, func(balloonReport) {}); !errors.Is(err, context.DeadlineExceeded) {
		t.Error(err)
	}
}
