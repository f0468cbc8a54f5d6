// Command bench makes homes full of transcripts and measures on them what
// docs/performance.md tells.
//
//	bench gen -home DIR [-sessions N] [-bytes B] [-fresh N]   make a home
//	bench limit -home DIR      walk, stat and the tails of fresh files: the physical limit
//	bench naive -home DIR      the polling design: read and parse every transcript
//	bench scan -home DIR       one first look of the program's own store
//	bench latency -home DIR    append to live sessions, wait for the changed state
//	bench idle -home DIR       look on for a while, during which nothing changes
package main

import (
	"flag"
	"fmt"
	"os"
	"slices"
	"time"
)

type options struct {
	home     string
	sessions int
	bytes    int64
	fresh    int
	repeat   int
	live     int
	rate     float64
	span     time.Duration
}

var commands = map[string]func(options) error{
	"gen": generate, "limit": limit, "naive": naive, "scan": scan, "latency": latency, "idle": idle,
}

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

func run(args []string) error {
	if len(args) == 0 || commands[args[0]] == nil {
		return fmt.Errorf("usage: bench gen|limit|naive|scan|latency|idle -home DIR")
	}
	var o options
	f := flag.NewFlagSet(args[0], flag.ContinueOnError)
	f.StringVar(&o.home, "home", "", "folder of the made-up home")
	f.IntVar(&o.sessions, "sessions", 400, "how many sessions")
	f.Int64Var(&o.bytes, "bytes", 400e6, "bytes of all transcripts together, about")
	f.IntVar(&o.fresh, "fresh", 8, "sessions written within half an hour")
	f.IntVar(&o.repeat, "n", 5, "how often to measure")
	f.IntVar(&o.live, "live", 5, "live sessions")
	f.Float64Var(&o.rate, "rate", 20, "appends a second")
	f.DurationVar(&o.span, "for", 20*time.Second, "how long")
	if err := f.Parse(args[1:]); err != nil {
		return err
	}
	if o.home == "" {
		return fmt.Errorf("-home is missing")
	}
	return commands[args[0]](o)
}

// repeat measures f and prints the median with what f said last.
func repeat(name string, n int, f func() (string, error)) error {
	var took []time.Duration
	said := ""
	before := usage()
	for range max(n, 1) {
		start := time.Now()
		s, err := f()
		if err != nil {
			return err
		}
		took = append(took, time.Since(start))
		said = s
	}
	cpu := (usage().cpu - before.cpu) / time.Duration(len(took))
	report(name, took)
	fmt.Printf("  cpu %.1f ms each; %s\n", millis(cpu), said)
	return nil
}

func report(name string, took []time.Duration) {
	slices.Sort(took)
	n := len(took)
	fmt.Printf("%-8s ms: min %.3f median %.3f p99 %.3f max %.3f (%d)\n", name,
		millis(took[0]), millis(took[n/2]), millis(took[n*99/100]), millis(took[n-1]), n)
}

func millis(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }
