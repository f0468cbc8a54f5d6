// Package desktoptest plays the desktop in tests: a private session bus, a
// StatusNotifierWatcher that reads and clicks our tray, and a notification
// service, all in memory, without a display. It is imported by tests only.
package desktoptest

import (
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/godbus/dbus/v5"
	"github.com/godbus/dbus/v5/introspect"
	"github.com/godbus/dbus/v5/prop"
)

func Dial(t testing.TB, addr string) *dbus.Conn {
	t.Helper()
	c, err := dbus.Connect(addr)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	return c
}

// Watcher is org.kde.StatusNotifierWatcher with a host always registered.
type Watcher struct {
	conn  *dbus.Conn
	props *prop.Properties
	mu    sync.Mutex
	items []string
	New   chan Item
}

// Item says where a tray item lives.
type Item struct {
	Conn *dbus.Conn
	Bus  string
	Path dbus.ObjectPath
}

const watcherName = "org.kde.StatusNotifierWatcher"

// NewWatcher exports and claims the watcher.
func NewWatcher(t testing.TB, conn *dbus.Conn) *Watcher {
	t.Helper()
	w := &Watcher{conn: conn, New: make(chan Item, 8)}
	var err error
	w.props, err = prop.Export(conn, "/StatusNotifierWatcher", prop.Map{watcherName: {
		"RegisteredStatusNotifierItems":  {Value: []string{}, Emit: prop.EmitTrue},
		"IsStatusNotifierHostRegistered": {Value: true, Emit: prop.EmitTrue},
		"ProtocolVersion":                {Value: int32(0), Emit: prop.EmitTrue},
	}})
	if err != nil {
		t.Fatal(err)
	}
	if err := conn.Export(w, "/StatusNotifierWatcher", watcherName); err != nil {
		t.Fatal(err)
	}
	conn.Export(introspect.NewIntrospectable(&introspect.Node{Name: "/StatusNotifierWatcher", Interfaces: []introspect.Interface{
		introspect.IntrospectData, prop.IntrospectData,
		{Name: watcherName, Methods: introspect.Methods(w)},
	}}), "/StatusNotifierWatcher", "org.freedesktop.DBus.Introspectable")
	r, err := conn.RequestName(watcherName, dbus.NameFlagDoNotQueue)
	if err != nil || r != dbus.RequestNameReplyPrimaryOwner {
		t.Fatalf("RequestName: %v %v", r, err)
	}
	return w
}

// RegisterStatusNotifierItem is the D-Bus method; service is a bus name (KDE) or a path (Ayatana, fyne).
func (w *Watcher) RegisterStatusNotifierItem(sender dbus.Sender, service string) *dbus.Error {
	it := Item{Conn: w.conn, Bus: service, Path: "/StatusNotifierItem"}
	if strings.HasPrefix(service, "/") {
		it.Bus, it.Path = string(sender), dbus.ObjectPath(service)
	}
	w.mu.Lock()
	w.items = append(w.items, it.Bus+string(it.Path))
	l := append([]string(nil), w.items...)
	w.mu.Unlock()
	w.props.SetMust(watcherName, "RegisteredStatusNotifierItems", l)
	w.conn.Emit("/StatusNotifierWatcher", watcherName+".StatusNotifierItemRegistered", it.Bus+string(it.Path))
	w.New <- it
	return nil
}

func (w *Watcher) RegisterStatusNotifierHost(service string) *dbus.Error { return nil }

func (i Item) obj() dbus.BusObject { return i.Conn.Object(i.Bus, i.Path) }

// Prop reads one org.kde.StatusNotifierItem property into v.
func (i Item) Prop(name string, v any) error {
	return i.obj().StoreProperty("org.kde.StatusNotifierItem."+name, v)
}

// Pixmap is one IconPixmap entry: ARGB32, network byte order.
type Pixmap struct {
	W, H int32
	Pix  []byte
}

// Node is one menu item.
type Node struct {
	ID    int32
	Props map[string]dbus.Variant
	Kids  []Node
}

