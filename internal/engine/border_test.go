package engine

import (
	"testing"
	"time"

	"agentisland/internal/alert"
	"agentisland/internal/classify"
	"agentisland/internal/session"
	"agentisland/internal/status"
	"agentisland/internal/transcript"
)

// bench is a core with one session, for the borders of single numbers.
type bench struct {
	t    *testing.T
	core *Core
	now  time.Time
}

func newBench(t *testing.T) *bench {
	b := &bench{t: t, now: time.Date(2026, 12, 1, 9, 0, 0, 0, time.UTC)}
	b.core = NewCore(alert.NewPolicy(b.now, alert.NewMemory(), alert.DefaultOptions()))
	return b
}

// observed is what a transcript says: an event whose record is of the given
// time, in a file of another one.
func observed(e classify.Event, record, file time.Time) Observation {
	return Observation{
		Change: transcript.Change{Session: session.Session{Ref: ref(0), CWD: "/w"}, FileTime: file},
		Reading: classify.Reading{
			TurnStatus: classify.TurnStatus{Key: "k", ActivityDate: record, IsDone: yours(e)}, Event: e,
		},
	}
}

func (b *bench) observe(o Observation) {
	b.core.Observe(b.now, Sighting{Observations: []Observation{o}})
}

func (b *bench) later(d time.Duration) {
	b.now = b.now.Add(d)
	b.core.Tick(b.now)
}

func (b *bench) entry() *entry { return b.core.sessions[ref(0)] }

// TestMovedBorder: a session leaves the list two seconds after its transcript.
func TestMovedBorder(t *testing.T) {
	b := newBench(t)
	b.observe(observed(classify.Completed, b.now, b.now))
	b.observe(Observation{Change: transcript.Change{Session: session.Session{Ref: ref(0)}, Gone: true}})
	b.later(moved - time.Millisecond)
	if b.entry() == nil {
		t.Fatal("gone too early")
	}
	if want := b.now.Add(time.Millisecond); !b.core.Next().Equal(want) {
		t.Errorf("the core wakes at %v, want %v", b.core.Next(), want)
	}
	b.later(time.Millisecond)
	if b.entry() != nil {
		t.Fatal("still there after two seconds")
	}
	if moved != 2*time.Second || skew != time.Minute {
		t.Error("a number of the contract was changed")
	}
}

// TestEffective: which time counts for a record.
func TestEffective(t *testing.T) {
	file := time.Date(2026, 12, 1, 9, 0, 0, 0, time.UTC)
	for _, tt := range []struct {
		name         string
		record, want time.Time
	}{
		{"behind its file", file.Add(-time.Hour), file.Add(-time.Hour)},
		{"a minute ahead", file.Add(time.Minute), file.Add(time.Minute)},
		{"more than a minute ahead", file.Add(time.Minute + 1), file},
		{"without a time", time.Time{}, file},
	} {
		if got := effective(tt.record, file); !got.Equal(tt.want) {
			t.Errorf("%s: %v, want %v", tt.name, got, tt.want)
		}
	}
}

// TestSkewIsJudgedOnce: what is written behind a record that was ahead does not
// make it younger.
func TestSkewIsJudgedOnce(t *testing.T) {
	b := newBench(t)
	ahead := b.now.Add(10 * time.Minute)
	b.observe(observed(classify.Completed, ahead, b.now))
	first := b.now
	b.later(time.Minute)
	b.observe(observed(classify.Completed, ahead, b.now))
	if got := b.entry().activity; !got.Equal(first) {
		t.Errorf("the turn is of %v, want %v", got, first)
	}
}

