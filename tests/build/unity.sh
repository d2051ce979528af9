#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# unity.sh SOURCE COMPILER: sources whose private names clash are compiled in batches all the same.
set -euo pipefail
source=$1 compiler=$2
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
work="$folder/a folder"
mkdir -p "$work/src" "$work/include"
cd "$work/src"
# The same private function, class, constant and alias, each with another meaning.
for name in one two; do
  cat >$name.cpp <<END
namespace weir {
namespace {
constexpr int kLimit = ${#name};
struct Helper {
  using Text = const char*;
  Text text = "$name";
};
[[nodiscard]] static int private_value(const Helper& helper) { return kLimit + (helper.text[0] == '${name:0:1}'); }
}  // namespace
using Alias = Helper;
int $name() { return private_value(Alias{}); }
}  // namespace weir
END
done
sed -i 's/Limit = 3/Limit = 10/' two.cpp
# A name that is private here is public in a header of another file.
cat >../include/header.h <<END
#pragma once
namespace weir {
struct Shape { int sides = 100; };
}
END
printf 'namespace weir {\nnamespace {\nstruct Shape { int corners = 1000; };\n}  // namespace\nint three() { return Shape{}.corners; }\n}\n' >three.cpp
printf '#include "header.h"\nnamespace weir {\nint four() { return Shape{}.sides; }\n}\n' >four.cpp
# A macro and a using-directive change the meaning of what follows.
printf '#define sides 7\n#include <string>\nusing namespace std;\nint macro() { return sides + 0 * (int)string().size(); }\n' >a_macro.cpp
# A private function hides one of the C library.
printf 'namespace weir {\nnamespace {\nint abs(int x) { return x; }\n}  // namespace\nint five() { return abs(-1); }\n}\n' >five.cpp
printf '#include <stdlib.h>\nnamespace weir {\nint six() { return abs(-1); }\n}\n' >six.cpp
for name in plain1 plain2; do printf 'int %s() { return 0; }\n' $name >$name.cpp; done
cat >main.cpp <<END
int macro();
namespace weir {
int one(), two(), three(), four(), five(), six();
}
int main() {
  using namespace weir;
  return one() == 4 && two() == 11 && three() == 1000 && four() == 100 && five() == -1 && six() == 1 && macro() == 7 ? 0 : 1;
}
END
cat >../CMakeLists.txt <<END
cmake_minimum_required(VERSION 3.25)
project(clashes LANGUAGES CXX)
set(CMAKE_CXX_STANDARD 20)
file(GLOB sources src/*.cpp)
add_executable(clashes \${sources})
target_include_directories(clashes PRIVATE src include)
set(WEIR_UNITY ON)
include($source/cmake/unity.cmake)
weir_unity(clashes 8 src include)
END
cd "$work"
cmake -S . -B build -DCMAKE_CXX_COMPILER="$compiler" >log 2>&1 && cmake --build build >log 2>&1 || { cat log; exit 1; }
build/clashes || { echo "FAILED: a name has another meaning than in its own file"; exit 1; }
batches=$(find build -name 'unity_*_cxx.cxx' | wc -l)
[ "$batches" -ge 1 ] && [ "$batches" -le 4 ] || { echo "FAILED: $batches batches of ten files"; exit 1; }
echo "ten files in $batches batches"
