//go:build !windows

package transcript

// WSL lists the roots in the distributions of the Windows Subsystem for Linux;
// other systems have none.
func WSL() []Root { return nil }
