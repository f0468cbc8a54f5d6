#!/usr/bin/env bash
# Notifications under Wine: the contract of what has room for one at a time
# against the balloon of a real taskbar, toasts that Wine does not have, and a
# click in the whole app. Wine never says that a balloon was clicked: the message
# that Windows sends is posted.
# shellcheck disable=SC2317 # the functions are called by until_true
set -u
. "$(dirname "$0")/desk.sh"
HOME_FOR_TRANSCRIPTS=$WSESS_PROFILE
. "$(dirname "$0")/../transcript.sh"
cd "$(dirname "$0")/../.." || exit

# --- The contract, in a process that has the app's tray

out=$WSESS_DIR/contract code=$WSESS_DIR/code
cd internal/notify || exit # as go test does
export AGENTISLAND_TEST_TASKBAR=1
desk cmd /c "$(win_path "${NOTIFY_TEST_EXE:?}") -test.run ^Test(Real^|Toasts) -test.v -test.timeout 90s >$(win_path "$out") 2>&1 & echo ended >$(win_path "$code")"
cd ../.. || exit
if until_true 100 test -s "$code" && tr -d '\r' <"$out" | grep -qx PASS; then
  tr -d '\r' <"$out" | sed -n 's/^ *--- PASS: \(.*\) (.*/ok    \1/p'
else
  fail "the contract test"
  cut -c1-300 "$out" | head -100
  shot contract-failed
fi
unset AGENTISLAND_TEST_TASKBAR

# --- The app

until_true 20 no_desk || fail "the desktop does not close"
balloon() { windows | grep -qE "^tooltips_class32.*$1"; }

folder=$WSESS_DIR/webshop # of the session: a click opens it
mkdir -p "$folder"
work=$(win_path "$folder")
session webshop "Fix the login form"
session_cwd=${work//\\/\\\\}
prompt
export AGENTISLAND_NOTIFICATIONS_WINDOWS=toast # which falls back to the balloon
desk "$(win_path "${APP:?}")"
icon() { import -window root -crop 24x20+1000+620 png:- | convert png:- -format %c histogram:info:- | grep -qi '#2F87F0'; }
if until_true 30 icon; then ok "the app is up"; else fail "no icon"; shot no-icon; cat "$WSESS_DIR/desk.log"; fi

finish_turn
if until_true 10 balloon 'Claude Code.*your turn'; then ok "a balloon says that it is your turn"; else fail "no balloon: $(windows)"; fi
sleep .2
shot balloon
windows SystrayClass 0x401 100 0x405 # NIN_BALLOONUSERCLICK
folder_window() { windows | grep -q '^ExplorerWClass.*webshop$'; }
if until_true 15 folder_window; then ok "a click goes to the session: its folder opens"; else fail "nothing opens: $(windows)"; cat "$WSESS_DIR/desk.log"; fi
shot clicked

found=$WSESS_DIR/doctor
(cd "$WSESS_DIR" && wine explorer "/desktop=${DESK:-shell}" cmd /c "$(win_path "$APP") doctor --json >doctor") >/dev/null 2>&1
if until_true 10 grep -q '"name":"notifications","ok":true,"text":"balloon.*toasts: ' "$found"; then
  ok "doctor says that it is the balloon, and why no toasts"
else
  fail "doctor: $(grep -o '{"name":"notifications[^}]*' "$found")"
fi
finish
