#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# shared_library.sh LIBRARY SOURCE COMPILER: libweir.so has a version, exports what include/weir marks with WEIR_EXPORT
# and nothing else, and serves a program.
set -euo pipefail
library=$1 source=$2 compiler=$3
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failed=0

functions=$(grep -hoP '^WEIR_EXPORT [^(]*?\K\w+(?=\()' "$source"/include/weir/*.h | sort -u)
classes=$(grep -hoP '^class WEIR_EXPORT \K\w+' "$source"/include/weir/*.h | sort -u | paste -sd'|')
nm --dynamic --defined-only --demangle "$library" | cut -d' ' -f3- | sort -u >"$work/symbols"
grep -vE "^(.* )?weir::(${functions//$'\n'/|})(\[abi:cxx11\])?(<.*>)?\(|^weir::($classes)::|^(vtable|typeinfo|typeinfo name) for weir::($classes)" "$work/symbols" >"$work/internal" || true
if [ -s "$work/internal" ]; then
  echo "FAILED: exported without WEIR_EXPORT:"
  head "$work/internal"
  failed=1
fi
for function in $functions; do
  grep -qE "^(.* )?weir::$function(\[abi:cxx11\])?(<.*>)?\(" "$work/symbols" || { echo "FAILED: not exported: $function"; failed=1; }
done

version=$(sed -n 's/^project(weir VERSION \([0-9]*\.[0-9]*\).*/\1/p' "$source/CMakeLists.txt")
[ "$(objdump -p "$library" | awk '$1 == "SONAME" { print $2 }')" = "libweir.so.$version" ] || { echo "FAILED: the SONAME is not libweir.so.$version"; failed=1; }

"$compiler" -std=c++20 -O0 -I "$source/include" "$source/examples/cpp/mutex.cpp" "$library" -Wl,-rpath,"$(dirname "$library")" -o "$work/mutex"
"$work/mutex" || { echo "FAILED: a program linked with the library"; failed=1; }
exit "$failed"
