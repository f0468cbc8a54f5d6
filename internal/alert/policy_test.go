package alert_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"agentisland/internal/alert"
	"agentisland/internal/classify"
	"agentisland/internal/session"
	"agentisland/internal/status"
)

var start = time.Date(2026, 12, 1, 9, 0, 0, 0, time.UTC)

// player drives a policy as the engine does and writes down what it decides.
type player struct {
	policy *alert.Policy
	now    time.Time
	last   map[string]alert.Input
	log    []string
}

func newPlayer(o alert.Options) *player {
	p := &player{now: start, last: map[string]alert.Input{}}
	p.policy = alert.NewPolicy(start, alert.NewMemory(), o)
	p.policy.Local = time.UTC
	return p
}

// at lets the time run to d after the start, with all that falls due.
func (p *player) at(d time.Duration) {
	to := start.Add(d)
	for next := p.policy.Next(); !next.IsZero() && !next.After(to); next = p.policy.Next() {
		if next.After(p.now) {
			p.now = next
		}
		for name := range p.last {
			p.step(name)
		}
	}
	p.now = to
}

func (p *player) step(name string) {
	for _, e := range p.policy.Step(p.now, p.last[name]) {
		p.note(e)
		if e.Action == alert.Check {
			for _, c := range p.policy.Confirm(p.now, p.last[name]) {
				p.note(c)
			}
		}
	}
}

func (p *player) note(e alert.Effect) {
	if e.Action == alert.Check {
		return
	}
	line := fmt.Sprintf("%v %s %s %s %s", p.now.Sub(start), e.Action, session.ParseRef(e.Session).ID, e.Reason, e.Why)
	p.log = append(p.log, strings.TrimSpace(line))
}

// session gives the policy a new picture of a session.
func (p *player) session(id string, change func(*alert.Input)) {
	ref := session.Ref{Provider: session.Claude, ID: id}
	in, ok := p.last[ref.String()]
	if !ok {
		in.Session = ref.String()
		in.View.Session = session.Session{Ref: ref, CWD: "/w/" + id, Origin: session.Interactive}
	}
	in.Machine, in.Event = false, classify.Opened
	change(&in)
	p.last[ref.String()] = in
	p.step(ref.String())
}

func (p *player) working(id string) {
	p.session(id, func(in *alert.Input) { in.View.Verdict = verdict(status.Working, status.ReasonNone, p.now, "open") })
}

func (p *player) done(id, key string) {
	p.session(id, func(in *alert.Input) {
		in.View.Verdict = verdict(status.NeedsYou, status.ReasonTurnComplete, p.now, key)
		in.Event = classify.Completed
	})
}

func verdict(s status.State, r status.Reason, at time.Time, key string) status.Verdict {
	return status.Verdict{State: s, Reason: r, Since: at, Key: key}
}

