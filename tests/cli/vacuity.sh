#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Vacuous success is reported; a search that visited one state or was cut short gives no such warning.
. "$(dirname "$0")/../support/cli.sh"
write_lock
printf 'des (0,2,2)\n(0,"a",1)\n(1,"b",0)\n' >ring.aut
printf 'byte x, y;\nactive proctype P() { do :: x = 1 - x od }\n' >loop.pml
vacuous() { # vacuous TEXT ARGS...
  local text=$1
  shift
  expect 0 "vacuous: $text" check "$@"
}
telling() { # telling CODE ARGS...: no word of vacuity
  local code=$1
  shift
  expect "$code" '' check "$@"
  ! grep -q vacuous out err || fail "weir check $*: $(grep -h vacuous out err)"
}
# Finite computations.
vacuous '`foo`, the left side of `foo -> X[!] use`, never holds' lock.aut --ltlf 'G (foo -> X[!] use)'
vacuous '`foo`, the left side of' lock.aut --ltlf 'G (foo -> X[!] use)' --computations maximal
for how in '-j 1' '-j 2' '--search bfs' '--cache-entries 10' '--store tree' '--reduce none'; do
  # shellcheck disable=SC2086
  vacuous '`(y == 1)`, the left side of' loop.pml --ltlf 'G (y == 1 -> X[!] x == 1)' $how
  # shellcheck disable=SC2086
  vacuous 'no computation of the model is maximal' loop.pml --ltlf 'F (x == 7)' --computations maximal $how
done
vacuous 'the formula is true of every computation of every model' ring.aut --ltlf 'G (a -> (a | b))'
vacuous 'no computation of the model is maximal' ring.aut --ltlf 'F b' --computations maximal
telling 0 lock.aut --ltlf 'F stop' --computations maximal --ltlf 'G (acquire -> X use)'
telling 0 lock.aut --ltlf 'G (acquire -> X use)'
telling 1 lock.aut --ltlf 'G (acquire -> X[!] stop)'
# Infinite runs.
vacuous '`foo`, the left side of `foo -> X use`, never holds' lock.aut --ltl 'G (foo -> X use)'
telling 0 lock.aut --ltl 'G (acquire -> X use)'
# One state: the automaton of the failure does not get past the first letter.
telling 0 lock.aut --ltl 'foo -> X use'
telling 0 lock.aut --ltl '!foo'
# Cut short.
telling 3 loop.pml --ltl 'G (y == 1 -> F x == 1)' --max-states 1
telling 3 loop.pml --ltlf 'G (y == 1 -> X[!] x == 1)' --max-depth 1 --reduce none
telling 3 loop.pml --ltlf 'F (x == 7)' --computations maximal --max-states 1
# More letters than are kept: a letter missing from the list proves nothing.
{ printf 'byte x;\nactive proctype P() { do :: x = x + 1 od }\n'; } >many.pml
formula='G ((x == 250 | x == 251) -> X true)'
atoms=''
for i in $(seq 0 10); do atoms="$atoms & ((x / $((i + 1))) % 2 == 0 | (x / $((i + 1))) % 2 == 1)"; done
telling 0 many.pml --ltl "$formula$atoms"
# A resumed run combines the letters of both parts.
"$weir" check loop.pml --ltlf 'G (x == 1 -> X[!] x == 0)' --computations all --reduce none --checkpoint c.save --max-states 1 >out 2>err
[ -e c.save ] && telling 1 loop.pml --ltlf 'G (x == 1 -> X[!] x == 0)' --reduce none --resume c.save
finish
