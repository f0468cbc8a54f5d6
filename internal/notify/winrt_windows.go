package notify

import (
	"fmt"
	"strings"
	"syscall"
	"unicode/utf16"
	"unsafe"

	"github.com/go-ole/go-ole"
	"golang.org/x/sys/windows"
)

// object is a COM object. Its methods have numbers: 0 to 2 are IUnknown's, 3 to
// 5 IInspectable's, and those of an interface follow in the order of Windows'
// metadata.
type object struct{ methods *[32]uintptr }

const (
	methodQuery   = 0
	methodRelease = 2
	firstMethod   = 6
)

// call calls a method and turns a bad result into an error.
func (o *object) call(method int, args ...uintptr) error {
	hr, _, _ := syscall.SyscallN(o.methods[method], append([]uintptr{uintptr(unsafe.Pointer(o))}, args...)...)
	if int32(hr) < 0 {
		return fmt.Errorf("method %d: %w", method, ole.NewError(hr))
	}
	return nil
}

// get calls a method whose last parameter takes an object.
func (o *object) get(method int, args ...uintptr) (*object, error) {
	var out *object
	err := o.call(method, append(args, uintptr(unsafe.Pointer(&out)))...)
	if err == nil && out == nil {
		err = fmt.Errorf("method %d: no object", method)
	}
	return out, err
}

// as is the object under another interface.
func (o *object) as(iid *ole.GUID) (*object, error) {
	return o.get(methodQuery, uintptr(unsafe.Pointer(iid)))
}

func (o *object) release() {
	if o != nil {
		_, _, _ = syscall.SyscallN(o.methods[methodRelease], uintptr(unsafe.Pointer(o)))
	}
}

// activate makes an object of a class and returns it under an interface.
func activate(class string, iid *ole.GUID) (*object, error) {
	made, err := ole.RoActivateInstance(class)
	if err != nil {
		return nil, fmt.Errorf("activate %s: %w", class, err)
	}
	o := (*object)(unsafe.Pointer(made))
	defer o.release()
	return o.as(iid)
}

// factory is the object with the static methods of a class.
func factory(class string, iid *ole.GUID) (*object, error) {
	made, err := ole.RoGetActivationFactory(class, iid)
	if err != nil {
		return nil, fmt.Errorf("find %s: %w", class, err)
	}
	return (*object)(unsafe.Pointer(made)), nil
}

var (
	combase          = windows.NewLazySystemDLL("combase.dll")
	procCreateString = combase.NewProc("WindowsCreateString")
	procDeleteString = combase.NewProc("WindowsDeleteString")
)

// withStrings calls f with HSTRINGs. go-ole's own counts code points where
// Windows counts UTF-16 units, which cuts a text with emoji short.
func withStrings(f func(h ...uintptr) error, texts ...string) error {
	var made []uintptr
	defer func() {
		for _, h := range made {
			_, _, _ = procDeleteString.Call(h)
		}
	}()
	for _, text := range texts {
		units := utf16.Encode([]rune(strings.ReplaceAll(text, "\x00", "")))
		n := len(units)
		units = append(units, 0)
		var h uintptr
		if hr, _, _ := procCreateString.Call(uintptr(unsafe.Pointer(&units[0])), uintptr(n), uintptr(unsafe.Pointer(&h))); int32(hr) < 0 {
			return fmt.Errorf("make a string: %w", ole.NewError(hr))
		}
		made = append(made, h)
	}
	return f(made...)
}
