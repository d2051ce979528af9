#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Automata as properties of a model: of the property itself, or of the wrong runs; and formulas that are deterministic
# over events.
. "$(dirname "$0")/../support/cli.sh"

cat >lock.aut <<'AUT'
des (0,5,4)
(0,"acquire",1)
(1,"use",2)
(2,"use",2)
(2,"drop",0)
(0,"stop",3)
AUT
cat >formulas <<'LTL'
G (acquire -> X use)
G F acquire
G (acquire -> F drop)
F G !drop
acquire U use
G (use -> X (use | drop))
G F use -> G F drop
F stop
!stop W acquire
LTL
while read -r formula; do
  "$weir" check lock.aut --ltl "$formula" -q >/dev/null
  wanted=$?
  for shape in '' '--deterministic' '--state-based --degeneralize' '--complete --simplify none' '--deterministic --complete'; do
    # shellcheck disable=SC2086
    "$weir" translate "$formula" $shape >property.hoa
    # shellcheck disable=SC2086
    "$weir" translate "!($formula)" $shape >failures.hoa
    for engine in auto emerson-lei tarjan; do
      "$weir" check lock.aut --automaton property.hoa --emptiness $engine -q >out 2>&1
      equal "--automaton of $formula ($shape, $engine)" $wanted $?
    done
    "$weir" check lock.aut --automaton property.hoa -j 2 --json out.json -q >out
    equal "--automaton of $formula ($shape, two threads)" $wanted $?
    [ $wanted = 0 ] || contains "certified" '"validated": true' "$(cat out.json)"
    "$weir" check lock.aut --failure-automaton failures.hoa -q >out 2>&1
    equal "--failure-automaton of $formula ($shape)" $wanted $?
  done
done <formulas
# Nondeterministic automata with every kind of acceptance in the corpora, each for the same two languages.
forms() { # ACCEPTANCE WAITING DONE: some `use`, then anything
  printf 'HOA: v1\nStates: 2\nStart: 0\nAP: 1 "use"\nAcceptance: %s\n--BODY--\nState: 0\n[t] 0 %s\n[0] 1\nState: 1\n[t] 1 %s\n--END--\n' "$@" >some.hoa
}
while IFS='@' read -r acceptance waiting done_; do
  forms "$acceptance" "$waiting" "$done_"
  expect 1 'violated' check lock.aut --automaton some.hoa
  expect 0 'holds' check lock.aut --automaton some.hoa --assume 'G !stop'
  expect 0 equivalent compare some.hoa 'F use'
done <<'FORMS'
1 Inf(0)@@{0}
2 Inf(0)&Inf(1)@@{0 1}
1 Fin(0)@{0}@
2 Fin(0)&Inf(1)@{0}@{1}
4 (Fin(0)&Inf(1))|(Fin(2)&Inf(3))@{0 2}@{1}
2 Fin(0)|Inf(1)@{0}@{1}
3 Inf(0)|(Fin(1)&Inf(2))@{1}@{2}
3 Fin(0)&(Inf(1)|Fin(2))@{0}@{1}
FORMS
expect 2 'alternating automata' check lock.aut --automaton "$root/tests/support/alternating.hoa"
cat property.hoa failures.hoa >both.hoa
expect 2 'expected one automaton' check lock.aut --automaton both.hoa
# A complement that is too large is a limit, not an error.
apart="G F (use & $(printf 'X %.0s' $(seq 1 16)) use)"
"$weir" translate "!($apart)" --simplify none >large.hoa
expect 3 'the time limit was reached' check lock.aut --automaton large.hoa --time 1

# Determinism in the sense of the 1989 report: events are mutually exclusive, free propositions are not.
while read -r formula; do
  expect 2 'the word' translate --translator derivative "$formula"
  expect 0 'Acceptance: 1 Inf(0)' translate --translator derivative --alphabet acquire,use,tau "$formula"
  "$weir" check lock.aut --ltl "$formula" -q >/dev/null
  wanted=$?
  [ $wanted -lt 2 ] || fail "$formula: exit $wanted"
  "$weir" check lock.aut --translator derivative --ltl "$formula" -q >/dev/null
  equal "derivative and couvreur on $formula" $wanted $?
done <<'FORMULAS'
G (acquire -> X[!] use)
G acquire M use
use U X[!] G !acquire
FORMULAS
# Some formulas are not deterministic over any alphabet.
expect 2 'the word' translate --translator derivative --alphabet a,b,tau 'F G a'
expect 2 'not deterministic' check lock.aut --translator derivative --ltl 'F G use'

# A formula that mentions states is about words of states, also where its value does not depend on them.
printf 'HOA: v1\nStates: 2\nStart: 0\nAP: 1 "c"\nAcceptance: 0 t\nproperties: state-labels explicit-labels\n--BODY--\nState: [!0] 0\n1\nState: [0] 1\n--END--\n' >two.hoa
for formula in 'X[!] c' 'X[!] (c | !c)' 'F Y (c | !c)' '{1; c | !c}!'; do
  expect 0 'holds  p0' check two.hoa --computations maximal --ltlf "$formula"
done
expect 1 'violated  p0' check two.hoa --computations maximal --ltlf 'X[!] X[!] (c | !c)'
printf 'HOA: v1\nStates: 1\nStart: 0\nAP: 1 "c"\nAcceptance: 0 t\nproperties: state-labels explicit-labels\n--BODY--\nState: [!0] 0\n--END--\n' >one.hoa
expect 1 'violated  p0' check one.hoa --ltlf 'c & !c'
finish
