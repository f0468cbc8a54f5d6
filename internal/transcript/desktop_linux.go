package transcript

import "path/filepath"

// desktopDirs lists the folders in which Claude Desktop keeps its index of
// coding sessions.
func desktopDirs(_ func(string) string, home string) []string {
	return []string{filepath.Join(home, ".config", "Claude", desktopSessions)}
}
