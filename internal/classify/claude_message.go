package classify

import "bytes"

// message reads the message of a record.
func (w *walker) message(m *claudeMessage, elided bool) {
	*m = claudeMessage{answers: m.answers[:0], asks: m.asks[:0]}
	if !w.object() {
		return
	}
	for name, ok := w.member(); ok; name, ok = w.member() {
		switch string(name) {
		case "id":
			m.id = w.str()
		case "model":
			m.model = w.str()
		case "stop_reason":
			m.stopReason = w.str()
		case "content":
			w.claudeContent(m, elided)
		default:
			w.skip()
		}
	}
}

// claudeContent reads what a message says: a string, or blocks.
func (w *walker) claudeContent(m *claudeMessage, elided bool) {
	*m = claudeMessage{
		id: m.id, model: m.model, stopReason: m.stopReason,
		answers: m.answers[:0], asks: m.asks[:0],
	}
	if w.kind() == '"' {
		m.addText(w.literal(), elided)
		return
	}
	if !w.array() {
		return
	}
	for w.element() {
		if w.kind() == '"' {
			m.addText(w.literal(), elided)
			continue
		}
		w.block(m, elided)
	}
}

// block reads one block of a message's content.
func (w *walker) block(m *claudeMessage, elided bool) {
	var typ, text, name, id, answers, question []byte
	if !w.object() {
		return
	}
	for member, ok := w.member(); ok; member, ok = w.member() {
		switch string(member) {
		case "type":
			typ = w.str()
		case "text":
			text = w.literal()
		case "name":
			name = w.str()
		case "id":
			id = w.str()
		case "tool_use_id":
			answers = w.str()
		case "input":
			question = w.toolInput()
		default:
			w.skip()
		}
	}
	switch string(typ) {
	case "text":
		m.addText(text, elided)
	case "tool_result":
		m.results++
		if len(m.answers) < maxAnswers {
			m.answers = append(m.answers, answers)
		}
	case "tool_use":
		plan := string(name) == "ExitPlanMode"
		if (plan || string(name) == "AskUserQuestion") && len(m.asks) < maxAsks {
			m.asks = append(m.asks, ask{id: id, question: question, plan: plan})
		}
	case "thinking", "redacted_thinking", "":
	default:
		m.other = true
	}
}

// addText takes the literal of one text of a message, nil for none.
func (m *claudeMessage) addText(raw []byte, elided bool) {
	m.texts++
	head := decodeHead(raw)
	switch {
	case mayBeMarkup(raw) && isMarkup(decode(raw), elided && len(raw) > keepText):
		m.markup++
	case len(bytes.TrimSpace(head)) > 0 || len(head) >= keepText:
		m.plain++
	}
	if m.texts == 1 {
		m.text = head
		return
	}
	if room := keepText - len(m.text); room > 1 {
		joined := append(make([]byte, 0, keepText), m.text...)
		joined = append(joined, '\n')
		m.text = cutText(append(joined, head[:min(len(head), room)]...))
	}
}

// toolInput returns the first question of an AskUserQuestion.
func (w *walker) toolInput() (question []byte) {
	if !w.object() {
		return nil
	}
	for name, ok := w.member(); ok; name, ok = w.member() {
		if string(name) == "questions" {
			question = w.firstQuestion()
		} else {
			w.skip()
		}
	}
	return question
}

// firstQuestion returns the first question of the array that comes next, for
// people to read.
func (w *walker) firstQuestion() (question []byte) {
	if !w.array() {
		return nil
	}
	for w.element() {
		if !w.object() {
			continue
		}
		for name, ok := w.member(); ok; name, ok = w.member() {
			if string(name) == "question" && question == nil {
				question = decodeHead(w.literal())
			} else {
				w.skip()
			}
		}
	}
	return question
}
