module agentisland

go 1.26.0

require (
	github.com/godbus/dbus/v5 v5.2.4
	golang.org/x/text v0.44.0
)

require (
	fyne.io/systray v1.12.2 // indirect
	golang.org/x/image v0.48.0 // indirect
	golang.org/x/sys v0.50.0 // indirect
)
