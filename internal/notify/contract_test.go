package notify

import (
	"context"
	"slices"
	"testing"
	"time"

	"go.uber.org/goleak"

	"agentisland/internal/alert"
	"agentisland/internal/notify/notifytest"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// controller plays the desktop and the person in front of it.
type controller interface {
	// shown lists what is on the screen, oldest first.
	shown() []card
	click(num, token string)
	dismiss(num string)
	// restart closes the notifier and opens another on the same desktop.
	restart(t *testing.T) alert.Notifier
	quirks() quirks
}

// quirks are what a desktop does not do, so that no notifier can.
type quirks struct {
	noTokens   bool // it sends no activation tokens
	posterOnly bool // it tells of clicks only to the connection that posted
}

// token is what arrives of a token that the desktop is told to send.
func (q quirks) token(sent string) string {
	if q.noTokens {
		return ""
	}
	return sent
}

// card is one notification on a screen; num is the desktop's name for it.
type card struct{ num, title, body string }

// patience is how long a test waits for what must happen, and quiet how long
// for what must not.
const (
	patience = 5 * time.Second
	quiet    = 60 * time.Millisecond
)

func TestFakeKeepsContract(t *testing.T) {
	testNotifier(t, func(*testing.T) (alert.Notifier, controller) {
		f := notifytest.New()
		return f, &fakeController{f}
	})
}

type fakeController struct{ f *notifytest.Fake }

func (c *fakeController) shown() (cards []card) {
	for _, s := range c.f.Shown() {
		cards = append(cards, card{s.Handle, s.Title, s.Body})
	}
	return cards
}

func (c *fakeController) id(num string) string {
	for _, s := range c.f.Shown() {
		if s.Handle == num {
			return s.ID
		}
	}
	return ""
}

func (c *fakeController) click(num, token string) { c.f.Click(c.id(num), token) }
func (c *fakeController) dismiss(num string)      { c.f.Dismiss(c.id(num)) }
func (c *fakeController) quirks() quirks          { return quirks{} }
func (c *fakeController) restart(*testing.T) alert.Notifier {
	c.f = c.f.Restart()
	return c.f
}

// testNotifier is what every alert.Notifier that can do everything keeps to.
func testNotifier(t *testing.T, open func(t *testing.T) (alert.Notifier, controller)) {
	one := alert.Notification{ID: "n1", Session: "claude:1", Title: "Title one", Body: "Body one", Action: "Open"}
	two := alert.Notification{ID: "n2", Session: "codex:2", Title: "Title two", Body: "Body two", Action: "Open"}
	run := func(name string, f func(t *testing.T, n alert.Notifier, c controller)) {
		t.Run(name, func(t *testing.T) {
			n, c := open(t)
			defer n.Close()
			f(t, n, c)
		})
	}
	run("post shows", func(t *testing.T, n alert.Notifier, c controller) {
		mustPost(t, n, one)
		mustPost(t, n, two)
		wantShown(t, c, "Title one|Body one", "Title two|Body two")
		wantNoEvent(t, n)
	})
	run("same ID replaces", func(t *testing.T, n alert.Notifier, c controller) {
		h1 := mustPost(t, n, one)
		again := one
		again.Title = "Changed"
		h2 := mustPost(t, n, again)
		wantShown(t, c, "Changed|Body one")
		if h1 != h2 {
			t.Errorf("handle changed from %q to %q", h1, h2)
		}
		wantNoEvent(t, n)
	})
	run("withdraw removes without an event", func(t *testing.T, n alert.Notifier, c controller) {
		mustPost(t, n, one)
		mustPost(t, n, two)
		mustWithdraw(t, n, one.ID)
		wantShown(t, c, "Title two|Body two")
		mustWithdraw(t, n, one.ID)
		wantNoEvent(t, n)
		mustPost(t, n, one)
		wantShown(t, c, "Title two|Body two", "Title one|Body one")
	})
	run("withdraw of an unknown ID is no error", func(t *testing.T, n alert.Notifier, c controller) {
		mustWithdraw(t, n, "never seen")
		wantShown(t, c)
	})
	run("click", func(t *testing.T, n alert.Notifier, c controller) {
		mustPost(t, n, one)
		mustPost(t, n, two)
		wantShown(t, c, "Title one|Body one", "Title two|Body two")
		c.click(c.shown()[0].num, "token-7")
		wantEvent(t, n, alert.Event{Kind: alert.Clicked, ID: "n1", Session: "claude:1", Token: c.quirks().token("token-7")})
		wantShown(t, c, "Title two|Body two")
		wantNoEvent(t, n)
		c.click(c.shown()[0].num, "")
		wantEvent(t, n, alert.Event{Kind: alert.Clicked, ID: "n2", Session: "codex:2"})
		mustWithdraw(t, n, one.ID)
		wantNoEvent(t, n)
	})
	run("dismiss", func(t *testing.T, n alert.Notifier, c controller) {
		mustPost(t, n, one)
		wantShown(t, c, "Title one|Body one")
		c.dismiss(c.shown()[0].num)
		wantEvent(t, n, alert.Event{Kind: alert.Closed, ID: "n1", Session: "claude:1"})
		mustWithdraw(t, n, one.ID)
		wantNoEvent(t, n)
	})
	run("adopt after restart", func(t *testing.T, n alert.Notifier, c controller) {
		h1, h2 := mustPost(t, n, one), mustPost(t, n, two)
		n = c.restart(t)
		defer n.Close()
		n.Adopt(one, h1)
		n.Adopt(two, h2)
		wantShown(t, c, "Title one|Body one", "Title two|Body two")
		mustWithdraw(t, n, one.ID)
		wantShown(t, c, "Title two|Body two")
		if c.quirks().posterOnly {
			mustWithdraw(t, n, two.ID)
			wantShown(t, c)
			return
		}
		c.click(c.shown()[0].num, "tok")
		wantEvent(t, n, alert.Event{Kind: alert.Clicked, ID: "n2", Session: "codex:2", Token: c.quirks().token("tok")})
		wantNoEvent(t, n)
	})
	run("adopt of a void handle", func(t *testing.T, n alert.Notifier, _ controller) {
		n.Adopt(one, "who knows")
		wantEvent(t, n, alert.Event{Kind: alert.Closed, ID: "n1", Session: "claude:1"})
		mustWithdraw(t, n, one.ID)
	})
	run("close closes events", func(t *testing.T, n alert.Notifier, _ controller) {
		mustPost(t, n, one)
		for range 2 {
			if err := n.Close(); err != nil {
				t.Error(err)
			}
		}
		if ev, ok := <-n.Events(); ok {
			t.Errorf("event %+v after Close", ev)
		}
		if _, err := n.Post(t.Context(), two); err == nil {
			t.Error("Post after Close: no error")
		}
	})
	run("a cancelled context", func(t *testing.T, n alert.Notifier, _ controller) {
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		if _, err := n.Post(ctx, one); err == nil {
			t.Error("Post: no error")
		}
	})
}

func mustPost(t *testing.T, n alert.Notifier, what alert.Notification) (handle string) {
	t.Helper()
	handle, err := n.Post(t.Context(), what)
	if err != nil {
		t.Fatal(err)
	}
	return handle
}

func mustWithdraw(t *testing.T, n alert.Notifier, id string) {
	t.Helper()
	if err := n.Withdraw(t.Context(), id); err != nil {
		t.Fatal(err)
	}
}

// wantShown waits until the screen shows exactly these, written "title|body".
func wantShown(t *testing.T, c controller, want ...string) {
	t.Helper()
	var got []string
	if eventually(func() bool {
		got = nil
		for _, s := range c.shown() {
			got = append(got, s.title+"|"+s.body)
		}
		return slices.Equal(got, want)
	}) {
		return
	}
	t.Fatalf("shown %q, want %q", got, want)
}

func eventually(ok func() bool) bool {
	for end := time.Now().Add(patience); time.Now().Before(end); time.Sleep(2 * time.Millisecond) {
		if ok() {
			return true
		}
	}
	return ok()
}

func wantEvent(t *testing.T, n alert.Notifier, want alert.Event) {
	t.Helper()
	select {
	case got := <-n.Events():
		if got != want {
			t.Fatalf("event %+v, want %+v", got, want)
		}
	case <-time.After(patience):
		t.Fatalf("no event, want %+v", want)
	}
}

func wantNoEvent(t *testing.T, n alert.Notifier) {
	t.Helper()
	select {
	case got := <-n.Events():
		t.Fatalf("event %+v, want none", got)
	case <-time.After(quiet):
	}
}
