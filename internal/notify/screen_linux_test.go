package notify

import (
	"errors"
	"fmt"
	"html"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/godbus/dbus/v5"

	"agentisland/internal/alert"
	"agentisland/internal/desktoptest"
)

// serverKind is what a test must know of a real server to use it as a person
// does. Places are in pixels.
type serverKind struct {
	name   string // as the server calls itself
	class  string // of its windows
	oneBox bool   // all notifications share one window, one row each, oldest on top
	click  string // the mouse button that acts on a notification
	close  string // the one that only closes it
	button int    // how far above the lower edge the action's button is, 0: a click anywhere acts
	quirks quirks
}

var serverKinds = map[string]serverKind{
	// A click beside the button closes the notification.
	"xfce": {name: "Xfce Notify Daemon", class: "^[Xx]fce4-notifyd$", click: "1", close: "1", button: 32, quirks: quirks{noTokens: true}},
	// Stock settings: the left button closes, the middle one acts. dunst tells of
	// both only to the connection that posted.
	"dunst": {name: "dunst", class: "^Dunst$", oneBox: true, click: "2", close: "1", quirks: quirks{noTokens: true, posterOnly: true}},
}

// screen is a real notification server of the running X session. What is up is
// what a monitor of the bus saw asked for and answered and not reported closed,
// and is believed only when the windows on the screen are as many.
type screen struct {
	kind    serverKind
	address string
	own     *dbus.Conn // for what no notifier of the test does
	n       *desktop

	mu    sync.Mutex
	asked map[string]card // by connection and serial number of the call
	up    map[uint32]card
}

// newScreen opens the backend on the session's own bus.
func newScreen(t *testing.T, address string, kind serverKind) *screen {
	t.Helper()
	s := &screen{
		kind: kind, address: address, own: desktoptest.Dial(t, address),
		asked: map[string]card{}, up: map[uint32]card{},
	}
	monitor := desktoptest.Dial(t, address)
	messages := make(chan *dbus.Message, 1024)
	err := monitor.BusObject().Call("org.freedesktop.DBus.Monitoring.BecomeMonitor", 0, []string{}, uint32(0)).Err
	if err != nil {
		t.Fatal(err)
	}
	monitor.Eavesdrop(messages) // not earlier: it takes answers, too
	watching := make(chan struct{})
	go func() {
		defer close(watching)
		for m := range messages {
			s.saw(m)
		}
	}()
	t.Cleanup(func() {
		s.clear(t)
		monitor.Close()
		<-watching
	})
	s.n = openDesktop(t, address, defaultTiming)
	return s
}

// saw takes one message of the bus.
func (s *screen) saw(m *dbus.Message) {
	s.mu.Lock()
	defer s.mu.Unlock()
	member, _ := m.Headers[dbus.FieldMember].Value().(string)
	switch m.Type {
	case dbus.TypeMethodCall:
		if member == "Notify" && len(m.Body) == 8 {
			title, _ := m.Body[3].(string)
			body, _ := m.Body[4].(string)
			s.asked[fmt.Sprint(m.Headers[dbus.FieldSender].Value(), m.Serial())] = card{title: title, body: html.UnescapeString(body)}
		}
	case dbus.TypeMethodReply:
		key := fmt.Sprint(m.Headers[dbus.FieldDestination].Value(), m.Headers[dbus.FieldReplySerial].Value())
		if c, ok := s.asked[key]; ok && len(m.Body) == 1 {
			num, _ := m.Body[0].(uint32)
			c.num = strconv.Itoa(int(num))
			s.up[num] = c
			delete(s.asked, key)
		}
	case dbus.TypeSignal:
		if member == "NotificationClosed" && len(m.Body) == 2 {
			num, _ := m.Body[0].(uint32)
			delete(s.up, num)
		}
	case dbus.TypeError:
	}
}

