//go:build !cgo

package tray

import "context"

// run fails at once. systray needs Objective-C on macOS; this file lets the
// rest of the app be built, vetted and tested for macOS without a Mac.
func (t *Tray) run(context.Context) error { return ErrUnsupported }
