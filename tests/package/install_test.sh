#!/usr/bin/env bash
# Installs the build into an empty folder and uses it from there, as a stranger would:
#   install_test.sh BUILD SOURCE
set -euo pipefail
build=$1 source=$2
here=$(mktemp -d)
trap 'rm -rf "$here"' EXIT
fail() { echo "FAILED: $*" >&2; exit 1; }

cmake --install "$build" --prefix "$here/usr" >"$here/log"
share=$here/usr/share
models=$share/flangeway/models

# the program, its man page, and a case that lies beside it
"$here/usr/bin/flangeway" --version | grep -q '^flangeway [0-9.]*$' || fail "the program does not start"
(cd "$here" && usr/bin/flangeway run "$models/cases/wheelset_r500.toml" --set integration.duration=0.01 --quiet)
[ -s "$here/wheelset_r500.h5" ] || fail "no result"
grep -q '\.SS "flangeway run"' "$share/man/man1/flangeway.1" || fail "the man page lacks a verb"
if command -v groff >/dev/null; then
  groff -man -Tutf8 -ww "$share/man/man1/flangeway.1" >"$here/man.txt" 2>"$here/man.log"
  [ -s "$here/man.log" ] && fail "groff warns: $(cat "$here/man.log")"
fi

# completion: what bash offers after `flangeway WORDS`, for the last of them
offers() {
  PATH=$here/usr/bin:$PATH bash -c '. "$1"; shift; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _flangeway; echo "${COMPREPLY[*]}"' \
    bash "$share/bash-completion/completions/flangeway" flangeway "$@"
}
[ "$(offers repo)" = report ] || fail "verbs: $(offers repo)"
[ "$(offers run --se)" = "--set --sensitivities" ] || fail "options: $(offers run --se)"
[ "$(offers run --set speed_)" = speed_profile= ] || fail "keys: $(offers run --set speed_)"
[ "$(offers profile --kind r)" = rail ] || fail "choices: $(offers profile --kind r)"
grep -q "^complete -c flangeway -n '__fish_seen_subcommand_from run' -l set -a .* -r" \
  "$share/fish/vendor_completions.d/flangeway.fish" || fail "fish"
head -n 1 "$share/zsh/vendor-completions/_flangeway" | grep -q '^#compdef flangeway$' || fail "zsh"

# the library by find_package: its headers include the standard library and each other only
grep -hE '^ *# *include' "$here"/usr/include/flangeway/*.hpp | grep -vE '<[a-z_]+>|"flangeway/[a-z_]+\.hpp"' &&
  fail "a public header includes something else"
[ ! -e "$here/usr/include/flangeway/simulate" ] || fail "headers of rooms are installed"
cmake -S "$source/tests/package/consumer" -B "$here/consumer" -DCMAKE_PREFIX_PATH="$here/usr" \
  -DCMAKE_CXX_FLAGS=-O0 >"$here/log" || fail "$(cat "$here/log")"
cmake --build "$here/consumer" >"$here/log" 2>&1 || fail "$(cat "$here/log")"
said=$("$here/consumer/consumer" "$models/cases/wheelset_r500.toml")
[[ $said == completed:* ]] || fail "the consumer says: $said"
refused=$("$here/consumer/consumer" missing.toml 2>&1) && fail "the consumer runs a case that does not exist"
[[ $refused == 1:*missing.toml* ]] || fail "the consumer says: $refused"

# the library by pkg-config
if command -v pkg-config >/dev/null; then
  export PKG_CONFIG_PATH
  PKG_CONFIG_PATH=$(dirname "$(find "$here/usr" -name flangeway.pc)")
  pkg-config --cflags flangeway | grep -q -- "-I.*/include" || fail "pkg-config --cflags"
  object=$(find "$here/consumer" -name 'consumer.cpp.o')
  # shellcheck disable=SC2046 # words are wanted
  c++ "$object" $(pkg-config --libs flangeway) -o "$here/by_pkg_config"
  found=$(LD_LIBRARY_PATH=$(pkg-config --variable=libdir flangeway) "$here/by_pkg_config" "$models/cases/wheelset_r500.toml")
  [ "$found" = "$said" ] || fail "by pkg-config"
fi
# the library of contacts, for C: by pkg-config and by find_package
if command -v pkg-config >/dev/null && [ -e "$here/usr/include/flangeway_contact.h" ]; then
  object=$here/contact.o
  # shellcheck disable=SC2046 # words are wanted
  cc -c "$source/examples/contact_library/contact.c" $(pkg-config --cflags flangeway_contact) -o "$object"
  # shellcheck disable=SC2046
  cc "$object" $(pkg-config --libs flangeway_contact) -o "$here/contact"
  LD_LIBRARY_PATH=$(pkg-config --variable=libdir flangeway_contact) "$here/contact" | grep -q '^1 patch: ' ||
    fail "the library of contacts"
  [ -e "$here/usr/include/flangeway_contact.f90" ] || fail "no module for Fortran"
  cmake -S "$source/tests/package/contact_consumer" -B "$here/contact_consumer" -DCMAKE_PREFIX_PATH="$here/usr" \
    -DEXAMPLES="$source/examples/contact_library" >"$here/log" || fail "$(cat "$here/log")"
  cmake --build "$here/contact_consumer" >"$here/log" 2>&1 || fail "$(cat "$here/log")"
  "$here/contact_consumer/contact" | grep -q '^1 patch: ' || fail "the library of contacts by find_package"
  cmake -S "$source/examples/contact_fmu" -B "$here/contact_fmu" -DCMAKE_PREFIX_PATH="$here/usr" >"$here/log" ||
    fail "$(cat "$here/log")"
  cmake --build "$here/contact_fmu" >"$here/log" 2>&1 || fail "$(cat "$here/log")"
  for version in 2 3; do
    (cd "$here" && cmake -E tar tf "contact_fmu/fmi$version/model.fmu") | grep -q '^resources/contact.toml$' ||
      fail "the FMU of one wheel for FMI $version"
  done
fi
echo "installed, found, built and run"
