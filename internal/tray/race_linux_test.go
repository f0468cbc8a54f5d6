//go:build race

package tray

// raceDetector is true in a test binary built with -race. systray v1.12.2 has
// a data race of its own (GetLayout reads menuVersion while refresh writes
// it), so the tests that start it are left out there.
const raceDetector = true
