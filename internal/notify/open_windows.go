package notify

import (
	"context"
	"time"

	"agentisland/internal/alert"
)

// trayLimit bounds the wait for the tray icon where ctx has no end of its own.
const trayLimit = 10 * time.Second

// openNative opens the balloons of the tray icon once that exists.
func openNative(ctx context.Context, o Options) (alert.Notifier, error) {
	ctx, cancel := context.WithTimeout(ctx, trayLimit)
	defer cancel()
	b := newBalloons(o)
	icon, err := attachIcon(ctx, b.report)
	if err != nil {
		b.worker.close(closeLimit)
		return nil, err
	}
	b.shell = icon
	return b, nil
}
