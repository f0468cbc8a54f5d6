//go:build !linux && !windows

package notify

import (
	"context"
	"errors"

	"agentisland/internal/alert"
)

// openNative has no native backend to open on this system yet.
func openNative(context.Context, Options) (alert.Notifier, error) {
	return nil, errors.New("no native backend on this system")
}
