package notify

import (
	"context"
	"errors"
	"log/slog"
	"net"
	"path/filepath"
	"testing"
	"time"
)

func TestDesktopHungServer(t *testing.T) {
	r := newRig(t, quick)
	r.Hold()
	began := time.Now()
	_, err := r.n.Post(t.Context(), sample)
	if !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("Post: %v", err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	if _, err := r.n.Post(ctx, sample); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("second Post: %v", err)
	}
	mustWithdraw(t, r.n, sample.ID)
	if took := time.Since(began); took > 3*time.Second {
		t.Errorf("took %v", took)
	}
	if err := r.n.Close(); err != nil {
		t.Error(err)
	}
}

func TestDesktopSlowServerWithdrawnMeanwhile(t *testing.T) {
	r := newRig(t, quick)
	r.Hold()
	if _, err := r.n.Post(t.Context(), sample); !errors.Is(err, context.DeadlineExceeded) {
		t.Fatalf("Post: %v", err)
	}
	mustWithdraw(t, r.n, sample.ID)
	r.Release()
	if id := <-r.Gone; id != 1 {
		t.Errorf("closed %d, want 1", id)
	}
	wantShown(t, r)
	wantNoEvent(t, r.n)
	mustPost(t, r.n, sample)
	wantShown(t, r, "Title one|Body one")
}

func TestDesktopSlowServerNotWithdrawn(t *testing.T) {
	r := newRig(t, quick)
	r.Hold()
	if _, err := r.n.Post(t.Context(), sample); err == nil {
		t.Fatal("Post: no error")
	}
	r.Release()
	wantShown(t, r, "Title one|Body one")
	// What appeared late is ours: posted again it is replaced, and it can be clicked.
	again := sample
	again.Title = "Again"
	mustPost(t, r.n, again)
	wantShown(t, r, "Again|Body one")
	r.Act(1, "default", "")
	wantEvent(t, r.n, sampleClicked)
}

func TestDesktopWithdrawBeatsWaitingPost(t *testing.T) {
	r := newRig(t, defaultTiming)
	r.Hold()
	errs := make(chan error, 2)
	post := func() { _, err := r.n.Post(t.Context(), sample); errs <- err }
	go post()
	<-r.Calls
	go post()
	time.Sleep(20 * time.Millisecond)
	mustWithdraw(t, r.n, sample.ID)
	r.Release()
	for range 2 {
		if err := <-errs; !errors.Is(err, errWithdrawn) {
			t.Errorf("Post: %v", err)
		}
	}
	wantShown(t, r)
}

func TestDesktopHungWithdraw(t *testing.T) {
	r := newRig(t, quick)
	mustPost(t, r.n, sample)
	r.Hold()
	if err := r.n.Withdraw(t.Context(), sample.ID); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("Withdraw: %v", err)
	}
	r.Release()
	wantShown(t, r)
}

func TestDesktopSignalsBeforeAnswer(t *testing.T) {
	r := newRig(t, defaultTiming)
	r.Hold()
	done := make(chan error, 1)
	go func() { _, err := r.n.Post(t.Context(), sample); done <- err }()
	<-r.Calls
	r.Emit("ActivationToken", uint32(1), "early")
	r.Emit("ActionInvoked", uint32(1), "default")
	r.Emit("ActionInvoked", uint32(9), "default")
	r.Release()
	if err := <-done; err != nil {
		t.Fatal(err)
	}
	want := sampleClicked
	want.Token = "early"
	wantEvent(t, r.n, want)
	wantShown(t, r)
	wantNoEvent(t, r.n)
}

func TestDesktopCloseOfReplacedIsNoEvent(t *testing.T) {
	r := newRig(t, defaultTiming)
	mustPost(t, r.n, sample)
	<-r.Calls
	r.Hold()
	done := make(chan error, 1)
	go func() { _, err := r.n.Post(t.Context(), sample); done <- err }()
	<-r.Calls
	r.Dismiss(1) // while the Notify that replaces it is on its way
	r.Release()
	if err := <-done; err != nil {
		t.Fatal(err)
	}
	wantNoEvent(t, r.n)
	r.Dismiss(1)
	wantEvent(t, r.n, sampleGone)
}

func TestDesktopHungBus(t *testing.T) {
	socket := filepath.Join(t.TempDir(), "bus")
	l, err := net.Listen("unix", socket)
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	n := newDesktop(Options{Log: slog.New(slog.DiscardHandler)}.withDefaults(), func() (string, error) { return "unix:path=" + socket, nil }, quick)
	began := time.Now()
	if err := n.start(timeout(t, quick.call)); err == nil {
		t.Error("start: no error")
	}
	n.timing = defaultTiming
	n.retryAt = time.Time{}
	failed := make(chan error, 1)
	go func() { _, err := n.Post(t.Context(), sample); failed <- err }()
	time.Sleep(20 * time.Millisecond)
	if err := n.Close(); err != nil {
		t.Error(err)
	}
	if err := <-failed; err == nil {
		t.Error("Post: no error")
	}
	if took := time.Since(began); took > 3*time.Second {
		t.Errorf("took %v", took)
	}
}

func timeout(t *testing.T, d time.Duration) context.Context {
	ctx, cancel := context.WithTimeout(t.Context(), d)
	t.Cleanup(cancel)
	return ctx
}
