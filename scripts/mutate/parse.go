package main

import (
	"fmt"
	"strings"
)

// mutation is one change. Code that was written in several ways over time has
// several edits; the first whose text is in the source counts.
type mutation struct {
	name  string
	edits []edit
}

type edit struct{ file, old, new string }

// parse reads the list:
//
//	## name
//	path/of/file.go
//	- text to be replaced, which stands in the file exactly once
//	+ what replaces it
//
// Lines of one text follow each other. A further path begins another edit. Lines
// that begin with # and a space are comments.
func parse(list string) ([]mutation, error) {
	var ms []mutation
	names := map[string]bool{}
	for n, l := range strings.Split(list, "\n") {
		fail := func(what string) error { return fmt.Errorf("mutations.txt:%d: %s", n+1, what) }
		name, isName := strings.CutPrefix(l, "## ")
		switch {
		case isName:
			if names[name] {
				return nil, fail("the name stands twice")
			}
			names[name] = true
			ms = append(ms, mutation{name: name})
		case l == "" || strings.HasPrefix(l, "# "):
		case len(ms) == 0:
			return nil, fail("text before the first name")
		default:
			if err := ms[len(ms)-1].add(l); err != nil {
				return nil, fail(err.Error())
			}
		}
	}
	for _, m := range ms {
		if len(m.edits) == 0 {
			return nil, fmt.Errorf("mutations.txt: %s changes nothing", m.name)
		}
	}
	return ms, nil
}

// add takes one line of a mutation.
func (m *mutation) add(l string) error {
	switch {
	case strings.HasSuffix(l, ".go") && !strings.HasPrefix(l, "- ") && !strings.HasPrefix(l, "+ "):
		m.edits = append(m.edits, edit{file: l})
		return nil
	case len(m.edits) == 0:
		return fmt.Errorf("text before the first path")
	}
	e := &m.edits[len(m.edits)-1]
	switch {
	case strings.HasPrefix(l, "- "):
		e.old = join(e.old, l[2:])
	case l == "+":
	case strings.HasPrefix(l, "+ "):
		e.new = join(e.new, l[2:])
	default:
		return fmt.Errorf("neither a path nor a text: %q", l)
	}
	return nil
}

func join(text, l string) string {
	if text == "" {
		return l
	}
	return text + "\n" + l
}

// apply makes the changed file of the first edit that fits.
func (m *mutation) apply(read func(file string) (string, error)) (file, text string, err error) {
	for _, e := range m.edits {
		src, rerr := read(e.file)
		if rerr != nil {
			continue // renamed or removed
		}
		switch strings.Count(src, e.old) {
		case 0:
		case 1:
			return e.file, strings.Replace(src, e.old, e.new, 1), nil
		default:
			return e.file, "", fmt.Errorf("the text stands in %s more than once", e.file)
		}
	}
	return m.edits[0].file, "", fmt.Errorf("the text is not in the source any more")
}
