#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# weir compare: answers, words, JSON, exit codes.
. "$(dirname "$0")/../support/cli.sh"
set -o pipefail
same() { # same F G [OPTION]
  out=$("$weir" compare "$@" 2>&1)
  equal "exit of $*" 0 $?
  equal "answer to $*" "equivalent" "$out"
}
differ() { # differ WHICH F G [OPTION]: WHICH formula accepts the word
  local which=$1
  shift
  out=$("$weir" compare "$@" 2>&1)
  equal "exit of $*" 1 $?
  contains "answer to $*" "only the $which formula accepts" "$out"
}

same 'G F a' '! F G !a'
same 'a U b' 'b | (a & X(a U b))'
same '!(a U b)' '!a R !b'
same 'a W b' '(a U b) | G a'
same 'a M b' 'b U (a & b)'
same 'true' 'a | !a'
same 'G F a & G F b' 'G F (a & F b)'
differ right 'F G a' 'G F a'
differ left 'F a' 'X F a'
differ right 'a' 'true'
# Every law of next that holds only on infinite words.
same 'F X a' 'X F a'
same 'X a' 'X[!] a'
same '!X a' 'X !a'
differ left 'X a' 'X[!] a' --finite
same '!X a' 'X[!] !a' --finite
same 'G F a' 'F G a' --finite
differ left 'G a' 'a & X[!] G a' --finite

# On finite words the witness is a shortest word.
equal "shortest word" "different: only the right formula accepts
  a; a; a" "$("$weir" compare 'a & X[!] a & X[!] X[!] a & X[!] X[!] X[!] true' 'a & X[!] (a & X[!] a)' --finite)"
equal "the empty word" "different: only the left formula accepts
  the empty word" "$("$weir" compare 'X a' 'X a & X[!] true' --finite)"

# Infinite words have a cycle.
contains "a lasso" "cycle{" "$("$weir" compare 'G F a' 'F G a')"

json=$("$weir" compare 'F G a' 'G F a' --json -)
equal "exit with JSON" 1 $?
contains "JSON answer" '"equivalent": false' "$json"
contains "JSON side" '"accepted_by": "right"' "$json"
json=$("$weir" compare a a --json -)
equal "exit with JSON, equivalent" 0 $?
contains "JSON equivalent" '"equivalent": true' "$json"

# Errors: both formulas are parsed, and nothing is written to standard output.
out=$("$weir" compare 'a U' ')' 2>/dev/null)
equal "exit of a mistake" 2 $?
equal "nothing on standard output" "" "$out"
err=$("$weir" compare 'a U' ')' 2>&1 >/dev/null)
contains "left mistake" "left formula:1:" "$err"
contains "right mistake" "right formula:1:" "$err"
"$weir" compare a >/dev/null 2>&1
equal "one formula is not enough" 2 $?


# Automata from files.
"$weir" translate 'G F a' >left.hoa
"$weir" translate 'G F a' --deterministic --state-based >same.hoa
"$weir" translate 'F G a' >right.hoa
expect 0 equivalent compare --automata left.hoa same.hoa
expect 1 'only the left automaton accepts' compare --automata left.hoa right.hoa
cat left.hoa right.hoa >both.hoa
expect 2 "'both.hoa' contains 2 automata" compare --automata both.hoa left.hoa
expect 2 'cannot read' compare --automata left.hoa missing.hoa
finish
