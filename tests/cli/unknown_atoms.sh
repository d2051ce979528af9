#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# An unknown atom is reported before the search, with its location: in an option, a file of formulas, an automaton. No
# exception text is shown.
. "$(dirname "$0")/../support/cli.sh"
peterson=$root/examples/peterson.pml
shows() { # shows PLACE ARGS...: exit 2, the message begins with PLACE, and nothing speaks of C++
  local place=$1
  shift
  expect 2 "$place" check "$@"
  grep -E '::|std|basic_|internal' err && fail "weir check $*: an exception's text"
  [ -s out ] && fail "weir check $*: something on standard output"
}
for option in --ltl --ltlf --assume; do
  shows "$option:1:4: error: 'critt' is not declared" "$peterson" "$option" 'G !critt'
  equal "the place of the atom" "     ^~~~~" "$(sed -n 3p err)"
  shows "$option:2:9: error: proctype 'P' has no label 'crt'" "$peterson" "$option" $'G (turn == 1) &&\n  "P[0]@crt"'
done
shows "--ltl:1:9: error: proctype 'P' has no label 'crt'" "$peterson" --ltl 'G "P[0]@crt"'
# The atom is underlined completely, although its blanks differ from the canonical form.
shows "--ltl:1:3: error: 'x' is not declared" "$peterson" --ltl 'F x  <3'
equal "the whole atom" "    ^~~~~" "$(sed -n 3p err)"
# All unknown atoms are reported, each once.
expect 2 "--ltl:1:8: error: 'bb' is not declared" check "$peterson" --ltl 'G (aa->bb) & F aa'
equal "errors" 2 "$(grep -c error: err)"
printf '# comment\na: G !critt\nb: F (turn == 1 &\n     xyz[1])\n' >"$folder/p.ltl"
shows "p.ltl:2:7: error: 'critt' is not declared" "$peterson" --properties p.ltl
shows "p.ltl:4:6: error: 'xyz' is not declared" "$peterson" --properties p.ltl
printf 'HOA: v1\nStates: 1\nStart: 0\nAP: 2 "turn == 1" "critt"\nAcceptance: 1 Inf(0)\n--BODY--\nState: 0 {0}\n[0&1] 0\n--END--\n' >"$folder/a.hoa"
shows "a.hoa:4:20: error: 'critt' is not declared" "$peterson" --property-automaton a.hoa
sed 's/eats_0/nosuch/' "$root/examples/philosophers.xml" >"$folder/p.xml"
shows "p.xml: error: property 'neighbours', atom" "$root/examples/philosophers.pnml" --properties p.xml
shows "--ltl:1:3: error: there is no variable 'critt'" "$root/examples/peterson.dve" --ltl 'F critt'
# The first failure has no side effects: the second property mentions the same name.
shows "--ltlf:1:3: error: 'critt' is not declared" "$peterson" --ltl 'G critt' --ltlf 'F critt'

# Odd atoms of every kind must not crash the program; unit tests check their meaning.
cat >"$folder/odd.pml" <<'PML'
#define TWICE(x) (x*2)
#define half (b /
mtype = { A, B };
typedef Inner { byte q[2]; chan c };
typedef Outer { Inner i[2]; int z };
Outer o;
byte b; mtype m; byte ar[3];
chan ch = [2] of { byte, mtype };
chan un;
inline inl(x) { x = x + 1 }
proctype Q(byte par) { byte loc; lab: loc = par }
active [2] proctype P() { byte ya[3]; crit: inl(b) }
init { run Q(1) }
PML
while IFS= read -r atom; do
  for formula in "G !($atom)" "F \"${atom//\"/\\\"}\""; do
    timeout 60 "$weir" check "$folder/odd.pml" --ltl "$formula" --max-states 1000 >"$folder/out" 2>"$folder/err"
    code=$?
    [ "$code" -le 2 ] || fail "--ltl '$formula': exit $code"
    [ "$code" -ne 2 ] || grep -q 'error: ' "$folder/err" || fail "--ltl '$formula': no message"
    ! grep -qE '::at|std::|basic_|internal' "$folder/out" "$folder/err" || fail "--ltl '$formula': an exception's text"
  done
