package desktoptest

import (
	"bufio"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// Bus starts a private session bus and returns its address.
func Bus(t testing.TB) string {
	t.Helper()
	address, _ := StartBus(t, filepath.Join(t.TempDir(), "bus"))
	return address
}

// StartBus starts a private session bus on the given socket and returns its
// address and what ends it early. Without dbus-daemon the test is skipped, but
// fails where the environment says CI=true.
func StartBus(t testing.TB, socket string) (address string, stop func()) {
	t.Helper()
	if _, err := exec.LookPath("dbus-daemon"); err != nil {
		if os.Getenv("CI") == "true" {
			t.Fatal("dbus-daemon is missing: install the package dbus (Debian: apt-get install dbus)")
		}
		t.Skip("needs dbus-daemon: install the package dbus (Debian: apt-get install dbus)")
	}
	cmd := exec.Command("dbus-daemon", "--session", "--nofork", "--nopidfile", "--print-address=1", "--address=unix:path="+socket)
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	ended := false
	stop = func() {
		if !ended {
			ended = true
			cmd.Process.Kill()
			cmd.Wait()
			os.Remove(socket)
		}
	}
	t.Cleanup(stop)
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	return strings.TrimSpace(line), stop
}
