package engine

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"agentisland/internal/alert"
)

// desk is a desktop that writes down what it is asked for, takes its time and
// fails as often as told.
type desk struct {
	mu    sync.Mutex
	begun time.Time
	slow  time.Duration
	fails int
	log   []string
}

func (d *desk) note(ctx context.Context, what string) error {
	select {
	case <-time.After(d.slow):
	case <-ctx.Done():
		return ctx.Err()
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.fails > 0 && strings.HasPrefix(what, "post") {
		d.fails--
		d.log = append(d.log, fmt.Sprintf("%v %s fails", time.Since(d.begun), what))
		return errors.New("no answer")
	}
	d.log = append(d.log, fmt.Sprintf("%v %s", time.Since(d.begun), what))
	return nil
}

func (d *desk) Post(ctx context.Context, n alert.Notification) (string, error) {
	return "h-" + n.ID, d.note(ctx, "post "+n.ID+" "+n.Title)
}
func (d *desk) Withdraw(ctx context.Context, id string) error { return d.note(ctx, "withdraw "+id) }
func (*desk) Adopt(alert.Notification, string)                {}
func (*desk) Events() <-chan alert.Event                      { return nil }
func (*desk) Capabilities() alert.Capabilities                { return alert.Capabilities{} }
func (*desk) Close() error                                    { return nil }

// TestOutbox checks the order of deliveries, what a newer one does to a waiting
// one, and how a failed one is tried again.
func TestOutbox(t *testing.T) {
	post := func(id, title string) delivery {
		return delivery{session: id, post: &alert.Notification{ID: id, Title: title}}
	}
	withdraw := func(id string) delivery { return delivery{session: id} }
	tests := []struct {
		name string
		slow time.Duration
		fail int
		play func(*outbox)
		want []string
	}{
		{
			name: "in order", play: func(o *outbox) { o.order(post("a", "1")); o.order(post("b", "2")); o.order(withdraw("c")) },
			want: []string{"0s post a 1", "0s post b 2", "0s withdraw c"},
		},
		{name: "a reply while a slow desktop posts another one", slow: 2 * time.Second, play: func(o *outbox) {
			o.order(post("a", "1"))
			o.order(post("b", "2"))
			time.Sleep(time.Second)
			o.order(withdraw("b"))
		}, want: []string{"2s post a 1", "4s withdraw b"}},
		{name: "a reply during the post itself", slow: 2 * time.Second, play: func(o *outbox) {
			o.order(post("a", "1"))
			time.Sleep(time.Second)
			o.order(withdraw("a"))
		}, want: []string{"2s post a 1", "4s withdraw a"}},
		{
			name: "tried again, each time later", fail: 9, play: func(o *outbox) { o.order(post("a", "1")) },
			want: []string{"0s post a 1 fails", "2s post a 1 fails", "12s post a 1 fails", "1m12s post a 1 fails"},
		},
		{name: "a withdrawal ends the tries", fail: 1, play: func(o *outbox) {
			o.order(post("a", "1"))
			time.Sleep(time.Second)
			o.order(withdraw("a"))
		}, want: []string{"0s post a 1 fails", "1s withdraw a"}},
		{name: "a newer alarm replaces the failed one", fail: 1, play: func(o *outbox) {
			o.order(post("a", "1"))
			time.Sleep(time.Second)
			o.order(post("a", "2"))
		}, want: []string{"0s post a 1 fails", "1s post a 2"}},
		{name: "a desktop that never answers holds up nobody for ever", slow: time.Hour, play: func(o *outbox) {
			o.order(withdraw("a"))
		}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				d := &desk{begun: time.Now(), slow: tt.slow, fails: tt.fail}
				ctx, cancel := context.WithCancel(t.Context())
				o := newOutbox(d, slog.New(slog.DiscardHandler))
				done := make(chan struct{})
				go func() { defer close(done); o.run(ctx) }()
				tt.play(o)
				time.Sleep(10 * time.Minute)
				cancel()
				<-done
				if !slices.Equal(d.log, tt.want) {
					t.Errorf("got %q, want %q", d.log, tt.want)
				}
			})
		})
	}
}
