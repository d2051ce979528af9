#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# install.sh BUILD SOURCE COMPILER SANITIZE: installs, moves the tree, then builds and runs examples/cpp from it.
set -euo pipefail
build=$1 source=$2 compiler=$3 sanitize=$4
if [ -n "$sanitize" ]; then
  echo "skipped: a sanitized library asks its users for the same flags"
  exit 77
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cmake --install "$build" --prefix "$work/first" >/dev/null
mv "$work/first" "$work/prefix"
"$work/prefix/bin/weir" --version
for page in man/man1/weir.1 bash-completion/completions/weir zsh/site-functions/_weir fish/vendor_completions.d/weir.fish; do
  [ -s "$work/prefix/share/$page" ] || { echo "missing: share/$page"; exit 1; }
done

mkdir "$work/user"
cat >"$work/user/CMakeLists.txt" <<END
cmake_minimum_required(VERSION 3.20)
project(user LANGUAGES CXX)
set(CMAKE_CXX_STANDARD 20)
find_package(weir REQUIRED)
foreach(name mutex queue)
  add_executable(\${name} $source/examples/cpp/\${name}.cpp)
  target_link_libraries(\${name} PRIVATE weir::weir)
endforeach()
END
cmake -S "$work/user" -B "$work/user/build" -DCMAKE_PREFIX_PATH="$work/prefix" -DCMAKE_CXX_COMPILER="$compiler" >/dev/null
cmake --build "$work/user/build" -j2 >"$work/log" 2>&1 || { cat "$work/log"; exit 1; }
"$work/user/build/mutex"
"$work/user/build/queue"

if command -v pkg-config >/dev/null; then
  PKG_CONFIG_PATH=$(dirname "$(find "$work/prefix" -name weir.pc)")
  export PKG_CONFIG_PATH
  # shellcheck disable=SC2046
  "$compiler" -std=c++20 $(pkg-config --cflags weir) "$source/examples/cpp/mutex.cpp" $(pkg-config --libs weir) \
    -Wl,-rpath,"$(pkg-config --variable=libdir weir)" -o "$work/mutex"
  "$work/mutex"
else
  echo "pkg-config is not here: not tried"
fi
