package notify

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"agentisland/internal/alert"
)

func TestBeeep(t *testing.T) {
	var shown []string
	b := newBeeepWith(func(title, body string) error {
		shown = append(shown, title+"|"+body)
		if title == "bad" {
			return errors.New("no bell")
		}
		return nil
	})
	defer b.Close()
	if h := mustPost(t, b, alert.Notification{ID: "1", Title: "A\x00\n", Body: strings.Repeat("b", 999)}); h != "" {
		t.Errorf("handle %q", h)
	}
	if want := "A|" + strings.Repeat("b", 299) + "…"; shown[0] != want {
		t.Errorf("shown %q", shown[0])
	}
	if _, err := b.Post(t.Context(), alert.Notification{ID: "2", Title: "bad"}); err == nil || !strings.Contains(err.Error(), "no bell") {
		t.Error(err)
	}
	b.Adopt(alert.Notification{ID: "1"}, "x")
	if err := b.Withdraw(t.Context(), "1"); !errors.Is(err, errors.ErrUnsupported) {
		t.Error(err)
	}
	if c := b.Capabilities(); c != (alert.Capabilities{Name: "beeep"}) {
		t.Errorf("%+v", c)
	}
	wantNoEvent(t, b)
	b.Close()
	b.Close()
	if _, ok := <-b.Events(); ok {
		t.Error("an event after Close")
	}
	if _, err := b.Post(t.Context(), alert.Notification{}); !errors.Is(err, errClosed) {
		t.Error(err)
	}
}

func TestBeeepHangs(t *testing.T) {
	hang := make(chan struct{})
	shown := make(chan string, 8)
	b := newBeeepWith(func(title, _ string) error { shown <- title; <-hang; return nil })
	defer b.Close()
	defer close(hang)
	b.limit = 30 * time.Millisecond
	for _, title := range []string{"first", "second"} {
		if _, err := b.Post(t.Context(), alert.Notification{Title: title}); !errors.Is(err, context.DeadlineExceeded) {
			t.Error(err)
		}
	}
	hang <- struct{}{}
	b.limit = time.Minute
	go b.Post(t.Context(), alert.Notification{Title: "third"})
	if a, c := <-shown, <-shown; a != "first" || c != "third" {
		t.Errorf("shown %q and %q: what waited too long is not shown late", a, c)
	}
}

func TestEventsLoseTheOldest(t *testing.T) {
	e := newEvents()
	for i := range eventsKept + 3 {
		e.send(alert.Event{Token: string(rune('A' + i))})
	}
	if ev := <-e.ch; ev.Token != "D" {
		t.Errorf("oldest is %q, want D", ev.Token)
	}
	e.close()
	e.close()
	e.send(alert.Event{})
}
