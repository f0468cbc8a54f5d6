#!/usr/bin/env bash
# The whole app as a Windows program. Its commands print what the Linux build
# prints for the same files; on a desktop with a taskbar it shows its icon, its
# menu and a balloon, and a reply takes the balloon back.
# shellcheck disable=SC2317 # the functions are called by until_true
set -u
. "$(dirname "$0")/desk.sh"
HOME_FOR_TRANSCRIPTS=$WSESS_PROFILE
. "$(dirname "$0")/../transcript.sh"
cd "$(dirname "$0")/../.." || exit

app=$(win_path "${APP:?}")
linux=$WSESS_DIR/agentisland
GOOS='' GOARCH='' go build -o "$linux" ./cmd/agentisland || exit

# --- The commands

# comparable: without what must differ, the time of the look and the paths
comparable() { sed -E 's/"at":"[^"]*"/"at":""/; s/"transcript":"[^"]*"/"transcript":""/g'; }
linux_status() { env -u XDG_CONFIG_HOME -u XDG_STATE_HOME HOME="$1" "$linux" status --json | comparable; }

# same WHAT WANT GOT: two files are equal and say something
same() {
  if [ -s "$2" ] && cmp -s "$2" "$3"; then
    ok "$1"
  else
    fail "$1"
    diff "$2" "$3" | cut -c1-1000 | head -20
  fi
}

session webshop "Fix the login form"
prompt
session notes-app "选择数据库"
ask
session blog "Write a post"
prompt
finish_turn
rollouts=$WSESS_PROFILE/.codex/sessions/2026/07/30
mkdir -p "$rollouts"
cp testdata/corpus/codex/done-0.146.0-linux.jsonl "$rollouts/rollout-2026-07-30T10-00-00-019fbef7-26cb-7532-8822-eb5549fd2b46.jsonl"

want=$WSESS_DIR/want got=$WSESS_DIR/got
linux_status "$WSESS_PROFILE" >"$want"
wine "$APP" status --json 2>"$WSESS_DIR/errors" | comparable >"$got"
same "status --json, to a pipe: sessions, states and keys as on Linux" "$want" "$got"
if [ "$(grep -o '"state":"' "$got" | wc -l)" = 4 ] && grep -q '"working":1,"needs_you":2' "$got"; then
  ok "they are the four that were written"
else
  fail "not what was written: $(cat "$got")"
fi
if [ -s "$WSESS_DIR/errors" ]; then fail "status said: $(cat "$WSESS_DIR/errors")"; fi

(
  cd testdata/corpus || exit
  "$linux" classify --json claude/*.jsonl codex/*.jsonl >"$want"
  wine "$APP" classify --json claude/*.jsonl codex/*.jsonl >"$got"
)
same "classify --json, to a file: all $(wc -l <"$want") cases of the corpus as on Linux" "$want" "$got"
example=testdata/corpus/claude/derived-done-crlf.jsonl
"$linux" classify --json - <$example >"$want"
wine "$APP" classify --json - <$example >"$got"
same "classify --json, from a pipe" "$want" "$got"

# Redirected by Windows' own shell, which has a console that the program could take.
(cd "$WSESS_DIR" && wine cmd /c "$app version >out.txt 2>errors.txt & $app nonsense >out2.txt 2>errors2.txt") 2>/dev/null
if grep -q '^agentisland ' "$WSESS_DIR/out.txt" && ! [ -s "$WSESS_DIR/errors.txt" ] &&
  ! [ -s "$WSESS_DIR/out2.txt" ] && grep -q nonsense "$WSESS_DIR/errors2.txt"; then
  ok "output goes where cmd.exe sends it"
else
  fail "output does not go where cmd.exe sends it"
  head "$WSESS_DIR"/{out,errors,out2,errors2}.txt
fi
wine "$APP" nonsense >/dev/null 2>&1
code=$?
if [ $code = 2 ]; then ok "a wrong command line is exit code 2"; else fail "a wrong command line is exit code $code"; fi

odd="$WSESS_DIR/Home of 王小明 🙂 (é)"
HOME_FOR_TRANSCRIPTS=$odd
session "网店" "Überarbeite 登录 🙂"
prompt
finish_turn
HOME_FOR_TRANSCRIPTS=$WSESS_PROFILE
linux_status "$odd" >"$want"
# Wine sets USERPROFILE itself, and the usual folders there are looked at, too.
mv "$WSESS_PROFILE/.claude" "$WSESS_PROFILE/.codex" "$WSESS_DIR/"
CLAUDE_CONFIG_DIR=$(win_path "$odd/.claude") CODEX_HOME=$(win_path "$odd/.codex") wine "$APP" status --json | comparable >"$got"
same "CLAUDE_CONFIG_DIR with spaces, Chinese and emoji" "$want" "$got"
mv "$WSESS_DIR/.claude" "$WSESS_DIR/.codex" "$WSESS_PROFILE/"
# A shell inside can say what the home is.
wine cmd /c "set USERPROFILE=$(win_path "$odd")&& $app status --json" 2>/dev/null | comparable >"$got"
same "and such a home" "$want" "$got"

# --- The desktop

corner=(import -window root -crop 24x20+1000+620) # where the taskbar has the icon
icon_is() { "${corner[@]}" png:- | convert png:- -format %c histogram:info:- | grep -qi "#$1"; }
working=2F87F0 your_turn=F0840C error=E53E3E # the icons' colours

shows() { windows | grep -qE "^$1"; } # shows CLASS... : a window of that class, perhaps with a certain text
shows_not() { ! shows "$1"; }
menus() { windows | grep '^#32768' | cut -f2; } # X Y WIDTH HEIGHT of each, the newest first
menus_are() { [ "$(menus | wc -l)" = "$1" ]; }
point_at() { xdotool mousemove "$1" "$2" sleep .2; }
open_menu() { point_at 1014 630 && xdotool click 1 && until_true 3 menus_are 1; }

# running: the program, or Wine's start of it, is among this session's processes
running() {
  local proc
  for proc in /proc/[0-9]*; do
    tr '\0' '\n' <"$proc/environ" | grep -qx "WSESS_DIR=$WSESS_DIR" &&
      grep -qaF "${APP##*/}" "$proc/cmdline" && return
  done 2>/dev/null
  return 1
}
ended() { ! running; }


