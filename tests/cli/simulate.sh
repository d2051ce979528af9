#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# weir simulate: random runs by seed, the model's printf, interactive choices, replay of a counterexample, never claims.
. "$(dirname "$0")/../support/cli.sh"

# The same seed gives the same run; another seed gives another run of this model.
"$weir" simulate "$root/examples/leader.pml" --seed 5 > one.txt
"$weir" simulate "$root/examples/leader.pml" --seed 5 > two.txt
cmp -s one.txt two.txt || fail "the same seed gives two runs"
for seed in 6 7 8 9; do "$weir" simulate "$root/examples/leader.pml" --seed $seed; done > others.txt
grep -qxF "$(sed -n 20p one.txt)" others.txt && [ "$(sort -u others.txt | wc -l)" -gt "$(sort -u one.txt | wc -l)" ] ||
  fail "every seed gives the same run"

# printf as C prints it.
cat > print.pml <<'M'
mtype = { red, green };
mtype m = green;
init { int x = -3; byte b = 65;
  printf("%d|%u|%o|%x|%c|%e|%%\n", x, 7, 8, 255, b, m); printm(red); printf("\nMSC: end\t.\n") }
M
printf -- '-3|7|10|ff|A|green|%%\nred\nMSC: end\t.\n' > wanted.txt
"$weir" simulate print.pml -q > found.txt
cmp -s wanted.txt found.txt || { fail "printf"; diff wanted.txt found.txt; }

# Interactive: the menu has one line per step with process, statement and location; 2 then 1 takes B first.
cat > menu.pml <<'M'
byte x;
active proctype A() { x = 1 }
active proctype B() { x = 2 }
M
printf '7\n2\n\nq\n' | "$weir" simulate menu.pml -i > menu.txt
grep -qE '^ +1  B\[1\]: x = 2  \(menu.pml:3\)' menu.txt || fail "menu: first choice"
grep -qE '^ +2  A\[0\]: x = 1  \(menu.pml:2\)' menu.txt || fail "menu: second choice"
grep -q "there is no step '7'" menu.txt || fail "menu: a number that is none"
grep -qE ' 1  A\[0\]: x = 1' menu.txt || fail "menu: the chosen step is not shown"
grep -q 'stopped after 2 steps' menu.txt || fail "menu: q"

# A counterexample of check is replayed to its end, with the cycle marked; another model refuses it.
"$weir" check "$root/examples/peterson-bug.pml" -q --json run.json > /dev/null
"$weir" simulate "$root/examples/peterson-bug.pml" --replay run.json > replay.txt
[ $? = 1 ] || fail "replay: a failing run must end with exit 1"
grep -q 'assertion violated' replay.txt || fail "replay: the failure"
"$weir" check "$root/examples/peterson.pml" -q --ltl '[] <> P[0]@crit' --json run.json > /dev/null
"$weir" simulate "$root/examples/peterson.pml" --replay run.json > replay.txt
[ $? = 0 ] || fail "replay: a lasso"
grep -q 'from here on it repeats' replay.txt || fail "replay: the cycle"
"$weir" simulate "$root/examples/leader.pml" --replay run.json > replay.txt 2> err.txt
[ $? = 2 ] && grep -q 'is not a run of this model' err.txt || fail "replay: another model"
cat > property.dve << 'END'
process P { state q, r; init q; trans q -> r {}, r -> q {}; }
process Never { byte seen; state n; init n; accept n; trans n -> n { guard P.q; effect seen = 1; }, n -> n {}; }
system async property Never;
END
"$weir" check property.dve -q --json run.json > /dev/null
"$weir" simulate property.dve --replay run.json > replay.txt
[ $? = 0 ] && grep -q 'end of the recorded run' replay.txt || fail "replay: with a property process that acts"
echo '{}' > run.json
"$weir" simulate "$root/examples/leader.pml" --replay run.json > replay.txt 2> err.txt
[ $? = 2 ] && grep -q 'not the JSON output of weir check' err.txt || fail "replay: no recording"

# No output may overwrite the model or another output.
echo 'byte x; active proctype P() { x = 1; x == 2 }' > dead.pml
cp dead.pml kept.pml
for option in --json --html --trail --checkpoint; do
  "$weir" check dead.pml -q $option dead.pml > out.txt 2> err.txt
  [ $? = 2 ] && grep -q 'would overwrite' err.txt && cmp -s dead.pml kept.pml || fail "$option on the model"
done
"$weir" check dead.pml -q --json one.out --html ./one.out > out.txt 2> err.txt
[ $? = 2 ] && grep -q 'would overwrite' err.txt || fail "two outputs in one file"

# A hidden variable mentioned by a property has values in the run and in its replay.
cat > hidden.pml <<'M'
hidden byte i;
active proctype A() { for (i : 0 .. 0) { skip } }
never { 0 <= i }
M
"$weir" check hidden.pml -q --property never --json run.json > /dev/null
"$weir" simulate hidden.pml --replay run.json > replay.txt || { fail "replay: a hidden variable"; cat replay.txt; }

# One that no property mentions has a value where it is read later, and none elsewhere.
cat > scratch.pml <<'M'
hidden byte h;
byte x;
active proctype P() { byte k; do :: x < 4 -> h = x; k = h + 1; x = k :: else -> break od; assert(h < 2) }
M
cat > read_once.pml <<'M'
hidden byte h, i;
byte x;
active proctype P() { byte k; k = h; h = 3; x = 1; k = h; i = k; x = i; x = 2; assert(k == 0) }
M
for model in scratch read_once; do
  for options in "" "--reduce none" "--assertions --ltl G(h>=0)"; do
    # shellcheck disable=SC2086
    "$weir" check $model.pml -q $options --json run.json > /dev/null
    "$weir" simulate $model.pml --replay run.json > replay.txt 2>&1
    [ $? = 1 ] || { fail "replay: scratch that is read later ($model $options)"; cat replay.txt; }
  done
done

# Of two steps that look alike, the one to the state where the run gets stuck is taken.
cat > alike.pml <<'EOF'
byte x; active proctype P() { if :: skip :: skip; false fi; x = 1 }
ltl p { <> (x == 1) }
EOF
"$weir" check alike.pml --property p --json run.json -q > /dev/null
"$weir" simulate alike.pml --replay run.json > replay.txt || { fail "replay: steps that look alike"; cat replay.txt; }

# A never claim takes no steps of its own and has no process number.
cat > claim.pml <<'M'
byte x;
never { do :: x > 1 -> break :: else od }
active proctype A() { x = 1; x = 2; assert(_pid == 0) }
M
"$weir" simulate claim.pml > claim.txt
[ $? = 0 ] && grep -q 'ended after 4 steps' claim.txt || { fail "never claim"; cat claim.txt; }
finish
