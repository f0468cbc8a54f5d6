package transcript

import (
	"bytes"
	"path/filepath"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"agentisland/internal/session"
)

// desktopSessions is the folder of Claude Desktop's index below its data.
const desktopSessions = "claude-code-sessions"

// depth is how many folders deep a root's transcripts lie: Claude has one
// folder a project, Codex year, month and day. Walking to a fixed depth also
// ends every loop of symbolic links.
func (r Root) depth() int {
	if r.Provider == session.Codex {
		return 3
	}
	return 1
}

// level is how deep dir lies below the root's transcripts, -1 when it lies
// elsewhere or too deep to hold any.
func (r Root) level(dir string) int {
	rest, ok := strings.CutPrefix(dir, r.Transcripts())
	if !ok {
		return -1
	}
	if rest == "" {
		return 0
	}
	if rest[0] != filepath.Separator {
		return -1
	}
	if n := strings.Count(rest, string(filepath.Separator)); n <= r.depth() {
		return n
	}
	return -1
}

// holds reports whether a file of that name, level folders deep, is a
// transcript by its name: Claude keeps main sessions exactly one level below
// projects, and sub-agents' files beside or below them (formats: B1); Codex
// names rollouts (A1).
func (r Root) holds(name []byte, level int) bool {
	if !bytes.HasSuffix(name, []byte(".jsonl")) || name[0] == '.' {
		return false
	}
	if r.Provider == session.Codex {
		return bytes.HasPrefix(name, []byte("rollout-"))
	}
	return level == 1 && !bytes.HasPrefix(name, []byte("agent-"))
}

// archives lists where a rollout that left sessions may have gone: compressed
// in its place or put into the archive (formats: A1).
func (r Root) archives(path string) []string {
	if r.Provider != session.Codex {
		return nil
	}
	archived := filepath.Join(r.Dir, "archived_sessions", filepath.Base(path))
	return []string{path + ".zst", archived, archived + ".zst"}
}

// idFromName is the session id that the file's name gives: Claude's stem, or
// the first uuid in a rollout's name (a segment's own id may follow it). A name
// that a terminal would obey is written with escapes, so that it can be shown
// and still tells sessions apart.
func idFromName(p session.Provider, name string) string {
	stem := strings.TrimSuffix(name, ".jsonl")
	if !utf8.ValidString(stem) || strings.ContainsFunc(stem, func(r rune) bool { return !unicode.IsPrint(r) }) {
		quoted := strconv.Quote(stem)
		stem = quoted[1 : len(quoted)-1]
	}
	if p != session.Codex {
		return stem
	}
	const uuid = 36
	for i := 0; i+uuid <= len(stem); i++ {
		if isUUID(stem[i : i+uuid]) {
			return stem[i : i+uuid]
		}
	}
	return stem
}

func isUUID(s string) bool {
	for i, c := range []byte(s) {
		dash := i == 8 || i == 13 || i == 18 || i == 23
		hex := c >= '0' && c <= '9' || c >= 'a' && c <= 'f' || c >= 'A' && c <= 'F'
		if dash != (c == '-') || !dash && !hex {
			return false
		}
	}
	return len(s) == 36
}
