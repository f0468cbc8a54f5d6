package notify

import (
	"errors"
	"log/slog"
	"strings"
	"testing"
	"unsafe"

	"github.com/go-ole/go-ole"
)

// TestToastsFallBack checks where there are no toasts, as in Wine, that the
// reason is told: class not registered.
func TestToastsFallBack(t *testing.T) {
	o := Options{Toasts: true, Log: slog.New(slog.DiscardHandler)}.withDefaults()
	n, err := openToasts(o)
	if err == nil {
		n.Close()
		t.Skip("this system has toasts")
	}
	var failure *ole.OleError
	if !errors.As(err, &failure) || failure.Code() != 0x80040154 {
		t.Errorf("error %v", err)
	}
	c, err := Probe(t.Context(), o)
	if errors.Is(err, errNoTaskbar) {
		return // go test without a desktop; t-notify.sh has one
	}
	if err != nil || c.Name != "balloon" || !strings.Contains(c.Lacks, "toasts") {
		t.Errorf("%+v, %v", c, err)
	}
}

// TestToastHandler plays Windows with an event handler.
func TestToastHandler(t *testing.T) {
	var got *object
	p := newToastHandler(iidActivated, func(args *object) { got = args })
	var h *toastHandler
	handlers.Range(func(k, _ any) bool {
		if x := k.(*toastHandler); uintptr(unsafe.Pointer(x)) == p {
			h = x
		}
		return true
	})
	if h == nil {
		t.Fatal("the handler is not kept")
	}
	o := (*object)(unsafe.Pointer(h))
	for _, iid := range []*ole.GUID{iidActivated, ole.IID_IUnknown, iidAgile} {
		if same, err := o.as(iid); err != nil || same != o {
			t.Errorf("%v: %v", iid, err)
		}
	}
	if _, err := o.as(iidDismissed); err == nil {
		t.Error("it claims to handle dismissals")
	}
	args := &object{}
	if err := o.call(3, 0, uintptr(unsafe.Pointer(args))); err != nil || got != args {
		t.Errorf("invoke: %v", err)
	}
	for range 3 {
		o.release()
	}
	if _, kept := handlers.Load(h); kept {
		t.Error("kept after the last release")
	}
}

func TestHString(t *testing.T) {
	err := withStrings(func(h ...uintptr) error {
		for i, want := range []string{"plain", "", "👩\u200d👩\u200d👧 中文"} {
			if got := ole.HString(h[i]).String(); got != want {
				t.Errorf("%q, want %q", got, want)
			}
		}
		return nil
	}, "plain", "", "👩\u200d👩\x00\u200d👧 中文")
	if err != nil {
		t.Fatal(err)
	}
}
