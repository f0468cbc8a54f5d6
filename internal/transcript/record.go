package transcript

import (
	"bytes"
	"errors"
	"io"

	"github.com/go-json-experiment/json/jsontext"
)

// record is the part of a line that holds labels, of either tool. A value of
// an unexpected type reads as absent.
type record struct {
	first     bool // texts are wanted, too: they may be the first prompt
	typ       string
	cwd       string
	gitBranch string

	entrypoint                    string
	customTitle, aiTitle, summary string
	meta, sidechain               bool
	inner                         inner
	hidden                        []byte // members that tell whether a thread belongs to another one
}

// inner is Claude's message or Codex's payload.
type inner struct {
	typ, id, cwd, model, originator string
	source                          string // only when it is a plain word
	branch                          string
	threadName, title               string
	item                            string // type of the item
	text                            string // of a message, its first text block
}

var errNoObject = errors.New("not an object")

// parse reads one line that holds exactly one JSON object; torn lines and
// others do not count.
func (r *record) parse(line []byte) bool {
	d := newDecoder(line)
	if d.object(r.member(d)) != nil {
		return false
	}
	_, err := d.ReadToken()
	return errors.Is(err, io.EOF)
}

// parsePart reads as much as there is of a line whose end is missing.
func (r *record) parsePart(line []byte) {
	d := newDecoder(line)
	_ = d.object(r.member(d)) // fails where the line was cut
}

// decoder reads JSON value by value.
type decoder struct{ *jsontext.Decoder }

func newDecoder(line []byte) decoder {
	line = bytes.Trim(line, "\x00\r\n ")
	return decoder{jsontext.NewDecoder(bytes.NewBuffer(line),
		jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true))}
}

// object calls member for each member of the object that comes next. Each call
// must read exactly one value.
func (d decoder) object(member func(name string) error) error {
	if d.PeekKind() != '{' {
		return errNoObject
	}
	if _, err := d.ReadToken(); err != nil {
		return err
	}
	for d.PeekKind() != '}' {
		tok, err := d.ReadToken()
		if err != nil {
			return err
		}
		if err := member(tok.String()); err != nil {
			return err
		}
	}
	_, err := d.ReadToken()
	return err
}

// within is object for a value that may be anything: all but objects are skipped.
func (d decoder) within(member func(name string) error) error {
	if d.PeekKind() != '{' {
		return d.SkipValue()
	}
	return d.object(member)
}

// str reads a string; any other value leaves dst as it is.
func (d decoder) str(dst *string) error {
	if d.PeekKind() != '"' {
		return d.SkipValue()
	}
	raw, err := d.ReadValue()
	if err != nil {
		return err
	}
	*dst = unquote(raw)
	return nil
}

func (d decoder) boolean(dst *bool) error {
	*dst = d.PeekKind() == 't'
	return d.SkipValue()
}

// keepText bounds a text, in bytes: only its first line is ever shown.
const keepText = 8 << 10

// unquote decodes the beginning of a JSON string.
func unquote(raw []byte) string {
	if len(raw) > keepText {
		raw = raw[:keepText]
		if i := bytes.LastIndexByte(raw, '\\'); i > len(raw)-12 {
			raw = raw[:i] // an escape, or a pair of them, may have been cut
		}
		raw = append(bytes.Clone(raw), '"')
	}
	s, err := jsontext.AppendUnquote(nil, raw)
	if err != nil && len(s) == 0 {
		return ""
	}
	return string(s)
}

func (r *record) member(d decoder) func(string) error {
	return func(name string) error {
		switch name {
		case "type":
			return d.str(&r.typ)
		case "cwd":
			return d.str(&r.cwd)
		case "gitBranch":
			return d.str(&r.gitBranch)
		case "entrypoint":
			return d.str(&r.entrypoint)
		case "customTitle":
			return d.str(&r.customTitle)
		case "aiTitle":
			return d.str(&r.aiTitle)
		case "summary":
			return d.str(&r.summary)
		case "isMeta":
			return d.boolean(&r.meta)
		case "isSidechain":
			return d.boolean(&r.sidechain)
		case "message", "payload":
			return d.within(r.innerMember(d))
		}
		return d.SkipValue()
	}
}

func (r *record) innerMember(d decoder) func(string) error {
	p := &r.inner
	return func(name string) error {
		switch name {
		case "type":
			return d.str(&p.typ)
		case "id":
			return d.str(&p.id)
		case "cwd":
			return d.str(&p.cwd)
		case "model":
			return d.str(&p.model)
		case "originator":
			return d.str(&p.originator)
		case "thread_name":
			return d.str(&p.threadName)
		case "title":
			return d.str(&p.title)
		case "git":
			return d.within(only(d, "branch", &p.branch))
		case "source", "parent_thread_id", "thread_source":
			return r.kinship(d, name)
		case "message":
			return d.str(&p.text)
		case "content":
			if r.first {
				return d.content(&p.text)
			}
		case "item":
			return d.within(func(name string) error {
				switch {
				case name == "type":
					return d.str(&p.item)
				case name == "content" && r.first:
					return d.content(&p.text)
				}
				return d.SkipValue()
			})
		}
		return d.SkipValue()
	}
}

// only reads one string member and skips the others.
func only(d decoder, want string, dst *string) func(string) error {
	return func(name string) error {
		if name == want {
			return d.str(dst)
		}
		return d.SkipValue()
	}
}

// kinship keeps a member that tells whether a thread belongs to another one as
// it is written.
func (r *record) kinship(d decoder, name string) error {
	raw, err := d.ReadValue()
	if err != nil {
		return err
	}
	if name == "source" && raw.Kind() == '"' {
		r.inner.source = unquote(raw)
	}
	const most = 4 << 10 // far more than any real one
	if len(raw) > most {
		raw = jsontext.Value(`{}`)
	}
	if len(r.hidden) > 0 {
		r.hidden = append(r.hidden, ',')
	}
	r.hidden = append(append(append(append(r.hidden, '"'), name...), `":`...), raw...)
	return nil
}

// content reads a message's text: a string, or the first text block of a list.
func (d decoder) content(dst *string) error {
	if d.PeekKind() != '[' {
		return d.str(dst)
	}
	if _, err := d.ReadToken(); err != nil {
		return err
	}
	for d.PeekKind() != ']' {
		text := ""
		if err := d.within(only(d, "text", &text)); err != nil {
			return err
		}
		keep(dst, text)
	}
	_, err := d.ReadToken()
	return err
}
