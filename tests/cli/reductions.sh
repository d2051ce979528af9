#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# weir check -v says for every reduction that it was used, or why not.
. "$(dirname "$0")/../support/cli.sh"

# Every reduction is either on the line of used reductions, or on a line that says why not; never on both.
told() {
  "$weir" check "$@" -v > out 2> err
  local reduction
  for reduction in merge dead slice por sleep symmetry structural; do
    local used left
    used=$(grep -c -E "reduced by .*\b$reduction\b" out)
    left=$(grep -c -E "^  no ([a-z]+, )*$reduction(, [a-z]+)*: [^ ]" out)
    [ $((used + left)) = 1 ] || { fail "weir check $* -v: $reduction is told $used + $left times"; cat out err; }
  done
}
says() {
  grep -qF -- "$1" out || { fail "no '$1'"; cat out; }
}

cat > two.pml <<'PML'
byte x, y;
active [2] proctype P() { byte k; do :: k = 1 - k; x = k :: y = 1 od }
PML
told two.pml --ltl 'G (x < 2)'
says 'reduced by dead, slice, symmetry'
says 'no por: in the first states it would omit hardly any step'
says 'no sleep: sleep sets preserve states and deadlocks'
told two.pml --ltl 'X (x == 0)'
says 'no merge, por: the property is not stutter-invariant'
says 'symmetry'
told two.pml --ltl 'G F (x == 0)' --fair weak
says 'no merge, por: it is not proved sound with --fair'
says 'no symmetry: fairness distinguishes processes'
told two.pml --assertions
says 'no sleep: it is useful only if states are forgotten (--store cache)'
told two.pml --assertions --store cache --cache-entries 50
says 'no symmetry: sleep sets identify processes by their numbers'

cat > one.pml <<'PML'
byte x;
active proctype P() { x = _pid; x = 1 }
PML
told one.pml --assertions
says 'symmetry: no two processes are of the same kind'

cat > lock.aut <<'AUT'
des (0, 2, 2)
(0, "a", 1)
(1, "b", 0)
AUT
told lock.aut --ltl 'G F a'

# Declared symmetry: used, explained, and checked.
cat > turns.pml <<'PML'
bool flag[3]; byte turn = 255;
active [3] proctype P() {
  do
  :: flag[_pid] = true;
     turn = _pid;
     turn == _pid -> flag[_pid] = false
  od
}
PML
told turns.pml --assertions
says 'symmetry: processes of type P can be distinguished: it uses its number (_pid)'
told turns.pml --assertions --symmetry P
says 'symmetry'
says 'no por: it is not proved sound with --symmetry'
sed 's/turn == _pid ->/turn == 1 ->/' turns.pml > lie.pml
# A merged choice of all identities: the model takes the exchanged alternative.
cat > any.pml <<'EOF'
bit turn;
chan ids = [1] of { bit };
active [2] proctype P() {
  bit peer;
  do
  :: ids!peer; if :: peer = 0 :: peer = 1 fi
  :: ids?eval(_pid); 0
  od
}
EOF
expect 1 'violated  deadlock' check any.pml --deadlock --symmetry 'P: turn'
expect 2 'lie.pml:6:' check lie.pml --assertions --symmetry P
expect 2 'distinguishes P[0] from P[1]' check lie.pml --assertions --symmetry P
expect 2 'the property distinguishes P[0] from P[1]' check turns.pml --ltl 'G F flag[0]' --symmetry P
expect 2 'cannot parse `P[]`' check turns.pml --symmetry 'P[]'
expect 2 'it needs a Promela or DVE model' check lock.aut --ltl 'G F a' --symmetry P

# Eight independent transitions of a net; X shows the order of steps.
{
  echo '<pnml xmlns="http://www.pnml.org/version-2009/grammar/pnml">'
  echo '<net id="n" type="http://www.pnml.org/version-2009/grammar/ptnet"><page id="g">'
  for i in 0 1 2 3 4 5 6 7; do
    echo "<place id=\"a$i\"><initialMarking><text>1</text></initialMarking></place><place id=\"b$i\"/>"
    echo "<transition id=\"t$i\"/><arc id=\"in$i\" source=\"a$i\" target=\"t$i\"/>"
    echo "<arc id=\"out$i\" source=\"t$i\" target=\"b$i\"/>"
  done
  echo '</page></net></pnml>'
} > eight.pnml
later='G (tokens(b0) > 0 -> X X tokens(a0) == 0)'
expect 0 '503 states' check eight.pnml --ltl "$later" --reduce none -v
expect 0 '376 states' check eight.pnml --ltl "$later" --reduce por -v
expect 0 'reduced by por, por guided by the automaton' check eight.pnml --ltl "$later" --reduce por -v
expect 1 'reduced by por, por guided by the automaton' check eight.pnml --ltl 'G !(tokens(b0) > 0 & X dead)' --reduce por -v
expect 2 'it depends on X' check eight.pnml --ltl 'X X G (tokens(b0) == 0)' --reduce por --shortest
expect 2 'event atoms' check eight.pnml --ltl 'F (t0 & X t1)' --reduce por

# Reductions chosen by the user are not explained, and unsound ones are refused.
"$weir" check two.pml --assertions --reduce none -v > out
grep -q '^  no ' out && { fail "--reduce none needs no reasons"; cat out; }
expect 2 'sleep sets identify processes by their numbers' check two.pml --deadlock --reduce sleep,symmetry
finish