// TestKeptReading: only a full window without an event leaves what was read
// before, and never when the bytes are gone.
func TestKeptReading(t *testing.T) {
	for _, tt := range []struct {
		name           string
		bounded, fresh bool
		want           classify.Event
	}{
		{"the largest window holds nothing", true, false, classify.Completed},
		{"the file shrank", true, true, classify.None},
		{"the whole file holds nothing", false, false, classify.None},
	} {
		b := newBench(t)
		b.observe(observed(classify.Completed, b.now, b.now))
		o := observed(classify.None, time.Time{}, b.now)
		o.Reading.Key = ""
		o.Reading.Detail.Bounded, o.Fresh = tt.bounded, tt.fresh
		b.observe(o)
		if got := b.entry().reading.Event; got != tt.want {
			t.Errorf("%s: %s, want %s", tt.name, got, tt.want)
		}
	}
}

// TestAwake: only the part of a sleep that lies between the two times counts.
func TestAwake(t *testing.T) {
	b := newBench(t)
	at := func(m int) time.Time { return b.now.Add(time.Duration(m) * time.Minute) }
	b.core.Slept(at(10), at(20))
	for _, tt := range []struct{ from, to, want int }{
		{0, 5, 5}, {0, 30, 20}, {15, 30, 10}, {0, 15, 10}, {12, 18, 0}, {20, 30, 10},
	} {
		if got := b.core.awake(at(tt.from), at(tt.to)); got != time.Duration(tt.want)*time.Minute {
			t.Errorf("from %d to %d: %v awake, want %d min", tt.from, tt.to, got, tt.want)
		}
	}
}

// TestLastWorking: a turn that went quiet was last seen working when its window
// ended, however late the look at it comes.
func TestLastWorking(t *testing.T) {
	b := newBench(t)
	b.observe(observed(classify.Opened, b.now, b.now))
	b.later(14 * time.Minute)
	if v := b.entry().verdict; v.State != status.Stuck || !v.Expires.Equal(b.now.Add(time.Minute)) {
		t.Fatalf("%s until %v", v.State, v.Expires)
	}
	if want := b.now.Add(-9 * time.Minute); !b.entry().lastWorking.Equal(want) {
		t.Errorf("last seen working at %v, want %v", b.entry().lastWorking, want)
	}
}

// TestHistoryIsOneTurn: what the first scan found is history, and what the same
// turn becomes is not.
func TestHistoryIsOneTurn(t *testing.T) {
	b := newBench(t)
	o := observed(classify.Opened, b.now, b.now)
	o.Historical = true
	b.observe(o)
	b.later(time.Second)
	b.observe(observed(classify.Completed, b.now, b.now)) // under the same key, as Codex does
	if b.core.input(b.entry()).Historical {
		t.Error("the end of a turn that was open at the start counts as history")
	}
	done := observed(classify.Completed, b.now, b.now)
	done.Historical = true
	b.observe(done)
	if !b.core.input(b.entry()).Historical {
		t.Error("a turn of the first scan is no history")
	}
}

// TestShownOfVanished: what an earlier run left up for a session that is no more
// goes at the start.
func TestShownOfVanished(t *testing.T) {
	memory := alert.NewMemory()
	now := time.Date(2026, 12, 1, 9, 0, 0, 0, time.UTC)
	memory.Shown[ref(0).String()] = alert.Shown{Identity: "k|turn_complete", Key: "k", Reason: status.ReasonTurnComplete, At: now}
	core := NewCore(alert.NewPolicy(now, memory, alert.DefaultOptions()))
	core.Tick(now)
	events, _ := core.Take()
	if len(events) != 1 || events[0].Alert == nil || events[0].Alert.Action != alert.Withdraw || events[0].Alert.Why != alert.WhyGone {
		t.Errorf("events %v", events)
	}
}

// TestHidden: a thread that is nobody's session is not listed, and one that
// turns out to be leaves the list.
func TestHidden(t *testing.T) {
	b := newBench(t)
	o := observed(classify.None, time.Time{}, b.now)
	o.Reading.Detail.Hidden = true
	b.observe(o)
	if b.entry() != nil {
		t.Error("a hidden thread is listed")
	}
	b.observe(observed(classify.Opened, b.now, b.now))
	b.observe(o)
	if b.entry() != nil {
		t.Error("a session that turned out to be hidden stays")
	}
}
