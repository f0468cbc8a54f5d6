#!/usr/bin/env bash
# The whole app on a real desktop: XFCE's panel shows the icon and the menu,
# XFCE's notification daemon shows one notification, and a reply takes it back.
# shellcheck disable=SC2317 # the functions are called by until_true
set -u
. "$(dirname "$0")/xfce.sh"
. "$(dirname "$0")/../transcript.sh"

notification() { xdotool search --onlyvisible --class '[Xx]fce4-notifyd' | head -1 | grep .; }
no_notification() { ! notification >/dev/null; }
menu_window() { [ "$(xdotool search --onlyvisible --class '^wrapper-2.0$' | wc -l)" -gt "$windows" ]; }
icon_changed() { import -window "$(tray_area)" "png:$XSESS_DIR/now.png" && ! cmp -s "$XSESS_DIR/now.png" "$XSESS_DIR/before.png"; }
remember_icon() { import -window "$(tray_area)" "png:$XSESS_DIR/before.png"; }

if panel; then ok "the panel serves the tray"; else fail "no StatusNotifierWatcher"; fi
notifyd=$(find /usr/lib -name xfce4-notifyd -type f | head -1)
"$notifyd" >"$XSESS_DIR/notifyd.log" 2>&1 &
if until_true 20 has_name org.freedesktop.Notifications; then ok "the notification daemon is up"; else fail "no notification daemon"; fi
until_true 10 tray_area >/dev/null

session webshop "Fix the login form"
prompt
session notes-app "Choose a database"
prompt
if ! until_true 10 remember_icon; then fail "no tray area"; fi
LANGUAGE=en "${APP:?}" >"$XSESS_DIR/app.log" 2>&1 &
if until_true 20 icon_changed; then ok "an icon appeared"; else fail "no icon"; cat "$XSESS_DIR/app.log"; fi
sleep 1.5 # the first look has come, and it is history
shot app-working
remember_icon

session webshop "Fix the login form"
finish_turn
if until_true 5 icon_changed; then ok "the icon changed when the turn ended"; else fail "the icon did not change"; fi
if until_true 10 notification; then ok "one notification is up"; else fail "no notification"; cat "$XSESS_DIR/app.log"; fi
session notes-app "Choose a database"
limit
sleep 2.5
shot app-needs-you

windows=$(xdotool search --onlyvisible --class '^wrapper-2.0$' | wc -l)
eval "$(xdotool getwindowgeometry --shell "$(tray_area)")" # X, Y, WIDTH, HEIGHT
xdotool mousemove $((X + WIDTH / 2)) $((Y + HEIGHT / 2)) click 1
if until_true 5 menu_window; then ok "a click opens the menu"; else fail "no menu"; fi
sleep .7
shot app-menu
xdotool key Escape

session webshop "Fix the login form"
prompt
session notes-app "Choose a database"
prompt
if until_true 10 no_notification; then ok "the replies took the notifications back"; else fail "a notification stayed"; fi
shot app-replied
finish
