#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# --property NAME: names of the model take precedence over weir's names; ambiguous names are refused.
. "$(dirname "$0")/../support/cli.sh"
cat >own.pml <<'PML'
byte x;
active proctype P() { x = 1; do :: x == 2 -> break od }
ltl deadlock { [] (x < 2) }
ltl assertions { <> (x == 2) }
never { do :: x == 5 -> break :: else od }
PML
expect 0 'holds  deadlock: ' check own.pml --property deadlock -q
expect 1 'violated  assertions: ' check own.pml --property assertions -q
expect 1 'violated  deadlock' check own.pml --deadlock -q
equal "the built-in property has no formula" 'violated  deadlock' "$(cat out)"
expect 0 'holds  assertions' check own.pml --assertions -q
expect 0 'holds  never' check own.pml --property never -q
expect 0 'holds  never' check own.pml --property never_0 -q
"$weir" check own.pml -q >out
equal "everything the model states" 5 "$(wc -l <out)"
# Counterexamples are selected by the same rule.
"$weir" check own.pml -q --json run.json >out
expect 0 'from here on it repeats' simulate own.pml --replay run.json --property assertions
expect 0 'end of the recorded run' simulate own.pml --replay run.json --property deadlock
expect 2 "the file contains no counterexample of 'never'" simulate own.pml --replay run.json --property never

cat >shared.pml <<'PML'
byte x;
active proctype P() { x = 1 }
ltl a { [] (x < 2) }
never a { do :: x == 5 -> break :: else od }
never b { do :: x == 5 -> break :: else od }
PML
expect 2 'several properties are named `a`: the formula at shared.pml:3, the never claim at shared.pml:4' check shared.pml --property a
expect 2 'several properties are named `never`: the never claim at shared.pml:4, the never claim at shared.pml:5' check shared.pml --property never
expect 0 'holds  b' check shared.pml --property b -q
expect 0 'holds  deadlock' check shared.pml --property deadlock -q
expect 2 "the model has no property \`bb\`; did you mean 'b'?; it has assertions, deadlock, a, a, b" check shared.pml --property bb
sed '/^ltl/d; /^never b/d' shared.pml >named.pml
expect 0 'holds  a' check named.pml --property a -q
expect 0 'holds  a' check named.pml --property never -q
# Names that weir generates are not in use.
printf 'p0: G (x < 2)\n' >p.ltl
expect 0 'holds  p1: F (x == 1)' check named.pml --ltl 'F (x == 1)' --properties p.ltl -q
# A name may choose from a file.
printf 'low: G (x < 2)\nhigh: G (x < 0)\n' >two.ltl
expect 0 'holds  low' check named.pml --properties two.ltl --property low -q
expect 1 'violated  high' check named.pml --properties two.ltl -q
expect 0 'holds  a' check named.pml --properties p.ltl --property a -q
# Recorded runs with an ambiguous name.
"$weir" check shared.pml --ltl 'G (x == 0)' --json run.json -q >out
sed -i 's/"properties": \[/"properties": [{"name": "p0", "kind": "ltl", "formula": "F", "counterexample": {"prefix": [], "cycle": []}},/' run.json
expect 2 "several properties are named 'p0': ltl F, ltl G (x == 0)" simulate shared.pml --replay run.json --property p0
# Files that are not recordings.
for text in '' '[]' '{}' '{"properties": 7}' '{"properties": [7]}' '{"properties": [{"counterexample": 7}]}'; do
  printf '%s' "$text" >run.json
  expect 2 'run.json: error: ' simulate shared.pml --replay run.json
done
printf '{"properties": [{"name": 7, "counterexample": {"prefix": [7, {"event": 7, "last": 7, "state": 7}], "cycle": 7}}]}' >run.json
expect 2 'is not a run of this model' simulate shared.pml --replay run.json
{ head -c 300000 /dev/zero | tr '\0' '['; } >run.json
expect 2 'this is not the JSON output of weir check' simulate shared.pml --replay run.json
finish
