package tray

import "testing"

func TestEscapeLabel(t *testing.T) {
	if got, want := escapeLabel("my_app & co"), "my_app && co"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}
