package notify

import (
	"context"
	"os"
	"runtime"
	"sync"
	"testing"
	"time"
	"unsafe"

	"golang.org/x/sys/windows"

	"agentisland/internal/alert"
	"agentisland/internal/msg"
	"agentisland/internal/tray"
)

// realTaskbar says that this process runs on a desktop with a taskbar, which
// scripts/wine/t-notify.sh brings; elsewhere the tests are left out.
const realTaskbar = "AGENTISLAND_TEST_TASKBAR"

// showTray starts the app's own tray, which a process can have once.
var showTray = sync.OnceFunc(func() {
	go func() {
		runtime.LockOSThread()
		_ = tray.New(msg.For("en"), "test").Run(context.Background())
	}()
})

// taskbar is the notification area of a real desktop. A click on a balloon is
// played by the message that Windows sends then and Wine does not.
type taskbar struct{ window windows.HWND }

var procPostMessage = user32.NewProc("PostMessageW")

const (
	tooltipClass = "tooltips_class32"
	wmGetText    = 0x0D
	abortIfHung  = 0x2 // SMTO_ABORTIFHUNG
)

var procSendMessage = user32.NewProc("SendMessageTimeoutW")

// text is what the visible balloon says. The text of its title cannot be asked
// for by another process.
func (taskbar) text() string {
	class, err := windows.UTF16PtrFromString(tooltipClass)
	if err != nil {
		return err.Error()
	}
	var w uintptr
	for {
		w, _, _ = procFindWindow.Call(0, w, uintptr(unsafe.Pointer(class)), 0)
		if w == 0 {
			return ""
		}
		if !windows.IsWindowVisible(windows.HWND(w)) {
			continue
		}
		var buffer [512]uint16
		var n uintptr
		procSendMessage.Call(w, wmGetText, uintptr(len(buffer)), uintptr(unsafe.Pointer(&buffer[0])), abortIfHung, 1000, uintptr(unsafe.Pointer(&n)))
		return windows.UTF16ToString(buffer[:])
	}
}

func (b taskbar) post(what uintptr) {
	procPostMessage.Call(uintptr(b.window), trayMessage, trayIconID, what)
}

func (b taskbar) click() { b.post(ninBalloonClick) }

// end waits for the time that a balloon has, and then says what Windows says:
// Wine, which takes the balloon away without a word, does not.
func (b taskbar) end() {
	b.post(ninBalloonShow)
	for end := time.Now().Add(40 * time.Second); b.text() != "" && time.Now().Before(end); time.Sleep(50 * time.Millisecond) {
	}
	b.post(ninBalloonTimeout)
}

// openTaskbar brings the tray up and opens its balloons.
func openTaskbar(t *testing.T) (*balloons, taskbar) {
	t.Helper()
	if os.Getenv(realTaskbar) == "" {
		t.Skip("needs a taskbar: scripts/wine/session.sh scripts/wine/t-notify.sh brings one")
	}
	showTray()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	n, err := openNative(ctx, Options{}.withDefaults())
	if err != nil {
		t.Fatal(err)
	}
	b := n.(*balloons)
	screen := taskbar{b.shell.(*icon).window}
	t.Cleanup(func() {
		_ = b.shell.hide()
		if !eventually(func() bool { return screen.text() == "" }) {
			t.Errorf("still up after the test: %s", screen.text())
		}
	})
	return b, screen
}

func TestRealTaskbarKeepsContract(t *testing.T) {
	testSingle(t, func(t *testing.T) (alert.Notifier, slot) { return openTaskbar(t) })
}

// TestRealTaskbarShowsAnything posts texts that break naive clients and reads
// from the balloon what of them arrived.
func TestRealTaskbarShowsAnything(t *testing.T) {
	for _, n := range nasty {
		t.Run(n.ID, func(t *testing.T) {
			b, screen := openTaskbar(t)
			defer b.Close()
			mustPost(t, b, n)
			var field [256]uint16
			utf16Field(field[:], cleanText(n.Body, maxBody))
			wantText(t, screen, windows.UTF16ToString(field[:]))
		})
	}
}
