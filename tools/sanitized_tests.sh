#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Builds the unit tests with address and undefined-behaviour sanitizers (preset asan) and runs them: one test of ./test.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
cmake --preset asan >/dev/null
cmake --build build/asan --target unit_tests | tail -n 1
# What runs here is the unit tests themselves, in as many processes as there are cores; the command-line scripts run on
# the release program. Left out are tests of sheer size: they look for overflowing stacks and broken memory promises,
# take minutes without optimisation, and run in the release build.
filter=-FormulaParserTest.DepthIsNoProblem:RewriteTest.DepthAndWidthAreNoProblem:TreeStore.NeedsLittleMoreThanTheRoot
filter+=:ExactStore.KeepsItsMemoryPromiseAtEverySize:BoundedHeap.IsTakenWhenStatesDoNotFit
shards=$(nproc)
processes=()
for ((shard = 0; shard < shards; ++shard)); do
  UBSAN_OPTIONS=print_stacktrace=1 GTEST_TOTAL_SHARDS=$shards GTEST_SHARD_INDEX=$shard \
    build/asan/tests/unit_tests --gtest_brief=1 --gtest_filter="$filter" &
  processes+=($!)
done
status=0
for process in "${processes[@]}"; do wait "$process" || status=1; done
exit "$status"
