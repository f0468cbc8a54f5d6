// Package tray shows a status.Snapshot in the macOS menu bar, the Windows
// notification area and the Linux tray. It owns two things: the view model
// (Build, pure: a snapshot becomes an icon, a tooltip and menu rows) and the
// binding that keeps the system's icon and menu equal to the model. It knows
// neither files nor the policy of alarms: what a person chooses in the menu
// leaves as an Action.
//
//	Show ─▶ latest snapshot ─▶ Build ─▶ Model ─▶ menu (systray) ─click─▶ Actions
package tray

import (
	"context"
	"errors"
	"sync"

	"agentisland/internal/msg"
	"agentisland/internal/session"
	"agentisland/internal/status"
)

// ActionKind says what a person chose in the menu.
type ActionKind int

// The choices of the menu.
const (
	Open             ActionKind = iota // go to Action.Session
	SetMuted                           // set Action.Session's Muted to Action.On
	Why                                // explain Action.Session
	Snooze                             // silence everything for Action.For
	SetProviderMuted                   // silence all sessions of Action.Provider, or not: Action.On
	Quit                               // end the app; Run returns by itself
)

// Action is one choice in the menu.
type Action struct {
	Kind     ActionKind
	Session  session.Ref      // of Open, SetMuted and Why
	Provider session.Provider // of SetProviderMuted
	On       bool             // of the two that mute: true silences
	For      string           // of Snooze: 15m, 1h, tomorrow, or off to end it
}

// actionQueue is how many actions wait for a reader before new ones are
// dropped: far more than a person clicks while the app is busy.
const actionQueue = 64

// Errors of Run.
var (
	ErrUnsupported = errors.New("tray: this build has no tray (macOS needs cgo)")
	ErrRanBefore   = errors.New("tray: Run works once per process")
	ErrNoBus       = errors.New("tray: no session bus")
	ErrBusLost     = errors.New("tray: the session bus went away")
)

// Tray is the icon and its menu. Make it with New. All methods are safe for
// use by several goroutines.
type Tray struct {
	catalog *msg.Catalog
	version string
	actions chan Action
	changed chan struct{} // capacity 1: there is a snapshot that is not shown yet

	mu     sync.Mutex
	latest status.Snapshot // guarded by mu
}

// New makes a tray with the texts of c. Nothing is shown before Run.
func New(c *msg.Catalog, version string) *Tray {
	return &Tray{
		catalog: c,
		version: version,
		actions: make(chan Action, actionQueue),
		changed: make(chan struct{}, 1),
	}
}

// Run shows the tray until the person chooses Quit or ctx is done, and then
// returns nil. It must be called from the main goroutine and works once per
// process. On Linux it returns an error that wraps ErrNoBus when there is no
// session bus and ErrBusLost when the bus goes away; a desktop without a tray
// host is no error, the icon appears when a host does.
func (t *Tray) Run(ctx context.Context) error { return t.run(ctx) }

// Show makes s the picture to show. The latest call wins; it never blocks and
// may be called before Run. The tray keeps s and does not change it.
func (t *Tray) Show(s status.Snapshot) {
	t.mu.Lock()
	t.latest = s
	t.mu.Unlock()
	select {
	case t.changed <- struct{}{}:
	default:
	}
}

// Actions is what the person chose, in order. It is never closed. When nobody
// reads, further choices are dropped: the tray does not wait.
func (t *Tray) Actions() <-chan Action { return t.actions }

func (t *Tray) send(a Action) {
	select {
	case t.actions <- a:
	default:
	}
}

// rings reports whether a provider's sessions may ring, as last shown.
func (t *Tray) rings(p session.Provider) bool { return !t.snapshot().MutedProviders[p] }

func (t *Tray) snapshot() status.Snapshot {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.latest
}
