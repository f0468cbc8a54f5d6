package notify

import (
	"context"
	"errors"
	"strconv"
	"sync"
	"testing"
	"time"

	"agentisland/internal/alert"
)

// stubCenter is a center in memory that answers on goroutines of its own.
type stubCenter struct {
	mu       sync.Mutex
	denied   bool
	silent   bool // the person does not answer
	err      error
	shown    []centerNote
	asked    int
	detached bool
}

func (c *stubCenter) authorize(answer func(bool, error)) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.asked++
	if !c.silent {
		go answer(!c.denied, nil)
	}
}

func (c *stubCenter) add(n centerNote, answer func(error)) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.err == nil {
		replaced := false
		for i := range c.shown {
			if c.shown[i].id == n.id {
				c.shown[i], replaced = n, true
			}
		}
		if !replaced {
			c.shown = append(c.shown, n)
		}
	}
	go answer(c.err)
}

func (c *stubCenter) remove(id string) { c.take(id) }

func (c *stubCenter) take(id string) (session string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for i, n := range c.shown {
		if n.id == id {
			c.shown = append(c.shown[:i:i], c.shown[i+1:]...)
			return n.session
		}
	}
	return ""
}

func (c *stubCenter) detach() { c.detached = true }

// mac is the person in front of a stubCenter.
type mac struct {
	c *stubCenter
	u *centerNotifier
}

func newMac(o Options) *mac {
	m := &mac{c: &stubCenter{}}
	m.u = newCenterNotifier("stub", o, m.c)
	return m
}

func (m *mac) shown() (cards []card) {
	m.c.mu.Lock()
	defer m.c.mu.Unlock()
	for _, n := range m.c.shown {
		cards = append(cards, card{n.id, n.title, n.body})
	}
	return cards
}

func (m *mac) click(num, _ string) { m.u.report(alert.Clicked, num, m.session(num)) }
func (m *mac) dismiss(num string)  { m.u.report(alert.Closed, num, m.c.take(num)) }
func (m *mac) quirks() quirks      { return quirks{noTokens: true} }

func (m *mac) session(num string) string {
	m.c.mu.Lock()
	defer m.c.mu.Unlock()
	for _, n := range m.c.shown {
		if n.id == num {
			return n.session
		}
	}
	return ""
}

func (m *mac) restart(*testing.T) alert.Notifier {
	m.u.Close()
	m.u = newCenterNotifier("stub", Options{}, m.c)
	return m.u
}

func TestCenterKeepsContract(t *testing.T) {
	testNotifier(t, func(*testing.T) (alert.Notifier, controller) {
		m := newMac(Options{})
		return m.u, m
	})
}

func TestCenterSays(t *testing.T) {
	for i, tt := range []struct {
		sound  string
		silent bool
		want   string
	}{
		{"", false, SystemSound},
		{SystemSound, false, SystemSound},
		{NoSound, false, ""},
		{"/Users/me/Library/Sounds/Ding.aiff", false, "Ding.aiff"},
		{SystemSound, true, ""},
	} {
		m := newMac(Options{Sound: tt.sound})
		mustPost(t, m.u, alert.Notification{ID: "n" + strconv.Itoa(i), Session: "claude:1", Group: "shop\x00", Title: "T\n", Body: "a\u202Eb", Action: "Open", Silent: tt.silent})
		want := centerNote{"n" + strconv.Itoa(i), "claude:1", "shop", "T", "ab", "Open", tt.want}
		if got := m.c.shown[0]; got != want {
			t.Errorf("%+v, want %+v", got, want)
		}
		m.u.Close()
		if !m.c.detached {
			t.Error("still attached after Close")
		}
	}
}

func TestCenterPermission(t *testing.T) {
	m := newMac(Options{})
	defer m.u.Close()
	m.c.denied = true
	if _, err := m.u.Post(t.Context(), balloonA); !errors.Is(err, errDenied) {
		t.Error(err)
	}
	m.c.denied, m.c.silent = false, true
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
	defer cancel()
	if _, err := m.u.Post(ctx, balloonA); !errors.Is(err, context.DeadlineExceeded) {
		t.Error(err)
	}
	wantShown(t, m)
	m.c.mu.Lock()
	m.c.silent = false
	m.c.mu.Unlock()
	mustPost(t, m.u, balloonA)
	wantShown(t, m, "A|text")
	m.c.mu.Lock()
	m.c.err = errors.New("no center")
	m.c.mu.Unlock()
	if _, err := m.u.Post(t.Context(), balloonB); !errors.Is(err, m.c.err) {
		t.Error(err)
	}
	wantNoEvent(t, m.u)
}

func TestCenterClickOfAnEarlierRun(t *testing.T) {
	m := newMac(Options{})
	defer m.u.Close()
	m.u.report(alert.Clicked, "n9", "codex:9")
	wantEvent(t, m.u, alert.Event{Kind: alert.Clicked, ID: "n9", Session: "codex:9"})
}
