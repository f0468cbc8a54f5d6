# shellcheck shell=bash
# checks.sh: to be sourced by the t-*.sh tests. The few words they share.
: "${SHOTS:=${TMPDIR:-/tmp}}" # where screenshots go
failed=0

ok() { echo "ok    $*"; }
fail() {
  echo "FAIL  $*"
  failed=1
}
# finish is the last line of a test.
finish() { exit "$failed"; }

# shot NAME: keep what is on the screen
shot() { import -window root "$SHOTS/$1.png"; }

# until_true SECONDS COMMAND...: ask again until it says yes
until_true() {
  local end=$((SECONDS + $1))
  shift
  until "$@" >/dev/null 2>&1; do
    [ "$SECONDS" -lt "$end" ] || return 1
    sleep .1
  done
}
