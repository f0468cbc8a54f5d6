package notify

import (
	"errors"
	"fmt"
	"runtime"
	"sync"
	"unsafe"

	"github.com/go-ole/go-ole"
	"golang.org/x/sys/windows/registry"

	"agentisland/internal/alert"
)

// This file was never run on a real Windows: Wine has no toasts, so that only
// its failure could be tried. Identifiers and the order of methods are those of
// the Windows SDK's windows.ui.notifications.idl.

const (
	toastName  = "toast"
	toastAppID = "AgentIsland" // AppUserModelID
	toastGroup = "agentisland" // of all toasts: removal without a group fails
)

// Classes, and the interfaces of them that are used.
const (
	classManager  = "Windows.UI.Notifications.ToastNotificationManager"
	classToast    = "Windows.UI.Notifications.ToastNotification"
	classDocument = "Windows.Data.Xml.Dom.XmlDocument"
)

var (
	iidManager       = ole.NewGUID("{50AC103F-D235-4598-BBEF-98FE4D1A3AD4}") // IToastNotificationManagerStatics
	iidManager2      = ole.NewGUID("{7AB93C52-0E48-4750-BA9D-1A4113981847}") // IToastNotificationManagerStatics2
	iidToastFactory  = ole.NewGUID("{04124B20-82C6-4229-B109-FD9ED4662B53}") // IToastNotificationFactory
	iidToast2        = ole.NewGUID("{9DFB9FD1-143A-490E-90BF-B9FBA7132DE7}") // IToastNotification2
	iidDocument      = ole.NewGUID("{F7F3A506-1E87-42D6-BCFB-B8C809FA5494}") // IXmlDocument
	iidDocumentIO    = ole.NewGUID("{6CD0E74E-EE65-4489-9EBF-CA43E87BA637}") // IXmlDocumentIO
	iidDismissedArgs = ole.NewGUID("{3F89D935-D9CB-4538-A0F0-FFE7659938F8}") // IToastDismissedEventArgs
)

// Methods by their place in those interfaces.
const (
	managerCreateNotifier = firstMethod + 1 // CreateToastNotifierWithId(appID) → notifier
	manager2History       = firstMethod     // get_History → history
	notifierShow          = firstMethod     // Show(toast)
	notifierSetting       = firstMethod + 2 // get_Setting → 0 enabled, else why not
	historyRemove         = firstMethod + 2 // RemoveGroupedTagWithId(tag, group, appID)
	factoryCreate         = firstMethod     // CreateToastNotification(document) → toast
	toastAddDismissed     = firstMethod + 3 // add_Dismissed(handler) → token
	toastAddActivated     = firstMethod + 5 // add_Activated(handler) → token
	toast2SetTag          = firstMethod     // put_Tag(tag)
	toast2SetGroup        = firstMethod + 2 // put_Group(group)
	documentLoad          = firstMethod     // LoadXml(text)
	dismissedReason       = firstMethod     // get_Reason → 0 by the person, 1 hidden, 2 timed out
	dismissedByPerson     = 0
	multithreaded         = 1 // RO_INIT_MULTITHREADED
	alreadyDone           = 1 // S_FALSE
)

// toastCenter is Windows' toasts as a center.
type toastCenter struct {
	notifier, history, toasts *object
	end                       func() // lets the thread that keeps COM go

	mu   sync.Mutex
	live map[string]*object // by ID: a toast reports clicks as long as it is kept
}

// openToasts makes the notifier of toasts, or says why there are none here.
func openToasts(o Options) (*centerNotifier, error) {
	if err := findProcs(procCreateString, procDeleteString); err != nil {
		return nil, err
	}
	if err := registerApp(o.AppName); err != nil {
		return nil, err
	}
	c := &toastCenter{live: map[string]*object{}}
	// The other threads of a process belong to the multithreaded apartment while
	// one thread keeps it.
	opened, ended := make(chan error, 1), make(chan struct{})
	c.end = sync.OnceFunc(func() { close(ended) })
	go func() {
		runtime.LockOSThread() // for ever: the thread ends with this goroutine
		var failure *ole.OleError
		if err := ole.RoInitialize(multithreaded); err != nil && (!errors.As(err, &failure) || failure.Code() != alreadyDone) {
			opened <- fmt.Errorf("start COM: %w", err)
			return
		}
		err := c.open()
		opened <- err
		if err == nil {
			<-ended
		}
	}()
	if err := <-opened; err != nil {
		return nil, fmt.Errorf("toasts: %w", err)
	}
	n := newCenterNotifier(toastName, o, c)
	report := n.report
	toastReport.Store(&report)
	return n, nil
}

