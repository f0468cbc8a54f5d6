package engine

import (
	"fmt"
	"strings"
	"time"

	"agentisland/internal/alert"
	"agentisland/internal/session"
	"agentisland/internal/status"
)

// checker compares what happened with what a timeline expects (design, part 3).
type checker struct {
	states   map[string]StateEvent
	alerts   map[string][]alert.Effect
	failures []string
}

func newChecker() checker {
	return checker{states: map[string]StateEvent{}, alerts: map[string][]alert.Effect{}}
}

func (c *checker) note(e Event) {
	if e.State != nil {
		c.states[e.State.View.ID] = *e.State
	}
	if e.Alert != nil && e.Alert.Action != alert.Suppress {
		id := session.ParseRef(e.Alert.Session).ID
		c.alerts[id] = append(c.alerts[id], *e.Alert)
	}
}

func (c *checker) fail(s Step, format string, args ...any) {
	c.failures = append(c.failures, fmt.Sprintf("line %d at %s: ", s.Line, s.At.Format(time.RFC3339))+fmt.Sprintf(format, args...))
}

// oneOf reports whether got is among the alternatives in want; "" wants nothing.
func oneOf(want, got string) bool {
	if want == "" {
		return true
	}
	for alt := range strings.SplitSeq(want, "|") {
		if alt == got {
			return true
		}
	}
	return false
}

func (c *checker) expect(s Step) {
	x := s.Expect
	state, reason := status.Idle, status.ReasonNone
	if e, ok := c.states[x.Session]; ok {
		state, reason = e.View.State, e.View.Reason
	}
	if !oneOf(x.State, state.String()) || !oneOf(x.Reason, string(reason)) {
		c.fail(s, "session %s is %s (%s), expected %s %s", x.Session, state, reason, x.State, x.Reason)
	}
}

func (c *checker) expectAlert(s Step) {
	x := s.ExpectAlert
	alerts := c.alerts[x.Session]
	c.alerts[x.Session] = nil
	for kind := range strings.SplitSeq(x.Kind, "|") {
		if matches(kind, x, alerts) {
			return
		}
	}
	var got []string
	for _, a := range alerts {
		got = append(got, strings.TrimSpace(fmt.Sprintf("%s %s %s", a.Action, a.Reason, a.Why)))
	}
	c.fail(s, "session %s had alerts %q, expected %s %s %s", x.Session, got, x.Kind, x.Reason, x.Why)
}

func matches(kind string, x *ExpectAlert, alerts []alert.Effect) bool {
	var posts, withdraws []alert.Effect
	for _, a := range alerts {
		if a.Action == alert.Post {
			posts = append(posts, a)
		} else {
			withdraws = append(withdraws, a)
		}
	}
	switch kind {
	case "post":
		return len(posts) == 1 && oneOf(x.Reason, string(posts[0].Reason))
	case "withdraw":
		return len(posts) == 0 && len(withdraws) > 0 && oneOf(x.Why, withdraws[len(withdraws)-1].Why)
	case "none":
		return len(alerts) == 0
	}
	return false
}
