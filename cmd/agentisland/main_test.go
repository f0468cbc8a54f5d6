package main

import (
	"os"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"agentisland/internal/cli"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){
		"agentisland": func() { os.Exit(cli.Main("v1.2.3", os.Args[1:])) },
	})
}

// TestScripts runs the real commands on the homes that the scripts describe.
func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir: "testdata/script",
		Setup: func(e *testscript.Env) error {
			home := e.WorkDir + "/home"
			e.Setenv("HOME", home)
			e.Setenv("USERPROFILE", home)
			e.Setenv("APPDATA", home+"/AppData/Roaming")
			e.Setenv("LOCALAPPDATA", home+"/AppData/Local")
			e.Setenv("LC_ALL", "en_US.UTF-8")
			return os.MkdirAll(home, 0o700)
		},
	})
}
