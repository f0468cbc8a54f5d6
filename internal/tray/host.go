package tray

// Host says whether this desktop can show a tray icon now.
type Host int

// The answers of HostState.
const (
	Ready  Host = iota
	NoHost      // Linux: a session bus, but nothing that shows icons (yet)
	NoBus       // Linux: no session bus, so Run fails
)

// String is the answer's name, for logs.
func (h Host) String() string {
	switch h {
	case NoHost:
		return "no tray host"
	case NoBus:
		return "no session bus"
	}
	return "ready"
}
