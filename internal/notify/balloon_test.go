package notify

import (
	"context"
	"errors"
	"strings"
	"sync"
	"testing"
	"time"

	"agentisland/internal/alert"
)

// stubShell is a balloonShell in memory.
type stubShell struct {
	mu    sync.Mutex
	calls []string
	err   error
	block chan struct{}
}

func (s *stubShell) show(title, body string, silent bool) error {
	call := title + "|" + body
	if silent {
		call += "|silent"
	}
	return s.note(call)
}

func (s *stubShell) hide() error { return s.note("hide") }
func (s *stubShell) detach()     { _ = s.note("detach") }

func (s *stubShell) note(call string) error {
	if s.block != nil {
		<-s.block
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.calls = append(s.calls, call)
	return s.err
}

func (s *stubShell) want(t *testing.T, want ...string) {
	t.Helper()
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.calls) != len(want) {
		t.Fatalf("calls %q, want %q", s.calls, want)
	}
	for i := range want {
		if s.calls[i] != want[i] {
			t.Fatalf("calls %q, want %q", s.calls, want)
		}
	}
}

func newStubBalloons(t *testing.T) (*balloons, *stubShell) {
	b, s := newBalloons(Options{}), &stubShell{}
	b.shell = s
	t.Cleanup(func() { b.Close() })
	return b, s
}

var (
	balloonA = alert.Notification{ID: "a", Session: "sa", Title: "A", Body: "text"}
	balloonB = alert.Notification{ID: "b", Session: "sb", Title: "B", Body: "text", Silent: true}
)

func event(k alert.EventKind, n alert.Notification) alert.Event {
	return alert.Event{Kind: k, ID: n.ID, Session: n.Session}
}

func TestBalloonNewerReplacesOlder(t *testing.T) {
	b, s := newStubBalloons(t)
	mustPost(t, b, balloonA)
	b.report(balloonShown)
	mustPost(t, b, balloonA)
	wantNoEvent(t, b)
	b.report(balloonShown)
	mustPost(t, b, balloonB)
	wantEvent(t, b, event(alert.Closed, balloonA))
	b.report(balloonHidden) // of A
	wantNoEvent(t, b)
	mustWithdraw(t, b, "a")
	s.want(t, "A|text", "A|text", "B|text|silent")
	mustWithdraw(t, b, "b")
	s.want(t, "A|text", "A|text", "B|text|silent", "hide")
	b.report(balloonHidden)
	wantNoEvent(t, b)
}

func TestBalloonReports(t *testing.T) {
	for name, c := range map[string]struct {
		reports []balloonReport
		want    []alert.EventKind
	}{
		"click":                    {[]balloonReport{balloonShown, balloonClicked, balloonClicked, balloonHidden}, []alert.EventKind{alert.Clicked}},
		"click without a report":   {[]balloonReport{balloonClicked}, []alert.EventKind{alert.Clicked}},
		"time out":                 {[]balloonReport{balloonShown, balloonTimedOut, balloonHidden}, []alert.EventKind{alert.Closed}},
		"click in the list later":  {[]balloonReport{balloonShown, balloonTimedOut, balloonClicked, balloonClicked}, []alert.EventKind{alert.Closed, alert.Clicked}},
		"shell restarted":          {[]balloonReport{balloonShellRestarted, balloonHidden, balloonClicked}, []alert.EventKind{alert.Closed}},
		"hidden before it is seen": {[]balloonReport{balloonHidden}, nil},
	} {
		t.Run(name, func(t *testing.T) {
			b, _ := newStubBalloons(t)
			mustPost(t, b, balloonA)
			for _, r := range c.reports {
				b.report(r)
			}
			for _, k := range c.want {
				wantEvent(t, b, event(k, balloonA))
			}
			wantNoEvent(t, b)
		})
	}
}

func TestBalloonReportsWithoutBalloon(t *testing.T) {
	b, s := newStubBalloons(t)
	for r := balloonShown; r <= balloonShellRestarted; r++ {
		b.report(r)
	}
	wantNoEvent(t, b)
	mustWithdraw(t, b, "a")
	s.want(t)
	b.Adopt(balloonA, "")
	wantEvent(t, b, event(alert.Closed, balloonA))
	if !b.Capabilities().Click {
		t.Error("no clicks")
	}
}

func TestBalloonFails(t *testing.T) {
	b, s := newStubBalloons(t)
	s.err = errors.New("no shell")
	if _, err := b.Post(t.Context(), balloonA); !errors.Is(err, s.err) {
		t.Error(err)
	}
	mustWithdraw(t, b, "a")
	s.want(t, "A|text")
}

func TestBalloonHungShell(t *testing.T) {
	b, s := newStubBalloons(t)
	s.block = make(chan struct{})
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Millisecond)
	defer cancel()
	if _, err := b.Post(ctx, balloonA); !errors.Is(err, context.DeadlineExceeded) {
		t.Error(err)
	}
	if _, err := b.Post(ctx, balloonB); !errors.Is(err, context.DeadlineExceeded) {
		t.Error(err)
	}
	if err := b.Withdraw(ctx, "a"); !errors.Is(err, context.DeadlineExceeded) {
		t.Error(err)
	}
	close(s.block)
	mustWithdraw(t, b, "b")
	s.want(t, "A|text", "hide")
}

// stubSlot is the screen in front of a stubShell.
type stubSlot struct {
	b *balloons
	s *stubShell
}

func (s stubSlot) text() string {
	s.s.mu.Lock()
	defer s.s.mu.Unlock()
	if len(s.s.calls) == 0 {
		return ""
	}
	_, body, _ := strings.Cut(s.s.calls[len(s.s.calls)-1], "|")
	return strings.TrimSuffix(body, "|silent")
}

func (s stubSlot) click() { s.b.report(balloonClicked) }
func (s stubSlot) end() {
	s.b.report(balloonShown)
	s.b.report(balloonTimedOut)
	_ = s.s.hide()
}

func TestBalloonKeepsContract(t *testing.T) {
	testSingle(t, func(t *testing.T) (alert.Notifier, slot) {
		b, s := newStubBalloons(t)
		return b, stubSlot{b, s}
	})
}
