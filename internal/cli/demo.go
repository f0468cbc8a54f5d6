package cli

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"agentisland/internal/session"
	"agentisland/internal/transcript"
)

// runDemo runs the real app on made-up sessions in a temporary home, so that
// every state can be seen within a minute.
func runDemo(e *env, args []string) error {
	f := newFlags(e, "demo")
	if err := f.parse(e, args, 0, 0); err != nil {
		return err
	}
	s, err := e.load(f.config)
	if err != nil {
		return err
	}
	home, err := os.MkdirTemp("", "agentisland-demo-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(home)
	s.places = transcript.Places{Roots: []transcript.Root{
		{Provider: session.Claude, Dir: filepath.Join(home, ".claude")},
		{Provider: session.Codex, Dir: filepath.Join(home, ".codex")},
	}}
	d := &demo{home: home, start: time.Now()}
	if err := d.prepare(); err != nil {
		return err
	}
	fmt.Fprintln(e.stdout, s.messages.CLI.Demo)
	ctx, cancel := context.WithCancel(e.ctx)
	defer cancel()
	played := make(chan error, 1)
	go func() { played <- d.play(ctx) }()
	err = e.runApp(s, filepath.Join(home, "state"), func() {}) // Ctrl+C ends it
	cancel()
	if perr := <-played; err == nil {
		err = perr
	}
	return err
}
