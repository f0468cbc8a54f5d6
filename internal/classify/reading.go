// Package classify turns the newest records of a transcript into a reading:
// the contract's three fields and the event that decided. It is the truth
// table and nothing else: no clock, no files, no goroutines.
package classify

import "time"

// TurnStatus is the contract between a provider's adapter and everything
// downstream. Nothing above it needs to know which tool wrote the evidence.
type TurnStatus struct {
	IsDone       bool      // the latest turn has handed control back to the user
	Key          string    // stable identity of that turn, "" when nothing decided
	ActivityDate time.Time // the time the deciding record carries, zero when it carries none
}

// Event is the kind of record that decided a reading.
type Event string

// The events, as they appear in JSON.
const (
	None        Event = "none"        // no record decided
	Opened      Event = "opened"      // a prompt, or whatever else starts a turn
	Output      Event = "output"      // the model or a tool wrote inside a turn
	Completed   Event = "completed"   // the turn ended, control is with the user
	CutOff      Event = "cut_off"     // the turn ended early: token limit, refusal
	Background  Event = "background"  // the turn ended while background agents run
	Interrupted Event = "interrupted" // closed by the user
	Question    Event = "question"    // the tool asked the user something
	Plan        Event = "plan"        // a plan waits for approval
	Retrying    Event = "retrying"    // an API request is being repeated
	APIError    Event = "api_error"   // the turn ended in an error
	Limit       Event = "limit"       // a usage limit was reached
	Auth        Event = "auth"        // the credentials were refused
)

// Open reports whether the event leaves the turn with the tool.
func (e Event) Open() bool {
	switch e {
	case Opened, Output, Retrying:
		return true
	}
	return false
}

// Failed reports whether the event is an error, a limit or refused credentials.
func (e Event) Failed() bool { return e == APIError || e == Limit || e == Auth }

// Reading is what a transcript says: the three fields, the event that decided
// and what a person may want to know about it.
type Reading struct {
	TurnStatus
	Event  Event
	Detail Detail
}

// Detail explains a reading. Only Hidden, Proven and Ended change what downstream does.
type Detail struct {
	Row       string    // contract row that decided, such as "C5" or "X4b"
	Offset    int64     // byte offset of the deciding record
	Text      string    // bounded text for people: the error, the question, the last answer
	MessageID string    // Claude's message id: thinking and text of one message are one turn
	Reset     time.Time // when a limit ends, zero when unknown
	Attempt   int       // retry attempt, 0 when not retrying
	Attempts  int       // attempts allowed
	Machine   bool      // an opening without a person: notification, schedule, hook
	Hidden    bool      // not a session of its own: sub-agent, guardian, internal
	Proven    bool      // row 7c: a later turn_duration proved the end
	Ended     time.Time // the time of that turn_duration: the turn ended then, not with its record
	Bounded   bool      // the largest window was reached without a deciding record
	Garbled   bool      // there are lines, and none is a record
}
