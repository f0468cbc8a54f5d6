package status

import (
	"cmp"
	"slices"
	"time"
)

// Merge makes a snapshot of views: the overall state is the most urgent one,
// and the sessions are put in the order in which people look at them.
func Merge(at time.Time, views []View) Snapshot {
	s := Snapshot{At: at, Sessions: views}
	for i := range views {
		s.Counts[views[i].State]++
		s.Overall = max(s.Overall, views[i].State)
	}
	slices.SortStableFunc(views, func(a, b View) int {
		return cmp.Or(
			cmp.Compare(rank(b.State), rank(a.State)),
			b.Since.Compare(a.Since),
			cmp.Compare(a.Provider, b.Provider),
			cmp.Compare(a.ID, b.ID),
		)
	})
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
