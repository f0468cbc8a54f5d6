package transcript

import (
	"bytes"
	"encoding/json"
	"io"
	"path/filepath"
	"strings"
	"unicode"
	"unicode/utf8"

	"agentisland/internal/session"
	"agentisland/internal/tail"
)

// Bounds of the reading of labels, in bytes and characters.
const (
	maxHead   = 2 << 20  // the first line of a rollout, which holds whole instructions
	headBytes = 64 << 10 // of a Claude transcript's beginning
	tailBytes = 64 << 10 // of the end
	maxTitle  = 200      // characters of a title
	maxLabel  = 4096     // bytes of any other label, enough for the longest path
)

// FirstLine returns a file's first line without its end, nil when it is
// longer than maxHead or not finished.
func FirstLine(f io.ReaderAt, size int64) []byte {
	for n := int64(headBytes); ; n *= 8 {
		n = min(n, size, maxHead)
		buf := make([]byte, n)
		k, _ := f.ReadAt(buf, 0)
		if i := bytes.IndexByte(buf[:k], '\n'); i >= 0 {
			return buf[:i:i]
		}
		if n == size || n == maxHead {
			return nil
		}
	}
}

// label holds the labels that one reading found; "" means not found.
type label struct {
	id, cwd, title, prompt, branch, model, entrypoint string
	source, originator                                string
	titleRank                                         int // a custom title outranks a generated one, which outranks a summary
}

// origin derives how the session was started. Missing marks mean interactive:
// older versions wrote none.
func (l label) origin() session.Origin {
	switch {
	case l.source == "exec", l.originator == "codex_exec", l.entrypoint == "sdk-cli":
		return session.Headless
	case strings.HasPrefix(l.entrypoint, "sdk-"):
		return session.SDK
	case strings.HasPrefix(l.entrypoint, "claude-desktop"), l.entrypoint == "local-agent",
		l.originator == "Codex Desktop", strings.HasPrefix(l.originator, "codex_work_"):
		return session.Desktop
	}
	return session.Interactive
}

// newerLabels reads the labels that the bytes [from, size) of a transcript
// hold, newest first, but no more than tailBytes of them.
func newerLabels(p session.Provider, f io.ReaderAt, from, size int64) label {
	var l label
	from = max(from, size-tailBytes)
	section := io.NewSectionReader(f, from, size-from)
	for r := tail.NewReader(section, section.Size()); ; {
		line, ok := r.Prev()
		if !ok {
			return l
		}
		l.add(p, line.Data, false)
	}
}

// firstLabels reads the labels at the beginning of a transcript.
func firstLabels(p session.Provider, f io.ReaderAt, size int64) label {
	var l label
	buf := make([]byte, min(headBytes, size))
	k, _ := f.ReadAt(buf, 0)
	for rest := buf[:k]; len(rest) > 0; {
		line, after, _ := bytes.Cut(rest, []byte("\n"))
		l.add(p, line, true) // a line that was cut does not parse
		rest = after
	}
	return l
}

func (l *label) add(p session.Provider, line []byte, first bool) {
	if p == session.Codex {
		l.addCodex(line, first)
		return
	}
	l.addClaude(line, first)
}

// over returns l with what it lacks taken from older.
func (l label) over(older label) label {
	pick := func(dst *string, s string) {
		if *dst == "" {
			*dst = s
		}
	}
	pick(&l.id, older.id)
	pick(&l.cwd, older.cwd)
	pick(&l.prompt, older.prompt)
	pick(&l.branch, older.branch)
	pick(&l.model, older.model)
	pick(&l.entrypoint, older.entrypoint)
	pick(&l.source, older.source)
	pick(&l.originator, older.originator)
	if l.titleRank < older.titleRank {
		l.title, l.titleRank = older.title, older.titleRank
	}
	return l
}

// set keeps the first value offered, which is the newest one.
func set(dst *string, raw json.RawMessage) {
	if *dst == "" {
		*dst = clean(text(raw), maxLabel)
	}
}

// text is a JSON string's value, "" for any other value.
func text(raw json.RawMessage) string {
	var s string
	if len(raw) == 0 || raw[0] != '"' || json.Unmarshal(raw, &s) != nil {
		return ""
	}
	return s
}

// clean makes a string from a file fit to be shown and used as a label:
// control characters go, spaces are single, and its length in bytes is bounded.
func clean(s string, most int) string {
	if len(s) > 4*most {
		s = s[:4*most]
	}
	s = strings.ToValidUTF8(s, "�")
	s = strings.Map(func(r rune) rune {
		switch {
		case r == '\n', r == '\t', r == '\r':
			return ' '
		case unicode.IsControl(r), unicode.Is(unicode.Cf, r) && r != '‍':
			return -1
		}
		return r
	}, s)
	s = strings.TrimSpace(s)
	for len(s) > most {
		_, n := utf8.DecodeLastRuneInString(s)
		s = s[:len(s)-n]
	}
	return s
}

