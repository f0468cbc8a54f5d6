package transcript

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"agentisland/internal/session"
)

// desktopSessions is the folder of Claude Desktop's index below its data.
const desktopSessions = "claude-code-sessions"

// maxDepth is how deep Codex nests rollouts below sessions: year, month, day.
// Walking to a fixed depth also ends every loop of symbolic links.
const maxDepth = 3

// found is a file that looks like a transcript, as a stat sees it.
type found struct {
	provider session.Provider
	path     string
	info     fs.FileInfo
}

// list calls yield for every transcript of the root. Folders that cannot be
// read are reported in errs and passed over.
func (r Root) list(yield func(found)) (errs []error) {
	depth := 1
	if r.Provider == session.Codex {
		depth = maxDepth
	}
	return r.walk(r.Transcripts(), depth, yield)
}

func (r Root) walk(dir string, depth int, yield func(found)) (errs []error) {
	entries, err := os.ReadDir(dir)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		errs = append(errs, fmt.Errorf("read folder: %w", err))
	}
	for _, e := range entries {
		path := filepath.Join(dir, e.Name())
		if r.isTranscript(e.Name(), depth) {
			f, err := r.stat(path)
			if err == nil {
				yield(f)
			} else if !errors.Is(err, fs.ErrNotExist) {
				errs = append(errs, err)
			}
			continue
		}
		if depth > 0 && isFolder(e, path) {
			errs = append(errs, r.walk(path, depth-1, yield)...)
		}
	}
	return errs
}

func isFolder(e fs.DirEntry, path string) bool {
	if e.Type()&fs.ModeSymlink == 0 {
		return e.IsDir()
	}
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}

// isTranscript tells a transcript by its name and depth: Claude keeps main
// sessions exactly one level below projects, and sub-agents' files beside or
// below them (formats: B1); Codex names rollouts (A1).
func (r Root) isTranscript(name string, depth int) bool {
	if !strings.HasSuffix(name, ".jsonl") || strings.HasPrefix(name, ".") {
		return false
	}
	if r.Provider == session.Codex {
		return strings.HasPrefix(name, "rollout-")
	}
	return depth == 0 && !strings.HasPrefix(name, "agent-")
}

// stat looks at one path. Only regular files count: opening anything else could
// block for ever.
func (r Root) stat(path string) (found, error) {
	info, err := os.Stat(path)
	if err != nil {
		return found{}, err
	}
	if !info.Mode().IsRegular() {
		return found{}, fmt.Errorf("%s is left out: it is not a regular file", path)
	}
	return found{provider: r.Provider, path: path, info: info}, nil
}

// owns reports whether path could be a transcript of this root.
func (r Root) owns(path string) bool {
	rel, err := filepath.Rel(r.Transcripts(), path)
	if err != nil || rel == ".." || strings.HasPrefix(rel, ".."+string(filepath.Separator)) {
		return false
	}
	level := strings.Count(rel, string(filepath.Separator))
	if r.Provider == session.Codex {
		return level <= maxDepth && r.isTranscript(filepath.Base(path), 0)
	}
	return level == 1 && r.isTranscript(filepath.Base(path), 0)
}
