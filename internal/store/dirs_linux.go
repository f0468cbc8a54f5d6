package store

import (
	"os"
	"path/filepath"
	"syscall"
)

// StateDir is the folder of the app's own state: $XDG_STATE_HOME/agentisland.
func StateDir() (string, error) { return xdg("XDG_STATE_HOME", ".local", "state") }

// ConfigDir is the folder of the configuration file: $XDG_CONFIG_HOME/agentisland.
func ConfigDir() (string, error) { return xdg("XDG_CONFIG_HOME", ".config") }

func xdg(variable string, fallback ...string) (string, error) {
	// The specification asks for relative values to be ignored.
	if dir := os.Getenv(variable); filepath.IsAbs(dir) {
		return filepath.Join(dir, "agentisland"), nil
	}
	home, err := os.UserHomeDir()
	if err != nil {
		return "", err
	}
	return filepath.Join(append(append([]string{home}, fallback...), "agentisland")...), nil
}

// openFlags: opening a pipe must not wait for its other end.
const openFlags = syscall.O_NONBLOCK
