package engine

import (
	"bufio"
	"compress/gzip"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"
)

// Step is one line of a timeline: a time and one action (design, part 3). A
// line of an unknown kind has no action.
type Step struct {
	At          time.Time    `json:"at"`
	Append      *Append      `json:"append"`
	Write       *Write       `json:"write"`
	Remove      *Path        `json:"remove"`
	Touch       *Touch       `json:"touch"`
	Start       *struct{}    `json:"start"`
	Stop        *struct{}    `json:"stop"`
	Sleep       *Sleep       `json:"sleep"`
	Process     *Process     `json:"process"`
	Click       *Click       `json:"click"`
	Expect      *Expect      `json:"expect"`
	ExpectAlert *ExpectAlert `json:"expect_alert"`
	Line        int          `json:"-"`
}

// The actions of a step. Paths are relative to the virtual home.
type (
	// Append adds text to a file; Repeat writes a huge line compactly.
	Append struct {
		Path   string  `json:"path"`
		Text   string  `json:"text"`
		Prefix string  `json:"prefix"`
		Suffix string  `json:"suffix"`
		Repeat *Repeat `json:"repeat"`
	}
	// Repeat is Text, Count times.
	Repeat struct {
		Text  string `json:"text"`
		Count int    `json:"count"`
	}
	// Write replaces a whole file.
	Write struct{ Path, Text string }
	// Path names a file to remove.
	Path struct{ Path string }
	// Touch sets a file's modification time.
	Touch struct {
		Path  string    `json:"path"`
		MTime time.Time `json:"mtime"`
	}
	// Sleep lets the wall clock jump.
	Sleep struct{ Until time.Time }
	// Process is an entry of the process table.
	Process struct {
		PID   int
		Alive bool
	}
	// Click is a click on a session's notification.
	Click struct{ Session string }
	// Expect asserts a session's state.
	Expect struct{ Session, State, Reason string }
	// ExpectAlert asserts the alerts since the assertion before.
	ExpectAlert struct{ Session, Kind, Reason, Why string }
)

// maxTimeline bounds a whole timeline after decompression, in bytes.
const maxTimeline = 256 << 20

// maxRepeat bounds what one step can write, in bytes.
const maxRepeat = 256 << 20

func (a *Append) content() string {
	if a.Repeat == nil {
		return a.Prefix + a.Text + a.Suffix
	}
	n := max(a.Repeat.Count, 0)
	if len(a.Repeat.Text) > 0 {
		n = min(n, maxRepeat/len(a.Repeat.Text))
	}
	return a.Prefix + a.Text + strings.Repeat(a.Repeat.Text, n) + a.Suffix
}

// ReadTimeline reads a timeline, plain or compressed with gzip.
func ReadTimeline(r io.Reader) ([]Step, error) {
	br := bufio.NewReaderSize(r, 1<<20)
	if magic, _ := br.Peek(2); len(magic) == 2 && magic[0] == 0x1f && magic[1] == 0x8b {
		zr, err := gzip.NewReader(br)
		if err != nil {
			return nil, fmt.Errorf("decompress: %w", err)
		}
		br = bufio.NewReaderSize(zr, 1<<20)
	}
	limited := &io.LimitedReader{R: br, N: maxTimeline}
	br = bufio.NewReaderSize(limited, 1<<20)
	var steps []Step
	for n := 1; ; n++ {
		line, err := br.ReadBytes('\n')
		if limited.N <= 0 {
			return nil, fmt.Errorf("line %d: the timeline is larger than %d MB", n, maxTimeline>>20)
		}
		if text := strings.TrimSpace(string(line)); text != "" {
			s := Step{Line: n}
			if jerr := json.Unmarshal([]byte(text), &s); jerr != nil {
				return nil, fmt.Errorf("line %d: %w", n, jerr)
			}
			if s.At.IsZero() {
				return nil, fmt.Errorf("line %d: no time", n)
			}
			steps = append(steps, s)
		}
		if errors.Is(err, io.EOF) {
			return steps, nil
		}
		if err != nil {
			return nil, fmt.Errorf("line %d: %w", n, err)
		}
	}
}
