package notify

import (
	"errors"
	"fmt"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"unsafe"

	"github.com/ebitengine/purego"
	"github.com/ebitengine/purego/objc"

	"agentisland/internal/alert"
)

// This file was compiled and vetted on Linux and never run on a Mac. purego
// checks no selector and no argument, and an Objective-C exception ends the
// process: every name below is from Apple's documentation of UserNotifications.

// What UserNotifications calls things.
const (
	optionSound = 1 << 1 // UNAuthorizationOptionSound
	optionAlert = 1 << 2 // UNAuthorizationOptionAlert

	presentSound  = 1 << 1 // UNNotificationPresentationOptionSound
	presentList   = 1 << 3 // UNNotificationPresentationOptionList
	presentBanner = 1 << 4 // UNNotificationPresentationOptionBanner

	categoryDismiss = 1 << 0 // UNNotificationCategoryOptionCustomDismissAction
	dismissAction   = "com.apple.UNNotificationDismissActionIdentifier"
)

// Names of ours.
const (
	unCategory   = "agentisland.session"
	unSession    = "session" // key of userInfo
	unDelegate   = "AgentIslandNotificationDelegate"
	frameworkFmt = "/System/Library/Frameworks/%[1]s.framework/%[1]s"
)

// appleName is what Capabilities calls the backend.
const appleName = "UNUserNotificationCenter"

var errNoBundle = errors.New("notifications of macOS need the app to run from its .app bundle")

// appleCenter is the center of this process.
type appleCenter struct {
	center objc.ID
	mu     sync.Mutex
	label  string // of the category's action, as the center knows it
}

// unReport is where the delegate, of which a process has one, sends reports.
var unReport atomic.Pointer[func(kind alert.EventKind, id, session string)]

// openUN opens the center of the .app bundle that this process runs from.
func openUN(o Options) (*centerNotifier, error) {
	if err := inBundle(); err != nil {
		return nil, err
	}
	if err := loadFramework("UserNotifications"); err != nil {
		return nil, err
	}
	delegate, err := unDelegateObject()
	if err != nil {
		return nil, err
	}
	c := &appleCenter{}
	pooled(func() {
		c.center = class("UNUserNotificationCenter").Send(selector("currentNotificationCenter"))
		c.center.Send(selector("setDelegate:"), delegate)
	})
	if c.center == 0 {
		return nil, errors.New("there is no UNUserNotificationCenter")
	}
	u := newCenterNotifier(appleName, o, c)
	report := u.report
	unReport.Store(&report)
	return u, nil
}

// inBundle refuses a process outside an .app bundle. currentNotificationCenter
// raises an exception there, even where a bundle identifier alone is set.
func inBundle() error {
	if err := loadFramework("Foundation"); err != nil {
		return err
	}
	var identifier, path string
	pooled(func() {
		bundle := class("NSBundle").Send(selector("mainBundle"))
		identifier = goString(bundle.Send(selector("bundleIdentifier")))
		path = goString(bundle.Send(selector("bundlePath")))
	})
	if identifier == "" || !strings.HasSuffix(path, ".app") {
		return errNoBundle
	}
	return nil
}

func loadFramework(name string) error {
	if _, err := purego.Dlopen(fmt.Sprintf(frameworkFmt, name), purego.RTLD_GLOBAL|purego.RTLD_LAZY); err != nil {
		return fmt.Errorf("load %s: %w", name, err)
	}
	return nil
}

// authorize asks for banners and sounds. The dialog is the system's own; it has
// no place for a reason of ours, which is why the first alarm brings it up.
func (c *appleCenter) authorize(answer func(granted bool, err error)) {
	pooled(func() {
		block := objc.NewBlock(func(_ objc.Block, granted bool, failure objc.ID) {
			answer(granted, nsError(failure))
		})
		defer block.Release() // the center has its own copy
		c.center.Send(selector("requestAuthorizationWithOptions:completionHandler:"), uint(optionAlert|optionSound), block)
	})
}

func (c *appleCenter) add(n centerNote, answer func(error)) {
	pooled(func() {
		c.offer(n.action)
		content := class("UNMutableNotificationContent").Send(selector("new"))
		defer content.Send(selector("release"))
		content.Send(selector("setTitle:"), nsString(n.title))
		content.Send(selector("setBody:"), nsString(n.body))
		content.Send(selector("setThreadIdentifier:"), nsString(n.thread))
		content.Send(selector("setCategoryIdentifier:"), nsString(unCategory))
		content.Send(selector("setUserInfo:"), class("NSDictionary").Send(
			selector("dictionaryWithObject:forKey:"), nsString(n.session), nsString(unSession)))
		switch n.sound {
		case "":
		case SystemSound:
			content.Send(selector("setSound:"), class("UNNotificationSound").Send(selector("defaultSound")))
		default: // looked up in the bundle and in ~/Library/Sounds
			content.Send(selector("setSound:"), class("UNNotificationSound").Send(selector("soundNamed:"), nsString(n.sound)))
		}
		request := class("UNNotificationRequest").Send(
			selector("requestWithIdentifier:content:trigger:"), nsString(n.id), content, objc.ID(0))
		block := objc.NewBlock(func(_ objc.Block, failure objc.ID) { answer(nsError(failure)) })
		defer block.Release()
		c.center.Send(selector("addNotificationRequest:withCompletionHandler:"), request, block)
	})
}