done <<'ATOMS'
o
o.i[0]
o.i[9].q[0]
o.nosuch
b.x
ar
ar[7]
ar[nosuch]
len(b)
len(nosuch)
un?[1]
ch?[1,2,3]
P
P[0]@nosuch
Nope[0]@x
P[0]:ya
P[0]:nosuch
Q[2]:par
init@x
_
timeout
run P()
inl(b)
enabled(nosuch)
sent(b)
sent(ch,nosuch)
by(b)
by()
no_channel(nosuch)
no_channel()
TWICE(
half
1/0
b ==
#define
#define foo 1
(b
[]
c_expr { x }
'
ATOMS
shows "--ltl:1:4: error: 'o' is a structure" odd.pml --ltl 'G "o"'
shows "--ltl:1:7: error: there is no proctype 'b'" odd.pml --ltl 'G "by(b)"'

# Atoms that can never be true. In a formula of the user they are an error, in the model a warning.
cat >few.pml <<'PML'
byte ar[3]; bool dead;
active [2] proctype P() { byte v; crit: v = 1 }
proctype Q() { lab: skip }
proctype S() { lab: skip }
init { run Q() }
ltl a { [] !P[7]@crit }
ltl b { [] (ar[0] == 0 || ar[3] == 0) }
ltl c { [] !S@lab }
PML
shows "--ltl:1:6: error: there is no process P[2]: there are P[0] and P[1]" few.pml --ltl 'G !P[2]@crit'
shows "--ltl:1:5: error: there is no process P[-1]" few.pml --ltl 'G P[-1]:v == 0'
shows "--ltlf:1:8: error: there is no process P[5]" few.pml --ltlf 'G by(P,5)'
shows "--ltl:1:3: error: no process of 'S' is ever started" few.pml --ltl 'F S@lab'
shows "--assume:1:6: error: 'ar' has no element 3: its elements are numbered 0 to 2" few.pml --assume 'F ar[3] == 0'
printf 'p: F P[1]@crit\nq: F P[2]@crit\n' >few.ltl
shows "few.ltl:2:8: error: there is no process P[2]" few.pml --properties few.ltl
expect 0 "--ltl:1:6: warning: there is no process 9: there are at most 4, numbered from 0" check few.pml --ltl 'G !Q[9]@lab'
expect 0 "--ltl:1:4: warning: there is no process 4" check few.pml --ltl 'G !enabled( 4)'
expect 0 "holds" check few.pml --ltl 'G !(P[0]@crit & P[1]@crit & Q[3]@lab)' --assume 'G !P[0]@crit'
expect 0 "warning: 'dead' is an atom of weir; write the model's variable as \"(dead)\"" check few.pml --ltl 'G (dead -> dead)'
expect 0 "holds  p0" check few.pml --ltl 'G !"(dead)"'
equal "no warning about what can be true" "" "$(cat err)"
for name in a b c; do expect 0 "warning: " check few.pml --property $name; done
expect 0 "there is no process P[7]: there are P[0] and P[1]" check few.pml --property a
printf 'des (0,2,2)\n(0,"acquire",1)\n(1,"release",0)\n' >lock.aut
expect 0 "--ltl:1:5: warning: no transition is labelled 'acquier', so this atom is never true; did you mean 'acquire'?" \
  check lock.aut --ltl 'G (!acquier)'
# Events of a log.
printf '{"event":"paid"}\n{"event":"shipped"}\n' >log.jsonl
expect 1 "warning: no event is named 'piad', so this atom is never true; did you mean 'paid'?" trace log.jsonl --ltlf 'F piad'
expect 1 "warning: no event is named 'xyz', so this atom is never true" trace log.jsonl --ltlf 'F xyz & F paid'
equal "one warning" 1 "$(grep -c warning err)"
expect 0 "satisfied" trace log.jsonl --ltlf 'F paid & F shipped'
equal "no warning" "" "$(cat err)"
finish
