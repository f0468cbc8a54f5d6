#!/usr/bin/env bash
# run.sh PROGRAM ARGUMENTS: wine for go test -exec. What the program says goes
# through a file: Wine's own processes may outlive the program and keep a pipe
# open, for which go test waits in vain.
set -u
said=$(mktemp)
trap 'rm -f "$said"' EXIT
wine "$@" >"$said" 2>&1 </dev/null
code=$?
cat "$said"
exit "$code"
