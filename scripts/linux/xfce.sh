# shellcheck shell=bash
# xfce.sh: to be sourced inside xsession.sh. Starts a real XFCE panel with a tray
# and gives the few words a test needs. xsession.sh ends what is started here.
: "${XSESS_DIR:?run this inside xsession.sh}" "${SHOTS:=$XSESS_DIR}"

shot() { import -window root "$SHOTS/$1.png"; }
failed=0
ok() { echo "ok    $*"; }
fail() { echo "FAIL  $*"; failed=1; }
finish() { exit "$failed"; } # the last line of a test

# until_true SECONDS COMMAND...: ask again until it says yes
until_true() {
  local end=$((SECONDS + $1))
  shift
  until "$@" >/dev/null 2>&1; do
    [ "$SECONDS" -lt "$end" ] || return 1
    sleep .1
  done
}

has_name() { # has_name BUS-NAME: somebody owns it
  gdbus call --session -d org.freedesktop.DBus -o /org/freedesktop/DBus -m org.freedesktop.DBus.NameHasOwner "$1" | grep -q true
}

# The tray lives in a process of its own, whose window has this name.
tray_area() { xdotool search --onlyvisible --name '^wrapper-2.0$' | head -1 | grep .; }

# panel: the window manager first, without it the panel does not show
panel() {
  "$(dirname "${BASH_SOURCE[0]}")/xfce-panel-xml.sh"
  xsetroot -solid '#335577'
  xfwm4 --compositor=off >"$XSESS_DIR/xfwm4.log" 2>&1 &
  xfce4-panel >"$XSESS_DIR/panel.log" 2>&1 &
  until_true 20 has_name org.kde.StatusNotifierWatcher
}
