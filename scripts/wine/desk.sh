# shellcheck shell=bash
# desk.sh: to be sourced inside session.sh. A Windows desktop with a taskbar and
# a notification area. session.sh ends what is started here.
: "${WSESS_DIR:?run this inside session.sh}"
. "$(dirname "${BASH_SOURCE[0]}")/../checks.sh"

# desk PROGRAM [ARGUMENTS]: start it on the desktop, which comes up for it. The
# name "shell" is what brings the taskbar. Wine 10 shows balloons only on a
# desktop of another name: DESK=plain.
desk() { wine explorer "/desktop=${DESK:-shell},1024x640" "$@" >"$WSESS_DIR/desk.log" 2>&1 & }

# windows [CLASS-TO-CLOSE | CLASS MESSAGE WPARAM LPARAM]: see the program of this name. It is built at once: on a
# cold cache that takes longer than a tooltip stays.
(cd "$(dirname "${BASH_SOURCE[0]}")" && GOOS=windows GOARCH=amd64 CGO_ENABLED=0 go build -trimpath -o "$WSESS_DIR/windows.exe" ./windows) || exit
windows() { wine "$WSESS_DIR/windows.exe" "${DESK:-shell}" "$@" 2>/dev/null | tr -d '\r'; }

has_desk() { xwininfo -root -tree | grep -q '"explorer.exe"'; } # the desktop is on the screen
no_desk() { ! has_desk; }

win_path() { winepath -w "$1" | tr -d '\r'; } # win_path FILE: as Windows programs call it
