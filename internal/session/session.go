// Package session owns the vocabulary that every other package shares: which
// tool a session belongs to, its identity and the labels a person knows it by.
// It holds values only and imports nothing of the project.
package session

import (
	"path"
	"strings"
)

// Provider names the tool that wrote a transcript.
type Provider string

// The providers, as they appear in JSON.
const (
	Claude Provider = "claude"
	Codex  Provider = "codex"
)

// Name is the provider's name as people know it.
func (p Provider) Name() string {
	switch p {
	case Claude:
		return "Claude Code"
	case Codex:
		return "Codex"
	}
	return string(p)
}

// Origin says how a session was started, which decides whether it may ring.
type Origin string

// The origins, as they appear in JSON.
const (
	Interactive Origin = "interactive" // a person at a terminal or an editor
	Headless    Origin = "headless"    // claude -p, codex exec
	SDK         Origin = "sdk"         // driven by a program (entrypoint sdk-ts, sdk-py)
	Desktop     Origin = "desktop"     // Claude Desktop or the Codex app
)

// Silent reports whether sessions of this origin are dimmed and silent by
// default (contract part 6: headless and SDK sessions).
func (o Origin) Silent() bool { return o == Headless || o == SDK }

// Ref identifies a session on this machine: ids are unique within a provider.
type Ref struct {
	Provider Provider
	ID       string
}

// String is provider:id, the form used in files and effects.
func (r Ref) String() string { return string(r.Provider) + ":" + r.ID }

// ParseRef is the inverse of String; what has another form gives the zero Ref.
func ParseRef(s string) Ref {
	p, id, ok := strings.Cut(s, ":")
	if !ok || id == "" {
		return Ref{}
	}
	return Ref{Provider: Provider(p), ID: id}
}

// Session is what is known of one session beside its state: where its
// transcript lies and the labels that people recognise. All strings come from
// files that anybody may have written: they are bounded and free of control
// characters, but not otherwise trusted.
type Session struct {
	Ref
	Transcript string // absolute path of the transcript that decides
	CWD        string // newest working directory named by a record, "" when none is
	Title      string // "" when the tool gave none
	Branch     string
	Model      string
	Origin     Origin
	PID        int // live process according to the tool's own registry, 0 when unknown
}

// Project is the last element of the working directory, the word people use
// for the project; "" when the directory is unknown. Both separators count,
// since a transcript of Windows can be read elsewhere.
func (s Session) Project() string {
	dir := strings.TrimRight(strings.ReplaceAll(s.CWD, `\`, "/"), "/")
	if dir == "" {
		return ""
	}
	return path.Base(dir)
}

// Label is the title, else the project, else the short id: what a row shows.
func (s Session) Label() string {
	if s.Title != "" {
		return s.Title
	}
	if p := s.Project(); p != "" {
		return p
	}
	return s.ShortID()
}

// ShortID is the first 8 characters of the id.
func (s Session) ShortID() string {
	if r := []rune(s.ID); len(r) > 8 {
		return string(r[:8])
	}
	return s.ID
}
