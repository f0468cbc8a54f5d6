package engine

import (
	"fmt"
	"testing"
	"time"

	"agentisland/internal/session"
	"agentisland/internal/status"
	"agentisland/internal/transcript"
)

var nine = time.Date(2026, 12, 1, 9, 0, 0, 0, time.UTC)

func at(seconds int) time.Time { return nine.Add(time.Duration(seconds) * time.Second) }

// rec is a record of a living process; its status is of the given second.
func rec(pid int, id, word, waitingFor string, second int) transcript.Record {
	return transcript.Record{
		PID: pid, SessionID: id, ProcStart: fmt.Sprint(pid), Status: word, WaitingFor: waitingFor, StatusAt: at(second), Life: transcript.Alive,
	}
}

func dead(r transcript.Record) transcript.Record {
	r.Life = transcript.Dead
	return r
}

func claudeRef(id string) session.Ref { return session.Ref{Provider: session.Claude, ID: id} }

// TestLiveStatus: what a record claims by itself.
func TestLiveStatus(t *testing.T) {
	headless := rec(1, "a", "waiting", "permission prompt", 0)
	headless.Entrypoint = "sdk-cli"
	for _, tt := range []struct {
		name string
		r    transcript.Record
		want status.LiveStatus
	}{
		{"busy", rec(1, "a", "busy", "", 0), status.LiveBusy},
		{"idle", rec(1, "a", "idle", "", 0), status.LiveIdle},
		{"shell", rec(1, "a", "shell", "", 0), status.LiveIdle},
		{"waiting for a permission", rec(1, "a", "waiting", "permission prompt", 0), status.LiveWaiting},
		{"waiting for an answer", rec(1, "a", "waiting", "input needed", 0), status.LiveWaiting},
		{"waiting, of an older version", rec(1, "a", "waiting", "", 0), status.LiveWaiting},
		{"a dialog", rec(1, "a", "waiting", "dialog open", 0), status.LiveUnknown},
		{"no status", rec(1, "a", "", "", 0), status.LiveUnknown},
		{"headless", headless, status.LiveUnknown},
	} {
		tr := newLiveTracker()
		tr.update(at(0), []transcript.Record{tt.r})
		if got := tr.of(claudeRef("a")).Status; got != tt.want {
			t.Errorf("%s: %v, want %v", tt.name, got, tt.want)
		}
	}
}

// TestLiveSeen: a status that did not change was seen when it was first seen,
// and a dialog leaves what stood there before.
func TestLiveSeen(t *testing.T) {
	tr := newLiveTracker()
	tr.update(at(0), []transcript.Record{rec(1, "a", "idle", "", 0)})
	tr.update(at(5), []transcript.Record{rec(1, "a", "idle", "", 0)})
	if l := tr.of(claudeRef("a")); !l.SeenAt.Equal(at(0)) {
		t.Errorf("seen at %v", l.SeenAt)
	}
	tr.update(at(6), []transcript.Record{rec(1, "a", "waiting", "dialog open", 6)})
	if l := tr.of(claudeRef("a")); l.Status != status.LiveIdle || !l.SeenAt.Equal(at(0)) || !l.StatusAt.Equal(at(0)) {
		t.Errorf("a dialog left %+v", l)
	}
	tr.update(at(7), []transcript.Record{rec(1, "a", "idle", "", 7)})
	if l := tr.of(claudeRef("a")); !l.SeenAt.Equal(at(7)) {
		t.Errorf("a later status was seen at %v", l.SeenAt)
	}
}

// TestLiveMerge: of several processes of one session the one that needs most
// attention speaks.
func TestLiveMerge(t *testing.T) {
	words := []string{"idle", "busy", "waiting"}
	for i, want := range []status.LiveStatus{status.LiveIdle, status.LiveBusy, status.LiveWaiting} {
		for j := range i + 1 {
			tr := newLiveTracker()
			tr.update(at(0), []transcript.Record{rec(1, "a", words[i], "", 0), rec(2, "a", words[j], "", 0)})
			if got := tr.of(claudeRef("a")).Status; got != want {
				t.Errorf("%s and %s: %v", words[i], words[j], got)
			}
		}
	}
}

// TestLiveGone: when a session has lost its processes, and since when.
func TestLiveGone(t *testing.T) {
	one, two := rec(1, "a", "busy", "", 0), rec(2, "a", "busy", "", 0)
	type look []transcript.Record
	for _, tt := range []struct {
		name  string
		looks []look // one a second
		want  int    // second of the departure, -1 for none
	}{
		{"it lives", []look{{one}, {one}}, -1},
		{"its process died", []look{{one}, {dead(one)}, {dead(one)}}, 1},
		{"its record was removed", []look{{one}, {}, {}}, 1},
		{"it was dead when first seen", []look{{dead(one)}}, 0},
		{"never heard of", []look{{}}, -1},
		{"another process lives", []look{{one, two}, {dead(one), two}}, -1},
		{"another process lives, the record is gone", []look{{one, two}, {two}}, -1},
		{"the record was away for a moment", []look{{one}, {}, {one}}, -1},
		{"taken up by another process", []look{{one}, {dead(one)}, {dead(one), two}}, 1},
		{"which died as well", []look{{one}, {dead(one)}, {dead(one), two}, {dead(one), dead(two)}}, 3},
		{"and stays dead", []look{{one}, {dead(one)}, {two}, {dead(two)}, {dead(two)}}, 3},
	} {
		tr := newLiveTracker()
		for i, l := range tt.looks {
			tr.update(at(i), l)
		}
		want := time.Time{}
		if tt.want >= 0 {
			want = at(tt.want)
		}
		if got := tr.of(claudeRef("a")).GoneAt; !got.Equal(want) {
			t.Errorf("%s: gone at %v, want %v", tt.name, got, want)
		}
	}
	foreign := one
	foreign.Life = transcript.Foreign
	tr := newLiveTracker()
	tr.update(at(0), []transcript.Record{foreign})
	if l := tr.of(claudeRef("a")); l != (status.Live{}) {
		t.Errorf("a process of another machine claims %+v", l)
	}
}

// TestLiveLeft: a process that turned to another session left the one before;
// another process of that number did not.
func TestLiveLeft(t *testing.T) {
	tr := newLiveTracker()
	tr.update(at(0), []transcript.Record{rec(1, "a", "idle", "", 0)})
	if changed := tr.update(at(1), []transcript.Record{rec(1, "b", "idle", "", 1)}); len(changed) == 0 {
		t.Error("nothing changed")
	}
	if got := tr.of(claudeRef("a")).LeftAt; !got.Equal(at(1)) {
		t.Errorf("left at %v", got)
	}
	again := rec(1, "c", "idle", "", 2)
	again.ProcStart = "another"
	tr.update(at(2), []transcript.Record{again})
	if got := tr.of(claudeRef("b")); !got.LeftAt.IsZero() || !got.GoneAt.Equal(at(2)) {
		t.Errorf("a reused number: %+v", got)
	}
}
