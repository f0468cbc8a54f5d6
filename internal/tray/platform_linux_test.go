package tray

import "testing"

func TestEscapeLabel(t *testing.T) {
	if got, want := escapeLabel("my_new__app & co"), "my__new____app & co"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}
