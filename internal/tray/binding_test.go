package tray

import (
	"testing"
	"time"

	"agentisland/internal/session"
)

func TestBindingClicked(t *testing.T) {
	a := target{session: session.Ref{Provider: session.Claude, ID: "a"}, ring: true}
	b := target{session: session.Ref{Provider: session.Claude, ID: "b"}}
	var row binding
	check := func(when string, after time.Duration, want target, wantOK bool) {
		t.Helper()
		if got, ok := row.clicked(now.Add(after)); got != want || ok != wantOK {
			t.Errorf("%s: %v %v, want %v %v", when, got, ok, want, wantOK)
		}
	}
	check("never shown", 0, target{}, false)
	row.set(a, now)
	check("just shown", 0, a, true)
	row.set(b, now.Add(time.Minute))
	check("right after another session took the row", time.Minute+reaction/2, a, true)
	check("a moment later", time.Minute+reaction, b, true)
	b.ring = true
	row.set(b, now.Add(2*time.Minute))
	check("same session, other mark", 2*time.Minute, b, true)
	row.set(target{}, now.Add(3*time.Minute))
	check("right after hiding", 3*time.Minute, b, true)
	check("hidden", 3*time.Minute+reaction, target{}, false)
}
