#!/usr/bin/env bash
# Makes the Debian packages, looks into them, and runs the program as it lies in its package:
#   deb_test.sh BUILD
set -euo pipefail
build=$1
command -v dpkg-shlibdeps >/dev/null || exit 77
here=$(mktemp -d)
trap 'rm -rf "$here"' EXIT
fail() { echo "FAILED: $*" >&2; exit 1; }

cpack --config "$build/CPackConfig.cmake" -B "$here/packages" >"$here/log" 2>&1 || fail "$(cat "$here/log")"
program=$(echo "$here"/packages/flangeway_*.deb)
library=$(echo "$here"/packages/libflangeway-dev_*.deb)
for needed in libc6 libhdf5 libfmt libzip; do
  dpkg-deb -f "$program" Depends | grep -q "$needed" || fail "no $needed in $(dpkg-deb -f "$program" Depends)"
done
dpkg-deb -f "$library" Depends | grep -q libhdf5 || fail "no libhdf5 in $(dpkg-deb -f "$library" Depends)"
dpkg-deb -f "$library" Depends | grep -e '-dev' && fail "the library asks for headers of other libraries"
for package in "$here"/packages/*.deb; do dpkg-deb -x "$package" "$here/root"; done
"$here/root/usr/bin/flangeway" run "$here/root/usr/share/flangeway/models/cases/wheelset_r500.toml" \
  --set integration.duration=0.01 --quiet -o "$here/a.h5"
[ -s "$here/a.h5" ] || fail "no result"
for file in usr/share/man/man1/flangeway.1 usr/include/flangeway/run.hpp; do
  [ -e "$here/root/$file" ] || fail "no $file"
done
if compgen -G "$here/packages/python3-flangeway_*.deb" >/dev/null; then
  PYTHONPATH=$here/root/usr/lib/python3/dist-packages /usr/bin/python3 -B -c \
    "import flangeway; assert flangeway.load_profile('s1002').kind == 'wheel'" || fail "the Python package"
fi
ls -s --block-size=K "$here/packages" | grep deb
