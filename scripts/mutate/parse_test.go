package main

import (
	"errors"
	"testing"
)

func TestParse(t *testing.T) {
	ms, err := parse("# a comment\n\n## one\na.go\n- x > 1\n- y\n+ x > 2\nb.go\n- z\n+\n\n## two\nc.go\n- q\n+ r\n")
	if err != nil || len(ms) != 2 || len(ms[0].edits) != 2 {
		t.Fatalf("%v, %v", ms, err)
	}
	if e := ms[0].edits[0]; e != (edit{"a.go", "x > 1\ny", "x > 2"}) {
		t.Errorf("%q", e)
	}
	if e := ms[0].edits[1]; e != (edit{"b.go", "z", ""}) {
		t.Errorf("%q", e)
	}
	for _, bad := range []string{"- x\n", "## one\n- x\n", "## one\n", "## one\na.go\nx\n", "## one\na.go\n- x\n## one\na.go\n- x\n"} {
		if _, err := parse(bad); err == nil {
			t.Errorf("%q is taken", bad)
		}
	}
}

// TestList: the list itself can be read. Whether it fits the code is for the
// tool to say.
func TestList(t *testing.T) {
	if ms, err := parse(list); err != nil || len(ms) < 300 {
		t.Errorf("%d mutations: %v", len(ms), err)
	}
}

func TestApply(t *testing.T) {
	src := map[string]string{"a.go": "if x {\n}\n", "b.go": "y y"}
	read := func(file string) (string, error) {
		if s, ok := src[file]; ok {
			return s, nil
		}
		return "", errors.New("no such file")
	}
	m := mutation{edits: []edit{{"gone.go", "x", ""}, {"a.go", "if z", "if w"}, {"a.go", "if x", "if !x"}}}
	if file, text, err := m.apply(read); file != "a.go" || text != "if !x {\n}\n" || err != nil {
		t.Errorf("%s %q %v", file, text, err)
	}
	for _, e := range []edit{{"b.go", "y", "z"}, {"b.go", "x", "z"}} {
		m := mutation{edits: []edit{e}}
		if _, _, err := m.apply(read); err == nil {
			t.Errorf("%v fits", e)
		}
	}
}
