package engine

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"

	"agentisland/internal/classify"
	"agentisland/internal/tail"
	"agentisland/internal/transcript"
)

// Sight makes a sighting of a batch. What the store did not read already is
// read now.
func Sight(b transcript.Batch) Sighting {
	s := Sighting{Registry: b.Registry, Desktop: b.Desktop, Partial: !b.Evidence}
	if len(b.Changes) > 0 {
		s.Observations = make([]Observation, 0, len(b.Changes))
	}
	for _, c := range b.Changes {
		s.Observations = append(s.Observations, Read(c))
	}
	for _, err := range b.Errors {
		s.Health = append(s.Health, err.Error())
	}
	return s
}

// content is what Inspect leaves in a change.
type content struct {
	reading classify.Reading
	err     error
}

// shallowWindow is how much of an old transcript of a large home is read at
// most, in bytes.
const shallowWindow = 256 << 10

// Inspect reads the newest records of a transcript that the store has open; it
// is the Inspect of a store's options.
func Inspect(c *transcript.Change, src io.ReaderAt) any {
	size, base := c.Size, int64(0)
	if c.Shallow && size > shallowWindow {
		base = size - shallowWindow
		src, size = io.NewSectionReader(src, base, shallowWindow), shallowWindow
	}
	r := tail.NewReader(src, size)
	defer r.Release()
	reading := classify.Transcript(c.Session.Provider, c.Head, Lines(r))
	reading.Detail.Bounded = r.Bounded()
	reading.Detail.Offset += base
	if base > 0 && reading.Event == classify.None {
		return content{reading, nil} // it may say more further back, but not what could matter
	}
	err := r.Err()
	switch {
	case err != nil:
	case reading.Detail.Garbled:
		err = errGarbled
	case reading.Event == classify.None && r.Bounded():
		err = errFar
	}
	return content{reading, err}
}

// Read makes an observation of one changed transcript, whose newest records
// are read unless the store did.
func Read(c transcript.Change) Observation {
	o := Observation{Change: c, Reading: classify.Reading{Event: classify.None}}
	if c.Gone || c.Err != nil {
		return o
	}
	found, ok := c.Content.(content)
	if !ok {
		f, err := os.Open(c.Session.Transcript)
		if err != nil {
			if !errors.Is(err, fs.ErrNotExist) { // a vanished file is noticed as such
				o.Err = err
			}
			return o
		}
		defer f.Close()
		found = Inspect(&c, f).(content)
	}
	o.Content = nil
	o.Reading, o.Err = found.reading, found.err
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
