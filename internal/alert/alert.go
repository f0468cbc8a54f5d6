// Package alert decides which notifications a person gets: what is scheduled,
// delivered, withdrawn or suppressed, and why. The policy is pure; the memory
// of delivered turns survives a restart. Notifier is the edge to the desktop.
package alert

import (
	"context"

	"agentisland/internal/status"
)

// Notification is one alarm as a desktop shows it. Title and Body are plain
// text of unknown origin: a backend must escape whatever its server renders.
type Notification struct {
	ID      string // ours, stable: the same ID replaces what is shown
	Session string // provider:id, returned with a click
	Group   string // notifications of one group belong together, "" to none
	Reason  status.Reason
	Title   string
	Body    string
	Action  string // label of the button that goes to the session
	Silent  bool   // no sound
}

// EventKind says what happened to a notification.
type EventKind int

// The kinds of events a notifier reports.
const (
	Clicked EventKind = iota // the person asked for the session
	Closed                   // gone without a click: dismissed, expired, server restarted
)

// Event is something that happened to a notification of ours.
type Event struct {
	Kind    EventKind
	ID      string // the notification's ID
	Session string
	Token   string // activation token that lets a window come to the front, "" where there is none
}

// Capabilities says what a notifier can do on this desktop.
type Capabilities struct {
	Name     string // what answers: the server's name, "balloon", "beeep"
	Click    bool
	Withdraw bool
	Replace  bool
	Lacks    string // why this is not what was wanted, "" when it is
}

// Notifier shows notifications. Every method is safe for use by several
// goroutines and honours its context; Withdraw of an unknown or vanished
// notification is no error. Where withdrawing is impossible Withdraw returns
// errors.ErrUnsupported.
type Notifier interface {
	// Post shows n, replacing what is shown under the same ID. The handle is
	// the desktop's own name for it, "" where there is none; it is stored and
	// given to Adopt after a restart.
	Post(ctx context.Context, n Notification) (handle string, err error)
	// Adopt makes a notification of an earlier run known again.
	Adopt(n Notification, handle string)
	Withdraw(ctx context.Context, id string) error
	// Events is closed by Close. Slow readers lose the oldest events.
	Events() <-chan Event
	Capabilities() Capabilities
	Close() error
}
