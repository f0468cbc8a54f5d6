//go:build cgo || !darwin

package tray

import (
	"time"

	"fyne.io/systray"

	"agentisland/internal/status"
)

// menu is the system's menu as a fixed pool of items. Items are retitled,
// hidden and shown, never added or removed later: systray can only append,
// and a rebuilt menu closes under the hand of the person who opened it.
//
// Only the loop's goroutine calls its methods.
type menu struct {
	icon    status.State
	tooltip string
	rows    [maxRows]*row
	more    *line
	empty   [maxLines]*line
	health  [maxLines]*line
	quiet   *quietItems
}

// newMenu makes the pool, all hidden but the about line and Quit.
func newMenu(t *Tray, quit func()) *menu {
	m := &menu{icon: -1}
	texts := t.model(time.Time{})
	for i := range m.rows {
		m.rows[i] = newRow(t, texts)
	}
	m.more = newLine()
	for i := range m.empty {
		m.empty[i] = newLine()
	}
	for i := range m.health {
		m.health[i] = newLine()
	}
	systray.AddSeparator()
	m.quiet = newQuietItems(t, texts.Quiet)
	systray.AddSeparator()
	systray.AddMenuItem(escapeLabel(texts.About), "").Disable()
	onClick(systray.AddMenuItem(escapeLabel(texts.Quit), ""), func() {
		t.send(Action{Kind: Quit})
		quit()
	})
	return m
}

// apply makes the menu equal to want, touching only what differs. It is false
// when the rows have to wait for the menu to close.
func (m *menu) apply(want Model) bool {
	if want.Icon != m.icon || want.Tooltip != m.tooltip {
		m.icon, m.tooltip = want.Icon, want.Tooltip
		m.reassert()
	}
	if frozen() {
		return false
	}
	now := time.Now()
	for i, r := range m.rows {
		if i < len(want.Rows) {
			r.show(want.Rows[i], now)
		} else {
			r.hide(now)
		}
	}
	m.more.set(want.More)
	setLines(m.empty[:], want.Empty)
	setLines(m.health[:], want.Health)
	m.quiet.apply(want.Quiet)
	return true
}

// reassert sets icon and tooltip whether they changed or not.
func (m *menu) reassert() {
	setIcon(icon(m.icon))
	systray.SetTooltip(m.tooltip)
}

func setLines(pool []*line, texts []string) {
	for i, l := range pool {
		if i < len(texts) {
			l.set(texts[i])
		} else {
			l.set("")
		}
	}
}

// onClick calls f for every click on item. systray drops a click when nobody
// is receiving at that moment, so each item has a goroutine that does next to
// nothing else. Items without one ignore clicks, which hosts may send even for
// disabled items.
func onClick(item *systray.MenuItem, f func()) {
	go func() {
		for range item.ClickedCh {
			f()
		}
	}()
}
