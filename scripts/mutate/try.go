package main

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
)

type verdict string

const (
	caught   verdict = "caught"
	survived verdict = "SURVIVED"
	lost     verdict = "LOST"
	broken   verdict = "BROKEN"
)

// result is what became of one mutation.
type result struct {
	name, file string
	verdict    verdict
	by         string // the test that failed
	detail     string
}

// packages are the tests that must notice. A mutation's own package comes first.
var packages = []string{"./internal/tail", "./internal/classify", "./internal/status", "./internal/alert", "./internal/engine", "./internal/transcript"}

// tester runs the tests with one file replaced.
type tester struct {
	root, work string
	args       map[string][]string // of a package's tests
}

func newTester() (*tester, error) {
	out, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}").Output()
	if err != nil {
		return nil, fmt.Errorf("go list: %w", err)
	}
	work, err := os.MkdirTemp("", "mutate")
	if err != nil {
		return nil, err
	}
	t := &tester{root: strings.TrimSpace(string(out)), work: work, args: map[string][]string{}}
	return t, t.learn()
}

// learn finds the packages with tests, and those whose tests are rapid's: these
// are kept from leaving files in the tree and from searching for a smaller case.
func (t *tester) learn() error {
	const format = `{{if or .TestGoFiles .XTestGoFiles}}{{.ImportPath}} {{join .TestImports ","}},{{join .XTestImports ","}}{{end}}`
	cmd := exec.Command("go", append([]string{"list", "-f", format}, packages...)...)
	cmd.Dir = t.root
	out, err := cmd.Output()
	if err != nil {
		return fmt.Errorf("go list: %w", err)
	}
	for l := range strings.Lines(string(out)) {
		name, imports, _ := strings.Cut(strings.TrimSpace(l), " ")
		if name == "" {
			continue
		}
		_, rel, _ := strings.Cut(name, "/")
		args := []string{}
		if strings.Contains(imports, "pgregory.net/rapid") {
			args = []string{"-rapid.nofailfile", "-rapid.shrinktime=0s", "-rapid.seed=7"}
		}
		t.args["./"+rel] = args
	}
	return nil
}

func (t *tester) close() { os.RemoveAll(t.work) }

// sound reports whether the tests pass as they are.
func (t *tester) sound() (string, bool) {
	for _, p := range packages {
		if out, ok := t.test(p, ""); !ok {
			return out, false
		}
	}
	return "", true
}

// try applies a mutation and runs the tests until one fails.
func (t *tester) try(m mutation) result {
	file, text, err := m.apply(func(file string) (string, error) {
		b, err := os.ReadFile(filepath.Join(t.root, file))
		return string(b), err
	})
	r := result{name: m.name, file: file, verdict: survived}
	if err != nil {
		r.verdict, r.detail = lost, err.Error()
		return r
	}
	overlay, err := t.overlay(file, text)
	if err != nil {
		r.verdict, r.detail = broken, err.Error()
		return r
	}
	for _, p := range order(file) {
		out, ok := t.test(p, overlay)
		if ok {
			continue
		}
		if strings.Contains(out, "[build failed]") || strings.Contains(out, "[setup failed]") {
			r.verdict, r.detail = broken, out
			return r
		}
		r.verdict, r.by = caught, strings.TrimPrefix(p, "./internal/")+": "+failed(out)
		return r
	}
	return r
}

// order is the packages with that of the file first.
func order(file string) []string {
	own := "./" + filepath.ToSlash(filepath.Dir(file))
	out := []string{own}
	for _, p := range packages {
		if p != own {
			out = append(out, p)
		}
	}
	return out
}

// overlay writes the changed file and the map that puts it in place.
func (t *tester) overlay(file, text string) (string, error) {
	dir, err := os.MkdirTemp(t.work, "m")
	if err != nil {
		return "", err
	}
	changed := filepath.Join(dir, filepath.Base(file))
	if err := os.WriteFile(changed, []byte(text), 0o600); err != nil {
		return "", err
	}
	b, err := json.Marshal(map[string]any{"Replace": map[string]string{filepath.Join(t.root, filepath.FromSlash(file)): changed}})
	if err != nil {
		return "", err
	}
	path := filepath.Join(dir, "overlay.json")
	return path, os.WriteFile(path, b, 0o600)
}

// test runs one package's tests. A package without any passes.
func (t *tester) test(pkg, overlay string) (string, bool) {
	extra, has := t.args[pkg]
	if !has {
		return "", true
	}
	args := []string{"test", "-short", "-failfast", "-timeout", "90s"}
	if overlay != "" {
		args = append(args, "-overlay", overlay)
	}
	cmd := exec.Command("go", append(append(args, pkg), extra...)...)
	cmd.Dir = t.root
	out, err := cmd.CombinedOutput()
	return string(out), err == nil
}

var failLine = regexp.MustCompile(`(?m)^\s*--- FAIL: (\S+)`)

// failed names the innermost test that failed first.
func failed(out string) string {
	best := ""
	for _, m := range failLine.FindAllStringSubmatch(out, -1) {
		if best != "" && !strings.HasPrefix(m[1], best) {
			break
		}
		best = m[1]
	}
	switch {
	case best != "":
		return best
	case strings.Contains(out, "test timed out"):
		return "does not come to an end"
	}
	return "panics"
}
