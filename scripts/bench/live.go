package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"time"

	"agentisland/internal/alert"
	"agentisland/internal/engine"
	"agentisland/internal/msg"
)

// newEngine is the program's engine without any display.
func newEngine(home string, on func(engine.Event)) *engine.Engine {
	return engine.New(engine.Config{
		Observer: engine.NewObserver(newStore(home)),
		Policy:   alert.NewPolicy(time.Now().Round(0).UTC(), alert.NewMemory(), alert.DefaultOptions()),
		Messages: msg.For("en"),
		OnEvent:  on,
	})
}

// latency appends to live sessions in turn and waits for each changed state.
func latency(o options) error {
	var mu sync.Mutex
	var seen time.Time
	arrived := make(chan string, 1024)
	eng := newEngine(o.home, func(ev engine.Event) {
		if ev.State != nil {
			mu.Lock()
			seen = time.Now()
			mu.Unlock()
			arrived <- ev.State.View.Verdict.Key
		}
	})
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	go eng.Run(ctx)
	time.Sleep(3 * time.Second) // the first look, and everything is watched
	var took []time.Duration
	lost := 0
	for i := 0; time.Duration(float64(i)/o.rate*float64(time.Second)) < o.span; i++ {
		now := time.Now()
		kind := []string{"open", "done"}[i/o.live%2]
		path := filepath.Join(o.home, ".claude", "projects", fmt.Sprintf("-w-live-%d", i%o.live), sessionID(1<<24+i%o.live)+".jsonl")
		line := claudeLine(now, kind, 800)
		for len(arrived) > 0 {
			<-arrived
		}
		start := time.Now()
		if err := appendTo(path, line); err != nil {
			return err
		}
		if waitFor(arrived, fmt.Sprintf("u%d", now.UnixNano())) {
			mu.Lock()
			took = append(took, seen.Sub(start))
			mu.Unlock()
		} else {
			lost++
		}
		time.Sleep(time.Duration(float64(time.Second) / o.rate))
	}
	if len(took) == 0 {
		return fmt.Errorf("no change was seen")
	}
	report("latency", took)
	fmt.Printf("  %d lost\n", lost)
	return nil
}

func waitFor(arrived <-chan string, key string) bool {
	deadline := time.After(5 * time.Second)
	for {
		select {
		case k := <-arrived:
			if k == key {
				return true
			}
		case <-deadline:
			return false
		}
	}
}

func appendTo(path, text string) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return err
	}
	f, err := os.OpenFile(path, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	_, err = f.WriteString(text)
	if cerr := f.Close(); err == nil {
		err = cerr
	}
	return err
}

// idle looks on while nothing happens.
func idle(o options) error {
	ctx, cancel := context.WithTimeout(context.Background(), o.span)
	defer cancel()
	eng := newEngine(o.home, nil)
	done := make(chan struct{})
	go func() {
		defer close(done)
		eng.Run(ctx)
	}()
	time.Sleep(min(5*time.Second, o.span/2)) // the first look is no idleness
	before, start := usage(), time.Now()
	<-done
	after, span := usage(), time.Since(start)
	fmt.Printf("idle     %.0f s: cpu %.3f %% of one, %d thread switches, peak memory %d KB\n", span.Seconds(),
		100*(after.cpu-before.cpu).Seconds()/span.Seconds(), after.switches-before.switches, after.peak)
	return nil
}