// registerApp tells Windows the name to show: without an entry a program that
// was not installed as a package may show no toasts.
func registerApp(name string) error {
	key, _, err := registry.CreateKey(registry.CURRENT_USER, `Software\Classes\AppUserModelId\`+toastAppID, registry.SET_VALUE)
	if err != nil {
		return fmt.Errorf("register the app for toasts: %w", err)
	}
	defer key.Close()
	if err := key.SetStringValue("DisplayName", name); err != nil {
		return fmt.Errorf("register the app for toasts: %w", err)
	}
	return nil
}

func (c *toastCenter) open() error {
	manager, err := factory(classManager, iidManager)
	if err != nil {
		return err
	}
	defer manager.release()
	err = withStrings(func(h ...uintptr) (err error) {
		c.notifier, err = manager.get(managerCreateNotifier, h[0])
		return err
	}, toastAppID)
	if err != nil {
		return fmt.Errorf("make a notifier: %w", err)
	}
	manager2, err := manager.as(iidManager2)
	if err != nil {
		return fmt.Errorf("find the history: %w", err)
	}
	defer manager2.release()
	if c.history, err = manager2.get(manager2History); err != nil {
		return fmt.Errorf("find the history: %w", err)
	}
	c.toasts, err = factory(classToast, iidToastFactory)
	return err
}

// authorize asks nobody: Windows has a setting, and says what it is.
func (c *toastCenter) authorize(answer func(granted bool, err error)) {
	var setting int32
	err := c.notifier.call(notifierSetting, uintptr(unsafe.Pointer(&setting)))
	answer(setting == 0, err)
}

func (c *toastCenter) add(n centerNote, answer func(error)) { answer(c.show(n)) }

func (c *toastCenter) show(n centerNote) error {
	document, err := activate(classDocument, iidDocument)
	if err != nil {
		return err
	}
	defer document.release()
	io, err := document.as(iidDocumentIO)
	if err != nil {
		return fmt.Errorf("read the content: %w", err)
	}
	defer io.release()
	err = withStrings(func(h ...uintptr) error { return io.call(documentLoad, h[0]) }, toastXML(n))
	if err != nil {
		return fmt.Errorf("read the content: %w", err)
	}
	toast, err := c.toasts.get(factoryCreate, uintptr(unsafe.Pointer(document)))
	if err != nil {
		return fmt.Errorf("make a toast: %w", err)
	}
	if err := prepareToast(toast, n); err != nil {
		toast.release()
		return err
	}
	c.keep(n.id, toast)
	if err := c.notifier.call(notifierShow, uintptr(unsafe.Pointer(toast))); err != nil {
		return fmt.Errorf("show: %w", err)
	}
	return nil
}

func prepareToast(toast *object, n centerNote) error {
	named, err := toast.as(iidToast2)
	if err != nil {
		return fmt.Errorf("name a toast: %w", err)
	}
	defer named.release()
	err = withStrings(func(h ...uintptr) error {
		return errors.Join(named.call(toast2SetTag, h[0]), named.call(toast2SetGroup, h[1]))
	}, toastTag(n.id), toastGroup)
	if err != nil {
		return fmt.Errorf("name a toast: %w", err)
	}
	clicked := newToastHandler(iidActivated, func(*object) { tellToast(alert.Clicked, n) })
	dismissed := newToastHandler(iidDismissed, func(args *object) {
		if byPerson(args) { // one that timed out waits in the list
			tellToast(alert.Closed, n)
		}
	})
	var token int64
	err = errors.Join(
		toast.call(toastAddActivated, clicked, uintptr(unsafe.Pointer(&token))),
		toast.call(toastAddDismissed, dismissed, uintptr(unsafe.Pointer(&token))))
	if err != nil {
		return fmt.Errorf("listen to a toast: %w", err)
	}
	return nil
}

func byPerson(args *object) bool {
	if args == nil {
		return false
	}
	typed, err := args.as(iidDismissedArgs)
	if err != nil {
		return false
	}
	defer typed.release()
	var reason int32
	return typed.call(dismissedReason, uintptr(unsafe.Pointer(&reason))) == nil && reason == dismissedByPerson
}

// keep holds a toast in place of the older one of that ID; nil holds none.
func (c *toastCenter) keep(id string, toast *object) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.live[id].release()
	delete(c.live, id)
	if toast != nil {
		c.live[id] = toast
	}
}

// remove takes a toast from the screen and from the list. That there is none is
// no error; others would leave it where it is, and nobody could help that.
func (c *toastCenter) remove(id string) {
	_ = withStrings(func(h ...uintptr) error { return c.history.call(historyRemove, h...) }, toastTag(id), toastGroup, toastAppID)
	c.keep(id, nil)
}

// detach leaves what is shown to be adopted.
func (c *toastCenter) detach() {
	toastReport.Store(nil)
	c.end()
}
