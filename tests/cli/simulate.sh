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

# The commands of the prompt: back keeps the steps behind the position, another step forgets them.
cat > steps.pml <<'M'
byte x; chan q = [2] of { byte };
active proctype A() { do :: x < 3 -> x++ :: q!x :: x == 3 -> break od }
active proctype B() { byte got; end: do :: q?got od }
ltl below { [] (x < 2) }
M
session() { printf '%s\n' "$@" | "$weir" simulate steps.pml -i > session.txt 2>&1; }
session 'w x * 2' 'watch below' 'watch q' 'break x == 1' run 'delete 1' 'break ltl [] (x < 2)' breaks run 'back 3' forward quit
[ $? = 0 ] || fail "prompt: exit code"
contains "prompt: watch" 'watch 1  x * 2 = 4' "$(cat session.txt)"
contains "prompt: a formula" 'watch 2  below: violated' "$(cat session.txt)"
contains "prompt: an empty channel" 'watch 3  q = []' "$(cat session.txt)"
grep -q '^.*breakpoint 1 after [0-9]* steps*: x == 1$' session.txt || fail "prompt: break at an expression"
grep -q '^.*breakpoint 2 after [0-9]* steps*: ltl \[\] (x < 2)$' session.txt || fail "prompt: break at a formula"
session 2 q 2>/dev/null; contains "prompt: preview" '=> q = [0]' "$(cat session.txt)"
session 'break 2' 'break steps.pml:3' run 'state x' 'history' 'go 0' 'state :got' q
contains "prompt: break at a line" 'breakpoint 1 after 1 step: line 2' "$(cat session.txt)"
contains "prompt: state" '      B[1]:got = 0' "$(cat session.txt)"
contains "prompt: history" '>   1  A[0]' "$(cat session.txt)"
contains "prompt: the end is the position" 'stopped after 0 steps' "$(cat session.txt)"
session 'random 4' 'save run.json' 'start' 'load run.json' 'history' q
grep -q '>   4  ' session.txt || fail "prompt: save and load"
"$weir" simulate steps.pml --replay run.json > replay.txt || fail "prompt: replay of a saved run"
grep -q 'end of the recorded run after 4 steps' replay.txt || fail "prompt: length of a saved run"
"$weir" check steps.pml -q --property below --json run.json > /dev/null
session 'load run.json' 'watch below' 'b 1' q
contains "prompt: a counterexample" 'watch 1  below: violated' "$(cat session.txt)"
session 'watch nowhere' 'watch F (' 'break 99' 'break other.pml:1' 'unwatch 7' 'delete x' 'go 5' 'random many' 'bac k' wat \
  'save steps.pml' 'load nowhere.json' 'load steps.pml' 'wacth x' 'watch sent(q)' 'start 2' back forward q
for text in "'nowhere' is not declared" 'there is no line 99' "no file 'other.pml'" "there is no watch '7'" \
  "there is no breakpoint 'x'" 'the positions 0 to 0' "not 'many'" "not 'k'" 'nothing is watched' 'is a file of the model' \
  'nowhere.json' 'this is not the JSON output' "did you mean 'watch'" 'sent(q)' 'has 1 initial state' 'this is the start' \
  'the last position'; do
  grep -qF "$text" session.txt || { fail "prompt: $text"; cat session.txt; }
done
"$weir" simulate dead.none -i < /dev/null > session.txt 2>&1
[ $? = 2 ] || fail "prompt: a model that is not there"
echo 'byte x; active proctype P() { x = 1; assert(x == 2); x = 3 }' > stops.pml
printf '\n\n\n' | "$weir" simulate stops.pml -i > session.txt
[ $? = 1 ] && grep -q 'stopped at the fault after 2 steps' session.txt || fail "prompt: a fault"
echo 'byte x; active proctype P() { x = 1; x == 2 }' > stops.pml
printf '\n\nb\n' | "$weir" simulate stops.pml -i > session.txt
[ $? = 0 ] && grep -q 'no step can be taken here' session.txt || fail "prompt: back out of a deadlock"
printf '\n' | "$weir" simulate stops.pml -i --trail run.trail > session.txt
[ $? = 1 ] && grep -q 'deadlock: no process can move after 1 step' session.txt && [ "$(wc -l < run.trail)" = 1 ] ||
  fail "prompt: a deadlock, and its trail"
printf 'q\n' | "$weir" simulate peterson.none -i --replay none.json > session.txt 2>&1
[ $? = 2 ] || fail "prompt: a recording that is not there"

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
echo q | "$weir" simulate property.dve -i --replay run.json > replay.txt
grep -q 'loaded [1-9]' replay.txt && ! grep -q 'not a run' replay.txt || fail "prompt: without the property process"
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
# An abbreviation that fits several commands names them; a number out of range is refused with the range.
printf 'st\nback 99999999999999999999\n?\nq\n' >"$folder/commands"
input=$folder/commands expect 0 "'st' is ambiguous: " simulate "$root/examples/peterson.pml" -i
input=$folder/commands expect 0 'expected a number from 0 to 18446744073709551615' simulate "$root/examples/peterson.pml" -i

# Statements are shown as written; commands without their argument show how they are used.
cat > printed.pml <<'M'
active proctype P() { printf("a\x1b[31mb\t%d\n", 7) }
M
printf '1\nhistory\nunwatch\ndelete\n' >"$folder/commands"
input=$folder/commands expect 0 'printf("a\x1b[31mb\t%d\n", 7)' simulate printed.pml -i
input=$folder/commands expect 0 'unwatch N or EXPR' simulate printed.pml -i
input=$folder/commands expect 0 'delete N' simulate printed.pml -i

# A block's formula has the precedences of Promela: (a -> b) -> c, which is false at the start.
cat > block.pml <<'M'
bool a, b, c;
active proctype P() { a = 1 }
ltl grouped { a -> b -> c }
M
printf 'watch grouped\nbreak block.pml:99999999999999\n\0\n' >"$folder/commands"
input=$folder/commands expect 0 'grouped: violated' simulate block.pml -i
input=$folder/commands expect 0 'there is no line 4294967295; the last one is 3' simulate block.pml -i
input=$folder/commands expect 0 'there is no command' simulate block.pml -i

finish
