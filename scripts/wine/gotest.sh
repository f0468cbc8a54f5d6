#!/usr/bin/env bash
# gotest.sh [ARGUMENTS]: go test of the Windows build under Wine, for example
#
#   scripts/wine/session.sh scripts/wine/gotest.sh -v ./internal/classify
#
# One line of Go's library is replaced in these test programs. Wine 8 answers
# "not implemented" to the modern way of deleting a file, where Go expects "no
# such class" before it takes the older way: without the change os.RemoveAll
# fails, and with it every test that leaves a file in t.TempDir.
set -eu
: "${WSESS_DIR:?run this inside session.sh}"
original=$(go env GOROOT)/src/internal/syscall/windows/at_windows.go
overlay=$(go env GOCACHE)/agentisland-wine # a fixed place: its name is part of the build's identity
mkdir -p "$overlay"
sed 's/case STATUS_INVALID_INFO_CLASS,/case NTStatus(0xC0000002), STATUS_INVALID_INFO_CLASS,/' "$original" >"$overlay/at_windows.go.$$"
if cmp -s "$original" "$overlay/at_windows.go.$$"; then
  echo "gotest: at_windows.go of $(go env GOVERSION) has no such line any more; look whether os.RemoveAll works in Wine without this script" >&2
  exit 1
fi
mv "$overlay/at_windows.go.$$" "$overlay/at_windows.go"
printf '{"Replace": {"%s": "%s"}}\n' "$original" "$overlay/at_windows.go" >"$overlay/overlay.json"
export GOOS=windows GOARCH=amd64 CGO_ENABLED=0
exec go test -overlay "$overlay/overlay.json" -exec "$(cd "$(dirname "$0")" && pwd)/run.sh" "$@"
