package store

import (
	"os"
	"path/filepath"
)

// StateDir is the folder of the app's own state: %LocalAppData%\AgentIsland.
func StateDir() (string, error) {
	dir, err := os.UserCacheDir()
	if err != nil {
		return "", err
	}
	return filepath.Join(dir, "AgentIsland"), nil
}

// ConfigDir is the folder of the configuration file: %AppData%\AgentIsland.
func ConfigDir() (string, error) {
	dir, err := os.UserConfigDir()
	if err != nil {
		return "", err
	}
	return filepath.Join(dir, "AgentIsland"), nil
}

// openFlags: Windows has no pipes among files.
const openFlags = 0
