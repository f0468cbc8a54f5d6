//go:build cgo

package tray

import (
	"context"

	"fyne.io/systray"
)

// prepare does nothing: the menu bar is always there.
func prepare(context.Context, context.CancelCauseFunc) error { return nil }

// presetProperties does nothing: there is no status item before the start.
// The title stays empty, since macOS would show it beside the icon.
func presetProperties(Model) {}

// setIcon makes png a template, which macOS paints to suit the menu bar.
func setIcon(png []byte) { systray.SetTemplateIcon(png, png) }

// frozen is false: an open menu shows changes at once.
func frozen() bool { return false }
