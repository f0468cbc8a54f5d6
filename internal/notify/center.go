package notify

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"

	"agentisland/internal/alert"
)

// center is a system's list of notifications under identifiers of ours: Apple's
// UNUserNotificationCenter, Windows' toasts. It answers from threads of its own,
// once per call, and its remove is in order with add.
type center interface {
	// authorize asks the person, who can take minutes. Answered once it answers
	// at once.
	authorize(answer func(granted bool, err error))
	add(n centerNote, answer func(error))
	// remove takes back what is shown or on its way under an identifier, if
	// anything is.
	remove(id string)
	// detach ends the reports to centerNotifier.report.
	detach()
}

// centerNote is a notification as a center takes it: clean text.
type centerNote struct {
	id, session, thread, title, body, action string
	sound                                    string // "" none, SystemSound, or the name of a file
}

// centerNotifier is the notifier of a center. Identifiers are our IDs, so the
// same ID replaces and a later run can take back. Neither center was ever run on
// a real system: the tests play it.
type centerNotifier struct {
	name   string // for Capabilities
	center center
	opts   Options
	worker *worker
	events *events
}

func newCenterNotifier(name string, o Options, c center) *centerNotifier {
	return &centerNotifier{name: name, center: c, opts: o, worker: newWorker(), events: newEvents()}
}

// errDenied is what the person said about notifications of this app.
var errDenied = errors.New("notifications of this app are turned off in the settings of the system")

// Post shows n. The first one asks the person for permission; while that is
// unanswered, and when it is refused, Post fails.
func (c *centerNotifier) Post(ctx context.Context, n alert.Notification) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, callLimit)
	defer cancel()
	err := c.worker.do(ctx, func() error { return c.post(ctx, n) })
	if err != nil {
		return "", fmt.Errorf("notify: post %q: %w", n.ID, err)
	}
	return n.ID, nil
}

func (c *centerNotifier) post(ctx context.Context, n alert.Notification) error {
	if ctx.Err() != nil {
		return ctx.Err()
	}
	err := await(ctx, func(done func(error)) {
		c.center.authorize(func(granted bool, err error) {
			if err == nil && !granted {
				err = errDenied
			}
			done(err)
		})
	})
	if err != nil {
		return fmt.Errorf("ask for permission: %w", err)
	}
	err = await(ctx, func(done func(error)) { c.center.add(c.note(n), done) })
	if err != nil {
		c.center.remove(n.ID) // in case it comes after all
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

func (c *centerNotifier) note(n alert.Notification) centerNote {
	note := centerNote{
		id: n.ID, session: n.Session, thread: cleanLine(n.Group, maxTitle),
		title: cleanLine(n.Title, maxTitle), body: cleanText(n.Body, maxBody), action: cleanLine(n.Action, maxAction),
	}
	switch file := c.opts.soundFile(); {
	case c.opts.silent(n):
	case file != "":
		note.sound = filepath.Base(file)
	default:
		note.sound = SystemSound
	}
	return note
}

// Adopt needs to remember nothing: the center keeps n under our ID, and the
// session comes back with a click.
func (c *centerNotifier) Adopt(n alert.Notification, handle string) {
	if handle != n.ID {
		c.events.send(gone(n))
	}
}

// Withdraw takes the notification of id back.
func (c *centerNotifier) Withdraw(ctx context.Context, id string) error {
	ctx, cancel := context.WithTimeout(ctx, callLimit)
	defer cancel()
	err := c.worker.do(ctx, func() error {
		c.center.remove(id)
		return nil
	})
	if err != nil {
		return fmt.Errorf("notify: withdraw %q: %w", id, err)
	}
	return nil
}

// report takes what the person did with a notification of this run or of an
// earlier one.
func (c *centerNotifier) report(kind alert.EventKind, id, session string) {
	n := alert.Notification{ID: id, Session: session}
	if kind == alert.Clicked {
		c.events.send(clicked(n, ""))
		c.center.remove(id)
		return
	}
	c.events.send(gone(n))
}

// Events reports clicks and dismissals.
func (c *centerNotifier) Events() <-chan alert.Event { return c.events.ch }

// Capabilities of the center: everything.
func (c *centerNotifier) Capabilities() alert.Capabilities {
	return alert.Capabilities{Name: c.name, Click: true, Withdraw: true, Replace: true}
}

// Close ends the backend; what is shown stays, to be adopted.
func (c *centerNotifier) Close() error {
	c.worker.close(closeLimit)
	c.center.detach()
	c.events.close()
	return nil
}