// offer registers the button with that label, and that dismissals are told.
func (c *appleCenter) offer(label string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if label == c.label {
		return
	}
	c.label = label
	action := class("UNNotificationAction").Send(
		selector("actionWithIdentifier:title:options:"), nsString("open"), nsString(label), uint(0))
	category := class("UNNotificationCategory").Send(
		selector("categoryWithIdentifier:actions:intentIdentifiers:options:"),
		nsString(unCategory), nsArray(action), nsArray(), uint(categoryDismiss))
	c.center.Send(selector("setNotificationCategories:"), class("NSSet").Send(selector("setWithObject:"), category))
}

func (c *appleCenter) remove(id string) {
	pooled(func() {
		ids := nsArray(nsString(id))
		c.center.Send(selector("removePendingNotificationRequestsWithIdentifiers:"), ids)
		c.center.Send(selector("removeDeliveredNotificationsWithIdentifiers:"), ids)
	})
}

func (*appleCenter) detach() { unReport.Store(nil) }

// unDelegateObject makes the delegate, which lives as long as the process.
var unDelegateObject = sync.OnceValues(func() (objc.ID, error) {
	var protocols []*objc.Protocol
	if p := objc.GetProtocol("UNUserNotificationCenterDelegate"); p != nil {
		protocols = append(protocols, p)
	}
	c, err := objc.RegisterClass(unDelegate, objc.GetClass("NSObject"), protocols, nil, []objc.MethodDef{
		{
			Cmd: selector("userNotificationCenter:didReceiveNotificationResponse:withCompletionHandler:"),
			Fn: func(_ objc.ID, _ objc.SEL, _, response objc.ID, done objc.Block) {
				responded(response)
				invokeBlock(done)
			},
		},
		{ // without it nothing is shown while the app is the one in front
			Cmd: selector("userNotificationCenter:willPresentNotification:withCompletionHandler:"),
			Fn: func(_ objc.ID, _ objc.SEL, _, _ objc.ID, done objc.Block) {
				invokeBlock(done, presentBanner|presentList|presentSound)
			},
		},
	})
	if err != nil {
		return 0, fmt.Errorf("register the notification delegate: %w", err)
	}
	return objc.ID(c).Send(selector("new")), nil
})

// responded reports what the person did. Everything but a dismissal is a click.
func responded(response objc.ID) {
	request := response.Send(selector("notification")).Send(selector("request"))
	id := goString(request.Send(selector("identifier")))
	info := request.Send(selector("content")).Send(selector("userInfo"))
	session := goString(info.Send(selector("objectForKey:"), nsString(unSession)))
	kind := alert.Clicked
	if goString(response.Send(selector("actionIdentifier"))) == dismissAction {
		kind = alert.Closed
	}
	if report := unReport.Load(); report != nil && id != "" {
		(*report)(kind, id, session)
	}
}

// blockLayout is the beginning of every block (Block-ABI-Apple of clang).
type blockLayout struct {
	isa             uintptr
	flags, reserved int32
	invoke          uintptr
}

// invokeBlock calls a block that macOS made. objc.Block.Invoke knows only those
// of objc.NewBlock, and panics with others.
func invokeBlock(b objc.Block, args ...uintptr) {
	if b == 0 {
		return
	}
	layout := *(**blockLayout)(unsafe.Pointer(&b))
	purego.SyscallN(layout.invoke, append([]uintptr{uintptr(b)}, args...)...)
}

// pooled runs f with an autorelease pool, which belongs to one thread.
func pooled(f func()) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	pool := class("NSAutoreleasePool").Send(selector("new"))
	defer pool.Send(selector("drain"))
	f()
}

func class(name string) objc.ID     { return objc.ID(objc.GetClass(name)) }
func selector(name string) objc.SEL { return objc.RegisterName(name) }
func nsError(failure objc.ID) error {
	if failure == 0 {
		return nil
	}
	return errors.New(goString(failure.Send(selector("localizedDescription"))))
}

// nsString is never nil: a nil in a collection raises an exception.
func nsString(s string) objc.ID {
	s = strings.ReplaceAll(strings.ToValidUTF8(s, "\uFFFD"), "\x00", "")
	return class("NSString").Send(selector("stringWithUTF8String:"), s)
}

// goString is the text of an NSString, "" for nil and for another object.
func goString(s objc.ID) string {
	if s == 0 || !objc.Send[bool](s, selector("isKindOfClass:"), class("NSString")) {
		return ""
	}
	return objc.Send[string](s, selector("UTF8String"))
}

func nsArray(items ...objc.ID) objc.ID {
	a := class("NSMutableArray").Send(selector("array"))
	for _, item := range items {
		a.Send(selector("addObject:"), item)
	}
	return a
}
