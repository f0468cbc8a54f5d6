package notify

import (
	"os"
	"os/exec"
	"testing"
)

// TestBuildsElsewhere checks the files of the systems that the tests do not
// run on.
func TestBuildsElsewhere(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles for other systems")
	}
	tool, err := exec.LookPath("go")
	if err != nil {
		t.Skip("needs the go command")
	}
	for _, target := range []string{"linux", "windows", "darwin"} {
		t.Run(target, func(t *testing.T) {
			cmd := exec.Command(tool, "vet", ".")
			cmd.Env = append(os.Environ(), "GOOS="+target, "CGO_ENABLED=0", "GOFLAGS=")
			if out, err := cmd.CombinedOutput(); err != nil {
				t.Errorf("%v\n%s", err, out)
			}
		})
	}
}