// TestPolicy is part 6 of the contract, a scenario for each rule.
func TestPolicy(t *testing.T) {
	const s = time.Second
	tests := []struct {
		name    string
		options func(*alert.Options)
		play    func(*player)
		want    []string
	}{
		{name: "one second, then a reply takes it back", play: func(p *player) {
			p.at(10 * s)
			p.done("a", "k")
			p.at(60 * s)
			p.working("a")
		}, want: []string{"11s post a turn_complete", "1m0s withdraw a turn_complete user replied"}},
		{name: "a reply within the second", play: func(p *player) {
			p.at(10 * s)
			p.done("a", "k")
			p.at(10*s + 999*time.Millisecond)
			p.working("a")
			p.at(60 * s)
		}, want: []string{"10.999s suppress a turn_complete changed within a second"}},
		{name: "metadata restarts nothing", play: func(p *player) {
			p.at(10 * s)
			p.done("a", "k")
			p.at(10*s + 600*time.Millisecond)
			p.session("a", func(in *alert.Input) { in.Event = classify.Completed })
			p.at(60 * s)
		}, want: []string{"11s post a turn_complete"}},
		{name: "the same turn in another session", play: func(p *player) {
			p.at(10 * s)
			p.done("a", "k")
			p.at(20 * s)
			p.done("b", "k")
			p.at(60 * s)
		}, want: []string{"11s post a turn_complete", "20s suppress b turn_complete already delivered"}},
		{name: "the same turn in two sessions at once", play: func(p *player) {
			p.at(10 * s)
			p.done("a", "k")
			p.done("b", "k")
			p.at(60 * s)
			if n := strings.Count(strings.Join(p.log, "\n"), "post"); n != 1 {
				p.log = append(p.log, fmt.Sprintf("%d posts", n))
				return
			}
			p.log = nil
		}},
		{name: "two uuids of one message", play: func(p *player) {
			p.at(10 * s)
			p.done("a", "k1")
			p.session("a", func(in *alert.Input) { in.MessageID, in.Event = "m", classify.Completed })
			p.at(14 * s)
			p.session("a", func(in *alert.Input) { in.View.Verdict.Key, in.Event = "k2", classify.Completed })
			p.at(60 * s)
		}, want: []string{"11s post a turn_complete"}},
		{name: "two uuids of one message while the alarm is pending", play: func(p *player) {
			p.at(10 * s)
			p.done("a", "k1")
			p.session("a", func(in *alert.Input) { in.MessageID, in.Event = "m", classify.Completed })
			p.at(10*s + 500*time.Millisecond)
			p.session("a", func(in *alert.Input) { in.View.Verdict.Key, in.MessageID, in.Event = "k2", "m", classify.Completed })
			p.at(60 * s)
		}, want: []string{"11s post a turn_complete"}},
		{name: "a message that rang, with its other uuid after a click", play: func(p *player) {
			p.at(10 * s)
			p.session("a", func(in *alert.Input) {
				in.View.Verdict, in.MessageID = verdict(status.NeedsYou, status.ReasonTurnComplete, p.now, "k1"), "m"
			})
			p.at(20 * s)
			p.policy.Closed("claude:a")
			p.session("a", func(in *alert.Input) { in.View.Verdict.Key = "k2" })
			p.at(60 * s)
		}, want: []string{"11s post a turn_complete", "20s suppress a turn_complete already delivered"}},
		{name: "another turn within the second has its own second", play: func(p *player) {
			p.at(10 * s)
			p.done("a", "k1")
			p.at(10*s + 500*time.Millisecond)
			p.done("a", "k2")
			p.at(60 * s)
		}, want: []string{"10.5s suppress a turn_complete changed within a second", "11.5s post a turn_complete"}},
		{name: "held again for a moment only", play: func(p *player) {
			p.at(10 * s)
			p.done("a", "k")
			p.at(20 * s)
			p.session("a", func(in *alert.Input) {
				in.View.Verdict = verdict(status.Working, status.ReasonBackground, start.Add(10*s), "k")
			})
			p.at(20*s + 500*time.Millisecond)
			p.session("a", func(in *alert.Input) {
				in.View.Verdict = verdict(status.NeedsYou, status.ReasonTurnComplete, start.Add(10*s), "k")
			})
			p.at(60 * s)
		}, want: []string{"11s post a turn_complete"}},
		{name: "history", play: func(p *player) {
			p.session("a", func(in *alert.Input) {
				in.View.Verdict = verdict(status.NeedsYou, status.ReasonTurnComplete, start, "k")
				in.Historical = true
			})
			p.at(5 * s)
			p.session("b", func(in *alert.Input) {
				in.View.Verdict = verdict(status.NeedsYou, status.ReasonTurnComplete, start.Add(-s), "old")
			})
			p.at(60 * s)
		}, want: []string{"0s suppress a turn_complete history", "5s suppress b turn_complete history"}},
		{name: "a copy of history that had aged out", play: func(p *player) {
			p.session("a", func(in *alert.Input) {
				in.View.Verdict = verdict(status.Idle, status.ReasonExpired, start.Add(-3600*s), "k")
				in.Historical, in.Ended = true, status.ReasonTurnComplete
			})
			p.at(10 * s)
			p.done("b", "k")
			p.at(60 * s)
		}, want: []string{"10s suppress b turn_complete already delivered"}},
		{name: "ageing out keeps the notification, a reply later takes it", play: func(p *player) {
			p.at(10 * s)
			p.done("a", "k")
			p.at(1200 * s)
			p.session("a", func(in *alert.Input) {
				in.View.Verdict = verdict(status.Idle, status.ReasonExpired, start.Add(10*s), "k")
			})
			p.at(2000 * s)
			p.working("a")
		}, want: []string{"11s post a turn_complete", "33m20s withdraw a turn_complete user replied"}},
		{name: "a click ends it", play: func(p *player) {
			p.at(10 * s)
			p.done("a", "k")
			p.at(20 * s)
			p.policy.Closed("claude:a")
			p.working("a")
		}, want: []string{"11s post a turn_complete"}},
		{name: "the names of withdrawals", play: func(p *player) {
			for i, change := range []func(*alert.Input){
				func(in *alert.Input) { in.View.Verdict.State, in.Machine = status.Working, true },
				func(in *alert.Input) {
					in.View.Verdict.State, in.View.Verdict.Rule = status.Working, status.RuleDesktop
				},
				func(in *alert.Input) {
					in.View.Verdict.State, in.View.Verdict.Reason = status.Idle, status.ReasonInterrupted
				},
				func(in *alert.Input) {
					in.View.Verdict.State, in.View.Verdict.Reason = status.Idle, status.ReasonEnded
				},
				func(in *alert.Input) { in.Gone = true },
			} {
				id := fmt.Sprint(i)
				p.at(time.Duration(10+10*i) * s)
				p.done(id, "k"+id)
				p.at(time.Duration(15+10*i) * s)
				p.session(id, change)
			}
		}, want: []string{
			"11s post 0 turn_complete", "15s withdraw 0 turn_complete work resumed",
			"21s post 1 turn_complete", "25s withdraw 1 turn_complete user is back",
			"31s post 2 turn_complete", "35s withdraw 2 turn_complete closed by the user",
			"41s post 3 turn_complete", "45s withdraw 3 turn_complete ended",
			"51s post 4 turn_complete", "55s withdraw 4 turn_complete gone",
		}},
		{name: "an error takes a finished turn back and rings itself", play: func(p *player) {
			p.at(10 * s)
			p.done("a", "k")
			p.at(20 * s)
			p.session("a", func(in *alert.Input) {
				in.View.Verdict = verdict(status.Error, status.ReasonAPIError, p.now, "e")
				in.Event = classify.APIError
			})
			p.at(60 * s)
		}, want: []string{"11s post a turn_complete", "20s withdraw a turn_complete error", "21s post a api_error"}},
		{name: "held again by the registry alone: withdrawn a second later", play: func(p *player) {
			p.at(10 * s)
			p.done("a", "k")
			p.at(20 * s)
			p.session("a", func(in *alert.Input) {
				in.View.Verdict = verdict(status.Working, status.ReasonBackground, start.Add(10*s), "k")
			})
			p.at(60 * s)
		}, want: []string{"11s post a turn_complete", "21s withdraw a turn_complete work resumed"}},
		{name: "held again, and the prompt names the reason", play: func(p *player) {
			p.at(10 * s)
			p.done("a", "k")
			p.at(20 * s)
			p.session("a", func(in *alert.Input) {
				in.View.Verdict = verdict(status.Working, status.ReasonBackground, start.Add(10*s), "k")
			})
			p.at(20*s + 200*time.Millisecond)
			p.working("a")
		}, want: []string{"11s post a turn_complete", "20.2s withdraw a turn_complete user replied"}},
		{name: "a permission that was given", play: func(p *player) {
			p.at(10 * s)
			p.session("a", func(in *alert.Input) {
				in.View.Verdict = verdict(status.NeedsYou, status.ReasonPermission, p.now, "k")
			})
			p.at(20 * s)
			p.session("a", func(in *alert.Input) {
				in.View.Verdict = verdict(status.Working, status.ReasonBackground, p.now, "k")
			})
		}, want: []string{"11s post a permission", "20s withdraw a permission user replied"}},
		{name: "stuck is silent", play: func(p *player) {
			p.at(10 * s)
			p.session("a", func(in *alert.Input) { in.View.Verdict = verdict(status.Stuck, status.ReasonQuiet, p.now, "k") })
			p.at(60 * s)
		}},
		{name: "stuck rings when wanted", options: func(o *alert.Options) { o.Stuck = true }, play: func(p *player) {
			p.at(10 * s)
			p.session("a", func(in *alert.Input) { in.View.Verdict = verdict(status.Stuck, status.ReasonQuiet, p.now, "k") })
			p.at(60 * s)
			p.working("a")
		}, want: []string{"11s post a quiet", "1m0s withdraw a quiet user replied"}},
		{name: "repeat until seen", options: func(o *alert.Options) { o.Repeat = 100 * s }, play: func(p *player) {
			p.at(10 * s)
			p.done("a", "k")
			p.at(250 * s)
			p.policy.Closed("claude:a")
			p.at(900 * s)
		}, want: []string{"11s post a turn_complete", "1m51s post a turn_complete repeat", "3m31s post a turn_complete repeat"}},
		{name: "a short turn", options: func(o *alert.Options) { o.MinTurn = 30 * s }, play: func(p *player) {
			p.at(10 * s)
			p.working("a")
			p.at(39 * s)
			p.done("a", "k")
			p.at(60 * s)
			p.working("a")
			p.at(90 * s)
			p.done("a", "k2")
			p.at(120 * s)
			p.done("never seen working", "k3")
			p.at(130 * s)
		}, want: []string{"39s suppress a turn_complete short turn", "1m31s post a turn_complete", "2m1s post never seen working turn_complete"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			o := alert.DefaultOptions()
			if tt.options != nil {
				tt.options(&o)
			}
			p := newPlayer(o)
			tt.play(p)
			if got, want := strings.Join(p.log, "\n"), strings.Join(tt.want, "\n"); got != want {
				t.Errorf("got\n%s\nwant\n%s", got, want)
			}
		})
	}
}