func (s *screen) cards() []card {
	s.mu.Lock()
	defer s.mu.Unlock()
	var cards []card
	for _, c := range s.up {
		cards = append(cards, c)
	}
	slices.SortFunc(cards, func(a, b card) int { return int(number(a.num)) - int(number(b.num)) })
	return cards
}

// shown adds what cannot be true where the windows say otherwise.
func (s *screen) shown() []card {
	cards := s.cards()
	want := len(cards)
	if s.kind.oneBox {
		want = min(want, 1)
	}
	if got := len(s.windows()); got != want {
		return append(cards, card{title: fmt.Sprintf("%d windows instead of %d", got, want)})
	}
	return cards
}

// rect is a window on the screen.
type rect struct{ id, x, y, width, height int }

// windows are those of the server, in the order in which they were made.
func (s *screen) windows() (found []rect) {
	out, err := exec.Command("xdotool", "search", "--onlyvisible", "--class", s.kind.class).Output()
	if exit := (*exec.ExitError)(nil); err != nil && !errors.As(err, &exit) { // it exits with 1 when it finds none
		panic(err)
	}
	for id := range strings.FieldsSeq(string(out)) {
		var r rect
		var number int
		shape, err := exec.Command("xdotool", "getwindowgeometry", "--shell", id).Output()
		if err != nil {
			continue // gone meanwhile
		}
		if _, err := fmt.Sscanf(string(shape), "WINDOW=%d\nX=%d\nY=%d\nWIDTH=%d\nHEIGHT=%d\nSCREEN=%d", &r.id, &r.x, &r.y, &r.width, &r.height, &number); err == nil {
			found = append(found, r)
		}
	}
	slices.SortFunc(found, func(a, b rect) int { return a.id - b.id })
	return found
}

// point finds the middle of a notification.
func (s *screen) point(num string) (x, y, bottom int) {
	cards, boxes := s.cards(), s.windows()
	i := slices.IndexFunc(cards, func(c card) bool { return c.num == num })
	if s.kind.oneBox {
		b := boxes[0]
		row := b.height / len(cards)
		return b.x + b.width/2, b.y + row*i + row/2, b.y + row*(i+1)
	}
	b := boxes[i]
	return b.x + b.width/2, b.y + 25, b.y + b.height
}

// press moves the mouse there, presses a button and moves it out of the way: a
// notification under the mouse stays for ever.
func press(button string, x, y int) {
	for _, args := range [][]string{
		{"mousemove", strconv.Itoa(x), strconv.Itoa(y), "sleep", "0.2", "click", button, "sleep", "0.1"},
		{"mousemove", "5", "600"},
	} {
		if out, err := exec.Command("xdotool", args...).CombinedOutput(); err != nil {
			panic(fmt.Sprintf("xdotool: %v: %s", err, out))
		}
	}
}

func (s *screen) click(num, _ string) {
	x, y, bottom := s.point(num)
	if s.kind.button > 0 {
		y = bottom - s.kind.button
	}
	press(s.kind.click, x, y)
}

func (s *screen) dismiss(num string) {
	x, y, _ := s.point(num)
	press(s.kind.close, x, y)
}

func (s *screen) restart(t *testing.T) alert.Notifier {
	s.n.Close()
	s.n = openDesktop(t, s.address, defaultTiming)
	return s.n
}

func (s *screen) quirks() quirks { return s.kind.quirks }

// clear takes everything from the screen for the next test. The monitor and the
// windows may lag behind, so that one empty look proves nothing.
func (s *screen) clear(t *testing.T) {
	empty := 0
	for end := time.Now().Add(patience); empty < 5; time.Sleep(20 * time.Millisecond) {
		cards := s.cards()
		for _, c := range cards {
			s.own.Object(serverName, serverPath).Call(ifaceName+".CloseNotification", 0, number(c.num))
		}
		if empty++; len(cards)+len(s.windows()) > 0 {
			empty = 0
		}
		if time.Now().After(end) {
			t.Errorf("still up after the test: %+v, %d windows", s.cards(), len(s.windows()))
			return
		}
	}
}
