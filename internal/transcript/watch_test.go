package transcript

import (
	"os"
	"path/filepath"
	"slices"
	"testing"
)

// TestFolderByFolder makes the folders on the way to a transcript one at a
// time, each at the worst moment: after the look that its parent caused. After
// every one the store must want to watch it.
func TestFolderByFolder(t *testing.T) {
	for _, tt := range []struct {
		name string
		dirs []string
	}{
		{"claude", []string{".claude", ".claude/projects", ".claude/projects/-w"}},
		{"registry", []string{".claude", ".claude/sessions"}},
		{"a further account", []string{".claude-work", ".claude-work/projects", ".claude-work/projects/-w"}},
		{"codex", []string{".codex", ".codex/sessions", ".codex/sessions/2026", ".codex/sessions/2026/11", ".codex/sessions/2026/11/30"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			h := newHome(t)
			s := h.store()
			s.Scan()
			for _, rel := range tt.dirs {
				dir := filepath.Join(h.dir, filepath.FromSlash(rel))
				if err := os.Mkdir(dir, 0o700); err != nil {
					t.Fatal(err)
				}
				before := s.FoldersVersion()
				s.Notice([]string{dir})
				if s.FoldersVersion() == before || !slices.Contains(s.Folders(), dir) {
					t.Errorf("%s is not watched", rel)
				}
			}
		})
	}
}
