#!/usr/bin/env bash
# session.sh COMMAND...: run COMMAND with a Wine that Go programs start in, on an
# X display of its own. Everything is ended afterwards.
#
# The prefix (Wine's drive C, 0.7 GB, 20 s to make) is kept in the user's cache
# folder and used by one session at a time; each session finds a profile without
# our files in it. A program that needs a taskbar is started by
#
#   wine explorer /desktop=shell,1024x640 program.exe
#
# COMMAND finds its folder in WSESS_DIR and the Windows profile in WSESS_PROFILE.
set -u
here=$(cd "$(dirname "$0")" && pwd)
cache=${XDG_CACHE_HOME:-$HOME/.cache}/agentisland
export WINEARCH=win64 WINEDEBUG=${WINEDEBUG:--all} WINEDLLOVERRIDES="mscoree,mshtml=;winemenubuilder.exe=d"
WINEPREFIX=$cache/$(wine --version | cut -d' ' -f1)
export WINEPREFIX
unset CLAUDE_CONFIG_DIR CODEX_HOME LANGUAGE LC_ALL LC_MESSAGES
export LANG=C.UTF-8 # Wine reads file names by it
mkdir -p "$cache"

# Two sessions would end each other's wineserver.
exec 9>"$WINEPREFIX.lock"
flock -n 9 || { echo "wine session: waiting for another one to end"; flock 9; }

dir=$(mktemp -d "${TMPDIR:-/tmp}/wsess.XXXXXX")
export WSESS_DIR=$dir
xvfb=
# shellcheck disable=SC2317 # the trap
cleanup() {
  trap - EXIT
  [ -d "$WINEPREFIX" ] && { wineserver -k; wineserver -w; } 9>&- 2>/dev/null
  [ -n "$xvfb" ] && kill "$xvfb" 2>/dev/null && wait "$xvfb" 2>/dev/null
  rm -rf "$dir"
}
trap cleanup EXIT
trap 'exit 143' TERM
trap 'exit 130' INT

Xvfb -displayfd 7 -screen 0 1024x640x24 -nolisten tcp -noreset 7>"$dir/display" >"$dir/xvfb.log" 2>&1 9>&- &
xvfb=$!
for _ in $(seq 200); do [ -s "$dir/display" ] && break; sleep .05; done
[ -s "$dir/display" ] || { echo "wine session: Xvfb did not start" >&2; cat "$dir/xvfb.log" >&2; exit 1; }
DISPLAY=:$(cat "$dir/display")
export DISPLAY

if [ ! -e "$WINEPREFIX/ready" ]; then
  rm -rf "$WINEPREFIX"
  wineboot -i >"$dir/boot.log" 2>&1 9>&- || { cat "$dir/boot.log" >&2; exit 1; }
  # No other font of Wine has Chinese; without this one there are boxes.
  wine reg add 'HKCU\Software\Wine\Fonts\Replacements' /v Tahoma /d 'Noto Sans CJK SC' /f >/dev/null 2>&1 9>&-
  wineserver -w 9>&-
  # Wine links Documents and the like to the real ones: no test may write there.
  find "$WINEPREFIX/drive_c/users" -type l -delete
  system32=$WINEPREFIX/drive_c/windows/system32
  # Wine 8 lacks this DLL; see stubdll. Newer ones bring it.
  [ -e "$system32/bcryptprimitives.dll" ] || (cd "$here" && GOOS='' GOARCH='' go run ./stubdll "$system32/bcryptprimitives.dll") || exit 1
  touch "$WINEPREFIX/ready"
fi
for profile in "$WINEPREFIX"/drive_c/users/*; do
  [ "${profile##*/}" = Public ] || WSESS_PROFILE=$profile
done
export WSESS_PROFILE
rm -rf "$WSESS_PROFILE"/{.claude,.codex,Temp/*} "$WSESS_PROFILE"/AppData/*/[Aa]gent*[Ii]sland

"$@" <&0 9>&- &
wait $!
exit $?
