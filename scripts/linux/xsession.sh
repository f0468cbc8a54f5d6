#!/usr/bin/env bash
# xsession.sh COMMAND...: run COMMAND in an X display, a session bus and a home
# of its own. All of it is ended and removed afterwards, so a test can neither
# see nor touch the desktop and the sessions of whoever runs it.
#
# COMMAND finds its folder in XSESS_DIR (logs, the home, the runtime folder).
# XSESS_GEOM sets the screen, XSESS_KEEP=1 keeps the folder.
set -u
dir=$(mktemp -d "${TMPDIR:-/tmp}/xsess.XXXXXX")
export XSESS_DIR=$dir HOME=$dir/home XDG_RUNTIME_DIR=$dir/run
export XDG_CONFIG_HOME=$HOME/.config XDG_CACHE_HOME=$HOME/.cache XDG_DATA_HOME=$HOME/.local/share XDG_STATE_HOME=$HOME/.local/state
mkdir -p "$XDG_CONFIG_HOME" "$XDG_CACHE_HOME" "$XDG_DATA_HOME" "$XDG_STATE_HOME" "$XDG_RUNTIME_DIR"
chmod 700 "$XDG_RUNTIME_DIR"
unset CLAUDE_CONFIG_DIR CODEX_HOME DBUS_SESSION_BUS_ADDRESS WAYLAND_DISPLAY XAUTHORITY SESSION_MANAGER
export LANG=C.UTF-8 GDK_BACKEND=x11 QT_QPA_PLATFORM=xcb NO_AT_BRIDGE=1 GTK_A11Y=none

# shellcheck disable=SC2317 # reached from the trap
# ours names what was started in here and still runs: only those have XSESS_DIR
# with this very folder in their environment.
ours() {
  local proc
  for proc in /proc/[0-9]*; do
    [ "${proc#/proc/}" != $$ ] || continue
    tr '\0' '\n' 2>/dev/null <"$proc/environ" | grep -qx "XSESS_DIR=$dir" && echo "${proc#/proc/}"
  done
}
# shellcheck disable=SC2317 # the trap
cleanup() {
  local signal pid
  trap - EXIT
  for signal in TERM KILL; do
    for pid in $(ours); do kill -"$signal" "$pid" 2>/dev/null; done
    for _ in 1 2 3 4 5 6 7 8 9 10; do [ -z "$(ours)" ] && break; sleep .1; done
  done
  if [ -n "${XSESS_KEEP:-}" ]; then echo "kept $dir"; else rm -rf "$dir"; fi
}
trap cleanup EXIT
trap 'exit 143' TERM
trap 'exit 130' INT

# Xvfb picks a free display itself and writes its number to descriptor 7.
Xvfb -displayfd 7 -screen 0 "${XSESS_GEOM:-1024x640x24}" -nolisten tcp -noreset 7>"$dir/display" >"$dir/xvfb.log" 2>&1 &
for _ in $(seq 200); do [ -s "$dir/display" ] && break; sleep .05; done
[ -s "$dir/display" ] || { echo "xsession: Xvfb did not start" >&2; cat "$dir/xvfb.log" >&2; exit 1; }
DISPLAY=:$(cat "$dir/display")
export DISPLAY

# In the background, because bash runs a trap only between commands. What the
# bus has to say goes to a file, what COMMAND says stays where it belongs.
# shellcheck disable=SC2016 # expanded by the inner shell
dbus-run-session -- sh -c 'exec "$@" 2>&8 8>&-' sh "$@" <&0 8>&2 2>"$dir/dbus.log" &
wait $!
exit $?
