package tray

import (
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"
	"time"

	"agentisland/internal/desktoptest"
	"agentisland/internal/msg"
	"agentisland/internal/session"
	"agentisland/internal/status"
)

// needBus skips where no private session bus can be started, but not on CI:
// there these tests are the only proof that the tray works.
func needBus(t *testing.T) {
	t.Helper()
	if _, err := exec.LookPath("dbus-daemon"); err != nil {
		if os.Getenv("CI") == "true" {
			t.Fatal("dbus-daemon is missing on CI")
		}
		t.Skip("needs dbus-daemon: install the package dbus (Debian, Ubuntu, Arch) or dbus-daemon (Fedora)")
	}
}

func needTray(t *testing.T) {
	t.Helper()
	needBus(t)
	if raceDetector {
		t.Skip("systray has a data race of its own: run this test without -race")
	}
}

// eventually repeats check until it returns "", or fails with its last answer.
func eventually(t *testing.T, check func() string) {
	t.Helper()
	deadline := time.Now().Add(10 * time.Second)
	for {
		problem := check()
		if problem == "" {
			return
		}
		if time.Now().After(deadline) {
			t.Fatal(problem)
		}
		time.Sleep(25 * time.Millisecond)
	}
}

func registered(t *testing.T, w *desktoptest.Watcher) desktoptest.Item {
	t.Helper()
	select {
	case item := <-w.New:
		return item
	case <-time.After(10 * time.Second):
		t.Fatal("the app did not register an icon")
		panic("not reached")
	}
}

// menuBecomes waits for the menu to be want and returns it.
func menuBecomes(t *testing.T, item desktoptest.Item, want string) (menu desktoptest.Node) {
	t.Helper()
	eventually(t, func() string {
		var err error
		if menu, err = item.Layout(); err != nil {
			return err.Error()
		}
		if got := menu.String(); got != want {
			return fmt.Sprintf("the menu is\n%s\nwant\n%s", got, want)
		}
		return ""
	})
	return menu
}

// iconBecomes waits for icon and tooltip.
func iconBecomes(t *testing.T, item desktoptest.Item, state status.State, tooltip string) {
	t.Helper()
	want := looks[state].draw(32, true)
	eventually(t, func() string {
		var maps []desktoptest.Pixmap
		if err := item.Prop("IconPixmap", &maps); err != nil {
			return err.Error()
		}
		if len(maps) != 1 || maps[0].W != 32 || maps[0].H != 32 {
			return fmt.Sprintf("%d icons", len(maps))
		}
		for i := 3; i < len(want.Pix); i += 4 {
			if maps[0].Pix[i-3] != want.Pix[i] {
				return fmt.Sprintf("the icon is not that of %v", state)
			}
		}
		var tip struct {
			Icon  string
			Icons []desktoptest.Pixmap
			Title string
			Text  string
		}
		if err := item.Prop("ToolTip", &tip); err != nil {
			return err.Error()
		}
		if tip.Title != tooltip {
			return fmt.Sprintf("the tooltip is %q, want %q", tip.Title, tooltip)
		}
		return ""
	})
}

const submenu = "  Go to session\n  [x] Ring for this session\n  Why?\n"

// foot is what stands below the rows.
const (
	quiet = "----\nSilence everything >\n  For 15 minutes\n  For 1 hour\n  Until tomorrow morning\n" +
		"[x] Ring for Claude Code\n[x] Ring for Codex\n"
	about = "----\nAgent Island 1.2.3 (disabled)\nQuit\n"
	foot  = quiet + about
)

func sinceNow(views ...status.View) status.Snapshot {
	for i := range views {
		views[i].Since = time.Now()
	}
	return snapshotOf(views...)
}

