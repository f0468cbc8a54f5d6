package alert_test

import (
	"slices"
	"testing"
	"time"

	"agentisland/internal/alert"
	"agentisland/internal/classify"
	"agentisland/internal/status"
)

// message gives a finished turn of a session with the id of Claude's message.
func (p *player) message(id, key, message string) {
	p.session(id, func(in *alert.Input) {
		in.View.Verdict = verdict(status.NeedsYou, status.ReasonTurnComplete, p.now, key)
		in.Event, in.MessageID = classify.Completed, message
	})
}

func (p *player) held(id, key string) {
	p.session(id, func(in *alert.Input) { in.View.Verdict = verdict(status.Working, status.ReasonBackground, p.now, key) })
}

// TestPolicyBorders is what happens right at the edges of the second and of a
// turn's identity.
func TestPolicyBorders(t *testing.T) {
	const s, half = time.Second, 500 * time.Millisecond
	for _, tt := range []struct {
		name string
		play func(*player)
		want []string
	}{
		{"a message that rang rings nowhere else", func(p *player) {
			p.at(10 * s)
			p.message("a", "k1", "m")
			p.at(20 * s)
			p.message("b", "k2", "m")
			p.at(60 * s)
		}, []string{"11s post a turn_complete", "20s suppress b turn_complete already delivered"}},
		{"a permission that was given when its turn had aged", func(p *player) {
			p.at(10 * s)
			p.session("a", func(in *alert.Input) { in.View.Verdict = verdict(status.NeedsYou, status.ReasonPermission, p.now, "k") })
			p.at(3600 * s)
			p.session("a", func(in *alert.Input) { in.View.Verdict = verdict(status.Idle, status.ReasonExpired, p.now, "k") })
		}, []string{"11s post a permission", "1h0m0s withdraw a permission user replied"}},
		{"a question that aged out", func(p *player) {
			p.at(10 * s)
			p.session("a", func(in *alert.Input) { in.View.Verdict = verdict(status.NeedsYou, status.ReasonQuestion, p.now, "k") })
			p.at(3600 * s)
			p.session("a", func(in *alert.Input) { in.View.Verdict = verdict(status.Idle, status.ReasonExpired, p.now, "k") })
		}, []string{"11s post a question"}},
		{"held for a moment, back, and held again", func(p *player) {
			p.at(10 * s)
			p.done("a", "k")
			p.at(20 * s)
			p.held("a", "k")
			p.at(20*s + half)
			p.done("a", "k")
			p.at(30 * s)
			p.held("a", "k")
			p.at(60 * s)
		}, []string{"11s post a turn_complete", "31s withdraw a turn_complete work resumed"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			p := newPlayer(alert.DefaultOptions())
			tt.play(p)
			if !slices.Equal(p.log, tt.want) {
				t.Errorf("got %q, want %q", p.log, tt.want)
			}
			if _, ok := p.policy.Memory.Seen[""]; ok {
				t.Error("the memory knows a turn without a name")
			}
		})
	}
}

// TestConfirm: what was read again decides, and not what was read before.
func TestConfirm(t *testing.T) {
	for _, tt := range []struct {
		name   string
		change func(*player)
		want   []alert.Action
	}{
		{"nothing changed", func(*player) {}, []alert.Action{alert.Post}},
		{"it works again", func(p *player) {
			in := p.last["claude:a"]
			in.View.Verdict = verdict(status.Working, status.ReasonNone, p.now, "k")
			p.last["claude:a"] = in
		}, []alert.Action{alert.Suppress}},
		{"it is another turn", func(p *player) {
			in := p.last["claude:a"]
			in.View.Verdict.Key = "k2"
			p.last["claude:a"] = in
		}, []alert.Action{alert.Suppress}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			p := newPlayer(alert.DefaultOptions())
			p.done("a", "k")
			p.now = start.Add(alert.Delay)
			if e := p.policy.Step(p.now, p.last["claude:a"]); len(e) != 1 || e[0].Action != alert.Check {
				t.Fatalf("%v instead of a check", e)
			}
			tt.change(p)
			var got []alert.Action
			for _, e := range p.policy.Confirm(p.now, p.last["claude:a"]) {
				got = append(got, e.Action)
			}
			if !slices.Equal(got, tt.want) {
				t.Errorf("%v, want %v", got, tt.want)
			}
		})
	}
}

// TestUndelivered: an alarm that the desktop refused is told as one, and as one
// that rang when a later try succeeds.
func TestUndelivered(t *testing.T) {
	p := newPlayer(alert.DefaultOptions())
	p.at(10 * time.Second)
	p.done("a", "k")
	p.at(20 * time.Second)
	told := func() alert.Seen {
		t.Helper()
		o := p.policy.Explain(p.now, p.last["claude:a"])
		if o.Told == nil || o.Told.Why != "" || !o.Shown {
			t.Fatalf("the alarm is %+v", o)
		}
		return *o.Told
	}
	p.policy.Undelivered("claude:a", "no answer")
	if got := told(); got.Failed != "no answer" || p.policy.Memory.Undelivered != "no answer" {
		t.Errorf("refused: %+v, memory %q", got, p.policy.Memory.Undelivered)
	}
	p.policy.Delivered("claude:a", "7")
	if got := told(); got.Failed != "" || p.policy.Memory.Undelivered != "" {
		t.Errorf("shown: %+v, memory %q", got, p.policy.Memory.Undelivered)
	}
}
