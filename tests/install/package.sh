#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# package.sh BUILD SOURCE: `cpack` makes a Debian package with the program, man page and completions that lists its
# dependencies; unpacked, the program runs.
set -eu
build=$1 source=$2
command -v dpkg-deb >/dev/null && command -v dpkg-shlibdeps >/dev/null && command -v file >/dev/null || { echo "SKIPPED: dpkg-deb, dpkg-shlibdeps or file is missing"; exit 77; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
(cd "$build" && cpack -G DEB -B "$folder" >"$folder/log" 2>&1) || { cat "$folder/log"; exit 1; }
package=$(ls "$folder"/weir_*.deb)
dpkg-deb -f "$package" Depends | tee "$folder/depends"
grep -q libc6 "$folder/depends"
grep -q libfmt "$folder/depends"
dpkg-deb -x "$package" "$folder/root"
for file in bin/weir include/weir/weir.h share/man/man1/weir.1 share/bash-completion/completions/weir; do
  [ -s "$folder/root/usr/$file" ] || { echo "FAILED: the package lacks usr/$file"; exit 1; }
done
"$folder/root/usr/bin/weir" check "$source/examples/peterson.pml" -q
