package classify

import "bytes"

// localTags are the tags of local commands (row 11): nothing answers them.
var localTags = [...]string{
	"command-name", "command-message", "command-args",
	"local-command-stdout", "local-command-stderr", "local-command-caveat",
	"bash-input", "bash-stdout", "bash-stderr", "system-reminder", "user-memory-input",
}

// isMarkup reports whether text is nothing but elements of local commands, and
// at least one. The last element of a text that was cut need not end.
func isMarkup(text []byte, cut bool) bool {
	text = bytes.TrimSpace(text)
	if len(text) == 0 {
		return false
	}
	for len(text) > 0 {
		tag, body := cutLocalTag(text)
		if tag == "" {
			return false
		}
		rest, closed := cutElement(body, tag)
		if !closed {
			return cut
		}
		text = bytes.TrimSpace(rest)
	}
	return true
}

// mayBeMarkup tells by the beginning of a string literal whether its text may
// be markup, so that no other text needs decoding as a whole.
func mayBeMarkup(raw []byte) bool {
	for i := 1; i < len(raw)-1; i++ {
		switch b := raw[i]; {
		case b == ' ':
		case b == '\\' && (raw[i+1] == 'n' || raw[i+1] == 't' || raw[i+1] == 'r'):
			i++
		default: // the others may be rarer spaces, or a bracket that is escaped
			return b == '<' || b == '\\' || b >= 0x80
		}
	}
	return false
}

// cutLocalTag removes a local command's opening tag from the beginning of text.
func cutLocalTag(text []byte) (tag string, body []byte) {
	if text[0] != '<' {
		return "", text
	}
	end := bytes.IndexByte(text[:min(len(text), 32)], '>')
	if end < 0 {
		return "", text
	}
	for _, tag := range localTags {
		if string(text[1:end]) == tag {
			return tag, text[end+1:]
		}
	}
	return "", text
}

// cutElement removes what an opened element holds and its end from the
// beginning of text. Elements of the same name inside of it are part of it.
func cutElement(text []byte, tag string) (rest []byte, closed bool) {
	opening, closing := []byte("<"+tag+">"), []byte("</"+tag+">")
	first := bytes.Index(text, closing)
	if first < 0 {
		return nil, false
	}
	for depth, rest := 1, text; ; {
		end := bytes.Index(rest, closing)
		if end < 0 { // more are opened than closed: output that shows a tag
			return text[first+len(closing):], true
		}
		depth += bytes.Count(rest[:end], opening) - 1
		rest = rest[end+len(closing):]
		if depth == 0 {
			return rest, true
		}
	}
}
