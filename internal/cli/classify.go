package cli

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"agentisland/internal/classify"
	"agentisland/internal/engine"
	"agentisland/internal/session"
	"agentisland/internal/tail"
	"agentisland/internal/transcript"
)

// maxStdin bounds what classify takes from a pipe, in bytes. Only the end of a
// transcript matters, but a pipe cannot be read from its end.
const maxStdin = 64 << 20

func runClassify(e *env, args []string) error {
	f := newFlags(e, "classify").withJSON()
	provider := f.String("provider", "", "claude or codex; without it the content tells")
	if err := f.parse(e, args, 1, -1); err != nil {
		return err
	}
	switch session.Provider(*provider) {
	case "", session.Claude, session.Codex:
	default:
		fmt.Fprintf(e.stderr, "agentisland classify: %s\n", words().BadProvider(*provider))
		return errUsage
	}
	failed := false
	for _, name := range f.Args() {
		r, err := e.classify(name, session.Provider(*provider))
		if err != nil {
			failed = true
			fmt.Fprintf(e.stderr, "agentisland: %s: %s\n", printable(name), printableLines(err.Error()))
			continue
		}
		if err := e.printReading(r, f.json); err != nil {
			return err
		}
	}
	if failed {
		return errors.New("")
	}
	return nil
}

func (e *env) printReading(r readingJSON, asJSON bool) error {
	if asJSON {
		return e.encode(r)
	}
	done := "open"
	if r.IsDone {
		done = "done"
	}
	b, err := r.ActivityDate.MarshalJSON()
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(e.stdout, "%s\t%s\t%s\t%s\trow %s\t%s\t%s\n",
		r.Provider, r.Event, done, strings.Trim(string(b), `"`), r.Detail.Row, printable(r.Key), printable(r.File))
	return err
}

func (e *env) classify(name string, p session.Provider) (readingJSON, error) {
	if name == "-" {
		data, err := io.ReadAll(io.LimitReader(e.stdin, maxStdin+1))
		if err != nil {
			return readingJSON{}, err
		}
		if len(data) > maxStdin {
			return readingJSON{}, fmt.Errorf("more than %d MB on stdin: name the file instead", maxStdin>>20)
		}
		return classifyAt(name, p, bytes.NewReader(data), int64(len(data)))
	}
	info, err := os.Stat(name) // before opening: opening a pipe could block for ever
	if err != nil {
		return readingJSON{}, err
	}
	if !info.Mode().IsRegular() {
		return readingJSON{}, errors.New("is not a regular file")
	}
	f, err := os.Open(name)
	if err != nil {
		return readingJSON{}, err
	}
	defer f.Close()
	return classifyAt(name, p, f, info.Size())
}

// classifyAt reads one transcript. Without a provider its name or its content
// tells.
func classifyAt(name string, p session.Provider, src io.ReaderAt, size int64) (readingJSON, error) {
	switch {
	case p != "":
	case strings.HasPrefix(filepath.Base(name), "rollout-"):
		p = session.Codex
	default:
		p = classify.Detect(engine.Lines(tail.NewReader(src, size)))
	}
	var head []byte
	if p == session.Codex {
		head = transcript.FirstLine(src, size)
	}
	r := tail.NewReader(src, size)
	reading := classify.Transcript(p, head, engine.Lines(r))
	reading.Detail.Bounded = r.Bounded()
	if err := r.Err(); err != nil {
		return readingJSON{}, err
	}
	return readingToJSON(name, p, reading, r.BytesRead()), nil
}
