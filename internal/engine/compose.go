package engine

import (
	"agentisland/internal/alert"
	"agentisland/internal/msg"
	"agentisland/internal/status"
)

// Compose writes the notification of a session.
func Compose(m *msg.Catalog, name string, v status.View) alert.Notification {
	title := v.Label()
	if p := v.Project(); p != "" && p != title {
		title += " — " + p
	}
	body := m.Body(v.Provider.Name(), v.Reason)
	if v.State == status.Error {
		if v.Text != "" {
			body = v.Provider.Name() + ": " + v.Text
		}
		if v.Reason == status.ReasonLimit && !v.Reset.IsZero() {
			body += " " + m.LimitAt(v.Reset.Local())
		}
	}
	return alert.Notification{
		ID: name, Session: name, Reason: v.Reason, Title: title,
		Body: body, Action: m.Open,
	}
}
