package notify

import (
	"context"

	"agentisland/internal/alert"
)

// openNative opens UNUserNotificationCenter, which needs an .app bundle.
func openNative(_ context.Context, o Options) (alert.Notifier, error) {
	u, err := openUN(o)
	if err != nil {
		return nil, err
	}
	return u, nil
}

// probeNative does not ask for permission.
func probeNative(context.Context, Options) (alert.Capabilities, error) {
	if err := inBundle(); err != nil {
		return alert.Capabilities{}, err
	}
	return alert.Capabilities{Name: appleName, Click: true, Withdraw: true, Replace: true}, nil
}
