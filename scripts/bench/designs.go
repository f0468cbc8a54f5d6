package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"agentisland/internal/engine"
	"agentisland/internal/transcript"
)

// transcripts calls f for every transcript of a home.
func transcripts(home string, f func(path string, info fs.FileInfo) error) error {
	for _, root := range []string{".claude/projects", ".codex/sessions"} {
		err := filepath.WalkDir(filepath.Join(home, root), func(path string, e fs.DirEntry, err error) error {
			if errors.Is(err, fs.ErrNotExist) {
				return nil
			}
			if err != nil || e.IsDir() || !strings.HasSuffix(path, ".jsonl") {
				return err
			}
			info, err := e.Info()
			if err != nil {
				return err
			}
			return f(path, info)
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// limit is what every design must do: one stat a file and one read a fresh file.
func limit(o options) error {
	buf := make([]byte, 128<<10)
	return repeat("limit", o.repeat, func() (string, error) {
		files, read := 0, 0
		err := transcripts(o.home, func(path string, info fs.FileInfo) error {
			files++
			if time.Since(info.ModTime()) > 30*time.Minute {
				return nil
			}
			f, err := os.Open(path)
			if err != nil {
				return err
			}
			defer f.Close()
			n, _ := f.ReadAt(buf, max(0, info.Size()-int64(len(buf))))
			read += n
			return nil
		})
		return fmt.Sprintf("%d files, %.1f MB read", files, float64(read)/1e6), err
	})
}

// naive reads and parses all lines of all transcripts, as a polling program
// without memory does at every tick.
func naive(o options) error {
	return repeat("naive", o.repeat, func() (string, error) {
		lines, read := 0, int64(0)
		err := transcripts(o.home, func(path string, info fs.FileInfo) error {
			f, err := os.Open(path)
			if err != nil {
				return err
			}
			defer f.Close()
			read += info.Size()
			for r := bufio.NewReaderSize(f, 1<<20); ; lines++ {
				line, err := r.ReadBytes('\n')
				var v map[string]any
				_ = json.Unmarshal(line, &v)
				if errors.Is(err, io.EOF) {
					return nil
				}
				if err != nil {
					return err
				}
			}
		})
		return fmt.Sprintf("%d lines, %.1f MB read", lines, float64(read)/1e6), err
	})
}

func newStore(home string) *transcript.Store {
	return transcript.NewStore(transcript.Find(func(string) string { return "" }, home, nil, nil), transcript.System{})
}

// scan is the first look of the program itself.
func scan(o options) error {
	return repeat("scan", o.repeat, func() (string, error) {
		s := newStore(o.home)
		s.Configure(transcript.Options{Inspect: engine.Inspect})
		b := s.Scan()
		engine.Sight(b)
		w := s.Work()
		return fmt.Sprintf("%d files, %d opened, %.1f MB read, %d sessions", w.Stats, w.Opened, float64(w.Bytes)/1e6, len(b.Changes)), nil
	})
}
