// Package notify owns the native backends behind alert.Notifier: D-Bus on
// Linux, a balloon on the tray icon on Windows, beeep elsewhere and wherever
// the native way does not answer. It knows nothing of transcripts, of the
// policy that decides who is notified, or of the tray's menu.
package notify

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"agentisland/internal/alert"
)

// Options says how notifications introduce themselves.
type Options struct {
	AppName string       // the application's name as people read it; "" is "Agent Island"
	Icon    []byte       // a PNG; nil shows the desktop's own symbol
	Log     *slog.Logger // nil is slog.Default()
	Sound   string       // SystemSound ("" too), NoSound or the path of a file
	Toasts  bool         // on Windows toasts are tried before the balloon
}

// The sounds that are no files.
const (
	SystemSound = "system"
	NoSound     = "none"
)

// soundFile is the path of the file to play, "" for another sound or none.
func (o Options) soundFile() string {
	if o.Sound == SystemSound || o.Sound == NoSound {
		return ""
	}
	return o.Sound
}

// silent reports whether n is to make no sound.
func (o Options) silent(n alert.Notification) bool { return n.Silent || o.Sound == NoSound }

const defaultAppName = "Agent Island"

// callLimit bounds one call to the desktop, whatever the caller's context says.
const callLimit = 5 * time.Second

// errClosed is returned by a notifier after Close.
var errClosed = errors.New("notifier is closed")

// Open chooses the backend of this desktop. Where the native one does not
// answer before ctx ends it falls back to beeep, which Capabilities().Name and
// the log then say. On Windows the tray icon must exist or come to exist
// meanwhile. The error is only ever that ctx was cancelled.
func Open(ctx context.Context, o Options) (alert.Notifier, error) {
	o = o.withDefaults()
	n, err := openNative(ctx, o)
	if err == nil {
		o.Log.Info("notifications", "backend", n.Capabilities().Name)
		return n, nil
	}
	if errors.Is(ctx.Err(), context.Canceled) {
		return nil, fmt.Errorf("notify: open: %w", ctx.Err())
	}
	o.Log.Warn("native notifications do not answer: using beeep, without clicks and withdrawing", "err", err)
	b := newBeeep(o)
	b.lacks = err.Error()
	return b, nil
}

// Probe says what Open would choose, without showing anything and without the
// tray icon that Open needs on Windows. Its error says why nothing native
// answers; beeep is what is left then.
func Probe(ctx context.Context, o Options) (alert.Capabilities, error) {
	c, err := probeNative(ctx, o.withDefaults())
	if err != nil {
		return c, fmt.Errorf("notify: probe: %w", err)
	}
	return c, nil
}

func (o Options) withDefaults() Options {
	if o.AppName == "" {
		o.AppName = defaultAppName
	}
	if o.Log == nil {
		o.Log = slog.Default()
	}
	return o
}
