#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Operators of other logics are named wherever formulas are read: options, files, ltl blocks, traces.
. "$(dirname "$0")/../support/cli.sh"
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
printf 'byte x; active proctype P() { x = 1 }\n' > "$folder/m.pml"
printf '{"event":"a"}\n' > "$folder/l.jsonl"
printf 'one: G a\ntwo: AG a\n' > "$folder/f.ltl"
refuses() { # refuses NAME MESSAGE ARGUMENTS...
  local name=$1 message=$2 out
  shift 2
  out=$("$weir" "$@" 2>&1)
  equal "$name: exit" 2 $?
  contains "$name" "$message" "$out"
  contains "$name: caret" "^" "$out"
}
ctl="error: 'AG' is an operator of CTL; formulas here are LTL, which speaks of all runs: write 'G'"
refuses ltl "--ltl:1:1: $ctl" check "$folder/m.pml" --ltl 'AG (x == 1)'
refuses ltlf "--ltlf:1:1: $ctl" check "$folder/m.pml" --ltlf 'AG (x == 1)'
refuses translate "$ctl" translate 'AG a'
refuses compare "$ctl" compare 'AG a' 'G a'
refuses trace "$ctl" trace "$folder/l.jsonl" --ltlf 'AG a'
refuses file "f.ltl:2:6: $ctl" trace "$folder/l.jsonl" --properties "$folder/f.ltl"
refuses "nearest pattern" "'respons' is not known; did you mean 'response'?" check "$folder/m.pml" --ltl 'respons(x == 1, x == 2)'
refuses "nearest name" "'y' is not declared" check "$folder/m.pml" --ltl 'G y'
block() { # block FORMULA MESSAGE
  { cat "$folder/m.pml"; printf 'ltl p { %s }\n' "$1"; } > "$folder/b.pml"
  refuses "block $1" "$2" check "$folder/b.pml"
}
past="is an operator of the past, which Spin's ltl blocks do not have; give the formula with --ltl"
block 'Y (x == 1)' "'Y' is not known; 'Y' $past"
block '[] (x == 1 S x == 2)' "but found name 'S'; 'S' $past"
block 'AG (x == 1)' "'AG' is an operator of CTL; formulas here are LTL, which speaks of all runs: write '[]'"
block 'response(x == 1, x == 2)' "'response' is a pattern of weir, which Spin's ltl blocks do not have"
block 'x == 1 ~> x == 2' "'~>' is TLA+'s leads-to"
contains "pattern on a model" "violated" "$("$weir" check "$folder/m.pml" --ltl 'absence(x == 1)')"
contains "pattern with scope" "holds" "$("$weir" check "$folder/m.pml" --ltl 'absence(x == 0) after(x == 1)')"
finish
