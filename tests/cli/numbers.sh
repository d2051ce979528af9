#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Numeric options: negative, too large and malformed values are refused and never converted to another number.
. "$(dirname "$0")/../support/cli.sh"
printf 'des (0,1,2)\n(0,"a",1)\n' >"$folder/m.aut"
largest=18446744073709551615
# whole LEAST MOST COMMAND... OPTION
whole() {
  local least=$1 most=$2 option=${*: -1} bad
  shift 2
  for bad in -1 -0 +1 1.5 1e3 0x10 abc ' 1' '1 ' 1k 5_0 inf nan 18446744073709551616 99999999999999999999999; do
    expect 2 "$option: expected a whole number from $least to $most, not '$bad'" "$@=$bad"
  done
  expect 2 "$option needs an argument" "$@="
  [ "$least" = 0 ] || expect 2 "$option: expected a whole number from $least to $most, not '0'" "$@=0"
}
# seconds COMMAND... OPTION
seconds() {
  local option=${*: -1} bad
  for bad in -1 0 -0 0.0 nan NaN inf -inf infinity 1e400 1e10 abc 5s 0x1p3 '1 '; do
    expect 2 "$option: expected a number of seconds above 0 and up to 1000000000, not '$bad'" "$@=$bad"
  done
}
for command in check explore; do
  whole 1 $largest $command m.aut --max-states
  whole 1 $largest $command m.aut --max-depth
  whole 0 4294967295 $command m.aut --threads
  seconds $command m.aut --time
  seconds $command m.aut --checkpoint-every
  for bad in -1 0 1e3 inf nan 64X 9999999999G 0x10; do
    expect 2 "--memory: '$bad' is not a size such as 64M or 2G" $command m.aut "--memory=$bad"
  done
done
expect 2 "--threads: expected a whole number" check m.aut -j -1
expect 2 "at most 256 threads" check m.aut -j 4294967295
expect 2 "at most 256 threads" explore m.aut -j 257
whole 0 $largest check m.aut --seed
whole 0 $largest check m.aut --cache-entries
whole 0 $largest simulate m.aut --seed
whole 0 $largest simulate m.aut --steps
seconds lsp --time
# A number that is the next argument.
expect 2 "--seed: expected a whole number from 0 to $largest, not '-1'" check m.aut --seed -1
expect 2 "--steps: expected a whole number from 0 to $largest, not '-1'" simulate m.aut --steps -1
expect 2 "--cache-entries: expected a whole number from 0 to $largest, not '-1'" check m.aut --cache-entries -1
# The bounds of the ranges are accepted; 010 is ten.
expect 1 violated check m.aut --deadlock --seed $largest --max-states $largest --max-depth $largest --time 1e9
expect 3 'the memory limit was reached' check m.aut --ltlf 'true' --cache-entries $largest
expect 0 'limit of steps' simulate "$root/examples/token-ring.pml" --steps 010
expect 0 ' 10  ' simulate "$root/examples/token-ring.pml" --steps 010
# An option may be given once, and a flag has no value.
expect 2 "--seed is given more than once" check m.aut --seed 1 --seed 2
expect 2 "--quiet takes no argument" check m.aut --quiet=7
# A menu takes numbers only.
printf '1x\n0\n-1\n99999999999999999999\n1\n' >"$folder/choices"
input=$folder/choices expect 1 "there is no step '-1'" simulate m.aut -i
equal "refused choices" 4 "$(grep -c 'there is no step' out)"
finish
