package tray

import (
	"bufio"
	"context"
	"encoding/gob"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"agentisland/internal/msg"
	"agentisland/internal/session"
	"agentisland/internal/status"
)

// childEnv makes the test binary a small app with a tray. systray is one per
// process and wants the main goroutine, so each test starts its own.
const childEnv = "AGENTISLAND_TEST_TRAY"

func TestMain(m *testing.M) {
	if os.Getenv(childEnv) != "" {
		runChild()
		return
	}
	os.Exit(m.Run())
}

// runChild shows the snapshots that come on standard input, until it ends, and
// prints each action and at last what Run returned.
func runChild() {
	ctx, cancel := context.WithCancel(context.Background())
	tray := New(msg.For("en"), "1.2.3")
	in := gob.NewDecoder(os.Stdin)
	show := func() error {
		var s status.Snapshot
		err := in.Decode(&s)
		if err == nil {
			tray.Show(s)
		}
		return err
	}
	if err := show(); err != nil { // the first one before Run
		fmt.Fprintln(os.Stderr, err)
	}
	go func() {
		defer cancel()
		for show() == nil {
		}
	}()
	go func() {
		for a := range tray.Actions() {
			fmt.Println(describe(a))
		}
	}()
	err := tray.Run(ctx)
	if errors.Is(err, ErrNoBus) {
		err = ErrNoBus
	}
	time.Sleep(50 * time.Millisecond) // let the printer above have its turn
	fmt.Println("run:", err)
}

func describe(a Action) string {
	kind := [...]string{"open", "set_muted", "why", "snooze", "set_provider_muted", "quit"}[a.Kind]
	return fmt.Sprintf("%s %s:%s %s%s %v", kind, a.Session.Provider, a.Session.ID, a.Provider, a.For, a.On)
}

// child is the app under test.
type child struct {
	t     *testing.T
	cmd   *exec.Cmd
	stdin io.Closer
	enc   *gob.Encoder
	lines chan string // what it prints, closed at its end
}

// startChild starts the app on the bus at address with a first snapshot.
func startChild(t *testing.T, address string, first status.Snapshot) *child {
	t.Helper()
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), childEnv+"=1", "DBUS_SESSION_BUS_ADDRESS="+address)
	var log strings.Builder
	cmd.Stderr = &log
	stdin, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	stdout, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	c := &child{t: t, cmd: cmd, stdin: stdin, enc: gob.NewEncoder(stdin), lines: make(chan string, 64)}
	go func() {
		defer close(c.lines)
		for s := bufio.NewScanner(stdout); s.Scan(); {
			c.lines <- s.Text()
		}
	}()
	t.Cleanup(func() {
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
		if t.Failed() {
			t.Logf("the app's log:\n%s", log.String())
		}
	})
	c.show(first)
	return c
}

func (c *child) show(s status.Snapshot) {
	c.t.Helper()
	if err := c.enc.Encode(s); err != nil {
		c.t.Fatal(err)
	}
}

// expect waits for the next line that the app prints.
func (c *child) expect(want string) {
	c.t.Helper()
	select {
	case got := <-c.lines:
		if got != want {
			c.t.Errorf("the app says %q, want %q", got, want)
		}
	case <-time.After(10 * time.Second):
		c.t.Fatalf("the app says nothing, want %q", want)
	}
}

// ends waits for the app's end: Run's result and a clean exit.
func (c *child) ends(result error) {
	c.t.Helper()
	c.expect("run: " + fmt.Sprint(result))
	for line := range c.lines {
		c.t.Errorf("more output: %q", line)
	}
	if err := c.cmd.Wait(); err != nil {
		c.t.Errorf("exit: %v", err)
	}
}

func opens(k session.Ref) string { return describe(Action{Kind: Open, Session: k}) }
func mutes(k session.Ref, on bool) string {
	return describe(Action{Kind: SetMuted, Session: k, On: on})
}
