package transcript

import "strings"

// maxWatches bounds the watched folders; what lies elsewhere is polled. Every
// watch has a buffer of 64 KB.
const maxWatches = 256

// EventsTrusted: a rollout that Codex holds open grows without events, and
// without its time moving (formats: D3).
const EventsTrusted = false

// exhausted reports whether the system has nothing left to watch with. Windows
// knows no such bound.
func exhausted(error) bool { return false }

// eventless names the kind of dir's file system when changes can go without
// events; "" when they cannot.
func eventless(dir string) string {
	if strings.HasPrefix(dir, `\\`) {
		return "network"
	}
	return ""
}
