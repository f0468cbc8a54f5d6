package e2e

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"agentisland/internal/desktoptest"
)

// stubOpener puts an xdg-open in front of all others that writes down what it
// is to open, and returns how to read that.
func stubOpener(t *testing.T) (opened func() string) {
	t.Helper()
	dir := t.TempDir()
	out := filepath.Join(dir, "opened")
	script := "#!/bin/sh\nprintf '%s\\n' \"$1\" >>'" + out + "'\n"
	if err := os.WriteFile(filepath.Join(dir, "xdg-open"), []byte(script), 0o700); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", dir+string(os.PathListSeparator)+os.Getenv("PATH"))
	return func() string {
		data, _ := os.ReadFile(out)
		return strings.TrimSpace(string(data))
	}
}

// up waits until notifications with exactly these words in their titles are up,
// in any order, and returns them by word.
func (d *desktop) up(t *testing.T, words ...string) map[string]desktoptest.Note {
	t.Helper()
	var found map[string]desktoptest.Note
	defer func() {
		if t.Failed() {
			t.Logf("up are %+v", d.notes.Shown())
		}
	}()
	eventually(t, "up are "+strings.Join(words, ", "), func() bool {
		found = map[string]desktoptest.Note{}
		shown := d.notes.Shown()
		for _, n := range shown {
			for _, w := range words {
				if strings.Contains(n.Summary, w) {
					found[w] = n
				}
			}
		}
		return len(shown) == len(words) && len(found) == len(words)
	})
	return found
}

// TestRestartWithTwo has two notifications up while the app is away. The one
// whose turn was answered meanwhile is withdrawn, the other stays and its click
// still goes to the session.
func TestRestartWithTwo(t *testing.T) {
	opened := stubOpener(t)
	home, folder := t.TempDir(), t.TempDir()
	d := newDesktop(t)
	a := d.start(t, home)
	first, second := newClaude(t, home, live), newClaude(t, home, old)
	second.cwd = folder
	for s, title := range map[*claude]string{first: "First", second: "Second"} {
		s.prompt()
		s.title(title)
	}
	a.wait("2 working")
	first.finish(time.Now())
	second.finish(time.Now())
	before := d.up(t, "First", "Second")
	a.wait("2 need you")
	time.Sleep(300 * time.Millisecond) // the memory is written
	a.stop()

	first.prompt()
	asked := len(d.notes.Calls)
	a = d.start(t, home)
	after := d.up(t, "Second")
	if after["Second"].ID != before["Second"].ID {
		t.Errorf("the other one is number %d now, not %d", after["Second"].ID, before["Second"].ID)
	}
	a.wait("1 needs you · 1 working")
	never(t, "a notification after the restart", time.Second, func() bool { return len(d.notes.Calls) != asked })
	d.notes.Act(after["Second"].ID, "default", "")
	eventually(t, "the click opens the session's folder", func() bool { return opened() == folder })
	d.up(t)
}

// TestSlowServer replies before, during and after a post to a server that
// answers late: nothing stale stays up.
func TestSlowServer(t *testing.T) {
	for name, reply := range map[string]func(d *desktop, s *claude){
		"before": func(_ *desktop, s *claude) { s.prompt() },
		"during": func(d *desktop, s *claude) {
			<-d.notes.Calls
			s.prompt()
		},
	} {
		t.Run(name, func(t *testing.T) {
			home := t.TempDir()
			d := newDesktop(t)
			t.Cleanup(d.notes.Release)
			a := d.start(t, home)
			s := newClaude(t, home, live)
			s.prompt()
			a.wait("1 working")
			d.notes.Hold()
			s.finish(time.Now())
			a.wait("1 needs you")
			reply(d, s)
			a.wait("1 working")
			time.Sleep(2 * time.Second)
			d.notes.Release()
			never(t, "a notification that stays", 500*time.Millisecond, func() bool {
				time.Sleep(200 * time.Millisecond) // closing takes a moment
				return len(d.notes.Shown()) != 0
			})
			// The desktop is well again, and so is the next alarm.
			s.finish(time.Now())
			d.posted(t)
			d.notes.Hold()
			s.prompt() // after
			a.wait("1 working")
			d.notes.Release()
			d.up(t)
		})
	}
}
