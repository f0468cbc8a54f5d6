package e2e

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	_ "agentisland/internal/cli" // what the program is made of: a change makes a cached result stale
	"agentisland/internal/desktoptest"
)

// binary is the program under test, built once. It is built without -race:
// systray has a data race of its own.
var binary string

func TestMain(m *testing.M) { os.Exit(testMain(m)) }

func testMain(m *testing.M) int {
	if _, err := exec.LookPath("dbus-daemon"); err != nil && os.Getenv("CI") != "true" {
		fmt.Println("left out: the end-to-end test needs dbus-daemon (Debian: apt-get install dbus)")
		return 0
	}
	dir, err := os.MkdirTemp("", "agentisland-e2e-")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	defer os.RemoveAll(dir)
	binary = filepath.Join(dir, "agentisland")
	build := exec.Command("go", "build", "-o", binary, "agentisland/cmd/agentisland")
	if out, err := build.CombinedOutput(); err != nil {
		fmt.Fprintf(os.Stderr, "build: %v\n%s", err, out)
		return 1
	}
	return m.Run()
}

const (
	live = "11111111-1111-4111-8111-111111111111"
	old  = "22222222-2222-4222-8222-222222222222"
)

// TestTurn follows one session through the whole app: files, reading, state,
// icon, one notification, taken back.
func TestTurn(t *testing.T) {
	home := t.TempDir()
	weekAgo := time.Now().Add(-7 * 24 * time.Hour)
	done := newClaude(t, home, old)
	done.finish(weekAgo)
	done.title("Old work")
	if err := os.Chtimes(done.path, weekAgo, weekAgo); err != nil {
		t.Fatal(err)
	}

	d := newDesktop(t)
	a := d.start(t, home)
	idle := a.wait("all quiet")

	s := newClaude(t, home, live)
	s.prompt()
	s.title("Fix the cart")
	working := a.wait("1 working")

	finished := time.Now()
	s.finish(finished)
	needs := a.wait("1 needs you")
	if different := map[string]bool{idle.pixels: true, working.pixels: true, needs.pixels: true}; len(different) != 3 {
		t.Error("idle, working and needs you do not have three different icons")
	}
	if !strings.Contains(a.menu(), "Fix the cart") {
		t.Errorf("the menu does not name the session:\n%s", a.menu())
	}
	note := d.posted(t)
	if waited := time.Since(finished); waited < time.Second {
		t.Errorf("posted after %v, before the second was over", waited)
	}
	if !strings.Contains(note.Summary, "Fix the cart") || !strings.Contains(note.Summary+note.Body, "shop_front") {
		t.Errorf("the notification names neither session nor project: %q %q", note.Summary, note.Body)
	}

	s.prompt()
	d.gone(t, note.ID)
	a.wait("1 working")

	t.Run("reply within the second", func(t *testing.T) {
		asked := len(d.notes.Calls)
		s.finish(time.Now())
		a.wait("1 needs you")
		s.prompt()
		a.wait("1 working")
		never(t, "a notification", 2*time.Second, func() bool { return len(d.notes.Calls) != asked })
	})

	t.Run("restart", func(t *testing.T) {
		s.finish(time.Now())
		shown := d.posted(t)
		asked := len(d.notes.Calls)
		a.stop()
		again := d.start(t, home)
		again.wait("1 needs you")
		never(t, "a notification after the restart", 2*time.Second, func() bool { return len(d.notes.Calls) != asked })
		s.prompt()
		d.gone(t, shown.ID) // the one of the run before is taken back, too
		again.wait("1 working")

		done.title("Old work, renamed")
		never(t, "a change by metadata", 2*time.Second, func() bool {
			return len(d.notes.Calls) != asked || !strings.HasSuffix(again.picture().tooltip, "1 working")
		})
	})
}

// TestClickIsNotWithdrawn checks that a click on the notification is the end of it.
func TestClickIsNotWithdrawn(t *testing.T) {
	home := t.TempDir()
	d := newDesktop(t)
	a := d.start(t, home)
	s := newClaude(t, home, live)
	s.prompt()
	a.wait("1 working")
	s.finish(time.Now())
	note := d.posted(t)
	d.notes.Act(note.ID, "default", "token")
	d.gone(t, note.ID)
	s.prompt()
	a.wait("1 working")
}

// TestMute checks the check mark of a session: on, it rings; off, it does not.
func TestMute(t *testing.T) {
	home := t.TempDir()
	d := newDesktop(t)
	a := d.start(t, home)
	s := newClaude(t, home, live)
	s.prompt()
	a.wait("1 working")
	if err := a.item.Click("Ring for this session"); err != nil {
		t.Fatal(err)
	}
	eventually(t, "the check mark is off", func() bool { return strings.Contains(a.menu(), "[ ] Ring for this session") })
	s.finish(time.Now())
	a.wait("1 needs you")
	never(t, "a notification of a muted session", 2*time.Second, func() bool { return len(d.notes.Calls) != 0 })
}

