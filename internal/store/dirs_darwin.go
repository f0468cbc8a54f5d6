package store

import (
	"os"
	"path/filepath"
	"syscall"
)

// StateDir is the folder of the app's own state:
// ~/Library/Application Support/AgentIsland.
func StateDir() (string, error) {
	dir, err := os.UserConfigDir()
	if err != nil {
		return "", err
	}
	return filepath.Join(dir, "AgentIsland"), nil
}

// ConfigDir is the folder of the configuration file. macOS keeps it beside the
// state.
func ConfigDir() (string, error) { return StateDir() }

// openFlags: opening a pipe must not wait for its other end.
const openFlags = syscall.O_NONBLOCK
