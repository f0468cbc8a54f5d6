package jump

import (
	"os/exec"
	"strings"

	"golang.org/x/sys/windows/registry"
)

type shell struct{}

func system() desktop { return shell{} }

func (shell) handles(scheme string) bool {
	k, err := registry.OpenKey(registry.CLASSES_ROOT, scheme, registry.QUERY_VALUE)
	if err != nil {
		return false
	}
	defer k.Close()
	_, _, err = k.GetStringValue("URL Protocol")
	return err == nil
}

func (shell) open(target string) command { return command{argv: []string{"explorer.exe", target}} }

// terminal uses Windows Terminal, which splits its arguments at semicolons.
func (shell) terminal(dir string, argv []string) (command, bool) {
	if _, err := exec.LookPath("wt.exe"); err != nil || strings.Contains(dir, ";") {
		return command{}, false
	}
	return command{argv: append([]string{"wt.exe", "-d", dir}, argv...)}, true
}
