package notify

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/godbus/dbus/v5"
)

// server is one instance of a notification server and what it can do. It is
// not changed once made.
type server struct {
	conn  *dbus.Conn
	owner string // its unique name, never used again on the same bus
	home  string // bus and owner: the instance's identity
	name  string
	found dbus.Sequence // when the bus named it as the owner

	actions, markup, sound bool
	drawsDefault           bool // draws the default action as a button, so one is enough
	secretMarkup           bool // reads markup, or not, without saying which
}

func (s *server) object() dbus.BusObject { return s.conn.Object(s.owner, serverPath) }

// server returns the server that owns the name, which it finds, starts and
// asks for its capabilities when it is not known.
func (d *desktop) server(ctx context.Context) (*server, error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	defer context.AfterFunc(d.life, cancel)()
	select {
	case d.dialing <- struct{}{}:
		defer func() { <-d.dialing }()
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	d.mu.Lock()
	srv, closed := d.srv, d.closed
	d.mu.Unlock()
	switch {
	case closed:
		return nil, errClosed
	case srv != nil && srv.conn.Connected():
		return srv, nil
	}
	conn, bus, err := d.connect(ctx)
	if err != nil {
		return nil, err
	}
	return d.findServer(ctx, conn, bus)
}

// findServer asks until the owner did not change while it was asked.
func (d *desktop) findServer(ctx context.Context, conn *dbus.Conn, bus string) (*server, error) {
	for range 3 {
		srv, err := ask(ctx, conn, bus)
		if err != nil {
			return nil, err
		}
		if d.know(srv) {
			return srv, nil
		}
	}
	return nil, errors.New("the notification server keeps changing")
}

// know makes srv the current server unless it has been followed by another
// one; what another one showed is void.
func (d *desktop) know(srv *server) bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.conn != srv.conn || d.changed > srv.found {
		return false
	}
	d.srv = srv
	d.voidExcept(srv.home)
	for _, e := range d.open {
		e.replaced = dbus.NoSequence // they start again with every connection
	}
	d.opts.Log.Info("notification server", "name", srv.name, "actions", srv.actions, "markup", srv.markup)
	return true
}

// ask finds the owner of the name, starting it if need be, and what it can do.
func ask(ctx context.Context, conn *dbus.Conn, bus string) (*server, error) {
	owner, found, err := nameOwner(ctx, conn)
	if err != nil {
		return nil, err
	}
	s := &server{conn: conn, owner: owner, home: bus + "/" + owner, found: found}
	call := s.object().CallWithContext(ctx, ifaceName+".GetCapabilities", 0)
	// A server that answers nonsense can do nothing; one that does not answer
	// is asked again next time.
	if call.Err != nil && (errorName(call.Err) == "" || neverDelivered(call.Err)) {
		return nil, fmt.Errorf("ask the notification server for its capabilities: %w", call.Err)
	}
	var caps []string
	if call.Err == nil && len(call.Body) > 0 {
		caps, _ = call.Body[0].([]string)
	}
	s.actions, s.markup = slices.Contains(caps, "actions"), slices.Contains(caps, "body-markup")
	s.sound = slices.Contains(caps, "sound")
	s.name = askName(ctx, s)
	s.drawsDefault = strings.HasPrefix(s.name, "Xfce")
	s.secretMarkup = s.name == "dunst" && !s.markup
	return s, nil
}

// askName is what the server calls itself, or the interface's name.
func askName(ctx context.Context, s *server) string {
	call := s.object().CallWithContext(ctx, ifaceName+".GetServerInformation", 0)
	if call.Err == nil && len(call.Body) > 0 {
		if name, _ := call.Body[0].(string); name != "" {
			return cleanLine(name, maxAction)
		}
	}
	return serverName
}

// nameOwner finds who answers under the server's name, and when that was true.
func nameOwner(ctx context.Context, conn *dbus.Conn) (string, dbus.Sequence, error) {
	owner, when, err := askOwner(ctx, conn)
	if !neverDelivered(err) {
		return owner, when, wrap("find the notification server", err)
	}
	err = conn.BusObject().CallWithContext(ctx, "org.freedesktop.DBus.StartServiceByName", 0, serverName, uint32(0)).Err
	if err != nil {
		return "", 0, wrap("start a notification server", err)
	}
	owner, when, err = askOwner(ctx, conn)
	return owner, when, wrap("find the notification server", err)
}