// TestSilenceInMenu checks that the menu silences everything, and a tool.
func TestSilenceInMenu(t *testing.T) {
	home := t.TempDir()
	d := newDesktop(t)
	a := d.start(t, home)
	s := newClaude(t, home, live)
	s.prompt()
	a.wait("1 working")
	click := func(label, then string) {
		t.Helper()
		if err := a.item.Click(label); err != nil {
			t.Fatal(err)
		}
		eventually(t, then, func() bool { return strings.Contains(a.menu(), then) })
	}
	click("For 1 hour", "Silent until")
	s.finish(time.Now())
	eventually(t, "it is my turn", func() bool { return strings.Contains(a.picture().tooltip, "1 needs you") })
	never(t, "a notification while snoozed", 2*time.Second, func() bool { return len(d.notes.Calls) != 0 })
	click("Ring again now", "Silence everything")
	click("Ring for Claude Code", "[ ] Ring for Claude Code")
	s.prompt()
	a.wait("1 working")
	s.finish(time.Now())
	a.wait("1 needs you")
	never(t, "a notification of a muted tool", 2*time.Second, func() bool { return len(d.notes.Calls) != 0 })
	click("Ring for Claude Code", "[x] Ring for Claude Code")
	s.prompt()
	a.wait("1 working")
	s.finish(time.Now())
	eventually(t, "it rings again", func() bool { return len(d.notes.Calls) != 0 })
}

// TestCommands checks that other processes reach the running app.
func TestCommands(t *testing.T) {
	home := t.TempDir()
	d := newDesktop(t)
	a := d.start(t, home)
	s := newClaude(t, home, live)
	s.prompt()
	a.wait("1 working")
	command := func(args ...string) string {
		t.Helper()
		cmd := exec.Command(binary, args...)
		cmd.Env = a.cmd.Env
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Fatalf("%v: %v\n%s", args, err, out)
		}
		return string(out)
	}
	command("mute", live[:8])
	eventually(t, "the check mark is off", func() bool { return strings.Contains(a.menu(), "[ ] Ring for this session") })
	command("unmute", live[:8])
	eventually(t, "the check mark is on", func() bool { return strings.Contains(a.menu(), "[x] Ring for this session") })
	command("snooze", "1h")
	eventually(t, "the tooltip says that all is silent", func() bool { return strings.Contains(a.picture().tooltip, "Silent until") })
	s.finish(time.Now())
	eventually(t, "it is my turn", func() bool { return strings.Contains(a.picture().tooltip, "1 needs you") })
	never(t, "a notification while snoozed", 2*time.Second, func() bool { return len(d.notes.Calls) != 0 })
	eventually(t, "explain says why", func() bool {
		return strings.Contains(command("explain", live[:8]), "silent: everything was snoozed")
	})
	if out := command(); !strings.Contains(out, "already running") {
		t.Errorf("a second start said %q", out)
	}
}

// TestKilled checks that a run that was killed at any moment leaves neither a
// repeated alarm nor a notification that nobody takes back.
func TestKilled(t *testing.T) {
	home := t.TempDir()
	d := newDesktop(t)
	a := d.start(t, home)
	s := newClaude(t, home, live)
	s.prompt()
	a.wait("1 working")
	s.finish(time.Now())
	note := d.posted(t)
	a.kill()
	asked := len(d.notes.Calls)
	b := d.start(t, home)
	b.wait("1 needs you")
	never(t, "a second alarm", 2*time.Second, func() bool { return len(d.notes.Calls) != asked })
	s.prompt()
	d.gone(t, note.ID)
	s.finish(time.Now())
	d.posted(t)
}

// TestStateFolder checks that the app goes on without its memory, and says so.
func TestStateFolder(t *testing.T) {
	for name, prepare := range map[string]func(state string) error{
		"cannot be made": func(state string) error { return os.WriteFile(filepath.Dir(state), nil, 0o600) },
		"holds a damaged file": func(state string) error {
			if err := os.MkdirAll(state, 0o700); err != nil {
				return err
			}
			return os.WriteFile(filepath.Join(state, "alarms.json"), []byte(`{"seen":`), 0o600)
		},
		"cannot be written": func(state string) error {
			// A folder in the place of the file: even root cannot replace it.
			return os.MkdirAll(filepath.Join(state, "alarms.json", "x"), 0o700)
		},
	} {
		t.Run(name, func(t *testing.T) {
			home := t.TempDir()
			state := filepath.Join(home, ".local", "state", "agentisland")
			if err := os.MkdirAll(filepath.Dir(filepath.Dir(state)), 0o700); err != nil {
				t.Fatal(err)
			}
			if err := prepare(state); err != nil {
				t.Fatal(err)
			}
			d := newDesktop(t)
			a := d.start(t, home)
			s := newClaude(t, home, live)
			s.prompt()
			a.wait("1 working")
			s.finish(time.Now())
			d.posted(t)
			eventually(t, "the menu says what is wrong", func() bool { return strings.Contains(a.menu(), "Something is degraded") })
			s.prompt()
			a.wait("1 working")
		})
	}
}

// posted waits for exactly one notification to be up.
func (d *desktop) posted(t *testing.T) desktoptest.Note {
	t.Helper()
	eventually(t, "a notification is up", func() bool { return len(d.notes.Shown()) > 0 })
	time.Sleep(300 * time.Millisecond)
	shown := d.notes.Shown()
	if len(shown) != 1 {
		t.Fatalf("%d notifications are up: %+v", len(shown), shown)
	}
	return shown[0]
}

func (d *desktop) gone(t *testing.T, id uint32) {
	t.Helper()
	eventually(t, "the notification is closed", func() bool {
		for _, n := range d.notes.Shown() {
			if n.ID == id {
				return false
			}
		}
		return true
	})
}
