//go:build !linux

package tray

import "context"

// HostState is always Ready: the system itself shows the icon.
func HostState(context.Context) Host { return Ready }
