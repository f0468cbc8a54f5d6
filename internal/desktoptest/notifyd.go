package desktoptest

import (
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

// Notifyd is org.freedesktop.Notifications kept in memory.
type Notifyd struct {
	conn  *dbus.Conn
	mu    sync.Mutex
	last  uint32
	Open  map[uint32]Note
	Calls chan Note   // every Notify
	Gone  chan uint32 // every CloseNotification
}

const nIface = "org.freedesktop.Notifications"

func NewNotifyd(t testing.TB, conn *dbus.Conn) *Notifyd {
	t.Helper()
	d := &Notifyd{conn: conn, Open: map[uint32]Note{}, Calls: make(chan Note, 64), Gone: make(chan uint32, 64)}
	if err := conn.Export(d, "/org/freedesktop/Notifications", nIface); err != nil {
		t.Fatal(err)
	}
	if r, err := conn.RequestName(nIface, dbus.NameFlagDoNotQueue); err != nil || r != dbus.RequestNameReplyPrimaryOwner {
		t.Fatal(r, err)
	}
	return d
}

func (d *Notifyd) GetServerInformation() (string, string, string, string, *dbus.Error) {
	return "fake", "test", "1", "1.2", nil
}

func (d *Notifyd) GetCapabilities() ([]string, *dbus.Error) {
	return []string{"actions", "body", "body-markup", "persistence"}, nil
}

func (d *Notifyd) Notify(app string, replaces uint32, icon, summary, body string, actions []string, hints map[string]dbus.Variant, timeout int32) (uint32, *dbus.Error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	id := replaces
	if id == 0 {
		d.last++
		id = d.last
	}
	n := Note{id, replaces, app, icon, summary, body, actions, hints, timeout}
	d.Open[id] = n
	d.Calls <- n
	return id, nil
}

func (d *Notifyd) CloseNotification(id uint32) *dbus.Error {
	d.mu.Lock()
	defer d.mu.Unlock()
	delete(d.Open, id)
	d.conn.Emit("/org/freedesktop/Notifications", nIface+".NotificationClosed", id, uint32(3))
	d.Gone <- id
	return nil
}

// Act plays the user clicking an action, token first as the specification (1.2+) asks.
func (d *Notifyd) Act(id uint32, key, token string) {
	const p = "/org/freedesktop/Notifications"
	if token != "" {
		d.conn.Emit(p, nIface+".ActivationToken", id, token)
	}
	d.conn.Emit(p, nIface+".ActionInvoked", id, key)
	d.mu.Lock()
	delete(d.Open, id)
	d.mu.Unlock()
	d.conn.Emit(p, nIface+".NotificationClosed", id, uint32(2))
}
