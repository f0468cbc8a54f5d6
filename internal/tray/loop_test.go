package tray

import (
	"context"
	"fmt"
	"testing"
	"testing/synctest"
	"time"

	"agentisland/internal/msg"
	"agentisland/internal/status"
)

// recorder is a display that remembers what it was told and when.
type recorder struct {
	models    []Model
	at        []time.Time
	asserted  int
	openUntil time.Time // until then the menu is open
}

func (r *recorder) apply(m Model) bool {
	r.models, r.at = append(r.models, m), append(r.at, time.Now())
	return time.Now().After(r.openUntil)
}

func (r *recorder) reassert() { r.asserted++ }

// startLoop runs the loop in the bubble; stop ends it and waits for it.
func startLoop(t *testing.T) (tray *Tray, d *recorder, stop func()) {
	tray, d = New(msg.For("en"), "1"), &recorder{}
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan struct{})
	go func() {
		defer close(done)
		tray.loop(ctx, d)
	}()
	return tray, d, func() { cancel(); <-done }
}

func TestLoopShowsLatestAtMostFourTimesASecond(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		tray, d, stop := startLoop(t)
		const seconds, perSecond = 5, 100
		for i := range seconds * perSecond {
			tray.Show(snapshotOf(view(fmt.Sprint(i), status.NeedsYou, 0)))
			time.Sleep(time.Second / perSecond)
		}
		time.Sleep(time.Second)
		stop()
		if n := len(d.models); n > 4*(seconds+1)+2 || n < 4*seconds-2 {
			t.Errorf("%d updates in %d s", n, seconds)
		}
		last := d.models[len(d.models)-1]
		if want := fmt.Sprint(seconds*perSecond - 1); last.Rows[0].Session.ID != want {
			t.Errorf("shows %s at the end, want %s", last.Rows[0].Session.ID, want)
		}
	})
}

func TestLoopShowsAChangeAtOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		tray, d, stop := startLoop(t)
		time.Sleep(10*time.Second + time.Millisecond)
		sent := time.Now()
		tray.Show(snapshotOf(view("a", status.Error, 0)))
		synctest.Wait()
		stop()
		if last := len(d.at) - 1; d.at[last] != sent || d.models[last].Icon != status.Error {
			t.Errorf("shown %v later: %v", d.at[last].Sub(sent), d.models[last].Icon)
		}
	})
}

func TestLoopWaitsForTheMenuToClose(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		tray, d, stop := startLoop(t)
		time.Sleep(10 * time.Second)
		synctest.Wait()
		d.openUntil = time.Now().Add(3 * time.Second)
		before := len(d.models)
		tray.Show(snapshotOf(view("a", status.Error, 0)))
		time.Sleep(30 * time.Second)
		synctest.Wait()
		stop()
		if n := len(d.models) - before; n < 12 || n > 14 {
			t.Errorf("%d attempts, wanted 4 a second until the menu closed", n)
		}
		if late := d.at[len(d.at)-1].Sub(d.openUntil); late <= 0 || late > minInterval {
			t.Errorf("last attempt %v after the menu closed", late)
		}
	})
}

func TestLoopAges(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		tray, d, stop := startLoop(t)
		time.Sleep(time.Hour)
		synctest.Wait()
		if n := len(d.models); n > 2 { // the start and the settling
			t.Errorf("%d updates in an hour without sessions", n)
		}
		s := snapshotOf(view("a", status.Working, 0))
		s.Sessions[0].Since = time.Now()
		before := len(d.models)
		tray.Show(s)
		time.Sleep(10*time.Minute + time.Second)
		stop()
		if n := len(d.models) - before; n < 10 || n > 11 {
			t.Errorf("%d updates in 10 minutes", n)
		}
		if got, want := d.models[len(d.models)-1].Rows[0].Text, "◐ working · Title of a · my_app · 10 min"; got != want {
			t.Errorf("%q, want %q", got, want)
		}
		if d.asserted != 1 {
			t.Errorf("icon and tooltip were set again %d times, once is wanted", d.asserted)
		}
	})
}

func TestActionsNeverBlock(t *testing.T) {
	tray := New(msg.For("en"), "1")
	for range 10 * actionQueue {
		tray.send(Action{Kind: Open})
	}
	if n := len(tray.Actions()); n != actionQueue {
		t.Errorf("%d actions wait", n)
	}
}
