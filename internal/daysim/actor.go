package daysim

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"
	"time"

	"agentisland/internal/engine"
)

// actor is one window with a tool in it, and the person in front of it. It
// scripts its own day from its beginning to its end; the days are merged.
type actor struct {
	w     *world
	day   *Day
	rng   *rand.Rand
	steps []engine.Step
	now   time.Time
	id    string // of the session that the window shows
	path  string // its transcript
	cwd   string
	skew  time.Duration // of the clock that stamps the records
	known bool          // of the running story
	kind  string
	ring  *Ring // what waits for the person, nil when nothing does
	said  time.Time

	content map[string]*strings.Builder // of transcripts that may be moved or copied
}

func newActor(w *world, day *Day, seed uint64, index int) *actor {
	a := &actor{w: w, day: day, rng: rand.New(rand.NewPCG(seed, uint64(index))), content: map[string]*strings.Builder{}}
	a.now = w.after(w.start, time.Duration(a.rng.IntN(300_000))*time.Millisecond)
	a.cwd = fmt.Sprintf("/w/project-%d", index%12)
	return a
}

// obj is a JSON object of a record.
type obj = map[string]any

// line is one record as it stands in a file.
func line(o obj) string {
	var b strings.Builder
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false) // as the tools write it
	if err := enc.Encode(o); err != nil {
		panic(err) // only what this package builds is encoded
	}
	return b.String()
}

// chance is true in percent of all cases.
func (a *actor) chance(percent int) bool { return a.rng.IntN(100) < percent }

// wait lets some time between the two bounds pass.
func (a *actor) wait(least, most time.Duration) {
	d := least
	if most > least {
		d += time.Duration(a.rng.Int64N(int64(most - least)))
	}
	a.now = a.w.after(a.now, d.Truncate(time.Millisecond))
}

func (a *actor) uuid() string {
	x, y := a.rng.Uint64(), a.rng.Uint64()
	return fmt.Sprintf("%08x-%04x-4%03x-a%03x-%012x", uint32(x), uint16(x>>32), x>>52, y>>52, y&0xffffffffffff)
}

// token is an identifier that is no uuid.
func (a *actor) token(prefix string) string { return fmt.Sprintf("%s%016x", prefix, a.rng.Uint64()) }

// stamp is the time a record written now carries: a moment ago by the clock of
// the machine that writes it.
func (a *actor) stamp() string {
	a.said = a.now.Add(-time.Duration(a.rng.IntN(120)) * time.Millisecond).Add(a.skew).Truncate(time.Millisecond)
	return a.said.UTC().Format("2006-01-02T15:04:05.000Z")
}

// effective is the time that counts of the newest record, by contract part 3.
func (a *actor) effective() time.Time {
	if a.said.Sub(a.now) > 60*time.Second {
		return a.now
	}
	return a.said
}

// append writes lines to the session's transcript in one flush.
func (a *actor) append(lines ...string) { a.appendTo(a.path, lines...) }

func (a *actor) appendTo(path string, lines ...string) {
	text := strings.Join(lines, "")
	a.steps = append(a.steps, engine.Step{At: a.now, Append: &engine.Append{Path: path, Text: text}})
	if b := a.content[path]; b != nil {
		b.WriteString(text)
	}
}

// huge writes one line with size bytes of text inside a string of the record.
// before and after are the line around the text.
func (a *actor) huge(before, after string, size int) {
	a.steps = append(a.steps, engine.Step{At: a.now, Append: &engine.Append{
		Path: a.path, Prefix: before, Suffix: after,
		Repeat: &engine.Repeat{Text: "0123456789abcdef", Count: size / 16},
	}})
	delete(a.content, a.path) // too large to move or copy
}

func (a *actor) write(path, text string) {
	a.steps = append(a.steps, engine.Step{At: a.now, Write: &engine.Write{Path: path, Text: text}})
}

func (a *actor) remove(path string) {
	a.steps = append(a.steps, engine.Step{At: a.now, Remove: &engine.Path{Path: path}})
}

// own notes that the transcript belongs to a session.
func (a *actor) own(path, session string) { a.day.owner[path] = session }

// tell begins a story of the given kind.
func (a *actor) tell(kind string) { a.tellOf(a.id, kind, false) }

// tellKnown begins a story whose rings are limits that the contract names.
func (a *actor) tellKnown(kind string) { a.tellOf(a.id, kind, true) }

func (a *actor) tellOf(session, kind string, known bool) {
	if session == a.id {
		a.kind, a.known = kind, known
	}
	a.day.Spans = append(a.day.Spans, Span{Session: session, Kind: kind, From: a.now, Known: known})
}

// yourTurn says that control is with the person from now on.
func (a *actor) yourTurn(reasons ...string) *Ring {
	a.ring = &Ring{Session: a.id, Kind: a.kind, Known: a.known, Reasons: reasons, At: a.now, Stamp: a.effective()}
	return a.ring
}

// leaving says that the person is about to answer: the registry may tell.
func (a *actor) leaving() {
	if a.ring != nil && a.ring.Leaving.IsZero() {
		a.ring.Leaving = a.now
	}
}

// answered says that control is with the tool again, or that nothing waits for
// the person any more.
func (a *actor) answered() {
	if a.ring != nil {
		a.ring.Answered = a.now
		a.file()
	}
}

// file puts the ring into the day, whatever became of it.
func (a *actor) file() {
	if a.ring != nil {
		a.day.Rings = append(a.day.Rings, *a.ring)
		a.ring = nil
	}
}

// choice is one of several stories with its weight.
type choice struct {
	weight int
	play   func()
}

// choose plays one of the stories.
func (a *actor) choose(choices []choice) {
	total := 0
	for _, c := range choices {
		total += c.weight
	}
	n := a.rng.IntN(total)
	for _, c := range choices {
		if n -= c.weight; n < 0 {
			c.play()
			return
		}
	}
}
