package classify

import (
	"bytes"
	"time"
)

// planWord stands in every text that proposes a plan, whose tag's brackets may
// be escaped.
var planWord = []byte("proposed_plan")

func holdsPlan(raw []byte) bool {
	return bytes.Contains(raw, planWord) && bytes.Contains(decode(raw), []byte("<proposed_plan>"))
}

// codexContent is what a message says.
type codexContent struct {
	texts int
	real  bool // a text that Codex did not inject
	shell bool // the first text is the user's own ! command
	image bool
	plan  bool // a text holds <proposed_plan>
}

func (c *codexContent) add(raw []byte) {
	text := decodeHead(raw)
	if len(raw) > keepText && len(bytes.TrimSpace(text)) == 0 {
		text = decode(raw) // a page of blanks in front
	}
	c.texts++
	c.real = c.real || !isInjected(text)
	c.shell = c.shell || c.texts == 1 && hasPrefix(text, "<user_shell_command>")
	c.plan = c.plan || holdsPlan(raw)
}

// codexContent reads the texts and images of a message.
func (w *walker) codexContent(c *codexContent) {
	*c = codexContent{}
	if w.kind() == '"' {
		c.add(w.literal())
		return
	}
	if !w.array() {
		return
	}
	for w.element() {
		w.contentPart(c)
	}
}

func (w *walker) contentPart(c *codexContent) {
	if w.kind() == '"' {
		c.add(w.literal())
		return
	}
	if !w.object() {
		return
	}
	var typ, text []byte
	for name, ok := w.member(); ok; name, ok = w.member() {
		switch string(name) {
		case "type":
			typ = w.str()
		case "text":
			text = w.literal()
		default:
			w.skip()
		}
	}
	if bytes.Contains(typ, []byte("image")) {
		c.image = true
	} else if text != nil {
		c.add(text)
	}
}

// rateLimits is the usage report of a token_count.
type rateLimits struct {
	windows [2]limitWindow // primary and secondary
}

// limitWindow is one of the periods for which usage is limited.
type limitWindow struct {
	used  float64 // per cent
	reset float64 // seconds since 1970
	in    float64 // seconds from the report on: the form of October 2025
}

// exhausted reports whether a window of the report, written at the given time,
// was used up at the end of a turn, and when the latest of those resets. The
// report may be that of an earlier turn: a window that has reset since then is
// not used up any more.
func (l *rateLimits) exhausted(written, end time.Time) (reset time.Time, yes bool) {
	for _, w := range l.windows {
		if w.used < 100 {
			continue
		}
		at := unixTime(w.reset)
		if at.IsZero() && w.in > 0 && w.in < 1e8 && !written.IsZero() {
			at = written.Add(time.Duration(w.in * float64(time.Second)))
		}
		if !at.IsZero() && at.Before(end) {
			continue
		}
		yes = true
		if at.After(reset) {
			reset = at
		}
	}
	return reset, yes
}

// rateLimits reads the windows of a usage report.
func (w *walker) rateLimits(l *rateLimits) {
	*l = rateLimits{}
	if !w.object() {
		return
	}
	for name, ok := w.member(); ok; name, ok = w.member() {
		switch string(name) {
		case "primary":
			l.windows[0] = w.limitWindow()
		case "secondary":
			l.windows[1] = w.limitWindow()
		default:
			w.skip()
		}
	}
}

func (w *walker) limitWindow() (l limitWindow) {
	if !w.object() {
		return l
	}
	for name, ok := w.member(); ok; name, ok = w.member() {
		switch string(name) {
		case "used_percent":
			l.used = w.number()
		case "resets_at":
			l.reset = w.number()
		case "resets_in_seconds":
			l.in = w.number()
		default:
			w.skip()
		}
	}
	return l
}
