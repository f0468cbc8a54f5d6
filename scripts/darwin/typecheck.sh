#!/usr/bin/env bash
# typecheck.sh: type-check the Objective-C of systray and of this repository for
# macOS on both architectures, with a stock clang and the small headers beside
# this script. It finds misspelt selectors and wrong types; it runs nothing.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
cd "$here/../.."
files=()
systray=$(go list -m -f '{{.Dir}}' fyne.io/systray 2>/dev/null) || systray=
[ -z "$systray" ] || files+=("$systray/systray_darwin.m")
while IFS= read -r file; do files+=("$file"); done < <(find cmd internal -name '*.m')
for file in ${files[@]+"${files[@]}"}; do
  for arch in arm64 x86_64; do
    clang --target=$arch-apple-macos11 -nostdlibinc -isystem "$here/include" -x objective-c -fobjc-arc -fblocks -Wall -Werror=objc-method-access -fsyntax-only "$file"
    echo "ok    ${file##*/} on $arch"
  done
done
[ ${#files[@]} -gt 0 ] || echo "no Objective-C yet"
