package control_test

import (
	"context"
	"os"
	"path/filepath"
	"testing"
	"time"

	"agentisland/internal/control"
)

// TestCommands sends commands to a receiver and checks that each arrives once,
// in order, and that damage and age are ignored.
func TestCommands(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string, age time.Duration) {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		at := time.Now().Add(-age)
		if err := os.Chtimes(path, at, at); err != nil {
			t.Fatal(err)
		}
	}
	write("0-torn.command", `{"mute":{"na`, 0)
	write("1-old.command", `{"mute":{"name":"old","muted":true}}`, time.Hour)
	write("2-note.txt", "not a command", 0)
	until := time.Date(2026, 12, 1, 10, 0, 0, 0, time.UTC)
	for _, c := range []control.Command{
		{Mute: &control.Mute{Name: "project:/w/中文 ' \"", Muted: true}},
		{Snooze: &control.Snooze{Until: until}},
	} {
		if err := control.Send(dir, c); err != nil {
			t.Fatal(err)
		}
	}
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
	defer cancel()
	got := make(chan control.Command, 8)
	done := make(chan error, 1)
	go func() { done <- control.Receive(ctx, dir, func(c control.Command) { got <- c }) }()
	first, second := <-got, <-got
	if first.Mute == nil || first.Mute.Name != "project:/w/中文 ' \"" || !first.Mute.Muted || first.Snooze != nil {
		t.Errorf("first: %+v", first)
	}
	if second.Snooze == nil || !second.Snooze.Until.Equal(until) {
		t.Errorf("second: %+v", second)
	}
	if err := control.Send(dir, control.Command{Mute: &control.Mute{Name: "provider:codex"}}); err != nil {
		t.Fatal(err)
	}
	if c := <-got; c.Mute == nil || c.Mute.Name != "provider:codex" || c.Mute.Muted {
		t.Errorf("while running: %+v", c)
	}
	cancel()
	if err := <-done; err != nil {
		t.Error(err)
	}
	left, _ := filepath.Glob(filepath.Join(dir, "*"))
	if len(left) != 1 || filepath.Base(left[0]) != "2-note.txt" {
		t.Errorf("left behind: %v", left)
	}
}
