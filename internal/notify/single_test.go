package notify

import (
	"strings"
	"testing"

	"agentisland/internal/alert"
)

// slot is a desktop with room for one notification, and the person in front.
type slot interface {
	// text is the body of what is on the screen, "" when there is nothing.
	text() string
	click()
	// end makes what is up go by itself.
	end()
}

// testSingle is what an alert.Notifier keeps to that can do everything with one
// notification at a time.
func testSingle(t *testing.T, open func(t *testing.T) (alert.Notifier, slot)) {
	one := alert.Notification{ID: "n1", Session: "claude:1", Title: "Title one", Body: "Body one"}
	two := alert.Notification{ID: "n2", Session: "codex:2", Title: "Title two", Body: "Body two", Silent: true}
	run := func(name string, f func(t *testing.T, n alert.Notifier, s slot)) {
		t.Run(name, func(t *testing.T) {
			n, s := open(t)
			defer n.Close()
			f(t, n, s)
		})
	}
	run("post shows, same ID replaces", func(t *testing.T, n alert.Notifier, s slot) {
		mustPost(t, n, one)
		wantText(t, s, "Body one")
		again := one
		again.Body = "Changed"
		mustPost(t, n, again)
		wantText(t, s, "Changed")
		wantNoEvent(t, n)
	})
	run("a newer one takes the place of the older", func(t *testing.T, n alert.Notifier, s slot) {
		mustPost(t, n, one)
		wantText(t, s, "Body one")
		mustPost(t, n, two)
		wantText(t, s, "Body two")
		wantEvent(t, n, alert.Event{Kind: alert.Closed, ID: "n1", Session: "claude:1"})
		mustWithdraw(t, n, one.ID)
		wantText(t, s, "Body two")
		wantNoEvent(t, n)
	})
	run("withdraw removes without an event", func(t *testing.T, n alert.Notifier, s slot) {
		mustPost(t, n, one)
		wantText(t, s, "Body one")
		mustWithdraw(t, n, one.ID)
		wantText(t, s, "")
		mustWithdraw(t, n, one.ID)
		mustWithdraw(t, n, "never seen")
		wantNoEvent(t, n)
		mustPost(t, n, one)
		wantText(t, s, "Body one")
	})
	run("withdraw at once", func(t *testing.T, n alert.Notifier, s slot) {
		mustPost(t, n, one)
		mustWithdraw(t, n, one.ID)
		mustPost(t, n, two)
		wantText(t, s, "Body two")
		wantNoEvent(t, n)
	})
	run("click", func(t *testing.T, n alert.Notifier, s slot) {
		mustPost(t, n, one)
		wantText(t, s, "Body one")
		s.click()
		wantEvent(t, n, alert.Event{Kind: alert.Clicked, ID: "n1", Session: "claude:1"})
		mustWithdraw(t, n, one.ID)
		wantNoEvent(t, n)
	})
	run("it ends by itself", func(t *testing.T, n alert.Notifier, s slot) {
		mustPost(t, n, one)
		wantText(t, s, "Body one")
		s.end()
		wantText(t, s, "")
		wantEvent(t, n, alert.Event{Kind: alert.Closed, ID: "n1", Session: "claude:1"})
		mustWithdraw(t, n, one.ID)
		wantNoEvent(t, n)
	})
	run("adopt after a restart", func(t *testing.T, n alert.Notifier, _ slot) {
		n.Adopt(one, "")
		wantEvent(t, n, alert.Event{Kind: alert.Closed, ID: "n1", Session: "claude:1"})
		mustWithdraw(t, n, one.ID)
	})
}

func wantText(t *testing.T, s slot, want string) {
	t.Helper()
	if !eventually(func() bool { return s.text() == want }) {
		t.Fatalf("shown %q, want %q", s.text(), want)
	}
}

// nasty are texts that break naive clients.
var nasty = []alert.Notification{
	{ID: "markup", Session: "claude:1", Title: `<b>Fix</b> "login" & <img src=x> snake_case`, Body: "a < b && c > d <i>not italic</i> &amp; <a href=\"x\">no link</a>\nsecond_line 'quoted' 100%", Action: "Open & see"},
	{ID: "bidi", Session: "claude:2", Title: "safe\u202Etxt.exe\u2067 نص عربي NUL\x00 bell\a", Body: "👩‍👩‍👧‍👦 👍🏽 🇨🇭 中文 é\x1b[31m red?", Action: "打开会话"},
	{ID: "long", Session: "claude:3", Title: strings.Repeat("long title ", 1000), Body: strings.Repeat("0123456789 ", 1000), Action: strings.Repeat("Open", 100)},
}