type rawNode struct {
	ID    int32
	Props map[string]dbus.Variant
	Kids  []dbus.Variant
}

func conv(r rawNode) (Node, error) {
	n := Node{ID: r.ID, Props: r.Props}
	for _, k := range r.Kids {
		var c rawNode
		if err := dbus.Store([]any{k.Value()}, &c); err != nil {
			return n, err
		}
		cn, err := conv(c)
		if err != nil {
			return n, err
		}
		n.Kids = append(n.Kids, cn)
	}
	return n, nil
}

func (i Item) menu() (dbus.BusObject, error) {
	var p dbus.ObjectPath
	if err := i.Prop("Menu", &p); err != nil {
		return nil, err
	}
	return i.Conn.Object(i.Bus, p), nil
}

// Layout reads the whole menu. fyne.io/systray 1.12.2 answers its very first GetLayout with
// depth 1 whatever was asked (a work-around for libdbusmenu), so ask twice.
func (i Item) Layout() (Node, error) {
	m, err := i.menu()
	if err != nil {
		return Node{}, err
	}
	var rev uint32
	var raw rawNode
	for k := 0; k < 2; k++ {
		c := m.Call("com.canonical.dbusmenu.GetLayout", 0, int32(0), int32(-1), []string{})
		if c.Err != nil {
			return Node{}, c.Err
		}
		raw = rawNode{}
		if err := c.Store(&rev, &raw); err != nil {
			return Node{}, err
		}
	}
	return conv(raw)
}

func (n Node) str(k string) string { s, _ := n.Props[k].Value().(string); return s }

// Label returns the item's label.
func (n Node) Label() string { return n.str("label") }

// Visible and Enabled default to true when absent, as the protocol says.
func (n Node) Visible() bool { return n.boolean("visible") }
func (n Node) Enabled() bool { return n.boolean("enabled") }
func (n Node) boolean(k string) bool {
	if b, ok := n.Props[k].Value().(bool); ok {
		return b
	}
	return true
}

// String draws the menu as text: good for golden files.
func (n Node) String() string {
	var b strings.Builder
	var walk func(Node, int)
	walk = func(n Node, d int) {
		for _, k := range n.Kids {
			if !k.Visible() {
				continue
			}
			b.WriteString(strings.Repeat("  ", d))
			if k.str("type") == "separator" {
				b.WriteString("----\n")
				continue
			}
			if k.str("toggle-type") == "checkmark" {
				on, _ := k.Props["toggle-state"].Value().(int32)
				b.WriteString(map[bool]string{true: "[x] ", false: "[ ] "}[on == 1])
			}
			b.WriteString(k.Label())
			if !k.Enabled() {
				b.WriteString(" (disabled)")
			}
			if len(k.Kids) > 0 {
				b.WriteString(" >")
			}
			b.WriteByte('\n')
			walk(k, d+1)
		}
	}
	walk(n, 0)
	return b.String()
}

// Find returns the first item with that label.
func (n Node) Find(label string) (Node, bool) {
	for _, k := range n.Kids {
		if k.Label() == label {
			return k, true
		}
		if f, ok := k.Find(label); ok {
			return f, true
		}
	}
	return Node{}, false
}

// Click sends the event a panel sends when label is chosen.
func (i Item) Click(label string) error {
	n, err := i.Layout()
	if err != nil {
		return err
	}
	k, ok := n.Find(label)
	if !ok {
		return fmt.Errorf("no menu item %q in\n%s", label, n)
	}
	return i.ClickNode(k)
}

// ClickNode sends the event a panel sends when n is chosen. Like some panels,
// it does not care whether n is visible and enabled.
func (i Item) ClickNode(n Node) error {
	m, err := i.menu()
	if err != nil {
		return err
	}
	return m.Call("com.canonical.dbusmenu.Event", 0, n.ID, "clicked", dbus.MakeVariant(int32(0)), uint32(time.Now().Unix())).Err
}
