package cli

import (
	"os"
	"testing"

	"golang.org/x/sys/windows"
)

func TestGoesSomewhere(t *testing.T) {
	const standard = windows.STD_ERROR_HANDLE
	before, err := windows.GetStdHandle(standard)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := windows.SetStdHandle(standard, before); err != nil {
			t.Error(err)
		}
	})
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	null, err := os.OpenFile(os.DevNull, os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer null.Close()
	closed := windows.Handle(w.Fd())
	check := func(what string, h windows.Handle, want bool) {
		t.Helper()
		if err := windows.SetStdHandle(standard, h); err != nil {
			t.Fatal(err)
		}
		if got := goesSomewhere(standard); got != want {
			t.Errorf("%s: %v, want %v", what, got, want)
		}
	}
	check("a pipe", closed, true)
	check("the null device", windows.Handle(null.Fd()), true)
	w.Close()
	check("a handle that is closed", closed, false)
	check("no handle", 0, false)
	check("the invalid handle", windows.InvalidHandle, false)
}

// Without a console there is nothing to part from, and no harm.
func TestReleaseConsoleWithoutOne(t *testing.T) {
	releaseConsole()
	if _, err := os.Stderr.Stat(); err != nil {
		t.Error(err)
	}
}
