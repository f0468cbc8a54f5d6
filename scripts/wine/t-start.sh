#!/usr/bin/env bash
# The Windows program as we ship it starts, answers and ends; and the desktop on
# which other tests show it comes up.
set -u
. "$(dirname "$0")/desk.sh"

if timeout 60 wine "${APP:?}" version >"$WSESS_DIR/version" 2>&1; then
  ok "agentisland.exe version: $(tr -d '\r' <"$WSESS_DIR/version")"
else
  fail "agentisland.exe version: exit code $?"
  cat "$WSESS_DIR/version"
fi

desk notepad
if until_true 30 has_desk; then ok "the desktop is on the screen"; else fail "no desktop"; cat "$WSESS_DIR/desk.log"; fi
sleep 2
shot desktop
finish
