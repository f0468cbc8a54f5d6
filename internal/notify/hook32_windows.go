//go:build 386 || arm

package notify

// longSuffix: 32-bit Windows has no functions for pointers of their own.
const longSuffix = "W"
