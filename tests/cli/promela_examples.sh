#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Every Promela example has as many states as its comment says Spin counted.
set -u
weir=$1
examples=$2/examples
failed=0
count=0
for model in "$examples"/*.pml; do
  stated=$(tr '\n' ' ' < "$model" | grep -oE '[0-9]+ states[^.;]*\(Spin' | head -n 1 | cut -d' ' -f1)
  found=$("$weir" explore "$model" | awk '$1 == "states" { print $2; exit }')
  count=$((count + 1))
  if [ -z "$stated" ] || [ "$stated" != "$found" ]; then
    echo "$(basename "$model"): stated '$stated', found '$found'"
    failed=1
  fi
done
# The formula of the report: floor(n*n/4) + 3*(n+1).
for n in 1 2 7 40 100; do
  found=$("$weir" explore "$examples/connect-disconnect.pml" -D N=$n | awk '$1 == "states" { print $2; exit }')
  if [ "$found" != $((n * n / 4 + 3 * (n + 1))) ]; then
    echo "connect-disconnect with N=$n: $found states"
    failed=1
  fi
done
[ "$count" -ge 15 ] || { echo "only $count examples"; failed=1; }
exit $failed