// titleText makes a title of a text: its first line, at most maxTitle characters.
func titleText(s string) string {
	s, _, _ = strings.Cut(strings.TrimSpace(s), "\n")
	s = clean(s, 4*maxTitle)
	if r := []rune(s); len(r) > maxTitle {
		s = string(r[:maxTitle-1]) + "…"
	}
	return s
}

func (l *label) setTitle(rank int, s string) {
	if s = titleText(s); s != "" && rank > l.titleRank {
		l.title, l.titleRank = s, rank
	}
}

// addClaude takes the labels of one line of a Claude transcript.
func (l *label) addClaude(line []byte, first bool) {
	var r map[string]json.RawMessage
	if json.Unmarshal(bytes.Trim(line, "\x00\r "), &r) != nil {
		return
	}
	switch text(r["type"]) {
	case "custom-title":
		l.setTitle(3, text(r["customTitle"]))
	case "ai-title":
		l.setTitle(2, text(r["aiTitle"]))
	case "summary":
		l.setTitle(1, text(r["summary"]))
	case "assistant":
		var m struct{ Model string }
		if json.Unmarshal(r["message"], &m) == nil && m.Model != "<synthetic>" && l.model == "" {
			l.model = clean(m.Model, maxLabel)
		}
	case "user":
		if first && l.prompt == "" {
			l.prompt = firstPrompt(r)
		}
	}
	set(&l.cwd, r["cwd"])
	set(&l.branch, r["gitBranch"])
	set(&l.entrypoint, r["entrypoint"])
}

// firstPrompt is what the person typed first, which names a session that has no
// title, as the tools' own pickers do.
func firstPrompt(r map[string]json.RawMessage) string {
	if string(r["isMeta"]) == "true" || string(r["isSidechain"]) == "true" {
		return ""
	}
	var m struct{ Content json.RawMessage }
	if json.Unmarshal(r["message"], &m) != nil {
		return ""
	}
	s := text(m.Content)
	if s == "" {
		var blocks []struct{ Type, Text string }
		if json.Unmarshal(m.Content, &blocks) != nil {
			return ""
		}
		for _, b := range blocks {
			if b.Type == "text" {
				s = b.Text
				break
			}
		}
	}
	return promptTitle(s)
}

// promptTitle is a prompt as a title, "" for what no person typed.
func promptTitle(s string) string {
	s = strings.TrimSpace(s)
	if strings.HasPrefix(s, "<") || strings.HasPrefix(s, "Caveat:") || strings.HasPrefix(s, "# AGENTS.md") ||
		strings.HasPrefix(s, "[Request interrupted") {
		return ""
	}
	return titleText(s)
}

// codexLine is the part of a rollout's line that holds labels.
type codexLine struct {
	Type    string
	Payload struct {
		Type       string
		ID         string
		CWD        string
		Model      string
		Originator string
		Message    string
		ThreadName string          `json:"thread_name"`
		Title      string          `json:"title"`
		Source     json.RawMessage `json:"source"`
		Git        struct{ Branch string }
		Item       struct {
			Type    string
			Content []struct{ Text string }
		}
	}
}

// addCodex takes the labels of one line of a rollout.
func (l *label) addCodex(line []byte, first bool) {
	var r codexLine
	if json.Unmarshal(line, &r) != nil && r.Payload.Type == "" && r.Type == "" {
		return
	}
	p := &r.Payload
	keep := func(dst *string, s string) {
		if *dst == "" {
			*dst = clean(s, maxLabel)
		}
	}
	switch r.Type {
	case "session_meta":
		// Copies of a parent's header may follow the thread's own, which is the first.
		if first && l.id == "" {
			l.id = clean(p.ID, 64)
			l.source, l.originator = text(p.Source), clean(p.Originator, 64)
			keep(&l.cwd, p.CWD)
			keep(&l.branch, p.Git.Branch)
		}
	case "turn_context":
		keep(&l.cwd, p.CWD)
		keep(&l.model, p.Model)
	case "event_msg":
		switch {
		case p.Type == "thread_name_updated":
			l.setTitle(2, p.ThreadName+p.Title)
		case first && l.prompt == "" && p.Type == "user_message":
			l.prompt = promptTitle(p.Message)
		case first && l.prompt == "" && p.Item.Type == "UserMessage" && len(p.Item.Content) > 0:
			l.prompt = promptTitle(p.Item.Content[0].Text)
		}
	}
}

// idFromName is the session id that the file's name gives: Claude's stem, or
// the first uuid in a rollout's name (a segment's own id may follow it).
func idFromName(p session.Provider, path string) string {
	stem := strings.TrimSuffix(filepath.Base(path), ".jsonl")
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
