// Package jump takes a person to a session in the simplest honest way: the
// app's own link, a terminal that resumes it, its folder. It never resumes a
// session that may be running, never adds a flag that skips permissions and
// never builds a shell string: every program gets an argument list.
package jump

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"unicode"
	"unicode/utf8"

	"agentisland/internal/session"
)

// Reached says how far the launch got.
type Reached string

// The ways in which a session is reached, the most precise first.
const (
	App      Reached = "app"      // the tool's own app was asked to show the thread
	Terminal Reached = "terminal" // a new terminal resumes the session
	Folder   Reached = "folder"   // the folder was opened
	Nothing  Reached = "nothing"
)

// errNoWay means that no rung of the ladder could be tried.
var errNoWay = errors.New("nothing on this system can open this session")

// command is one external program with its arguments.
type command struct {
	argv []string
	dir  string // working directory, "" for our own
}

// desktop is what differs between systems.
type desktop interface {
	// handles reports whether an app is registered for the URL scheme.
	handles(scheme string) bool
	// open shows a URL or a folder with the program that the person chose.
	open(target string) command
	// terminal runs argv in a new terminal window in dir; false when there is none
	// to which an argument list can be given.
	terminal(dir string, argv []string) (command, bool)
}

// Open goes to the session and says how far it got.
func Open(s session.Session) (Reached, error) {
	return open(s, system(), start)
}

func open(s session.Session, d desktop, run func(command) error) (Reached, error) {
	var errs []error
	try := func(r Reached, c command) (Reached, bool) {
		err := run(c)
		if err != nil {
			errs = append(errs, err)
		}
		return r, err == nil
	}
	if s.Provider == session.Codex && validID(s.ID) && d.handles("codex") {
		if r, ok := try(App, d.open("codex://threads/"+strings.ToLower(s.ID))); ok {
			return r, nil
		}
	}
	dir, dirErr := folder(s.CWD)
	if dirErr != nil {
		errs = append(errs, dirErr)
	}
	if dirErr == nil && resumable(s) {
		if c, ok := d.terminal(dir, []string{"claude", "--resume", strings.ToLower(s.ID)}); ok {
			if r, ok := try(Terminal, c); ok {
				return r, nil
			}
		}
	}
	if dirErr == nil {
		if r, ok := try(Folder, d.open(dir)); ok {
			return r, nil
		}
	}
	if len(errs) == 0 {
		errs = append(errs, errNoWay)
	}
	return Nothing, errors.Join(errs...)
}

// resumable reports whether a Claude session surely does not run: its version
// keeps the live registry, and no living process names it there. Codex
// sessions may be held by a background server that no file names.
func resumable(s session.Session) bool {
	if s.Provider != session.Claude || s.PID != 0 || !validID(s.ID) {
		return false
	}
	root := filepath.Dir(filepath.Dir(filepath.Dir(s.Transcript)))
	info, err := os.Stat(filepath.Join(root, "sessions"))
	return err == nil && info.IsDir()
}

// validID reports whether id is a uuid: nothing else is ever given to a program.
func validID(id string) bool {
	if len(id) != 36 {
		return false
	}
	for i, c := range []byte(strings.ToLower(id)) {
		switch i {
		case 8, 13, 18, 23:
			if c != '-' {
				return false
			}
		default:
			if (c < '0' || c > '9') && (c < 'a' || c > 'f') {
				return false
			}
		}
	}
	return true
}

// folder checks a working directory that a transcript named: an absolute, clean
// path of a folder that exists here. A network path is not even looked at,
// since looking sends the person's credentials.
func folder(dir string) (string, error) {
	network := strings.HasPrefix(dir, `\\`) || strings.HasPrefix(dir, "//")
	bad := dir == "" || !utf8.ValidString(dir) || strings.ContainsFunc(dir, unicode.IsControl) ||
		network || !filepath.IsAbs(dir) || filepath.Clean(dir) != dir
	if bad {
		return "", fmt.Errorf("the folder %q of the session is not usable", dir)
	}
	info, err := os.Lstat(dir)
	if err != nil {
		return "", fmt.Errorf("the folder of the session: %w", err)
	}
	if !info.IsDir() {
		return "", fmt.Errorf("the folder %q of the session is not a folder", dir)
	}
	return dir, nil
}

// start starts a program and does not wait for it.
func start(c command) error {
	path, err := exec.LookPath(c.argv[0]) // refuses programs of the current directory
	if err != nil {
		return err
	}
	cmd := exec.Command(path, c.argv[1:]...)
	cmd.Dir = c.dir
	if err := cmd.Start(); err != nil {
		return fmt.Errorf("start %s: %w", c.argv[0], err)
	}
	go func() { _ = cmd.Wait() }() // only to free the process entry
	return nil
}