func TestTrayOnTheBus(t *testing.T) {
	needTray(t)
	address := desktoptest.Bus(t)
	watcher := desktoptest.NewWatcher(t, desktoptest.Dial(t, address))
	app := startChild(t, address, sinceNow(view("a_1", status.NeedsYou, 0), view("b", status.Working, 0)))
	item := registered(t, watcher)

	iconBecomes(t, item, status.NeedsYou, "Agent Island — 1 needs you · 1 working")
	for name, want := range map[string]string{"Title": appName, "Id": appName, "Status": "Active"} {
		var got string
		if err := item.Prop(name, &got); err != nil || got != want {
			t.Errorf("%s is %q (%v), want %q", name, got, err, want)
		}
	}
	menu := menuBecomes(t, item, "● needs you · Title of a__1 · my__app · now >\n"+submenu+
		"◐ working · Title of b · my__app · now >\n"+submenu+
		foot)
	ids := nodeIDs(menu)

	a, b := session.Ref{Provider: session.Claude, ID: "a_1"}, session.Ref{Provider: session.Claude, ID: "b"}
	click(t, item, menu.Kids[0].Kids[0])
	app.expect(opens(a))
	click(t, item, menu.Kids[1].Kids[0])
	app.expect(opens(b))
	click(t, item, menu.Kids[1].Kids[1])
	app.expect(mutes(b, true))

	// b answers, a is muted: the rows change their places and their marks.
	app.show(sinceNow(view("b", status.Error, 0), view("a_1", status.Working, 0, muted)))
	iconBecomes(t, item, status.Error, "Agent Island — 1 error · 1 working")
	menu = menuBecomes(t, item, "× error · Title of b · my__app · now >\n"+submenu+
		"◐ working · Title of a__1 · my__app · now >\n  Go to session\n  [ ] Ring for this session\n  Why?\n"+
		foot)
	time.Sleep(reaction)
	click(t, item, menu.Kids[1].Kids[1])
	app.expect(mutes(a, false))

	app.show(status.Snapshot{Roots: []string{"/home/ann/.claude"}, Health: []string{"No access to /x_y"}})
	iconBecomes(t, item, status.Idle, "Agent Island — all quiet")
	menu = menuBecomes(t, item, "No sessions yet (disabled)\nLooking in /home/ann/.claude (disabled)\n"+
		"Something is degraded: (disabled)\nNo access to /x__y (disabled)\n"+foot)
	if !slices.Equal(ids, nodeIDs(menu)) {
		t.Error("the menu was rebuilt: an open menu would have closed")
	}

	// Clicks on hidden and on disabled items do nothing; what comes next is Quit's.
	time.Sleep(reaction)
	for _, n := range menu.Kids {
		if n.Label() == "Silence everything" {
			break // what follows is neither
		}
		if len(n.Kids) > 0 {
			click(t, item, n.Kids[0])
		}
		click(t, item, n)
	}
	if err := item.Click("Quit"); err != nil {
		t.Error(err)
	}
	app.expect(describe(Action{Kind: Quit}))
	app.ends(nil)
}

// TestTrayQuiet checks the entries that silence alarms.
func TestTrayQuiet(t *testing.T) {
	needTray(t)
	address := desktoptest.Bus(t)
	watcher := desktoptest.NewWatcher(t, desktoptest.Dial(t, address))
	s := sinceNow(view("a", status.NeedsYou, 0))
	app := startChild(t, address, s)
	item := registered(t, watcher)
	row := "● needs you · Title of a · my__app · now >\n" + submenu
	ids := nodeIDs(menuBecomes(t, item, row+foot))
	click := func(label string, want Action) {
		t.Helper()
		if err := item.Click(label); err != nil {
			t.Fatal(err)
		}
		app.expect(describe(want))
	}
	click("For 15 minutes", Action{Kind: Snooze, For: "15m"})
	click("For 1 hour", Action{Kind: Snooze, For: "1h"})
	click("Until tomorrow morning", Action{Kind: Snooze, For: "tomorrow"})
	click("Ring for Claude Code", Action{Kind: SetProviderMuted, Provider: session.Claude, On: true})

	s.SnoozedUntil = time.Now().Add(time.Hour)
	s.MutedProviders = map[session.Provider]bool{session.Claude: true}
	app.show(s)
	silent := strings.NewReplacer("Silence everything", msg.For("en").CLI.Snoozed(s.SnoozedUntil),
		"Until tomorrow morning\n", "Until tomorrow morning\n  Ring again now\n", "[x] Ring for Claude", "[ ] Ring for Claude")
	menu := menuBecomes(t, item, row+silent.Replace(quiet)+about)
	if !slices.Equal(ids, nodeIDs(menu)) {
		t.Error("the menu was rebuilt: an open menu would have closed")
	}
	click("Ring again now", Action{Kind: Snooze, For: "off"})
	click("Ring for Claude Code", Action{Kind: SetProviderMuted, Provider: session.Claude})
	click("Ring for Codex", Action{Kind: SetProviderMuted, Provider: session.Codex, On: true})

	s.SnoozedUntil, s.MutedProviders = time.Time{}, nil
	app.show(s)
	menuBecomes(t, item, row+foot)
	if err := item.Click("Quit"); err != nil {
		t.Error(err)
	}
	app.expect(describe(Action{Kind: Quit}))
	app.ends(nil)
}

