package engine

import (
	"slices"
	"time"

	"agentisland/internal/alert"
	"agentisland/internal/msg"
)

// Bundling of alarms that come close together, for people who want that.
const (
	bundleWithin = 3 * time.Second // after the first of them
	bundleID     = "summary"       // the notification's ID
	bundleLines  = 5               // sessions that a summary names
)

// bundle joins alarms that fall due within bundleWithin into one notification.
// It turns orders for sessions into orders for notifications; the policy does
// not know of it.
type bundle struct {
	messages *msg.Catalog
	first    time.Time            // when the newest burst began
	burst    []alert.Notification // what it brought, still up
	joined   bool                 // the burst is shown as one
}

// post adds an alarm at now and returns what to deliver.
func (b *bundle) post(now time.Time, n alert.Notification) []delivery {
	if now.Sub(b.first) > bundleWithin && !b.holds(n.Session) {
		if b.joined && len(b.burst) > 0 {
			// A summary that is still up stays what it is; this alarm stands alone.
			return []delivery{{session: n.Session, post: &n}}
		}
		b.first, b.burst, b.joined = now, nil, false
	}
	single := slices.Clone(b.burst)
	b.burst = append(slices.DeleteFunc(b.burst, func(o alert.Notification) bool { return o.Session == n.Session }), n)
	if len(b.burst) < 2 {
		return []delivery{{session: n.Session, post: &n}}
	}
	var out []delivery
	if !b.joined {
		for _, o := range single {
			out = append(out, delivery{session: o.Session})
		}
	}
	b.joined = true
	return append(out, b.summary(false))
}

// withdraw takes an alarm back and returns what to deliver.
func (b *bundle) withdraw(session string) []delivery {
	if !b.holds(session) {
		return []delivery{{session: session}}
	}
	b.burst = slices.DeleteFunc(b.burst, func(o alert.Notification) bool { return o.Session == session })
	switch {
	case !b.joined:
		return []delivery{{session: session}}
	case len(b.burst) == 0:
		b.joined = false
		return []delivery{{session: bundleID}}
	}
	return []delivery{b.summary(true)}
}

// covers are the sessions that the notification of that ID stands for.
func (b *bundle) covers(id string) []string {
	if id != bundleID {
		return []string{id}
	}
	var sessions []string
	for _, o := range b.burst {
		sessions = append(sessions, o.Session)
	}
	return sessions
}

// closed forgets a notification that the person closed or clicked, and returns
// the sessions that it stood for.
func (b *bundle) closed(id string) []string {
	sessions := b.covers(id)
	if id != bundleID {
		b.burst = slices.DeleteFunc(b.burst, func(o alert.Notification) bool { return o.Session == id && !b.joined })
		return sessions
	}
	b.burst, b.joined = nil, false
	return sessions
}

func (b *bundle) holds(session string) bool {
	return slices.ContainsFunc(b.burst, func(o alert.Notification) bool { return o.Session == session })
}

// summary is one notification for the whole burst. A click on it goes to the
// newest session.
func (b *bundle) summary(silent bool) delivery {
	newest := b.burst[len(b.burst)-1]
	n := alert.Notification{
		ID: bundleID, Session: newest.Session, Reason: newest.Reason, Action: newest.Action, Silent: silent,
		Title: b.messages.Together(len(b.burst)), Body: titles(b.messages, b.burst),
	}
	return delivery{session: bundleID, post: &n}
}
