package cli

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"agentisland/internal/engine"
	"agentisland/internal/msg"
)

func runReplay(e *env, args []string) error {
	f := newFlags(e, "replay").withJSON()
	if err := f.parse(e, args, 1, 1); err != nil {
		return err
	}
	steps, err := e.timeline(f.Arg(0))
	if err != nil {
		return fmt.Errorf("%s: %w", f.Arg(0), err)
	}
	home, err := os.MkdirTemp("", "agentisland-replay-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(home)
	english := msg.For("en")
	var printErr error
	r := engine.NewReplay(home, func(ev engine.Event) {
		if err := e.printEvent(english, ev, f.json); err != nil && printErr == nil {
			printErr = err
		}
	})
	if err := r.Run(steps); err != nil {
		return fmt.Errorf("%s: %w", f.Arg(0), err)
	}
	if printErr != nil {
		return printErr
	}
	for _, failure := range r.Failures() {
		fmt.Fprintf(e.stderr, "%s: %s\n", printable(f.Arg(0)), printable(failure))
	}
	if len(r.Failures()) > 0 {
		return errors.New("")
	}
	return nil
}

func (e *env) timeline(name string) ([]engine.Step, error) {
	var src io.Reader = e.stdin
	if name != "-" {
		f, err := os.Open(name)
		if err != nil {
			return nil, err
		}
		defer f.Close()
		src = f
	}
	return engine.ReadTimeline(src)
}

func (e *env) printEvent(m *msg.Catalog, ev engine.Event, asJSON bool) error {
	if asJSON {
		return e.encode(eventToJSON(m, ev))
	}
	line := ""
	if s := ev.State; s != nil {
		line = fmt.Sprintf("%s  %s  %s %s  (%s)", s.At.Format(time.RFC3339), s.View.ShortID(), s.View.State, s.View.Reason, s.View.Rule)
	} else {
		a := ev.Alert
		line = fmt.Sprintf("%s  %s  %s %s %s", a.At.Format(time.RFC3339), a.View.ShortID(), a.Action, a.Reason, a.Why)
	}
	_, err := fmt.Fprintln(e.stdout, printable(strings.TrimRight(line, " ")))
	return err
}
