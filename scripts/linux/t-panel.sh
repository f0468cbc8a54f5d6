#!/usr/bin/env bash
# The test desktop itself: a panel comes up, answers as tray, and is seen.
set -u
. "$(dirname "$0")/xfce.sh"
if panel; then ok "the panel serves the tray"; else fail "no StatusNotifierWatcher"; cat "$XSESS_DIR/panel.log"; fi
if until_true 10 tray_area; then ok "the tray area is on the screen"; else fail "no tray area"; fi
sleep .5
shot panel
finish
