package transcript

import "path/filepath"

// desktopDirs lists the folders in which Claude Desktop keeps its index of
// coding sessions. The packaged app of the Store keeps
// it in a folder of its own, whose suffix varies.
func desktopDirs(getenv func(string) string, _ string) []string {
	var dirs []string
	if roaming := getenv("APPDATA"); roaming != "" {
		dirs = append(dirs, filepath.Join(roaming, "Claude", desktopSessions))
	}
	if local := getenv("LOCALAPPDATA"); local != "" {
		packaged, _ := filepath.Glob(filepath.Join(local, "Packages", "Claude_*", "LocalCache", "Roaming", "Claude"))
		for _, p := range packaged {
			dirs = append(dirs, filepath.Join(p, desktopSessions))
		}
	}
	return dirs
}
