package desktoptest

import (
	"cmp"
	"maps"
	"slices"
	"sync"
	"testing"

	"github.com/godbus/dbus/v5"
)

// Note is one notification as the fake daemon got it.
type Note struct {
	ID, Replaces             uint32
	App, Icon, Summary, Body string
	Actions                  []string
	Hints                    map[string]dbus.Variant
	Timeout                  int32
}

// Notifyd is org.freedesktop.Notifications kept in memory. Capabilities and
// IgnoreReplace are set in NewNotifyd only.
type Notifyd struct {
	Capabilities  []string    // as GetCapabilities answers
	IgnoreReplace bool        // gives a new ID whatever is replaced
	Calls         chan Note   // every Notify, when it comes in
	Gone          chan uint32 // every CloseNotification

	conn *dbus.Conn
	mu   sync.Mutex
	held chan struct{}
	last uint32
	open map[uint32]Note
	asks int
}

const (
	nIface = "org.freedesktop.Notifications"
	nPath  = "/org/freedesktop/Notifications"
)

// NewNotifyd exports the daemon, changed by setup, on conn and claims its name.
func NewNotifyd(t testing.TB, conn *dbus.Conn, setup ...func(*Notifyd)) *Notifyd {
	t.Helper()
	d := &Notifyd{
		Capabilities: []string{"actions", "body", "body-markup", "persistence"},
		conn:         conn, open: map[uint32]Note{}, Calls: make(chan Note, 64), Gone: make(chan uint32, 64),
	}
	for _, f := range setup {
		f(d)
	}
	if err := conn.Export(d, nPath, nIface); err != nil {
		t.Fatal(err)
	}
	if r, err := conn.RequestName(nIface, dbus.NameFlagDoNotQueue); err != nil || r != dbus.RequestNameReplyPrimaryOwner {
		t.Fatal(r, err)
	}
	return d
}

// GetServerInformation is the D-Bus method.
func (d *Notifyd) GetServerInformation() (name, vendor, version, spec string, err *dbus.Error) {
	return "fake", "test", "1", "1.2", nil
}

// GetCapabilities is the D-Bus method.
func (d *Notifyd) GetCapabilities() ([]string, *dbus.Error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.asks++
	return d.Capabilities, nil
}

// Notify is the D-Bus method. It does nothing while the daemon is held.
func (d *Notifyd) Notify(app string, replaces uint32, icon, summary, body string, actions []string, hints map[string]dbus.Variant, timeout int32) (uint32, *dbus.Error) {
	n := Note{0, replaces, app, icon, summary, body, actions, hints, timeout}
	d.Calls <- n
	d.wait()
	d.mu.Lock()
	defer d.mu.Unlock()
	n.ID = replaces
	if n.ID == 0 || d.IgnoreReplace {
		d.last++
		n.ID = d.last
	}
	d.open[n.ID] = n
	return n.ID, nil
}

// CloseNotification is the D-Bus method. It does nothing while the daemon is held.
func (d *Notifyd) CloseNotification(id uint32) *dbus.Error {
	d.wait()
	d.close(id, 3)
	d.Gone <- id
	return nil
}

// Hold makes the daemon hang until Release.
func (d *Notifyd) Hold() {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.held = make(chan struct{})
}

// Release lets a held daemon go on.
func (d *Notifyd) Release() {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.held != nil {
		close(d.held)
		d.held = nil
	}
}

func (d *Notifyd) wait() {
	d.mu.Lock()
	held := d.held
	d.mu.Unlock()
	if held != nil {
		<-held
	}
}

// Shown lists what is on the screen, oldest first.
func (d *Notifyd) Shown() []Note {
	d.mu.Lock()
	defer d.mu.Unlock()
	return slices.SortedFunc(maps.Values(d.open), func(a, b Note) int { return cmp.Compare(a.ID, b.ID) })
}

// Asked says how often the capabilities were asked for.
func (d *Notifyd) Asked() int {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.asks
}

// Act plays the user clicking an action, token first as the specification (1.2+) asks.
func (d *Notifyd) Act(id uint32, key, token string) {
	if token != "" {
		d.Emit("ActivationToken", id, token)
	}
	d.Emit("ActionInvoked", id, key)
	d.close(id, 2)
}

// Dismiss plays the user closing a notification.
func (d *Notifyd) Dismiss(id uint32) { d.close(id, 2) }

// close takes a notification from the screen and says why.
func (d *Notifyd) close(id, reason uint32) {
	d.mu.Lock()
	delete(d.open, id)
	d.mu.Unlock()
	d.Emit("NotificationClosed", id, reason)
}

// Emit sends any signal of the interface, with any arguments.
func (d *Notifyd) Emit(member string, args ...any) {
	d.conn.Emit(nPath, nIface+"."+member, args...)
}
