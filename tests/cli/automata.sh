#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# weir automata: operations on languages and questions about them.
. "$(dirname "$0")/../support/cli.sh"

"$weir" translate 'G F a' >often.hoa
"$weir" translate 'F G a' --deterministic >finally.hoa
cp often.hoa often

# Questions: yes is exit 0, no is exit 1 with a word.
expect 0 empty automata empty 'G a & F !a'
expect 1 'not empty: it accepts' automata empty often.hoa
expect 0 universal automata universal 'F a | G !a'
expect 1 'it rejects' automata universal often.hoa
expect 0 included automata included 'G a' 'F a'
expect 1 'only the first accepts' automata included often.hoa finally.hoa
expect 0 included automata included finally.hoa often.hoa
expect 0 included automata included finally.hoa 'G F a'
expect 0 disjoint automata disjoint 'G a' 'F !a'
expect 1 'both accept' automata disjoint often.hoa finally.hoa
expect 0 equivalent automata equivalent often.hoa 'G F a'
expect 1 'only the first accepts' automata equivalent 'G F a' finally.hoa
expect 1 'only the second accepts' automata equivalent finally.hoa 'G F a'
input=often.hoa expect 0 equivalent automata equivalent @often -
expect 1 'the empty word' automata included --finite 'X a' 'X a & X[!] true'
expect 1 '"question": "included"' automata included 'F a' 'G a' --json -
contains "JSON word" '"accepted": [' "$(cat out)"
[ -z "$("$weir" automata included 'F a' 'G a' -q)" ] || fail "-q prints nothing"

# Operations: the result has the language of a formula.
same() { # same OPERATION FORMULA LANGUAGE...
  local operation=$1 formula=$2 shape
  shift 2
  for shape in '' '--simplify none' '--deterministic' '--complete' '--degeneralize --state-based'; do
    # shellcheck disable=SC2086
    "$weir" automata "$operation" "$@" $shape >made.hoa 2>err || fail "$operation $* $shape: $(cat err)"
    "$weir" compare made.hoa "$formula" -q || fail "$operation $* $shape is not $formula"
  done
}
same product 'G F a & F G b' often.hoa 'F G b'
same product 'G F a & F b & G (b -> X c)' often.hoa 'F b' 'G (b -> X c)'
same union 'G F a | F G b' often.hoa 'F G b'
same union 'F G a | a U b | X c' finally.hoa 'a U b' 'X c'
same difference 'G F a & !F G a' often.hoa finally.hoa
same difference 'G F a & !F b & !F c' often.hoa 'F b' 'F c'
for language in often.hoa 'G F a'; do
  "$weir" automata complement "$language" >made.hoa
  "$weir" compare made.hoa 'F G !a' -q || fail "complement of $language"
done
expect 0 'never' automata product 'G F a' 'G F b' --to never
expect 0 'name: "(G F a) & (G F b)"' automata product 'G F a' 'G F b'
expect 0 '"empty":true' automata product 'G a' 'F !a' --stats
expect 0 '"class":"guarantee"' automata union --finite 'F a' 'F b' --stats
"$weir" automata union --finite 'F a' 'X b' >made.hoa
expect 0 equivalent compare --finite made.hoa 'F a | X b'

# Wrong use and bad input.
expect 2 'complement takes one language' automata complement a b
expect 2 'two languages' automata included a
expect 2 'two or more languages' automata product a
expect 2 'formula' automata product a 'b U'
expect 2 'writes a formula' automata product a b --to ltl
expect 2 '--json applies to questions only' automata product a b --json -
expect 2 'cannot read' automata empty missing.hoa
cat often.hoa finally.hoa >both.hoa
expect 2 'contains 2 automata' automata empty both.hoa
expect 2 'alternating automata' automata empty "$root/tests/support/alternating.hoa"
"$weir" automata product 'G F a' finally.hoa --time 20 --memory 1G >made.hoa || fail "limits that are not reached"

# A complement that is too large is a limit, not an error.
"$weir" translate "!(G F (a & $(printf 'X %.0s' $(seq 1 16)) a))" --simplify none >large.hoa
expect 3 'the time limit was reached' automata complement large.hoa --time 0.1
expect 3 'the memory limit was reached' automata complement large.hoa --memory 60M
finish
