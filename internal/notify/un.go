package notify

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"

	"agentisland/internal/alert"
)

// unName is what Capabilities calls the backend of macOS.
const unName = "UNUserNotificationCenter"

// unCenter is Apple's UNUserNotificationCenter: it answers from threads of its
// own, once per call, and its remove is in order with add.
type unCenter interface {
	// authorize asks the person, who can take minutes. Answered once it answers
	// at once.
	authorize(answer func(granted bool, err error))
	add(n unNote, answer func(error))
	// remove takes back what is shown or on its way under an identifier, if
	// anything is.
	remove(id string)
	// detach ends the reports to unNotifier.report.
	detach()
}

// unNote is a notification as the center takes it: clean text.
type unNote struct {
	id, session, thread, title, body, action string
	sound                                    string // "" none, SystemSound, or a file's name for soundNamed:
}

// unNotifier is the notifier of macOS. Identifiers are our IDs, so the same ID
// replaces and a later run can take back. Never run on a real Mac: the tests
// play the center.
type unNotifier struct {
	center unCenter
	opts   Options
	worker *worker
	events *events
}

func newUN(o Options, c unCenter) *unNotifier {
	return &unNotifier{center: c, opts: o, worker: newWorker(), events: newEvents()}
}

// errDenied is what the person said about notifications of this app.
var errDenied = errors.New("notifications of this app are turned off in System Settings")

// Post shows n. The first one asks the person for permission; while that is
// unanswered, and when it is refused, Post fails.
func (u *unNotifier) Post(ctx context.Context, n alert.Notification) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, callLimit)
	defer cancel()
	err := u.worker.do(ctx, func() error { return u.post(ctx, n) })
	if err != nil {
		return "", fmt.Errorf("notify: post %q: %w", n.ID, err)
	}
	return n.ID, nil
}

func (u *unNotifier) post(ctx context.Context, n alert.Notification) error {
	if ctx.Err() != nil {
		return ctx.Err()
	}
	err := await(ctx, func(done func(error)) {
		u.center.authorize(func(granted bool, err error) {
			if err == nil && !granted {
				err = errDenied
			}
			done(err)
		})
	})
	if err != nil {
		return fmt.Errorf("ask for permission: %w", err)
	}
	err = await(ctx, func(done func(error)) { u.center.add(u.note(n), done) })
	if err != nil {
		u.center.remove(n.ID) // in case it comes after all
	}
	return err
}

// await starts a call and waits for its answer or for ctx.
func await(ctx context.Context, start func(done func(error))) error {
	answer := make(chan error, 1)
	start(func(err error) { answer <- err })
	select {
	case err := <-answer:
		return err
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (u *unNotifier) note(n alert.Notification) unNote {
	note := unNote{
		id: n.ID, session: n.Session, thread: cleanLine(n.Group, maxTitle),
		title: cleanLine(n.Title, maxTitle), body: cleanText(n.Body, maxBody), action: cleanLine(n.Action, maxAction),
	}
	switch file := u.opts.soundFile(); {
	case u.opts.silent(n):
	case file != "":
		note.sound = filepath.Base(file)
	default:
		note.sound = SystemSound
	}
	return note
}

// Adopt needs to remember nothing: the center keeps n under our ID, and the
// session comes back with a click.
func (u *unNotifier) Adopt(n alert.Notification, handle string) {
	if handle != n.ID {
		u.events.send(gone(n))
	}
}

// Withdraw takes the notification of id back.
func (u *unNotifier) Withdraw(ctx context.Context, id string) error {
	ctx, cancel := context.WithTimeout(ctx, callLimit)
	defer cancel()
	err := u.worker.do(ctx, func() error {
		u.center.remove(id)
		return nil
	})
	if err != nil {
		return fmt.Errorf("notify: withdraw %q: %w", id, err)
	}
	return nil
}

// report takes what the person did with a notification of this run or of an
// earlier one.
func (u *unNotifier) report(kind alert.EventKind, id, session string) {
	n := alert.Notification{ID: id, Session: session}
	if kind == alert.Clicked {
		u.events.send(clicked(n, ""))
		u.center.remove(id)
		return
	}
	u.events.send(gone(n))
}

// Events reports clicks and dismissals.
func (u *unNotifier) Events() <-chan alert.Event { return u.events.ch }

// Capabilities of the center: everything.
func (u *unNotifier) Capabilities() alert.Capabilities {
	return alert.Capabilities{Name: unName, Click: true, Withdraw: true, Replace: true}
}

// Close ends the backend; what is shown stays, to be adopted.
func (u *unNotifier) Close() error {
	u.worker.close(closeLimit)
	u.center.detach()
	u.events.close()
	return nil
}
