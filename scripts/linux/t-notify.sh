#!/usr/bin/env bash
# The contract of notifications against real notification servers: XFCE's and
# dunst with its stock settings, clicked by a real mouse pointer.
# shellcheck disable=SC2317 # the functions are called by until_true
set -u
. "$(dirname "$0")/xfce.sh"

nobody_serves() { ! has_name org.freedesktop.Notifications; }

# contract SERVER PROGRAM: run the tests against one server
contract() {
  local pid
  until_true 10 nobody_serves || { fail "$1: another server is there"; return; }
  "$2" >"$XSESS_DIR/$1.log" 2>&1 &
  pid=$!
  if until_true 20 has_name org.freedesktop.Notifications; then ok "$1 is up"; else fail "$1 does not start"; fi
  # In the folder of the package, as go test does.
  if (cd "$(dirname "$0")/../../internal/notify" && AGENTISLAND_TEST_SERVER=$1 "${NOTIFY_TEST:?}" -test.run '^TestRealServer' -test.v -test.timeout 75s) >"$XSESS_DIR/$1-test" 2>&1; then
    sed -n 's/^ *--- PASS: \(.*\) (.*/ok    '"$1"': \1/p' "$XSESS_DIR/$1-test"
  else
    fail "$1: the contract test"
    cat "$XSESS_DIR/$1-test" "$XSESS_DIR/$1.log"
    shot "$1-failed"
  fi
  kill "$pid"
  wait "$pid" 2>/dev/null
}

xsetroot -solid '#335577'
xfwm4 --compositor=off >"$XSESS_DIR/xfwm4.log" 2>&1 &
contract xfce "$(find /usr/lib -name xfce4-notifyd -type f | head -1)"
contract dunst dunst
finish
