//go:build cgo || !darwin

package tray

import (
	"time"

	"fyne.io/systray"
)

// line is a disabled item of the pool: text without a function.
type line struct {
	item *systray.MenuItem
	text string // what is shown, "" while hidden
}

func newLine() *line {
	item := systray.AddMenuItem("", "")
	item.Disable()
	item.Hide()
	return &line{item: item}
}

// set shows text, or hides the line when text is "".
func (l *line) set(text string) {
	if text == l.text {
		return
	}
	hidden := l.text == ""
	l.text = text
	switch {
	case text == "":
		l.item.Hide()
	default:
		retitle(l.item, text, hidden)
	}
}

// row is a session's item of the pool with its submenu.
type row struct {
	binding
	item, goTo, ring, why *systray.MenuItem
	text                  string
	shown                 bool
}

func newRow(t *Tray, texts Model) *row {
	r := &row{item: systray.AddMenuItem("", "")}
	r.goTo = r.item.AddSubMenuItem(escapeLabel(texts.GoTo), "")
	r.ring = r.item.AddSubMenuItemCheckbox(escapeLabel(texts.Ring), "", false)
	r.why = r.item.AddSubMenuItem(escapeLabel(texts.Why), "")
	r.item.Hide()
	onClick(r.why, func() {
		if meant, ok := r.clicked(time.Now()); ok {
			t.send(Action{Kind: Why, Session: meant.session})
		}
	})
	onClick(r.goTo, func() {
		if meant, ok := r.clicked(time.Now()); ok {
			t.send(Action{Kind: Open, Session: meant.session})
		}
	})
	onClick(r.ring, func() {
		// The mark changes when a snapshot says so, not here: one truth.
		if meant, ok := r.clicked(time.Now()); ok {
			t.send(Action{Kind: SetMuted, Session: meant.session, On: meant.ring})
		}
	})
	return r
}

func (r *row) show(want Row, now time.Time) {
	r.set(target{session: want.Session, ring: want.Ring}, now)
	if want.Ring != r.ring.Checked() {
		if want.Ring {
			r.ring.Check()
		} else {
			r.ring.Uncheck()
		}
	}
	if want.Text != r.text || !r.shown {
		retitle(r.item, want.Text, !r.shown)
		r.text, r.shown = want.Text, true
	}
}

func (r *row) hide(now time.Time) {
	r.set(target{}, now)
	if r.shown {
		r.item.Hide()
		r.shown = false
	}
}

// retitle sets the text of an item, which is shown after it if hidden. Hidden
// items must not be retitled otherwise: on Windows that alone shows them.
func retitle(item *systray.MenuItem, text string, hidden bool) {
	item.SetTitle(escapeLabel(text))
	if hidden {
		item.Show()
	}
}
