package notify

import (
	"context"
	"sync"
	"time"
)

// worker runs calls that may block, one at a time and in order, so that the
// caller can stop waiting for one that hangs. A call nobody waits for any more
// still runs in its turn: a later call, a withdraw say, finds the order kept.
type worker struct {
	mu     sync.Mutex
	queue  []job
	closed bool
	wake   chan struct{}
	ended  chan struct{}
}

type job struct {
	run  func() error
	done chan error
}

func newWorker() *worker {
	w := &worker{wake: make(chan struct{}, 1), ended: make(chan struct{})}
	go w.loop()
	return w
}

// do queues run and waits for its result or for ctx.
func (w *worker) do(ctx context.Context, run func() error) error {
	j := job{run, make(chan error, 1)}
	if !w.push(j) {
		return errClosed
	}
	select {
	case err := <-j.done:
		return err
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (w *worker) push(j job) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.closed {
		return false
	}
	w.queue = append(w.queue, j)
	w.signal()
	return true
}

func (w *worker) signal() {
	select {
	case w.wake <- struct{}{}:
	default:
	}
}

func (w *worker) loop() {
	defer close(w.ended)
	for range w.wake {
		for {
			j, ok, closed := w.pop()
			if closed {
				return
			}
			if !ok {
				break
			}
			j.done <- j.run()
		}
	}
}

// pop takes the next job; after close it refuses those that still wait.
func (w *worker) pop() (j job, ok, closed bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.closed {
		for _, waiting := range w.queue {
			waiting.done <- errClosed
		}
		w.queue = nil
		return job{}, false, true
	}
	if len(w.queue) == 0 {
		return job{}, false, false
	}
	j, w.queue = w.queue[0], w.queue[1:]
	return j, true, false
}

// close drops what waits and gives the call that runs the time limit to end.
func (w *worker) close(limit time.Duration) {
	w.mu.Lock()
	w.closed = true
	w.signal()
	w.mu.Unlock()
	t := time.NewTimer(limit)
	defer t.Stop()
	select {
	case <-w.ended:
	case <-t.C:
	}
}
