package store_test

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"agentisland/internal/store"
)

func TestReadFile(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "f")
	if err := os.WriteFile(path, []byte("12345"), 0o600); err != nil {
		t.Fatal(err)
	}
	if got, err := store.ReadFile(path, 5); err != nil || string(got) != "12345" {
		t.Errorf("%q, %v", got, err)
	}
	if _, err := store.ReadFile(path, 4); !errors.Is(err, store.ErrUnreadable) {
		t.Errorf("too large: %v", err)
	}
	if _, err := store.ReadFile(filepath.Join(dir, "none"), 4); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("missing: %v", err)
	}
	if _, err := store.ReadFile(dir, 4); err == nil {
		t.Error("a folder was read")
	}
}
