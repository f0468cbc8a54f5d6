//go:build !race

package tray

const raceDetector = false
