package notify

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/godbus/dbus/v5"

	"agentisland/internal/alert"
)

// posted is the answer to a Notify.
type posted struct {
	handle string
	err    error
}

// deliver gives n to the server, and to its successor if it went away before
// it got n. It waits for the answer however late that comes, since until then
// nobody knows what to take back; ctx bounds what comes before.
func (d *desktop) deliver(ctx context.Context, e *entry, n alert.Notification) (string, error) {
	for retry := false; ; retry = true {
		srv, err := d.server(ctx)
		if err == nil {
			var args []any
			if args, err = d.prepare(srv, e, n); err == nil {
				call := srv.object().Call(ifaceName+".Notify", 0, args...)
				handle, err := d.settle(srv, e, call, retry)
				if errors.Is(err, errServerGone) && !retry {
					continue
				}
				return handle, err
			}
		}
		d.mu.Lock()
		defer d.mu.Unlock()
		d.finish(e)
		return "", err
	}
}

// prepare makes the arguments of Notify unless n is not to be shown any more.
func (d *desktop) prepare(srv *server, e *entry, n alert.Notification) ([]any, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	switch {
	case d.closed:
		return nil, errClosed
	case e.unwanted:
		return nil, errWithdrawn
	}
	var replaces uint32
	if e.home == srv.home {
		replaces = e.num
	}
	return d.notifyArgs(srv, n, replaces), nil
}

// settle records what the server answered to the Notify of e and finishes e,
// but not when the server is gone and the last attempt is still to come.
func (d *desktop) settle(srv *server, e *entry, call *dbus.Call, last bool) (string, error) {
	num, err := notifyAnswer(call)
	d.mu.Lock()
	defer d.mu.Unlock()
	if err == nil && (d.srv == nil || d.srv.home != srv.home) {
		d.closeQuietly(srv, num)
		err = errServerGone
	}
	switch {
	case errors.Is(err, errServerGone):
		d.forget(srv)
		if last {
			d.finish(e)
		}
		return "", err
	case err != nil:
		if e.home == srv.home {
			d.replay(srv, e)
		}
		d.finish(e)
		return "", err
	}
	e.replaced = dbus.NoSequence
	if e.home == srv.home {
		e.replaced = call.ResponseSequence
		if e.num != num {
			d.closeQuietly(srv, e.num)
		}
	}
	e.home, e.num, e.token = srv.home, num, ""
	d.replay(srv, e)
	unwanted := e.unwanted
	d.finish(e)
	if unwanted {
		return "", errWithdrawn
	}
	return handleOf(srv.home, num), nil
}

// notifyAnswer reads the number out of an answer of unknown shape.
func notifyAnswer(call *dbus.Call) (uint32, error) {
	if call.Err != nil {
		if neverDelivered(call.Err) {
			return 0, fmt.Errorf("%w: %w", errServerGone, call.Err)
		}
		return 0, call.Err
	}
	if len(call.Body) == 1 {
		if num, ok := call.Body[0].(uint32); ok && num != 0 {
			return num, nil
		}
	}
	return 0, errors.New("the notification server answered without a number")
}

// Withdraw takes the notification of id back. While its Notify is unanswered
// Withdraw returns at once: it is closed as soon as its number is known.
func (d *desktop) Withdraw(ctx context.Context, id string) error {
	ctx, cancel := context.WithTimeout(ctx, d.timing.call)
	defer cancel()
	e, err := d.claimShown(id)
	if err != nil {
		return fmt.Errorf("notify: withdraw %q: %w", id, err)
	}
	if e == nil {
		return nil
	}
	err = d.withdraw(ctx, e)
	d.mu.Lock()
	defer d.mu.Unlock()
	if err == nil {
		e.home, e.num = "", 0
	}
	d.finish(e)
	if err != nil {
		return fmt.Errorf("notify: withdraw %q: %w", id, err)
	}
	return nil
}

// claimShown gives the caller the entry of id for a CloseNotification, or nil
// where there is nothing to do now.
func (d *desktop) claimShown(id string) (*entry, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.closed {
		return nil, errClosed
	}
	e := d.open[id]
	if e == nil {
		return nil, nil
	}
	e.withdrawals++
	if e.busy != nil {
		e.unwanted = true
		return nil, nil
	}
	e.busy = make(chan struct{})
	return e, nil
}

func (d *desktop) withdraw(ctx context.Context, e *entry) error {
	srv, err := d.server(ctx)
	if err != nil {
		return err
	}
	d.mu.Lock()
	home, num := e.home, e.num
	d.mu.Unlock()
	if home != srv.home {
		return nil
	}
	err = srv.object().CallWithContext(ctx, ifaceName+".CloseNotification", 0, num).Err
	if vanished(err) {
		return nil
	}
	return err
}

// closeQuietly takes a notification back without waiting for an answer.
func (d *desktop) closeQuietly(srv *server, num uint32) {
	d.tasks.Go(func() {
		// Not Call: on a connection that has ended it waits for ever.
		srv.object().Go(ifaceName+".CloseNotification", dbus.FlagNoReplyExpected, nil, num)
	})
}

// neverDelivered reports an answer of the bus that the server is not there.
func neverDelivered(err error) bool {
	switch errorName(err) {
	case "org.freedesktop.DBus.Error.ServiceUnknown", "org.freedesktop.DBus.Error.NameHasNoOwner":
		return true
	}
	return false
}

// vanished reports an answer to CloseNotification which means that there is
// nothing to close: the specification lets servers answer with any error then.
func vanished(err error) bool {
	switch errorName(err) {
	case "", "org.freedesktop.DBus.Error.AccessDenied", "org.freedesktop.DBus.Error.LimitsExceeded",
		"org.freedesktop.DBus.Error.UnknownMethod", "org.freedesktop.DBus.Error.UnknownObject",
		"org.freedesktop.DBus.Error.UnknownInterface":
		return false
	}
	return true
}

// errorName is the D-Bus name of an error that came as an answer, or "".
func errorName(err error) string {
	var e dbus.Error
	if errors.As(err, &e) {
		return e.Name
	}
	return ""
}

// handleOf names a notification so that only the same instance of the same
// server can be asked about it: numbers start again with every server.
func handleOf(home string, num uint32) string {
	return home + "/" + strconv.FormatUint(uint64(num), 10)
}

func parseHandle(handle string) (home string, num uint32, ok bool) {
	i := strings.LastIndexByte(handle, '/')
	if i <= 0 {
		return "", 0, false
	}
	n, err := strconv.ParseUint(handle[i+1:], 10, 32)
	if err != nil || n == 0 {
		return "", 0, false
	}
	return handle[:i], uint32(n), true
}
