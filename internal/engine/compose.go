package engine

import (
	"agentisland/internal/alert"
	"agentisland/internal/msg"
	"agentisland/internal/status"
)

// Compose writes the notification of a session: what it is about, why it rings
// and, with details, what was said last or is asked. Whoever looks over the
// person's shoulder reads details too. What the provider says about an error or
// a limit is the reason itself and always there.
func Compose(m *msg.Catalog, name string, v status.View, details bool) alert.Notification {
	title := v.Label()
	if p := v.Project(); p != "" && p != title {
		title += " — " + p
	}
	body := m.Body(v.Provider.Name(), v.Reason)
	switch {
	case v.State == status.Error:
		if v.Text != "" {
			body = v.Provider.Name() + ": " + v.Text
		}
		if v.Reason == status.ReasonLimit && !v.Reset.IsZero() {
			body += " " + m.LimitAt(v.Reset.Local())
		}
	case details && v.Text != "":
		body += "\n" + v.Text
	}
	return alert.Notification{
		ID: name, Session: name, Group: v.Project(), Reason: v.Reason, Title: title,
		Body: body, Action: m.Open,
	}
}
