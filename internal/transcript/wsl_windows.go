package transcript

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"time"

	"agentisland/internal/session"
)

// wslPatience is how long listing the distributions may take.
const wslPatience = 5 * time.Second

// WSL lists the roots in the distributions of the Windows Subsystem for Linux.
// Reading them starts a distribution that is stopped, so people must ask for
// it. They are polled: there are no file events, and their processes are not in
// our table (formats: B11).
func WSL() []Root {
	ctx, cancel := context.WithTimeout(context.Background(), wslPatience)
	defer cancel()
	out, err := exec.CommandContext(ctx, "wsl.exe", "--list", "--quiet").Output()
	if err != nil {
		return nil
	}
	var roots []Root
	for _, name := range distributions(out) {
		base := `\\wsl.localhost\` + name
		homes := []string{filepath.Join(base, "root")}
		entries, _ := os.ReadDir(filepath.Join(base, "home"))
		for _, e := range entries {
			homes = append(homes, filepath.Join(base, "home", e.Name()))
		}
		for _, home := range homes {
			roots = append(roots,
				Root{Provider: session.Claude, Dir: filepath.Join(home, ".claude"), Polled: true},
				Root{Provider: session.Codex, Dir: filepath.Join(home, ".codex"), Polled: true})
		}
	}
	return roots
}
