#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Checks what the comments of the Promela examples say about properties: every sentence with `--ltl` or `-D` has a row
# here.
set -u
weir=$1
examples=$2/examples
failed=0
rows=0

# expect EXIT MODEL OPTION...
expect() {
  local wanted=$1 model=$2
  shift 2
  rows=$((rows + 1))
  "$weir" check "$examples/$model" -q "$@" > /dev/null 2>&1
  local found=$?
  if [ "$found" != "$wanted" ]; then
    echo "$model $*: exit $found, the comment says $wanted"
    failed=1
  fi
  # The comment must mention it.
  local option
  for option in "$@"; do
    case $option in
      --*|-D) ;;
      *) tr '\n' ' ' < "$examples/$model" | grep -qF -- "$option" || { echo "$model: no word of $option"; failed=1; } ;;
    esac
  done
}

expect 1 alternating-bit.pml --ltl '[] <> fresh'
expect 1 bounded-buffer.pml --ltl '[] (taken < 4)'
expect 1 connect-disconnect.pml --ltl '[] (sent(ab, connect) -> <> received(ab, connect))'
expect 1 hello.pml --ltl '[] (done < 2)'
expect 1 leader.pml --ltl '[] (leaders == 0)'
expect 1 peterson.pml --ltl '[] <> P[0]@crit'
expect 0 peterson.pml --ltl '[] <> P[0]@crit' --fair weak
expect 1 philosophers.pml --ltl '[] <> eating[0]'
expect 1 readers-writers.pml --ltl '[] (waiting -> <> writing)'
expect 1 readers-writers.pml --ltl '[] (waiting -> <> writing)' --fair=weak
expect 1 sliding-window.pml -D SEQ=2
expect 1 token-ring.pml --ltl '[] <> working[1]'
expect 0 token-ring.pml --ltl '[] <> received(ring[1])'
expect 1 two-phase-commit.pml --ltl '<> (committed + aborted == 3)'

sentences=$(cat "$examples"/*.pml | grep -oE -- "--ltl '[^']*'" | sort -u | wc -l)
distinct=$(grep -oE -- "--ltl '[^']*'" "$0" | sort -u | grep -vc '\^')
if [ "$sentences" != "$distinct" ]; then
  echo "$sentences formulas in comments, $distinct here"
  failed=1
fi
# The properties of a file hold, and fail in the broken variants.
for model in "$examples"/*.pml; do
  "$weir" check "$model" -q > /dev/null 2>&1
  found=$?
  wanted=0
  case $model in *-bug.pml) wanted=1 ;; esac
  [ "$found" = "$wanted" ] || { echo "$(basename "$model"): exit $found, expected $wanted"; failed=1; }
done
exit $failed