func askOwner(ctx context.Context, conn *dbus.Conn) (owner string, when dbus.Sequence, err error) {
	call := conn.BusObject().CallWithContext(ctx, "org.freedesktop.DBus.GetNameOwner", 0, serverName)
	err = call.Store(&owner)
	return owner, call.ResponseSequence, err
}

func wrap(what string, err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("%s: %w", what, err)
}

// connect returns the connection to the bus and the bus's identity. After a
// failure it does not try again before a pause that grows.
func (d *desktop) connect(ctx context.Context) (*dbus.Conn, string, error) {
	d.mu.Lock()
	conn, wait := d.conn, time.Until(d.retryAt)
	d.mu.Unlock()
	if conn == nil || !conn.Connected() {
		if wait > 0 {
			return nil, "", fmt.Errorf("the session bus did not answer; next attempt in %v", wait.Round(time.Millisecond))
		}
		var err error
		if conn, err = d.dial(ctx); err != nil {
			return nil, "", fmt.Errorf("reach the session bus: %w", err)
		}
	}
	var bus string
	err := conn.BusObject().CallWithContext(ctx, "org.freedesktop.DBus.GetId", 0).Store(&bus)
	return conn, bus, wrap("ask the session bus for its name", err)
}

func (d *desktop) dial(ctx context.Context) (*dbus.Conn, error) {
	conn, signals, err := d.subscribe(ctx)
	d.mu.Lock()
	defer d.mu.Unlock()
	switch {
	case err == nil && d.closed:
		conn.Close()
		return nil, errClosed
	case err != nil:
		if !errors.Is(ctx.Err(), context.Canceled) {
			d.retryAt = time.Now().Add(min(d.timing.backoffMin<<min(d.failed, 16), d.timing.backoffMax))
			d.failed++
		}
		return nil, err
	}
	d.conn, d.changed, d.failed, d.retryAt = conn, 0, 0, time.Time{}
	d.tasks.Go(func() { d.listen(conn, signals) })
	return conn, nil
}

// subscribe opens a connection that ends with ctx until everything is set up,
// and asks for the signals of the server and of its name.
func (d *desktop) subscribe(ctx context.Context) (*dbus.Conn, <-chan *dbus.Signal, error) {
	address, err := d.address()
	if err != nil {
		return nil, nil, err
	}
	life, end := context.WithCancel(context.Background())
	stop := context.AfterFunc(ctx, end)
	// Only the sequential handler keeps a token before the click it belongs to.
	conn, err := dbus.Connect(address, dbus.WithContext(life), dbus.WithSignalHandler(dbus.NewSequentialSignalHandler()))
	if err != nil {
		end()
		return nil, nil, err
	}
	signals := make(chan *dbus.Signal, 16)
	conn.Signal(signals)
	for _, rule := range [][]dbus.MatchOption{
		{dbus.WithMatchSender("org.freedesktop.DBus"), dbus.WithMatchMember("NameOwnerChanged"), dbus.WithMatchArg(0, serverName)},
		{dbus.WithMatchSender(serverName), dbus.WithMatchObjectPath(serverPath), dbus.WithMatchInterface(ifaceName)},
	} {
		if err := conn.AddMatchSignalContext(ctx, rule...); err != nil {
			end()
			conn.Close()
			return nil, nil, err
		}
	}
	if !stop() {
		conn.Close()
		return nil, nil, ctx.Err()
	}
	return conn, signals, nil
}

// sessionBusAddress finds the session bus without starting one, as the
// library's own search would.
func sessionBusAddress() (string, error) {
	if a := os.Getenv("DBUS_SESSION_BUS_ADDRESS"); a != "" && a != "autolaunch:" {
		return a, nil
	}
	dir := os.Getenv("XDG_RUNTIME_DIR")
	if dir == "" {
		dir = fmt.Sprintf("/run/user/%d", os.Getuid())
	}
	socket := filepath.Join(dir, "bus")
	if _, err := os.Stat(socket); err != nil {
		return "", fmt.Errorf("no session bus: %w", err)
	}
	return "unix:path=" + dbus.EscapeBusAddressValue(socket), nil
}
