// Command agentisland shows what your Claude Code and Codex sessions are doing.
package main

func main() {}