func click(t *testing.T, item desktoptest.Item, n desktoptest.Node) {
	t.Helper()
	if err := item.ClickNode(n); err != nil {
		t.Errorf("click on %q: %v", n.Label(), err)
	}
}

func nodeIDs(n desktoptest.Node) []int32 {
	ids := []int32{n.ID}
	for _, k := range n.Kids {
		ids = append(ids, nodeIDs(k)...)
	}
	return ids
}

// TestTrayManySessions changes all rows many times and loses no click.
func TestTrayManySessions(t *testing.T) {
	needTray(t)
	address := desktoptest.Bus(t)
	watcher := desktoptest.NewWatcher(t, desktoptest.Dial(t, address))
	app := startChild(t, address, cases["two-hundred"]())
	item := registered(t, watcher)
	for i := range 200 {
		s := cases["two-hundred"]()
		s.Sessions = s.Sessions[i:]
		app.show(s)
	}
	eventually(t, func() string {
		menu, err := item.Layout()
		if err != nil {
			return err.Error()
		}
		if got := menu.String(); strings.Count(got, "Title of") != 1 || !strings.Contains(got, "Title of 199 ") {
			return "the menu is\n" + got
		}
		return ""
	})
	time.Sleep(reaction)
	for range 20 {
		if err := item.Click("Go to session"); err != nil {
			t.Fatal(err)
		}
		app.expect(opens(session.Ref{Provider: session.Claude, ID: "199"}))
	}
	app.stdin.Close()
	app.ends(nil)
}

func TestTrayLateHost(t *testing.T) {
	needTray(t)
	address := desktoptest.Bus(t)
	conn := desktoptest.Dial(t, address)
	app := startChild(t, address, sinceNow(view("a", status.Stuck, 0)))
	name := fmt.Sprintf("org.kde.StatusNotifierItem-%d-1", app.cmd.Process.Pid)
	eventually(t, func() string {
		var owned bool
		if err := conn.BusObject().Call("org.freedesktop.DBus.NameHasOwner", 0, name).Store(&owned); err != nil || !owned {
			return fmt.Sprintf("%s is not on the bus (%v)", name, err)
		}
		return ""
	})
	time.Sleep(200 * time.Millisecond) // its first attempt to register has failed by now
	item := registered(t, desktoptest.NewWatcher(t, conn))
	iconBecomes(t, item, status.Stuck, "Agent Island — 1 stuck")
	menuBecomes(t, item, "‖ stuck · Title of a · my__app · now >\n"+submenu+foot)
	app.stdin.Close()
	app.ends(nil)
}

func TestTrayWithoutBus(t *testing.T) {
	if raceDetector {
		t.Skip("systray is not started with -race")
	}
	app := startChild(t, "unix:path=/nonexistent/bus", snapshotOf())
	app.ends(ErrNoBus)
}

// TestTrayBusLost: the end of the desktop session must end Run, not crash it.
func TestTrayBusLost(t *testing.T) {
	needTray(t)
	var app *child
	t.Run("bus", func(sub *testing.T) {
		address := desktoptest.Bus(sub) // ends with this subtest
		watcher := desktoptest.NewWatcher(sub, desktoptest.Dial(sub, address))
		app = startChild(t, address, snapshotOf())
		registered(sub, watcher)
	})
	app.ends(ErrBusLost)
}
