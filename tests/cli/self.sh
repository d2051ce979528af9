#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# The models of weir's own concurrent parts: correct, and incorrect without each of their precautions.
set -u
weir=$1
model=$2/examples/self/shared_index.pml
failed=0
expect() {
  local wanted=$1
  shift
  "$weir" check -q "$model" "$@" > /dev/null 2>&1
  local code=$?
  if [ "$code" -ne "$wanted" ]; then
    echo "shared_index.pml $*: exit $code instead of $wanted"
    failed=1
  fi
}
expect 0
expect 0 -j 2
expect 1 -D PLAIN_STORE
expect 1 -D NO_GATE
expect 1 -D ENTRY_FIRST
exit $failed
