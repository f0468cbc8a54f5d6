module agentisland

go 1.26.0

require (
	fyne.io/systray v1.12.2
	github.com/godbus/dbus/v5 v5.2.4
	golang.org/x/image v0.48.0
	golang.org/x/sys v0.50.0
	golang.org/x/text v0.44.0
)
