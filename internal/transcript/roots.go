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
	Polled   bool   // on another system (WSL): no file events, and its processes are not ours
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
	Roots    []Root
	Patterns []Root   // roots whose Dir is a pattern of the kind of filepath.Match
	Desktop  []string // Claude Desktop's claude-code-sessions folders
}

// Find derives the places from the environment: what CLAUDE_CONFIG_DIR (one
// folder, or a list) and CODEX_HOME name, then the tools' usual folders and
// those that people make beside them for further accounts, ~/.claude-*. The
// tools take a variable instead of the usual folder, but it is often set for
// one terminal only, and sessions lie in both. extra folders come from the
// configuration.
func Find(getenv func(string) string, home string, extraClaude, extraCodex []string) Places {
	claude := append(splitList(getenv("CLAUDE_CONFIG_DIR")), extraClaude...)
	codex := append(splitList(getenv("CODEX_HOME")), extraCodex...)
	var p Places
	if home != "" {
		claude = append(claude, filepath.Join(home, ".claude"), filepath.Join(home, ".config", "claude"))
		codex = append(codex, filepath.Join(home, ".codex"))
		p.Patterns = []Root{{Provider: session.Claude, Dir: filepath.Join(escapeGlob(home), ".claude-*")}}
	}
	for _, dir := range claude {
		p.addRoot(session.Claude, dir)
	}
	for _, dir := range codex {
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
	p.Add(Root{Provider: provider, Dir: filepath.Clean(dir)})
}

// Add adds a root unless it is there.
func (p *Places) Add(r Root) {
	if !slices.ContainsFunc(p.Roots, func(o Root) bool { return o.Provider == r.Provider && o.Dir == r.Dir }) {
		p.Roots = append(p.Roots, r)
	}
}

// roots lists the roots with those that the patterns match now.
func (p *Places) roots() []Root {
	if len(p.Patterns) == 0 {
		return p.Roots
	}
	all := Places{Roots: slices.Clone(p.Roots)}
	for _, pattern := range p.Patterns {
		dirs, _ := filepath.Glob(pattern.Dir)
		for _, dir := range dirs {
			if isDir(dir) {
				pattern.Dir = dir
				all.Add(pattern)
			}
		}
	}
	return all.Roots
}

// escapeGlob keeps a folder's name from being read as a pattern.
func escapeGlob(dir string) string {
	if filepath.Separator == '\\' {
		return dir // no escapes on Windows, and no pattern characters in names but brackets
	}
	return strings.NewReplacer("*", `\*`, "?", `\?`, "[", `\[`, `\`, `\\`).Replace(dir)
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

func isDir(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}

// within reports whether path is dir or lies below it.
func within(path, dir string) bool {
	rest, ok := strings.CutPrefix(path, dir)
	return ok && (rest == "" || rest[0] == filepath.Separator || strings.HasSuffix(dir, string(filepath.Separator)))
}
