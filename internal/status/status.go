// Package status decides what a session is now: a reading plus other evidence
// plus the current time give a state, a reason and the moment at which the
// state expires. It is pure: time is an argument, and it knows neither
// providers' formats nor files nor any display.
package status

import (
	"time"

	"agentisland/internal/session"
)

// State is what a person needs to know about a session, in order of urgency.
type State int

// The states, least urgent first, so that the maximum is the merged state.
const (
	Idle State = iota
	Working
	NeedsYou
	Stuck
	Error
)

// States lists all states, least urgent first.
var States = [...]State{Idle, Working, NeedsYou, Stuck, Error}

var stateNames = [...]string{"idle", "working", "needs_you", "stuck", "error"}

// String is the state's name in JSON.
func (s State) String() string {
	if s < 0 || int(s) >= len(stateNames) {
		return "idle"
	}
	return stateNames[s]
}

// MarshalText writes the JSON name.
func (s State) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// Reason says why a session is in its state.
type Reason string

// The reasons, as they appear in JSON.
const (
	ReasonNone         Reason = "none"
	ReasonBackground   Reason = "background"
	ReasonBusy         Reason = "busy"
	ReasonRetrying     Reason = "retrying"
	ReasonTurnComplete Reason = "turn_complete"
	ReasonQuestion     Reason = "question"
	ReasonPlan         Reason = "plan"
	ReasonPermission   Reason = "permission"
	ReasonCutOff       Reason = "cut_off"
	ReasonQuiet        Reason = "quiet"
	ReasonAPIError     Reason = "api_error"
	ReasonLimit        Reason = "limit"
	ReasonAuth         Reason = "auth"
	ReasonInterrupted  Reason = "interrupted"
	ReasonEnded        Reason = "ended"
	ReasonExpired      Reason = "expired"
)

// Verdict is a state with its reason and its lifetime.
type Verdict struct {
	State   State
	Reason  Reason
	Key     string    // the turn's key
	Since   time.Time // when the evidence for the state was written
	Expires time.Time // when the verdict must be made again, zero when only new evidence changes it
	Rule    string    // rule of the contract that decided, for "why?"
}

// View is one session with its verdict, as every display shows it.
type View struct {
	session.Session
	Verdict
	ActivityDate time.Time // the reading's own time, zero when unknown
	Text         string    // bounded text for people: error, question, last answer
	Reset        time.Time // when a limit ends, zero when unknown
	Muted        bool
	Problem      string // why the transcript cannot be read, "" when it can
}

// Counts holds the number of sessions in each state, indexed by State.
type Counts [len(States)]int

// Snapshot is the whole picture at one moment. It is immutable once sent.
type Snapshot struct {
	At       time.Time
	Overall  State // the most urgent state of all visible sessions
	Counts   Counts
	Sessions []View   // most urgent first, then newest first
	Roots    []string // directories being watched, for the empty state
	Older    int      // sessions too old to have been read: they are idle
	Health   []string // what is degraded, in words for people; empty when all is well

	SnoozedUntil   time.Time // everything is silent until then, zero when it is not
	MutedProviders map[session.Provider]bool
}
