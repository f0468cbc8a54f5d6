#!/usr/bin/env bash
# ci-setup.sh: install from apt what the tests need beyond Go and git. Does
# nothing when everything is there.
#
#   ci-setup.sh                      install what is missing
#   ci-setup.sh --missing GROUP...   only name it; groups: build desktop wine darwin
set -euo pipefail

packages() { # packages GROUP: what a group of stages needs
  case $1 in
    build) echo make gcc libc6-dev git ca-certificates dbus ;;
    desktop) echo xvfb x11-utils x11-xserver-utils xdotool imagemagick dbus libglib2.0-bin \
      xfce4-panel xfwm4 xfconf xfce4-notifyd dunst openbox \
      adwaita-icon-theme fonts-dejavu-core fonts-noto-cjk ;;
    wine) echo wine wine64 xvfb x11-utils xdotool imagemagick fonts-dejavu-core fonts-noto-cjk ;;
    darwin) echo clang ;;
    *) echo "ci-setup: no group $1" >&2; return 1 ;;
  esac
}

missing() { # missing GROUP...: packages of these groups that are not installed, one a line
  local group package
  for group; do
    for package in $(packages "$group"); do
      [ "$(dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null)" = installed ] || echo "$package"
    done
  done | sort -u
}

if [ "${1:-}" = --missing ]; then
  shift
  missing "$@"
  exit
fi

command -v apt-get >/dev/null || { echo "ci-setup: no apt-get: this knows Debian and Ubuntu only" >&2; exit 1; }
mapfile -t wanted < <(missing build desktop wine darwin)
[ ${#wanted[@]} -gt 0 ] || exit 0

sudo=
[ "$(id -u)" = 0 ] || sudo="sudo -E"
log=$(mktemp)
trap 'rm -f "$log"' EXIT
export DEBIAN_FRONTEND=noninteractive
apt() { $sudo apt-get -qq -o Acquire::Retries=3 -o DPkg::Lock::Timeout=300 -o Dpkg::Use-Pty=0 "$@" </dev/null >>"$log" 2>&1; }

echo "installing ${#wanted[@]} packages: ${wanted[*]}"
compgen -G '/var/lib/apt/lists/*_Packages*' >/dev/null || apt update || true
for try in 1 2 3; do
  apt install -y --no-install-recommends "${wanted[@]}" && exit 0
  echo "attempt $try failed: $(grep -E '^E: ' "$log" | tail -1)"
  sleep $((try * 5))
  apt update || true # old lists are the usual reason
done
cat "$log" >&2
exit 1
