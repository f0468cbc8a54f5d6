package engine

import (
	"slices"
	"strings"
	"time"

	"agentisland/internal/alert"
	"agentisland/internal/msg"
)

// A person cannot use more notifications than this, and desktops queue them for
// minutes: what comes beyond the limit is told in one line.
const (
	limitPosts  = 12          // notifications that may sound
	limitWindow = time.Minute // in this time
	restID      = "rest"      // ID of the notification that stands for all others
)

// limit bounds how many notifications are posted. Like bundle it turns orders
// into orders, and comes after it.
type limit struct {
	messages *msg.Catalog
	posted   []time.Time          // of the last limitWindow, oldest first
	rest     []alert.Notification // told by the one line that is up, oldest first
}

// order passes on or holds back one order of now and returns what to deliver.
func (l *limit) order(now time.Time, d delivery) []delivery {
	if d.post == nil {
		// What is held back may have been shown before: both are taken back.
		return append([]delivery{d}, l.drop(d.session)...)
	}
	l.posted = slices.DeleteFunc(l.posted, func(at time.Time) bool { return now.Sub(at) >= limitWindow })
	i := slices.IndexFunc(l.rest, func(n alert.Notification) bool { return n.ID == d.post.ID })
	switch {
	case i >= 0:
		if d.post.Silent || len(l.posted) >= limitPosts {
			l.rest[i] = *d.post
			return []delivery{l.line()}
		}
		l.posted = append(l.posted, now)
		return append(l.drop(d.post.ID), d)
	case d.post.Silent:
		return []delivery{d}
	case len(l.posted) < limitPosts:
		l.posted = append(l.posted, now)
		return []delivery{d}
	}
	l.rest = append(l.rest, *d.post)
	return []delivery{l.line()}
}

// drop forgets what is held back of that ID and returns what becomes of the line.
func (l *limit) drop(id string) []delivery {
	before := len(l.rest)
	l.rest = slices.DeleteFunc(l.rest, func(n alert.Notification) bool { return n.ID == id })
	switch {
	case len(l.rest) == before:
		return nil
	case len(l.rest) == 0:
		return []delivery{{session: restID}}
	}
	return []delivery{l.line()}
}

// covers are the notifications that the one of that ID stands for.
func (l *limit) covers(id string) []string {
	if id != restID {
		return []string{id}
	}
	var ids []string
	for _, n := range l.rest {
		ids = append(ids, n.ID)
	}
	return ids
}

// closed forgets a notification that is gone. It returns those that it stood
// for and what to deliver: the line no longer tells of what the person closed.
func (l *limit) closed(id string) ([]string, []delivery) {
	ids := l.covers(id)
	if id == restID {
		l.rest = nil
		return ids, nil
	}
	return ids, l.drop(id)
}

// line is the one notification for all that are held back: silent, for enough
// rang, and a click on it goes to the newest.
func (l *limit) line() delivery {
	newest := l.rest[len(l.rest)-1]
	n := alert.Notification{
		ID: restID, Session: newest.Session, Reason: newest.Reason, Action: newest.Action, Silent: true,
		Title: l.messages.Tray.More(len(l.rest)), Body: titles(l.messages, l.rest),
	}
	return delivery{session: restID, post: &n}
}

// titles are those of the newest bundleLines notifications, one a line.
func titles(m *msg.Catalog, all []alert.Notification) string {
	var lines []string
	for i, n := range slices.Backward(all) {
		if len(lines) == bundleLines {
			lines = append(lines, m.Tray.More(i+1))
			break
		}
		lines = append(lines, n.Title)
	}
	return strings.Join(lines, "\n")
}
