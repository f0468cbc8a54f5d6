//go:build !windows

package cli

// attachConsole and releaseConsole are needed on Windows only.
func attachConsole()  {}
func releaseConsole() {}
