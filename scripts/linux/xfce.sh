# shellcheck shell=bash
# xfce.sh: to be sourced inside xsession.sh. Starts a real XFCE panel with a tray.
# xsession.sh ends what is started here.
: "${XSESS_DIR:?run this inside xsession.sh}"
. "$(dirname "${BASH_SOURCE[0]}")/../checks.sh"

has_name() { # has_name BUS-NAME: somebody owns it
  gdbus call --session -d org.freedesktop.DBus -o /org/freedesktop/DBus -m org.freedesktop.DBus.NameHasOwner "$1" | grep -q true
}

# tray_area: the window of the tray, a process of its own. Menus are further
# windows of the class wrapper-2.0.
tray_area() { xdotool search --onlyvisible --name '^wrapper-2.0$' | head -1 | grep .; }

# panel: the window manager first, without it the panel does not show
panel() {
  "$(dirname "${BASH_SOURCE[0]}")/xfce-panel-xml.sh"
  xsetroot -solid '#335577'
  xfwm4 --compositor=off >"$XSESS_DIR/xfwm4.log" 2>&1 &
  xfce4-panel >"$XSESS_DIR/panel.log" 2>&1 &
  until_true 20 has_name org.kde.StatusNotifierWatcher
}
