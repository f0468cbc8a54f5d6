//go:build cgo || !darwin

package tray

import "fyne.io/systray"

// quietItems are the entries that silence alarms.
type quietItems struct {
	snooze   *systray.MenuItem
	off      *systray.MenuItem // ends the snooze, hidden while there is none
	rings    [len(providers)]*systray.MenuItem
	shown    Quiet
	offShown bool
}

func newQuietItems(t *Tray, q Quiet) *quietItems {
	m := &quietItems{snooze: systray.AddMenuItem(escapeLabel(q.Snooze), ""), shown: q}
	for i, choice := range snoozes {
		item := m.snooze.AddSubMenuItem(escapeLabel(q.Choices[i]), "")
		onClick(item, func() { t.send(Action{Kind: Snooze, For: choice}) })
		m.off = item
	}
	m.off.Hide()
	for i, p := range providers {
		item := systray.AddMenuItemCheckbox(escapeLabel(q.Providers[i].Text), "", q.Providers[i].On)
		// As with a session's mark: it changes when a snapshot says so.
		onClick(item, func() { t.send(Action{Kind: SetProviderMuted, Provider: p, On: t.rings(p)}) })
		m.rings[i] = item
	}
	return m
}

func (m *quietItems) apply(want Quiet) {
	if want.Snooze != m.shown.Snooze {
		m.snooze.SetTitle(escapeLabel(want.Snooze))
	}
	if want.Snoozed != m.offShown {
		m.offShown = want.Snoozed
		if want.Snoozed {
			m.off.Show()
		} else {
			m.off.Hide()
		}
	}
	for i, p := range want.Providers {
		switch {
		case p.On == m.shown.Providers[i].On:
		case p.On:
			m.rings[i].Check()
		default:
			m.rings[i].Uncheck()
		}
	}
	m.shown = want
}
