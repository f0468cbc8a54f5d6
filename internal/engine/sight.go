package engine

import (
	"errors"
	"fmt"
	"io/fs"
	"os"

	"agentisland/internal/classify"
	"agentisland/internal/tail"
	"agentisland/internal/transcript"
)

// Sight reads what a batch says changed: it opens every changed transcript,
// reads its newest records and closes it again.
func Sight(b transcript.Batch) Sighting {
	s := Sighting{Registry: b.Registry, Desktop: b.Desktop}
	for _, c := range b.Changes {
		s.Observations = append(s.Observations, Read(c))
	}
	for _, err := range b.Errors {
		s.Health = append(s.Health, err.Error())
	}
	return s
}

// Read reads the newest records of one changed transcript.
func Read(c transcript.Change) Observation {
	o := Observation{Change: c, Reading: classify.Reading{Event: classify.None}}
	if c.Gone || c.Err != nil {
		return o
	}
	f, err := os.Open(c.Session.Transcript)
	if err != nil {
		if !errors.Is(err, fs.ErrNotExist) { // a vanished file is noticed as such
			o.Err = err
		}
		return o
	}
	defer f.Close()
	r := tail.NewReader(f, c.Size)
	o.Reading = classify.Transcript(c.Session.Provider, c.Head, Lines(r))
	o.Reading.Detail.Bounded = r.Bounded()
	o.Err = r.Err()
	switch {
	case o.Err != nil:
	case o.Reading.Detail.Garbled:
		o.Err = errGarbled
	case o.Reading.Event == classify.None && r.Bounded():
		o.Err = errFar
	}
	return o
}

// What is told to people about a transcript that says nothing.
var (
	errGarbled = errors.New("holds no readable record")
	errFar     = fmt.Errorf("holds no event in its last %d MB", tail.Window>>20)
)

// Lines yields a reader's lines, newest first.
func Lines(r *tail.Reader) classify.Lines {
	return func(yield func(tail.Line) bool) {
		for {
			l, ok := r.Prev()
			if !ok || !yield(l) {
				return
			}
		}
	}
}
