// Command agentisland shows what your Claude Code and Codex sessions are doing.
package main

import (
	"os"

	"agentisland/internal/cli"
)

// version is set by the linker from the tag or commit.
var version = "dev"

func main() { os.Exit(cli.Main(version, os.Args[1:])) }
