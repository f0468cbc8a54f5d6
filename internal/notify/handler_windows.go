package notify

import (
	"sync"
	"sync/atomic"
	"unsafe"

	"github.com/go-ole/go-ole"
	"golang.org/x/sys/windows"

	"agentisland/internal/alert"
)

// The interfaces of event handlers: TypedEventHandler of ToastNotification and
// Object, and of ToastNotification and ToastDismissedEventArgs.
var (
	iidActivated = ole.NewGUID("{AB54DE2D-97D9-5528-B6AD-105AFE156530}")
	iidDismissed = ole.NewGUID("{61C2402F-0ED0-5A18-AB69-59F4AA99A368}")
	// iidAgile says that an object may be called from any thread as it is.
	iidAgile = ole.NewGUID("{94EA2B94-E9CC-49E0-C0FF-EE64CA8F5B90}")
)

const (
	resultOK          = 0
	resultNoInterface = 0x80004002
)

// toastReport is where toasts tell of clicks.
var toastReport atomic.Pointer[func(kind alert.EventKind, id, session string)]

// tellToast reports from a thread of Windows, which must not wait.
func tellToast(kind alert.EventKind, n centerNote) {
	if report := toastReport.Load(); report != nil {
		go (*report)(kind, n.id, n.session)
	}
}

// toastHandler is a COM object of ours. Its first field is what a COM object
// begins with.
type toastHandler struct {
	methods *[4]uintptr
	refs    int32
	iid     *ole.GUID
	handle  func(args *object)
}

var (
	// handlers keeps the objects that Windows may call.
	handlers sync.Map // *toastHandler → struct{}

	// Windows never frees a callback: there is one set for all handlers.
	handlerMethods = sync.OnceValue(func() *[4]uintptr {
		return &[4]uintptr{
			windows.NewCallback(handlerQuery), windows.NewCallback(handlerAddRef),
			windows.NewCallback(handlerRelease), windows.NewCallback(handlerInvoke),
		}
	})
)

// newToastHandler makes a handler without references: adding it to an event is
// the first. It is freed with the last.
func newToastHandler(iid *ole.GUID, handle func(args *object)) uintptr {
	h := &toastHandler{methods: handlerMethods(), iid: iid, handle: handle}
	handlers.Store(h, struct{}{})
	return uintptr(unsafe.Pointer(h))
}

func handlerQuery(h *toastHandler, iid *ole.GUID, out **toastHandler) uintptr {
	if out == nil || iid == nil {
		return resultNoInterface
	}
	if !ole.IsEqualGUID(iid, h.iid) && !ole.IsEqualGUID(iid, ole.IID_IUnknown) && !ole.IsEqualGUID(iid, iidAgile) {
		*out = nil
		return resultNoInterface
	}
	handlerAddRef(h)
	*out = h
	return resultOK
}

func handlerAddRef(h *toastHandler) uintptr { return uintptr(atomic.AddInt32(&h.refs, 1)) }

func handlerRelease(h *toastHandler) uintptr {
	left := atomic.AddInt32(&h.refs, -1)
	if left <= 0 {
		handlers.Delete(h)
	}
	return uintptr(left)
}

func handlerInvoke(h *toastHandler, _, args *object) uintptr {
	h.handle(args)
	return resultOK
}
