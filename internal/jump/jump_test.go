package jump

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"agentisland/internal/session"
)

// stub is a desktop that writes down what would be run.
type stub struct {
	codex, noTerminal bool
	fail              string // a program that does not start
	ran               []string
}

func (s *stub) handles(scheme string) bool { return s.codex && scheme == "codex" }

func (s *stub) open(target string) command { return command{argv: []string{"open", target}} }

func (s *stub) terminal(dir string, argv []string) (command, bool) {
	return command{argv: append([]string{"terminal"}, argv...), dir: dir}, !s.noTerminal
}

func (s *stub) run(c command) error {
	line := strings.Join(c.argv, "|")
	if c.dir != "" {
		line += " in " + c.dir
	}
	s.ran = append(s.ran, line)
	if c.argv[0] == s.fail {
		return errors.New("does not start")
	}
	return nil
}

const uuid = "0d3a0001-0000-4000-8000-00000000000a"

// TestOpen walks the ladder: the first rung that holds is taken, and what is
// reached is what is said.
func TestOpen(t *testing.T) {
	root := t.TempDir()
	work := filepath.Join(root, `a 'b" $(touch x); 中文`)
	if os.PathSeparator == '\\' {
		work = filepath.Join(root, `a 'b $(touch x); 中文`)
	}
	registry := filepath.Join(root, ".claude", "sessions")
	for _, dir := range []string{work, registry} {
		if err := os.MkdirAll(dir, 0o700); err != nil {
			t.Fatal(err)
		}
	}
	transcript := filepath.Join(root, ".claude", "projects", "p", uuid+".jsonl")
	claude := session.Session{Ref: session.Ref{Provider: session.Claude, ID: uuid}, Transcript: transcript, CWD: work}
	codex := session.Session{Ref: session.Ref{Provider: session.Codex, ID: strings.ToUpper(uuid)}, CWD: work}
	old := claude
	old.Transcript = filepath.Join(root, "old", "projects", "p", uuid+".jsonl")

	with := func(s session.Session, change func(*session.Session)) session.Session {
		change(&s)
		return s
	}
	tests := []struct {
		name    string
		session session.Session
		desktop stub
		reached Reached
		ran     []string
	}{
		{"codex app", codex, stub{codex: true}, App, []string{"open|codex://threads/" + uuid}},
		{"codex without its app", codex, stub{}, Folder, []string{"open|" + work}},
		{"codex with an id that is none", with(codex, func(s *session.Session) { s.ID = "x/../../y" }), stub{codex: true}, Folder, []string{"open|" + work}},
		{"claude that does not run", claude, stub{}, Terminal, []string{"terminal|claude|--resume|" + uuid + " in " + work}},
		{"claude that runs", with(claude, func(s *session.Session) { s.PID = 7 }), stub{}, Folder, []string{"open|" + work}},
		{"claude of a version without a registry may run", old, stub{}, Folder, []string{"open|" + work}},
		{"an option as id", with(claude, func(s *session.Session) { s.ID = "--dangerously-skip-permissions" }), stub{}, Folder, []string{"open|" + work}},
		{"no terminal", claude, stub{noTerminal: true}, Folder, []string{"open|" + work}},
		{"a terminal that does not start", claude, stub{fail: "terminal"}, Folder, []string{"terminal|claude|--resume|" + uuid + " in " + work, "open|" + work}},
		{"a folder that is gone", with(claude, func(s *session.Session) { s.CWD = filepath.Join(root, "gone") }), stub{}, Nothing, nil},
		{"no folder", with(claude, func(s *session.Session) { s.CWD = "" }), stub{}, Nothing, nil},
		{"a relative folder", with(claude, func(s *session.Session) { s.CWD = "." }), stub{}, Nothing, nil},
		{"a folder with a newline", with(claude, func(s *session.Session) { s.CWD = work + "\n" }), stub{}, Nothing, nil},
		{"a folder that is not clean", with(claude, func(s *session.Session) { s.CWD = work + string(os.PathSeparator) }), stub{}, Nothing, nil},
		{"a file", with(claude, func(s *session.Session) { s.CWD = os.Args[0] }), stub{}, Nothing, nil},
		{"nothing works", claude, stub{fail: "open", noTerminal: true}, Nothing, []string{"open|" + work}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			d := tt.desktop
			reached, err := open(tt.session, &d, d.run)
			if reached != tt.reached || (err == nil) != (reached != Nothing) {
				t.Errorf("reached %s, %v; want %s", reached, err, tt.reached)
			}
			if strings.Join(d.ran, "\n") != strings.Join(tt.ran, "\n") {
				t.Errorf("ran %q, want %q", d.ran, tt.ran)
			}
		})
	}
}

// TestNetworkFolders are refused before anything looks at them.
func TestNetworkFolders(t *testing.T) {
	for _, dir := range []string{`\\server\share`, `//server/share`, `\\?\C:\x`, `\\.\pipe\x`} {
		if _, err := folder(dir); err == nil || strings.Contains(err.Error(), "no such") {
			t.Errorf("%s: %v", dir, err)
		}
	}
}
