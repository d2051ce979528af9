#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# weir translate: golden outputs, refusals, batches, and a monitor that is compiled and run.
. "$(dirname "$0")/../support/cli.sh"

# One complete output.
cat >golden.hoa <<'HOA'
HOA: v1
name: "G (a -> F b)"
States: 2
Start: 0
AP: 2 "a" "b"
acc-name: Buchi
Acceptance: 1 Inf(0)
properties: trans-labels explicit-labels trans-acc complete deterministic stutter-invariant
--BODY--
State: 0 "G (F b | !a)"
[!0 | 1] 0 {0}
[0&!1] 1
State: 1 "F b & G (F b | !a)"
[1] 0 {0}
[!1] 1
--END--
HOA
"$weir" translate 'G (a -> F b)' >out.hoa || fail "translate exits with $?"
diff golden.hoa out.hoa || fail "HOA of G (a -> F b)"

# Couvreur's Tables 1 and 2: nodes and transitions without simplification.
sizes() {
  expect 0 "\"states\":$2,\"edges\":$3," translate --simplify none --stats "$1"
}
sizes 'p U q' 2 3
sizes 'p U (q U s)' 3 6
sizes '!(p U (q U s))' 3 6
sizes 'G F p -> G F q' 4 9
sizes 'F p U G q' 4 10
sizes 'G p U q' 4 6
sizes '!(F F p <-> F p)' 2 3

# Jard and Jéron's first formula, over its alphabet: two states, λ accepted.
expect 0 'States: 2' translate --finite --alphabet a,b,tau 'G (a -> X[!] (!a U b))'
expect 0 'States: 3' translate --finite --alphabet a,b,tau --complete --minimize 'G (a -> X[!] (!a U b))'
expect 0 '"class":"persistence"' translate --stats 'F G a'
expect 0 '"class":"safety"' translate --finite --stats 'G !a'
expect 0 '"stutter_invariant":false' translate --stats 'X a'
expect 0 'never' translate --to never 'G F a'
expect 0 'digraph' translate --to dot 'G F a'
expect 0 '\mathbin{' translate --to latex 'a U b'
expect 0 'acc-name: Buchi' translate --degeneralize --state-based 'G F a & G F b'

# Refusals give a reason and write nothing to standard output.
expect 2 'add --finite' translate --to cpp 'G a'
expect 2 'leave out --finite' translate --finite --to never 'G a'
expect 2 'automata on infinite words' translate --finite --translator couvreur 'G a'
expect 2 'not in the alphabet' translate --alphabet a,b 'G c'
expect 2 'is not an obligation' translate --minimize 'G F a'
expect 2 'the word' translate --translator derivative 'F a U G b'
expect 2 '^' translate 'G (a'
expect 2 'give one formula' translate
[ -z "$("$weir" translate 'G (a' 2>/dev/null)" ] || fail "a bad formula writes to standard output"

# Batches.
printf '# two\nfirst: G a\nF b // second\n' >two.ltl
[ "$("$weir" translate -F two.ltl --stats | wc -l)" = 2 ] || fail "-F FILE gives a line each"
[ "$("$weir" translate -F - --stats <two.ltl | grep -c '"states":')" = 2 ] || fail "-F - reads standard input"
printf 'G a\nG (a\n' >bad.ltl
expect 2 'bad.ltl:2:' translate -F bad.ltl

