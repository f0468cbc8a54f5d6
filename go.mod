module agentisland

go 1.26.0

require (
	github.com/godbus/dbus/v5 v5.2.4
	golang.org/x/text v0.44.0
)

require (
	github.com/go-json-experiment/json v1.27.2 // indirect
	golang.org/x/sys v0.50.0 // indirect
)
