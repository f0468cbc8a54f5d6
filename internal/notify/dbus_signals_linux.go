package notify

import (
	"github.com/godbus/dbus/v5"
)

// report is one signal of the server about one notification.
type report struct {
	member string
	num    uint32
	text   string // the action's key or the token
	seq    dbus.Sequence
}

// earlyKept is how many reports are kept for notifications whose number is not
// known yet. They come from every application on the desktop.
const earlyKept = 64

// maxToken bounds what is kept of a token, in bytes.
const maxToken = 1024

// listen handles the signals of conn until it is closed.
func (d *desktop) listen(conn *dbus.Conn, signals <-chan *dbus.Signal) {
	for s := range signals {
		d.signal(conn, s)
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	// What was shown stays known: if the same bus and server are found again
	// the numbers still hold, and if not they are void then.
	if d.conn == conn {
		d.conn, d.srv = nil, nil
		if !d.closed {
			d.opts.Log.Warn("the session bus is gone")
		}
	}
}

func (d *desktop) signal(conn *dbus.Conn, s *dbus.Signal) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.closed || d.conn != conn {
		return
	}
	if s.Sender == "org.freedesktop.DBus" {
		if owner, ok := newOwner(s); ok {
			d.ownerChanged(owner, s.Sequence)
		}
		return
	}
	if d.srv == nil || s.Sender != d.srv.owner || s.Path != serverPath {
		return
	}
	r, ok := parseReport(s)
	if !ok {
		return
	}
	e := d.find(r.num)
	switch {
	case e != nil && !e.posting:
		d.apply(d.srv, e, r)
	case d.posting > 0:
		// The number may be in an answer that is still being read.
		if len(d.early) == earlyKept {
			d.early = d.early[1:]
		}
		d.early = append(d.early, r)
	}
}

// newOwner reads NameOwnerChanged of the server's name.
func newOwner(s *dbus.Signal) (owner string, ok bool) {
	if s.Name != "org.freedesktop.DBus.NameOwnerChanged" || len(s.Body) != 3 {
		return "", false
	}
	if name, _ := s.Body[0].(string); name != serverName {
		return "", false
	}
	owner, ok = s.Body[2].(string)
	return owner, ok
}

// parseReport reads a signal of unknown shape.
func parseReport(s *dbus.Signal) (report, bool) {
	r := report{seq: s.Sequence}
	if len(s.Body) < 2 {
		return r, false
	}
	var ok bool
	if r.num, ok = s.Body[0].(uint32); !ok || r.num == 0 {
		return r, false
	}
	switch s.Name {
	case ifaceName + ".NotificationClosed":
		r.member = "closed"
		_, ok = s.Body[1].(uint32)
	case ifaceName + ".ActionInvoked":
		r.member = "action"
		r.text, ok = s.Body[1].(string)
		ok = ok && (r.text == actionDefault || r.text == actionButton)
	case ifaceName + ".ActivationToken":
		r.member = "token"
		r.text, ok = s.Body[1].(string)
		ok = ok && len(r.text) <= maxToken
	default:
		ok = false
	}
	return r, ok
}

// find returns the entry with that number on the current server.
func (d *desktop) find(num uint32) *entry {
	for _, e := range d.open {
		if e.num == num && e.home == d.srv.home {
			return e
		}
	}
	return nil
}

// apply does what r says to e. The caller holds d.mu.
func (d *desktop) apply(srv *server, e *entry, r report) {
	switch r.member {
	case "token":
		e.token = r.text
	case "action":
		d.events.send(clicked(e.note, e.token))
		// Servers differ on whether an action closes the notification.
		d.closeQuietly(srv, e.num)
		d.drop(e)
	case "closed":
		if r.seq < e.replaced {
			return // it is about what e replaced
		}
		if e.busy == nil || e.posting {
			d.events.send(gone(e.note))
		}
		d.drop(e)
	}
}

// drop forgets that e is shown. The caller holds d.mu.
func (d *desktop) drop(e *entry) {
	e.home, e.num, e.token = "", 0, ""
	if e.busy == nil && d.open[e.note.ID] == e {
		delete(d.open, e.note.ID)
	}
}

// replay applies the reports that came before the number of e was known. The
// caller holds d.mu.
func (d *desktop) replay(srv *server, e *entry) {
	num := e.num
	for _, r := range d.early {
		if r.num == num && e.home != "" {
			d.apply(srv, e, r)
		}
	}
}

// ownerChanged notes that the server's name has another owner, or none (""),
// unless the known server was found after that. The caller holds d.mu.
func (d *desktop) ownerChanged(owner string, when dbus.Sequence) {
	d.changed = when
	if d.srv != nil && d.srv.owner != owner && d.srv.found < when {
		d.forget(d.srv)
	}
}

// forget voids everything srv showed. The caller holds d.mu.
func (d *desktop) forget(srv *server) {
	if d.srv != nil && d.srv.home == srv.home {
		d.srv = nil
		d.voidExcept("")
	}
}

// voidExcept reports closed what is not shown by the server of that identity.
// The caller holds d.mu.
func (d *desktop) voidExcept(home string) {
	for _, e := range d.open {
		if e.home != "" && e.home != home {
			d.events.send(gone(e.note))
			d.drop(e)
		}
	}
}
