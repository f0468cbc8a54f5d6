// Package transcript owns what is on disk: the roots where the tools keep
// their files, the sessions found there with the labels people know them by,
// Claude's live registry and Claude Desktop's index, and the notice of every
// change. It does not know what a record means.
package transcript

import (
	"os"
	"path/filepath"
	"slices"
	"strings"

	"agentisland/internal/session"
)

// Root is a folder in which one tool keeps its sessions.
type Root struct {
	Provider session.Provider
	Dir      string // the tool's own folder, such as ~/.claude; it need not exist
}

// Transcripts is the folder below which the root's transcripts lie.
func (r Root) Transcripts() string {
	if r.Provider == session.Codex {
		return filepath.Join(r.Dir, "sessions")
	}
	return filepath.Join(r.Dir, "projects")
}

// Places says where to look.
type Places struct {
	Roots   []Root
	Desktop []string // Claude Desktop's claude-code-sessions folders
}

// Find derives the places from the environment as the tools do themselves:
// CLAUDE_CONFIG_DIR (one folder, or a list) else ~/.claude and, of some
// versions, ~/.config/claude; CODEX_HOME else ~/.codex. extra folders come from
// the configuration.
func Find(getenv func(string) string, home string, extraClaude, extraCodex []string) Places {
	claude := splitList(getenv("CLAUDE_CONFIG_DIR"))
	if len(claude) == 0 && home != "" {
		claude = []string{filepath.Join(home, ".claude"), filepath.Join(home, ".config", "claude")}
	}
	codex := splitList(getenv("CODEX_HOME"))
	if len(codex) == 0 && home != "" {
		codex = []string{filepath.Join(home, ".codex")}
	}
	var p Places
	for _, dir := range append(claude, extraClaude...) {
		p.addRoot(session.Claude, dir)
	}
	for _, dir := range append(codex, extraCodex...) {
		p.addRoot(session.Codex, dir)
	}
	p.Desktop = desktopDirs(getenv, home)
	return p
}

func (p *Places) addRoot(provider session.Provider, dir string) {
	if !filepath.IsAbs(dir) {
		abs, err := filepath.Abs(dir)
		if err != nil {
			return
		}
		dir = abs
	}
	r := Root{Provider: provider, Dir: filepath.Clean(dir)}
	if !slices.Contains(p.Roots, r) {
		p.Roots = append(p.Roots, r)
	}
}

// splitList splits a list of folders at commas and at the system's list
// separator. A folder that exists under the whole name is no list.
func splitList(v string) []string {
	v = strings.TrimSpace(v)
	if v == "" {
		return nil
	}
	if _, err := os.Stat(v); err == nil {
		return []string{v}
	}
	var out []string
	for _, part := range strings.FieldsFunc(v, func(r rune) bool { return r == ',' || r == os.PathListSeparator }) {
		if part = strings.TrimSpace(part); part != "" {
			out = append(out, part)
		}
	}
	return out
}