# A monitor, compiled and run.
compiler=$(command -v c++ || command -v g++ || command -v clang++)
if [ -n "$compiler" ]; then
  "$weir" translate --finite --to cpp 'G (req -> F ack)' >monitor.cpp || fail "--to cpp"
  grep -q '^//     G (req -> F ack)$' monitor.cpp || fail "the monitor does not name its formula"
  if "$compiler" -std=c++17 -Wall -Wextra -Werror -DMONITOR_MAIN monitor.cpp -o monitor; then
    [ "$(printf 'req\nack\n' | ./monitor)" = satisfied ] || fail "request and answer satisfy"
    [ "$(printf 'req\n\n' | ./monitor)" = violated ] || fail "a request without answer violates"
  else
    fail "the monitor does not compile"
  fi
  "$weir" translate --finite --to cpp 'G !bad' >monitor.cpp
  "$compiler" -std=c++17 -Wall -Wextra -Werror -DMONITOR_MAIN monitor.cpp -o monitor || fail "compile"
  [ "$(printf 'bad\nok\n' | ./monitor)" = 'violated, decided' ] || fail "a violation is decided"

  # Several monitors in one program, named by --name, the formula, the file of formulas or the automaton; some twice.
  printf 'response: G (req -> F ack)\nre-sponse: F ack\nre.sponse: F req\nG (req | ack)\nG (req & ack)\n' >many.ltl
  "$weir" translate --finite --to cpp --name Response 'G (req -> F ack)' >a.h || fail "--name"
  "$weir" translate --finite --to cpp 'G (req -> F ack)' >b.h
  "$weir" translate --finite --to cpp 'G (req & F ack)' >c.h
  "$weir" translate --finite --to cpp --complement 'G (req & F ack)' >d.h
  "$weir" translate --finite --to cpp --alphabet req,ack 'G (req & F ack)' >e.h
  "$weir" translate --finite --to cpp -F many.ltl >f.h
  "$weir" translate --finite 'F ack' >ack.hoa
  "$weir" translate --finite --automaton ack.hoa --to cpp >g.h
  # An atom that would end its comment, or continue it on the next line.
  "$weir" translate --finite --to cpp $'F "*/ \n#error \\\\"' >h.h
  "$weir" translate --finite --to cpp 'F "x\\"' >i.h
  cat >both.cpp <<'CPP'
#include "a.h"
#include "a.h"
#include "b.h"
#include "c.h"
#include "d.h"
#include "e.h"
#include "f.h"
#include "g.h"
#include "h.h"
#include "i.h"
int main() {
  Response first;
  Monitor_response second;
  Response::Letter request;
  request.is_req = true;
  first.step(request);
  second.step({});
  return !first.satisfied() && second.satisfied() ? 0 : 1;
}
CPP
  "$compiler" -std=c++17 -Wall -Wextra -Werror both.cpp -o both || fail "two monitors in one program"
  ./both || fail "the monitors of one program"
  expect 2 'is not a valid C++ class name' translate --finite --to cpp --name class 'F a'
  expect 2 'is not a valid C++ class name' translate --finite --to cpp --name 'a b' 'F a'
  expect 2 '--name needs --to cpp' translate --name A 'F a'
  expect 2 '--name needs a file with one formula' translate --finite --to cpp --name A -F many.ltl
fi

# Automata instead of formulas: transforming the automaton of f gives the same result as transforming f.
while read -r formula; do
  "$weir" translate "$formula" >yes.hoa
  "$weir" translate "!($formula)" >no.hoa
  for shape in '' '--degeneralize --state-based' '--deterministic' '--complete --simplify none'; do
    # shellcheck disable=SC2086
    "$weir" translate --automaton yes.hoa --complement $shape >other.hoa || fail "complement of $formula, $shape"
    "$weir" compare --automata other.hoa no.hoa -q || fail "complement of $formula, $shape: not the negation"
    # shellcheck disable=SC2086
    "$weir" translate --automaton - $shape <yes.hoa >other.hoa
    "$weir" compare --automata yes.hoa other.hoa -q || fail "$formula, $shape: another language"
  done
done <<'FORMULAS'
G F a -> G F b
F G a & G F b
a U (b U c)
G (a -> X b)
!a W (b M c)
false
FORMULAS
"$weir" translate 'F G a & G F b' --deterministic >parity.hoa
expect 0 'accept' translate --automaton parity.hoa --to never
expect 0 '"empty":false' translate --automaton parity.hoa --stats
expect 0 '"class":"persistence"' translate --automaton <("$weir" translate 'F G a') --stats
"$weir" translate --finite 'a U b' >until.hoa
expect 0 '2 states, 3 edges, finite words' translate --automaton until.hoa --finite --complement --minimize --to text
expect 0 '!(a U b)' translate --automaton until.hoa --finite --complement
cat yes.hoa parity.hoa | "$weir" translate --automaton - --stats >lines
equal "one line an automaton" 2 "$(wc -l <lines)"
expect 2 'applies to formulas' translate --automaton parity.hoa --translator closure
expect 2 'writes a formula' translate --automaton parity.hoa --to ltl
expect 2 'no acceptance sets' translate --automaton until.hoa --finite --degeneralize
expect 2 'give one formula' translate a --automaton parity.hoa
echo 'HOA: v1' >cut.hoa
expect 2 'cut.hoa:' translate --automaton cut.hoa
finish
