package status

import (
	"cmp"
	"slices"
	"time"
)

// Merge makes a snapshot of views: the overall state is the most urgent one,
// and the sessions are put in the order in which people look at them.
func Merge(at time.Time, views []View) Snapshot {
	s := Snapshot{At: at}
	for i := range views {
		s.Counts[views[i].State]++
		s.Overall = max(s.Overall, views[i].State)
	}
	// Views are large: their order is found first, then each is moved once.
	order := make([]*View, len(views))
	for i := range views {
		order[i] = &views[i]
	}
	slices.SortFunc(order, func(a, b *View) int {
		return cmp.Or(
			cmp.Compare(rank(b.State), rank(a.State)),
			b.Since.Compare(a.Since),
			cmp.Compare(a.Provider, b.Provider),
			cmp.Compare(a.ID, b.ID),
		)
	})
	s.Sessions = make([]View, len(views))
	for i, v := range order {
		s.Sessions[i] = *v
	}
	return s
}

// rank orders states for reading: what waits for the person comes first, since
// only there can anything be done at once.
func rank(s State) int {
	switch s {
	case NeedsYou:
		return 4
	case Error:
		return 3
	case Stuck:
		return 2
	case Working:
		return 1
	}
	return 0
}
