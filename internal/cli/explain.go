package cli

import (
	"errors"
	"fmt"
	"runtime/debug"
	"strings"
	"time"

	"agentisland/internal/alert"
	"agentisland/internal/engine"
	"agentisland/internal/session"
	"agentisland/internal/status"
	"agentisland/internal/transcript"
)

type explainJSON struct {
	sessionJSON
	Rule  string       `json:"rule"`
	Event string       `json:"event"`
	Row   string       `json:"row"`
	At    int64        `json:"offset"`
	Age   float64      `json:"age_seconds"`
	Live  *liveJSON    `json:"registry,omitempty"`
	Alarm outcomeJSON  `json:"alarm"`
	Lines []engineLine `json:"lines"`
}

type liveJSON struct {
	Status string `json:"status"`
	At     stamp  `json:"at"`
	GoneAt stamp  `json:"gone_at"`
	LeftAt stamp  `json:"left_at"`
}

type outcomeJSON struct {
	Identity string `json:"identity"`
	Rang     stamp  `json:"rang"`
	Failed   string `json:"failed,omitempty"` // why the desktop did not show what rang
	Silent   stamp  `json:"silent"`
	Why      string `json:"why,omitempty"`  // why it was silent
	Gate     string `json:"gate,omitempty"` // why it would be silent now
}

type engineLine struct {
	Label string `json:"label"`
	Text  string `json:"text"`
}

func runExplain(e *env, args []string) error {
	f := newFlags(e, "explain").withJSON()
	if err := f.parse(e, args, 1, 1); err != nil {
		return err
	}
	s, err := e.load(f.config)
	if err != nil {
		return err
	}
	now := time.Now().Round(0).UTC()
	core, snap := look(s, now, true)
	ref, err := find(snap, f.Arg(0))
	if err != nil {
		return err
	}
	x, ok := core.Explain(now, ref)
	if !ok {
		return fmt.Errorf("session %s is gone", ref)
	}
	lines := x.Words(s.messages)
	if f.json {
		return e.encode(explanationToJSON(x, lines))
	}
	fmt.Fprintf(e.stdout, "%s  %s  %s\n", printable(ref.String()), printable(x.View.Label()), printable(x.View.Project()))
	width := 0
	for _, l := range lines {
		width = max(width, cells(l.Label))
	}
	for _, l := range lines {
		fmt.Fprintf(e.stdout, "  %s%s  %s\n", l.Label, strings.Repeat(" ", width-cells(l.Label)), printable(l.Text))
	}
	return nil
}

// look reads the disk once (all: the old transcripts of a large home, too) and the memory of the running app. Nothing is
// history for it: the memory says what the app made of each turn.
func look(s setting, now time.Time, all bool) (*engine.Core, status.Snapshot) {
	memory := alert.NewMemory()
	if path, err := memoryPath(); err == nil {
		if m, err := alert.ReadMemory(path); err == nil {
			memory = m
		}
	}
	// Little of what one look takes is ever freed again before the program ends.
	debug.SetGCPercent(800)
	core := engine.NewCore(alert.NewPolicy(time.Time{}, memory, s.options()))
	store := transcript.NewStore(s.places, transcript.System{})
	store.Configure(transcript.Options{All: all, Inspect: engine.Inspect})
	b := store.Scan()
	core.Look(now, engine.Sight(b))
	snap := core.Snapshot(now)
	snap.Older = b.Older
	snap.Roots = s.lookedIn()
	return core, snap
}

// find resolves an id or the beginning of one that only one session has.
func find(s status.Snapshot, prefix string) (session.Ref, error) {
	prefix = strings.ToLower(prefix)
	var found []session.Ref
	for _, v := range s.Sessions {
		name := strings.ToLower(v.ID)
		if name == prefix || strings.ToLower(v.Ref.String()) == prefix {
			return v.Ref, nil
		}
		if strings.HasPrefix(name, prefix) {
			found = append(found, v.Ref)
		}
	}
	switch len(found) {
	case 0:
		return session.Ref{}, fmt.Errorf("there is no session %q: agentisland status --all lists them", prefix)
	case 1:
		return found[0], nil
	}
	var names []string
	for _, ref := range found {
		names = append(names, ref.String())
	}
	return session.Ref{}, errors.New("several sessions begin like that: " + strings.Join(names, ", "))
}

func explanationToJSON(x engine.Explanation, lines []engine.Line) explainJSON {
	out := explainJSON{
		sessionJSON: toJSON(x.View), Rule: x.View.Rule, Event: string(x.Reading.Event), Row: x.Reading.Detail.Row,
		At: x.Reading.Detail.Offset, Age: x.Age.Seconds(),
		Alarm: outcomeJSON{Identity: x.Alarm.Identity, Gate: x.Alarm.Gate},
	}
	if t := x.Alarm.Told; t != nil {
		if t.Why == "" {
			out.Alarm.Rang, out.Alarm.Failed = stamp(t.At), t.Failed
		} else {
			out.Alarm.Silent, out.Alarm.Why = stamp(t.At), t.Why
		}
	}
	if l := x.Live; l != (status.Live{}) {
		names := map[status.LiveStatus]string{
			status.LiveIdle: "idle", status.LiveBusy: "busy", status.LiveWaiting: "waiting", status.LiveUnknown: "unknown",
		}
		out.Live = &liveJSON{Status: names[l.Status], At: stamp(l.StatusAt), GoneAt: stamp(l.GoneAt), LeftAt: stamp(l.LeftAt)}
	}
	for _, l := range lines {
		out.Lines = append(out.Lines, engineLine(l))
	}
	return out
}
