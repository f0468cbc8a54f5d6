package notify

import (
	"bytes"
	stdimage "image"
	"image/draw"
	"image/png"

	"github.com/godbus/dbus/v5"

	"agentisland/internal/alert"
)

// What the specification calls things.
const (
	serverName = "org.freedesktop.Notifications"
	serverPath = dbus.ObjectPath("/org/freedesktop/Notifications")
	ifaceName  = "org.freedesktop.Notifications"

	urgencyNormal = byte(1)
	serverExpiry  = int32(-1) // the server's own setting decides how long it stays on the screen
)

// desktopEntry is the name of our .desktop file and of our icon in the theme.
const desktopEntry = "agentisland"

// The keys of our actions: a click on the notification, and its button.
const (
	actionDefault = "default"
	actionButton  = "open"
)

// notifyArgs are the arguments of Notify for n on srv.
func (d *desktop) notifyArgs(srv *server, n alert.Notification, replaces uint32) []any {
	title := cleanLine(n.Title, maxTitle)
	if title == "" {
		title = d.opts.AppName
	}
	body := cleanText(n.Body, maxBody)
	switch {
	case srv.markup:
		body = escape(body)
	case srv.secretMarkup:
		body = withoutTags(body)
	}
	return []any{
		d.opts.AppName, replaces, desktopEntry, title, body,
		d.actions(srv, n), d.hints(srv, n), serverExpiry,
	}
}

// actions are pairs of key and label. Most servers draw "default" as nothing
// but a click on the notification, so that a button is offered beside it.
func (d *desktop) actions(srv *server, n alert.Notification) []string {
	if !srv.actions {
		return []string{}
	}
	label := cleanLine(n.Action, maxAction)
	if label == "" {
		label = d.opts.AppName
	}
	pairs := []string{actionDefault, label}
	if !srv.drawsDefault {
		pairs = append(pairs, actionButton, label)
	}
	return pairs
}

func (d *desktop) hints(srv *server, n alert.Notification) map[string]dbus.Variant {
	hints := map[string]dbus.Variant{
		"desktop-entry": dbus.MakeVariant(desktopEntry),
		"urgency":       dbus.MakeVariant(urgencyNormal),
		"category":      dbus.MakeVariant("im.received"),
	}
	switch file := d.opts.soundFile(); {
	case d.opts.silent(n):
		hints["suppress-sound"] = dbus.MakeVariant(true)
	case srv.sound && file != "":
		hints["sound-file"] = dbus.MakeVariant(file)
	case srv.sound:
		hints["sound-name"] = dbus.MakeVariant("message-new-instant")
	}
	if d.icon != nil {
		hints["image-data"] = dbus.MakeVariant(*d.icon)
	}
	return hints
}

// image is a picture as the image-data hint has it, signature (iiibiiay).
type image struct {
	Width, Height, RowStride int32
	HasAlpha                 bool
	BitsPerSample, Channels  int32
	Pixels                   []byte
}

// maxIconSide keeps the picture, which travels with every notification, small.
const maxIconSide = 256

// decodeIcon reads a PNG; one that is broken or too large is no icon.
func decodeIcon(data []byte) *image {
	conf, err := png.DecodeConfig(bytes.NewReader(data))
	if err != nil || conf.Width > maxIconSide || conf.Height > maxIconSide {
		return nil
	}
	src, err := png.Decode(bytes.NewReader(data))
	if err != nil {
		return nil
	}
	pix := stdimage.NewNRGBA(stdimage.Rect(0, 0, conf.Width, conf.Height))
	draw.Draw(pix, pix.Bounds(), src, src.Bounds().Min, draw.Src)
	return &image{
		Width: int32(conf.Width), Height: int32(conf.Height), RowStride: int32(pix.Stride),
		HasAlpha: true, BitsPerSample: 8, Channels: 4, Pixels: pix.Pix,
	}
}
