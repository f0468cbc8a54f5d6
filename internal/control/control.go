// Package control carries commands from a short-lived process to the running
// app: one small file each, in a folder that only this person can write. There
// is no socket and no port.
package control

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/fsnotify/fsnotify"

	"agentisland/internal/store"
)

// Command is one wish. Exactly one of its parts is set.
type Command struct {
	Mute   *Mute   `json:"mute,omitempty"`
	Snooze *Snooze `json:"snooze,omitempty"`
}

// Mute turns the alarms of a name off or on: provider:id of a session,
// project:folder, or provider:name.
type Mute struct {
	Name  string `json:"name"`
	Muted bool   `json:"muted"`
}

// Snooze keeps everything silent until a time; the zero time ends it.
type Snooze struct {
	Until time.Time `json:"until"`
}

const (
	suffix     = ".command"
	maxCommand = 16 << 10         // bytes of one file
	keptFor    = time.Minute      // an older command is forgotten: nobody waits for it any more
	pollEvery  = 10 * time.Second // where there are no file events
)

// Send leaves a command in dir.
func Send(dir string, c Command) error {
	data, err := json.Marshal(c)
	if err != nil {
		return fmt.Errorf("encode command: %w", err)
	}
	name := fmt.Sprintf("%d-%d%s", time.Now().UnixNano(), os.Getpid(), suffix)
	if err := store.WriteFile(filepath.Join(dir, name), data); err != nil {
		return fmt.Errorf("leave command: %w", err)
	}
	return nil
}

// Receive applies the commands that arrive in dir, in order, until ctx is done.
// Each is removed before it is applied, so that it is never applied twice.
func Receive(ctx context.Context, dir string, apply func(Command)) error {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return fmt.Errorf("make the command folder: %w", err)
	}
	var events <-chan fsnotify.Event
	if w, err := fsnotify.NewWatcher(); err == nil {
		defer w.Close()
		if w.Add(dir) == nil {
			events = w.Events
		}
	}
	tick := time.NewTicker(pollEvery)
	defer tick.Stop()
	for {
		for _, c := range take(dir, time.Now()) {
			apply(c)
		}
		select {
		case <-ctx.Done():
			return nil
		case <-events:
		case <-tick.C:
		}
	}
}

// take reads and removes what waits in dir. Names begin with the time, so that
// the folder's order is theirs.
func take(dir string, now time.Time) []Command {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil
	}
	var commands []Command
	for _, e := range entries {
		if !strings.HasSuffix(e.Name(), suffix) || strings.HasPrefix(e.Name(), ".") {
			continue
		}
		if c, ok := takeFile(filepath.Join(dir, e.Name()), now); ok {
			commands = append(commands, c)
		}
	}
	return commands
}

func takeFile(path string, now time.Time) (c Command, ok bool) {
	info, err := os.Lstat(path)
	if err != nil || !info.Mode().IsRegular() {
		return c, false
	}
	data, err := read(path)
	if rerr := os.Remove(path); err != nil || rerr != nil && !errors.Is(rerr, fs.ErrNotExist) {
		return c, false
	}
	if now.Sub(info.ModTime()) > keptFor || json.Unmarshal(data, &c) != nil {
		return c, false
	}
	return c, true
}

func read(path string) ([]byte, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return io.ReadAll(io.LimitReader(f, maxCommand))
}
