#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Builds the unit tests with address and undefined-behaviour sanitizers (preset asan) and runs them: one test of ./test.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
cmake --preset asan >/dev/null
cmake --build build/asan --target unit_tests | tail -n 1
# What runs here is the unit tests themselves; the command-line scripts run on the release program.
UBSAN_OPTIONS=print_stacktrace=1 build/asan/tests/unit_tests --gtest_brief=1
