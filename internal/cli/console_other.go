//go:build !windows

package cli

// attachConsole is needed on Windows only.
func attachConsole() {}