// TestGate names every way in which a person keeps an alarm silent. Each is
// remembered: it does not ring later either, when the way is opened again.
func TestGate(t *testing.T) {
	finished := func(in *alert.Input, p *player) {
		in.View.Verdict = verdict(status.NeedsYou, status.ReasonTurnComplete, p.now, "k")
	}
	tests := []struct {
		name    string
		options func(*alert.Options)
		policy  func(*alert.Policy)
		input   func(*alert.Input, *player)
		want    string
	}{
		{name: "session", policy: func(p *alert.Policy) { p.Mute("claude:a", true) }, want: alert.WhyMuted},
		{name: "project", policy: func(p *alert.Policy) { p.Mute("project:/w/a", true) }, want: alert.WhyProject},
		{name: "project in the settings", options: func(o *alert.Options) { o.Projects = map[string]bool{"/w/a": true} }, want: alert.WhyProject},
		{name: "provider", policy: func(p *alert.Policy) { p.Mute("provider:claude", true) }, want: alert.WhyProvider},
		{name: "provider in the settings", options: func(o *alert.Options) { o.Providers = map[session.Provider]bool{session.Claude: true} }, want: alert.WhyProvider},
		{name: "snoozed", policy: func(p *alert.Policy) { p.Snooze(start.Add(15 * time.Minute)) }, want: alert.WhySnoozed},
		{name: "quiet hours", options: func(o *alert.Options) { o.Quiet = alert.QuietHours{From: 22 * 60, To: 10 * 60} }, want: alert.WhyQuiet},
		{name: "turns", options: func(o *alert.Options) { o.Turns = false }, want: alert.WhySwitch},
		{name: "questions", options: func(o *alert.Options) { o.Questions = false }, input: func(in *alert.Input, p *player) {
			in.View.Verdict = verdict(status.NeedsYou, status.ReasonQuestion, p.now, "k")
		}, want: alert.WhySwitch},
		{name: "errors", options: func(o *alert.Options) { o.Errors = false }, input: func(in *alert.Input, p *player) {
			in.View.Verdict = verdict(status.Error, status.ReasonAuth, p.now, "k")
		}, want: alert.WhySwitch},
		{name: "limits", options: func(o *alert.Options) { o.Limits = false }, input: func(in *alert.Input, p *player) {
			in.View.Verdict = verdict(status.Error, status.ReasonLimit, p.now, "k")
		}, want: alert.WhySwitch},
		{name: "headless", input: func(in *alert.Input, p *player) { finished(in, p); in.View.Origin = session.Headless }, want: alert.WhyOrigin},
		{name: "SDK", input: func(in *alert.Input, p *player) { finished(in, p); in.View.Origin = session.SDK }, want: alert.WhyOrigin},
		{name: "desktop rings", input: func(in *alert.Input, p *player) { finished(in, p); in.View.Origin = session.Desktop }},
		{name: "snooze that ended", policy: func(p *alert.Policy) { p.Snooze(start) }},
		{name: "quiet hours elsewhere in the day", options: func(o *alert.Options) { o.Quiet = alert.QuietHours{From: 22 * 60, To: 7 * 60} }},
		{name: "limits ring although errors do not", options: func(o *alert.Options) { o.Errors = false }, input: func(in *alert.Input, p *player) {
			in.View.Verdict = verdict(status.Error, status.ReasonLimit, p.now, "k")
		}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			o := alert.DefaultOptions()
			if tt.options != nil {
				tt.options(&o)
			}
			p := newPlayer(o)
			if tt.policy != nil {
				tt.policy(p.policy)
			}
			p.at(10 * time.Second)
			p.session("a", func(in *alert.Input) {
				if tt.input == nil {
					finished(in, p)
					return
				}
				tt.input(in, p)
			})
			p.at(20 * time.Second)
			got := strings.Join(p.log, "\n")
			if tt.want == "" {
				if !strings.Contains(got, "post") {
					t.Errorf("did not ring: %s", got)
				}
				return
			}
			if !strings.HasSuffix(got, " "+tt.want) || !strings.Contains(got, "suppress") {
				t.Fatalf("got %q, want a suppression: %s", got, tt.want)
			}
			p.policy.Options = alert.DefaultOptions()
			p.policy.Options.Silent = nil
			p.policy.Memory.Muted = map[string]bool{}
			p.policy.Snooze(time.Time{})
			p.log = nil
			p.at(30 * time.Second)
			p.session("a", func(*alert.Input) {})
			p.at(40 * time.Second)
			if strings.Contains(strings.Join(p.log, "\n"), "post") {
				t.Errorf("rang after all: %s", p.log)
			}
		})
	}
}

func TestQuietHours(t *testing.T) {
	at := func(h, m int) time.Time { return time.Date(2026, 12, 1, h, m, 0, 0, time.UTC) }
	tests := []struct {
		hours alert.QuietHours
		at    time.Time
		want  bool
	}{
		{alert.QuietHours{From: 1320, To: 450}, at(22, 0), true},
		{alert.QuietHours{From: 1320, To: 450}, at(0, 0), true},
		{alert.QuietHours{From: 1320, To: 450}, at(7, 29), true},
		{alert.QuietHours{From: 1320, To: 450}, at(7, 30), false},
		{alert.QuietHours{From: 1320, To: 450}, at(21, 59), false},
		{alert.QuietHours{From: 720, To: 780}, at(12, 30), true},
		{alert.QuietHours{From: 720, To: 780}, at(13, 0), false},
		{alert.QuietHours{}, at(0, 0), false},
		{alert.QuietHours{From: 600, To: 600}, at(10, 0), false},
	}
	for _, tt := range tests {
		if got := tt.hours.Contains(tt.at); got != tt.want {
			t.Errorf("%v at %s: %v", tt.hours, tt.at.Format("15:04"), got)
		}
	}
}
