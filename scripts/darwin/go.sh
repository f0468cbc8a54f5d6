#!/usr/bin/env bash
# go.sh [--as-cgo] ARCH COMMAND...: run COMMAND with the environment in which Go
# reads the macOS build of this module without a Mac and its C compiler.
#
# fyne.io/systray is replaced by a copy with empty functions in place of its C
# part, by a workspace of its own. --as-cgo also takes our own files that
# ask for cgo, as a build on a Mac does, unless they import "C" themselves.
set -euo pipefail
cd "$(dirname "$0")/../.."
as_cgo=
if [ "$1" = --as-cgo ]; then
  as_cgo=1
  shift
fi
export GOOS=darwin GOARCH=$1 CGO_ENABLED=0
shift
dir=bin/_darwin # the underscore keeps ./... out
rm -rf "$dir"
mkdir -p "$dir"

systray=$(go list -m -f '{{.Dir}}' fyne.io/systray 2>/dev/null) || systray=
if [ -n "$systray" ]; then
  mkdir "$dir/systray"
  cp "$systray"/go.* "$systray"/*.go "$dir/systray/"
  [ ! -d "$systray/internal" ] || cp -R "$systray/internal" "$dir/systray/"
  chmod -R u+w "$dir"
  cp scripts/darwin/systray_nocgo.go.txt "$dir/systray/systray_darwin_nocgo.go"
  printf 'go %s\n\nuse ../..\n\nreplace fyne.io/systray => ./systray\n' "$(go list -m -f '{{.GoVersion}}')" >"$dir/go.work"
  export GOWORK=$PWD/$dir/go.work
fi

if [ -n "$as_cgo" ]; then
  # In a constraint, cgo becomes darwin, which is true here.
  i=0 replace=
  while IFS= read -r file; do
    i=$((i + 1))
    sed -E '/^\/\/go:build /s/\<cgo\>/darwin/g' "$file" >"$dir/$i-${file##*/}"
    replace+=${replace:+,}$(printf '\n  "%s": "%s"' "$PWD/$file" "$PWD/$dir/$i-${file##*/}")
  done < <(grep -rlE '^//go:build .*\<cgo\>' --include='*.go' cmd internal)
  printf '{"Replace": {%s\n}}\n' "$replace" >"$dir/overlay.json"
  export GOFLAGS="${GOFLAGS:-} -overlay=$PWD/$dir/overlay.json"
fi
exec "$@"
