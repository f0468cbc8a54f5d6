#!/usr/bin/env bash
# test.sh [STAGE...]: every test there is, or only the stages named.
#
#   format  gofumpt                        wine     the Windows build's tests, in Wine
#   vet     go vet, Linux and Windows      winedesk the Windows program on a Wine desktop
#   lint    staticcheck and friends        darwin   the macOS build, as far as Linux can tell
#   race    go test -race                  panel    the program in a real XFCE panel
#   plain   go test, for what -race breaks and, with CI=true, the whole simulated day
#
# A machine that lacks what a stage needs skips it and says so at the end. With
# CI=true the missing parts are installed first, nothing may be skipped and no
# cached result counts.
set -u
cd "$(dirname "$0")/.."
root=$PWD
ci=${CI:-}
[ "$ci" = true ] || ci=
all="format vet lint race plain wine winedesk darwin panel"
work=$(mktemp -d "${TMPDIR:-/tmp}/agentisland-test.XXXXXX")
trap 'rm -rf "$work"' EXIT
trap 'exit 143' TERM
trap 'exit 130' INT
skipped=77 # a stage's exit code for: not on this machine

fresh=() # flags for go test
[ -z "$ci" ] || fresh=(-count=1)
go_test() { go test ${fresh[@]+"${fresh[@]}"} -timeout 5m "$@" 2>&1 | tee -a "$work/gotest"; }

