#!/usr/bin/env bash
# go.sh ARCH COMMAND...: run COMMAND with the environment in which Go reads the
# macOS build of this module without a Mac and without cgo. fyne.io/systray is
# replaced by a copy with empty functions in place of its C part, in a go.mod
# beside the real one, which stays as it is.
set -euo pipefail
cd "$(dirname "$0")/../.."
export GOOS=darwin GOARCH=$1 CGO_ENABLED=0
shift
systray=$(go list -m -f '{{.Dir}}' fyne.io/systray 2>/dev/null) || systray=
if [ -n "$systray" ]; then
  dir=bin/darwin
  rm -rf "$dir"
  mkdir -p "$dir/systray"
  cp "$systray"/go.* "$systray"/*.go "$dir/systray/"
  [ ! -d "$systray/internal" ] || cp -R "$systray/internal" "$dir/systray/"
  chmod -R u+w "$dir"
  cp scripts/darwin/systray_nocgo.go.txt "$dir/systray/systray_darwin_nocgo.go"
  cp go.mod go.sum "$dir/"
  go mod edit -replace=fyne.io/systray=./$dir/systray "$dir/go.mod"
  export GOFLAGS="${GOFLAGS:-} -modfile=$PWD/$dir/go.mod"
fi
exec "$@"
