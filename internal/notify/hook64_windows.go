//go:build !386 && !arm

package notify

const longSuffix = "PtrW"
