package notify

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/godbus/dbus/v5"

	"agentisland/internal/alert"
)

// timing is the desktop's patience.
type timing struct {
	call                   time.Duration // the most that one method takes
	backoffMin, backoffMax time.Duration // pause between attempts to reach the bus
}

var defaultTiming = timing{call: callLimit, backoffMin: time.Second, backoffMax: 30 * time.Second}

// errWithdrawn is returned by a Post that was withdrawn before it was shown.
var errWithdrawn = errors.New("withdrawn before it was shown")

// errServerGone says that the server left before it got the message: sending
// it to its successor shows nothing twice.
var errServerGone = errors.New("the notification server went away")

// desktop is the notifier of org.freedesktop.Notifications, over a connection
// of its own to the session bus.
type desktop struct {
	opts    Options
	icon    *image
	address func() (string, error)
	timing  timing
	events  *events
	dialing chan struct{} // one slot, held while connecting and asking the server
	tasks   sync.WaitGroup
	life    context.Context // ends with Close
	end     context.CancelFunc

	mu      sync.Mutex
	closed  bool
	conn    *dbus.Conn    // nil while there is no bus
	srv     *server       // nil while no server is known
	changed dbus.Sequence // when the server's name last had another owner
	failed  int           // attempts to reach the bus, in a row
	retryAt time.Time
	open    map[string]*entry // by notification ID
	posting int               // entries whose Notify is unanswered
	early   []report          // reports that may be about one of those
}

// entry is one notification of ours.
type entry struct {
	note        alert.Notification
	home        string // server that shows it, "" while it is not shown
	num         uint32 // that server's number for it
	token       string
	replaced    dbus.Sequence // when the last replacing Notify was answered
	busy        chan struct{} // closed when the call under way ends; nil when none is
	posting     bool          // the call under way is Notify
	withdrawals int           // how often Withdraw was called
	unwanted    bool          // withdrawn since the call under way began
}

func newDesktop(o Options, address func() (string, error), t timing) *desktop {
	life, end := context.WithCancel(context.Background())
	return &desktop{
		life: life, end: end,
		opts: o, icon: decodeIcon(o.Icon), address: address, timing: t, events: newEvents(),
		dialing: make(chan struct{}, 1), open: map[string]*entry{},
	}
}

// start reaches the bus and, if one answers, the server.
func (d *desktop) start(ctx context.Context) error {
	if _, err := d.server(ctx); err != nil {
		d.mu.Lock()
		defer d.mu.Unlock()
		if d.conn == nil {
			return err
		}
		d.opts.Log.Warn("no notification server answers yet", "err", err)
	}
	return nil
}

// Post shows n. When it fails because the server is slow the notification may
// still appear; Withdraw takes it back then too.
func (d *desktop) Post(ctx context.Context, n alert.Notification) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, d.timing.call)
	defer cancel()
	e, err := d.claim(ctx, n)
	if err != nil {
		return "", fmt.Errorf("notify: post %q: %w", n.ID, err)
	}
	answer := make(chan posted, 1)
	go func() {
		defer d.tasks.Done()
		handle, err := d.deliver(ctx, e, n)
		answer <- posted{handle, err}
	}()
	var p posted
	select {
	case p = <-answer:
	case <-ctx.Done():
		p.err = ctx.Err()
	}
	if p.err != nil {
		return "", fmt.Errorf("notify: post %q: %w", n.ID, p.err)
	}
	return p.handle, nil
}

// claim gives the caller the entry of n, and a task to end, for a Notify after
// the call that is under way for the same ID. A Withdraw during the wait wins.
func (d *desktop) claim(ctx context.Context, n alert.Notification) (*entry, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	for {
		if d.closed {
			return nil, errClosed
		}
		e := d.open[n.ID]
		if e == nil {
			e = &entry{}
			d.open[n.ID] = e
		}
		if e.busy == nil {
			e.note, e.busy, e.posting, e.unwanted = n, make(chan struct{}), true, false
			d.posting++
			d.tasks.Add(1)
			return e, nil
		}
		before := e.withdrawals
		if err := d.wait(ctx, e.busy); err != nil {
			return nil, err
		}
		if e.withdrawals != before {
			return nil, errWithdrawn
		}
	}
}

// wait lets d.mu go until busy is closed or ctx ends.
func (d *desktop) wait(ctx context.Context, busy <-chan struct{}) error {
	d.mu.Unlock()
	defer d.mu.Lock()
	select {
	case <-busy:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// finish ends the call under way for e and takes e back if that was asked for
// meanwhile. The caller holds d.mu.
func (d *desktop) finish(e *entry) {
	if e.unwanted && e.home != "" && d.srv != nil && e.home == d.srv.home {
		d.closeQuietly(d.srv, e.num)
		e.home, e.num = "", 0
	}
	close(e.busy)
	e.busy = nil
	if e.posting {
		e.posting = false
		if d.posting--; d.posting == 0 {
			d.early = nil
		}
	}
	if e.home == "" && d.open[e.note.ID] == e {
		delete(d.open, e.note.ID)
	}
}

// Adopt makes n known again. A handle of another server, or of none, is void:
// n is reported closed then. Some servers, dunst for one, tell of clicks only
// to the connection that posted: n can be withdrawn there but not clicked.
func (d *desktop) Adopt(n alert.Notification, handle string) {
	home, num, ok := parseHandle(handle)
	d.mu.Lock()
	defer d.mu.Unlock()
	switch {
	case d.open[n.ID] != nil:
	case !ok, d.srv != nil && d.srv.home != home:
		d.events.send(gone(n))
	default:
		d.open[n.ID] = &entry{note: n, home: home, num: num}
	}
}

// Events reports clicks and notifications that went by themselves.
func (d *desktop) Events() <-chan alert.Event { return d.events.ch }

// Capabilities describes the server that is known now.
func (d *desktop) Capabilities() alert.Capabilities {
	d.mu.Lock()
	defer d.mu.Unlock()
	c := alert.Capabilities{Name: serverName, Withdraw: true, Replace: true}
	if d.srv != nil {
		c.Name, c.Click = d.srv.name, d.srv.actions
	}
	return c
}

// Close ends the connection; what is shown stays, to be adopted.
func (d *desktop) Close() error {
	d.mu.Lock()
	d.closed = true
	conn := d.conn
	d.mu.Unlock()
	d.end()
	var err error
	if conn != nil {
		err = conn.Close()
	}
	d.tasks.Wait()
	d.events.close()
	if err != nil {
		return fmt.Errorf("notify: close: %w", err)
	}
	return nil
}
