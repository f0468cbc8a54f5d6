package status

import "agentisland/internal/classify"

// EndReason is the reason with which a reading alone, fresh and undisputed,
// would be your turn or an error; "" when it is neither.
func EndReason(r classify.Reading) Reason {
	switch {
	case r.Event.Failed():
		return Reason(r.Event)
	case r.IsDone:
		return doneReason(r.Event)
	}
	return ""
}

func doneReason(e classify.Event) Reason {
	switch e {
	case classify.Question:
		return ReasonQuestion
	case classify.Plan:
		return ReasonPlan
	case classify.CutOff:
		return ReasonCutOff
	}
	return ReasonTurnComplete
}
