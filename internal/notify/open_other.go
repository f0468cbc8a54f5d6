//go:build !linux && !windows && !darwin

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

func probeNative(ctx context.Context, o Options) (alert.Capabilities, error) {
	_, err := openNative(ctx, o)
	return alert.Capabilities{}, err
}