session blog "Write a post"
prompt
session notes-app "选择数据库"
prompt
desk "$app"
if until_true 30 icon_is $working; then ok "the icon of work is in the taskbar"; else fail "no icon"; shot no-icon; cat "$WSESS_DIR/desk.log"; fi

wine "$APP" >"$WSESS_DIR/second" 2>&1
code=$?
if [ $code = 0 ] && grep -q 'already running' "$WSESS_DIR/second"; then
  ok "a second start says so and ends"
else
  fail "a second start: exit code $code, $(cat "$WSESS_DIR/second")"
fi

point_at 1014 630
if until_true 5 shows 'tooltips_class32.*Agent Island — 3 working$'; then ok "the tooltip counts the sessions"; else fail "tooltip: $(windows)"; fi
shot app-working
running || fail "the program is not among the processes" # so that "ended" below means something

if open_menu; then ok "a click opens the menu"; else fail "no menu"; fi
shot app-menu
read -r x y width height < <(menus)
point_at $((x + 60)) $((y + 11)) # the first row: the session that wrote last
if until_true 3 menus_are 2; then ok "a session has a submenu"; else fail "no submenu"; fi
shot app-submenu
xdotool key Escape key Escape
until_true 3 menus_are 0 || fail "the menu does not close"

session webshop "Fix the login form"
finish_turn
if until_true 5 icon_is $your_turn; then ok "the icon changed when the turn ended"; else fail "the icon did not change"; fi
if until_true 10 shows 'tooltips_class32.*Claude Code has finished.*your turn'; then ok "a balloon says that it is your turn"; else fail "no balloon: $(windows)"; fi
sleep .2 # it is there, now let it be painted
shot app-balloon
prompt
if until_true 3 shows_not 'tooltips_class32.*your turn'; then ok "the reply took the balloon back"; else fail "the balloon stayed"; fi
if until_true 3 icon_is $working; then ok "and the icon is that of work again"; else fail "the icon does not show work"; fi
shot app-replied

session blog "Write a post"
limit
if until_true 5 icon_is $error; then ok "a usage limit has its icon"; else fail "no icon for a usage limit"; fi
if until_true 10 shows 'tooltips_class32.*limit.*[0-9]:[0-9]'; then ok "and its balloon, with the time"; else fail "no balloon about the limit: $(windows)"; fi
sleep .2
shot app-limit

open_menu || fail "no menu to quit from"
read -r x y width height < <(menus)
point_at $((x + width / 4)) $((y + height - 11)) && shot app-quit && xdotool click 1
if until_true 10 ended; then ok "Quit in the menu ends it, nothing is left"; else fail "still running: $(windows)"; fi
if [ -s "$WSESS_PROFILE/AppData/Local/AgentIsland/alarms.json" ]; then ok "its memory is in AppData\\Local"; else fail "no alarms.json"; fi

# Again, as Windows ends programs, in Chinese and in the home of the odd name.
until_true 10 no_desk || fail "the desktop does not close"
rm -rf "$WSESS_PROFILE/.claude" "$WSESS_PROFILE/.codex"
export AGENTISLAND_LANGUAGE=zh CLAUDE_CONFIG_DIR
CLAUDE_CONFIG_DIR=$(win_path "$odd/.claude")
HOME_FOR_TRANSCRIPTS=$odd
session "网店" "Überarbeite 登录 🙂"
prompt
desk "$app"
if until_true 30 icon_is $working; then ok "it starts again"; else fail "it does not start again"; shot no-icon-again; cat "$WSESS_DIR/desk.log"; fi
finish_turn
if until_true 10 shows 'tooltips_class32.*Claude Code.*轮到你'; then ok "a balloon in Chinese, about a session below the odd home"; else fail "no balloon in Chinese: $(windows)"; fi
open_menu || fail "no menu"
shot app-chinese
xdotool key Escape
windows SystrayClass # asks it to close
if until_true 10 ended; then ok "a request to close ends it, nothing is left"; else fail "still running"; fi
finish
