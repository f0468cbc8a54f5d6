#!/usr/bin/env bash
# run.sh PROGRAM ARGUMENTS: wine for go test -exec. What the program says goes
# through a pipe of our own: Wine's processes may outlive the program and keep a
# pipe open, for which go test would wait in vain.
set -u
said=$(mktemp)
trap 'rm -f "$said"' EXIT
exec 3> >(exec cat >"$said" 2>/dev/null) # which must not hold go test's own pipe
reader=$!
wine "$@" </dev/null >&3 2>&3
code=$?
exec 3>&-
for _ in 1 2 3 4 5 6 7 8 9 10; do # the reader ends when nobody holds the pipe
  kill -0 "$reader" 2>/dev/null || break
  sleep .1
done
kill "$reader" 2>/dev/null
cat "$said"
exit "$code"