# need GROUP COMMAND...: the stage cannot run without; GROUP is ci-setup.sh's
need() {
  local group=$1 command lacks=()
  shift
  for command; do command -v "$command" >/dev/null || lacks+=("$command"); done
  [ ${#lacks[@]} -gt 0 ] || return 0
  echo "not found: ${lacks[*]}"
  [ -z "$ci" ] || exit 1
  echo "$group" >>"$work/groups"
  exit $skipped
}

tools() { # built once, then a matter of milliseconds
  mkdir -p bin/tools
  go -C tools build -o "$root/bin/tools/" tool
}

# with_tests: the packages that have tests under the current GOOS
with_tests() { go list -f '{{if or .TestGoFiles .XTestGoFiles}}{{.ImportPath}}{{end}}' ./...; }

# scripts FOLDER SESSION: run every FOLDER/t-*.sh in a session of its own
scripts() {
  local script name code bad=0
  for script in "$1"/t-*.sh; do
    name=${script##*/t-} name=${name%.sh}
    echo "-- $script"
    export SHOTS=$root/bin/shots/${1##*/}-$name
    rm -rf "$SHOTS" && mkdir -p "$SHOTS"
    code=0
    timeout -k 10 180 "$2" "$script" || code=$?
    [ $code = 124 ] && echo "FAIL  $script: not done after 180 s"
    [ $code = 0 ] || bad=1
  done
  [ $bad = 0 ] || echo "screenshots: bin/shots"
  return $bad
}

stage_format() {
  tools
  local files
  files=$(bin/tools/gofumpt -l cmd internal scripts)
  [ -z "$files" ] || { printf 'not gofumpt-formatted, "make format" does it:\n%s\n' "$files"; return 1; }
}
stage_vet() {
  go vet ./...
  GOOS=windows GOARCH=amd64 CGO_ENABLED=0 go vet ./...
}
stage_lint() {
  tools
  local bad=0 # all of them get to speak
  bin/tools/staticcheck ./... || bad=1
  GOOS=windows GOARCH=amd64 CGO_ENABLED=0 bin/tools/staticcheck -checks inherit,-U1000 ./... || bad=1
  bin/tools/go-errorlint ./... || bad=1
  bin/tools/exhaustive -explicit-exhaustive-switch -explicit-exhaustive-map ./... || bad=1
  if command -v shellcheck >/dev/null; then
    shellcheck scripts/*.sh scripts/*/*.sh .ci/run || bad=1
  fi
  return $bad
}
stage_race() {
  need build gcc
  go_test -race ./...
}
stage_plain() { # packages with tests that opt out of -race by a build constraint
  local packages
  packages=$(grep -rlE '^//go:build .*!race' --include='*_test.go' cmd internal | sed 's|/[^/]*$||; s|^|./|' | sort -u || true)
  # shellcheck disable=SC2086 # one word each
  [ -z "$packages" ] || go_test $packages
  [ -z "$ci" ] || go_test ./internal/daysim -run 'TestDay$' -full # half a minute
}
stage_wine() {
  need wine wine wineserver Xvfb flock
  local packages
  # Left out: what plays a Linux desktop.
  packages=$(GOOS=windows CGO_ENABLED=0 with_tests | grep -vE '/internal/(desktoptest|e2e)(/|$)' || true)
  [ -n "$packages" ] || { echo "no tests yet"; return 0; }
  # shellcheck disable=SC2086
  wine_test $packages && return
  # Wine 8 hangs a program now and then, one in thousands. When one did, what
  # failed has another try in a new Wine.
  grep -qE 'test timed out|context deadline exceeded' "$work/wine" || return 1
  packages=$(sed -n 's/^FAIL[[:space:]]\(agentisland[^[:space:]]*\).*/\1/p' "$work/wine" | sort -u)
  echo "hung in Wine, once more: $packages"
  # shellcheck disable=SC2086
  wine_test $packages
}
wine_test() {
  scripts/wine/session.sh scripts/wine/gotest.sh ${fresh[@]+"${fresh[@]}"} -timeout 4m "$@" 2>&1 | tee "$work/wine" | tee -a "$work/gotest"
}
stage_winedesk() {
  need wine wine wineserver Xvfb flock xdotool import convert xwininfo
  make -s windows
  GOOS=windows GOARCH=amd64 CGO_ENABLED=0 go test -c -o bin/notify.test.exe ./internal/notify
  export APP=$root/bin/agentisland.exe NOTIFY_TEST_EXE=$root/bin/notify.test.exe
  scripts scripts/wine scripts/wine/session.sh
}
stage_darwin() {
  if [ "$(go env GOHOSTOS)" = darwin ]; then
    go build ./...
    go vet ./...
    return
  fi
  need darwin clang
  tools
  local arch
  for arch in amd64 arm64; do
    scripts/darwin/go.sh $arch go build ./...
    scripts/darwin/go.sh $arch go vet ./...
    scripts/darwin/go.sh --as-cgo $arch go build ./...
    scripts/darwin/go.sh --as-cgo $arch go vet ./...
    echo "ok    go build and go vet, darwin/$arch, without cgo and as if with it"
  done
  scripts/darwin/go.sh --as-cgo arm64 "$root/bin/tools/staticcheck" -checks inherit,-U1000 ./...
  scripts/darwin/typecheck.sh
}
stage_panel() {
  need desktop Xvfb dbus-run-session xfce4-panel xfwm4 xfconf-query xsetroot xdotool import gdbus dunst
  make -s build
  go test -c -o bin/notify.test ./internal/notify
  export APP=$root/bin/agentisland NOTIFY_TEST=$root/bin/notify.test
  scripts scripts/linux scripts/linux/xsession.sh
}

for stage; do
  case " $all " in *" $stage "*) ;; *) echo "test.sh: no stage $stage; there are: $all" >&2; exit 2 ;; esac
done
begin=$SECONDS
if [ -n "$ci" ]; then
  scripts/ci-setup.sh || { echo "ci-setup failed"; exit 1; }
  for try in 1 2 3; do # the network has hiccups
    go mod download && go -C tools mod download && break
    [ $try -lt 3 ] || exit 1
    sleep $((try * 5))
  done
  tools || exit 1
  printf '%-9s %-8s %4d s\n' setup ok $((SECONDS - begin)) >>"$work/summary"
fi

passed=0 failed=0 left=0
# shellcheck disable=SC2086 # one word each
[ $# -gt 0 ] || set -- $all
for stage; do
  printf '\n== %s\n' "$stage"
  start=$SECONDS
  # A subshell as a plain command, so that set -e means something in it.
  (set -eo pipefail; "stage_$stage")
  code=$?
  case $code in
    0) word=ok passed=$((passed + 1)) ;;
    "$skipped") word='left out' left=$((left + 1)) ;;
    *) word=FAILED failed=$((failed + 1)) ;;
  esac
  printf '== %s: %s, %d s\n' "$stage" "$word" $((SECONDS - start))
  printf '%-9s %-8s %4d s\n' "$stage" "$word" $((SECONDS - start)) >>"$work/summary"
done

if [ -s "$work/gotest" ]; then
  printf '\n== go test said\n'
  grep -E '^(ok|FAIL|---|panic:)' "$work/gotest"
fi
printf '\n== summary, %d s\n' $((SECONDS - begin))
cat "$work/summary"
if [ -s "$work/groups" ]; then
  # shellcheck disable=SC2046 # one word each
  printf '\nLeft out above for want of programs. On Debian or Ubuntu:\n  sudo apt-get install --no-install-recommends %s\n' \
    "$(scripts/ci-setup.sh --missing $(sort -u "$work/groups") | tr '\n' ' ')"
fi
printf '\nstages: %d passed, %d failed, %d skipped\n' $passed $failed $left
[ $failed = 0 ]
