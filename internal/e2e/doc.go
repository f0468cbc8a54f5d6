// Package e2e runs the real program on a private desktop: a session bus, a
// tray host and a notification service played by the tests.
package e2e
