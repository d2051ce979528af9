#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# weir check on invalid models, odd names, limits and signals: always a documented exit code and a reason.
. "$(dirname "$0")/../support/cli.sh"

write_lock
cat > count.pml <<'PML'
int x;
active proctype P() { do :: x++ od }
PML
cat > two.pml <<'PML'
bool a, b;
active proctype A() { do :: a = !a od }
active proctype B() { do :: b = !b od }
active proctype C() { do :: atomic { a -> skip } od }
PML

# Files that are not models.
mkdir folder.aut
expect 2 'No such file' check missing.aut
expect 2 'directory' check folder.aut
expect 2 'from its suffix' check lock.unknown
expect 2 'from its suffix' check -
expect 2 'from its suffix' check ''
for ending in aut pml dve hoa pnml; do
  : > "empty.$ending"
  head -c 3000 "$weir" > "binary.$ending"
  expect 2 "empty.$ending:1:1: error" check "empty.$ending"
  expect 2 "binary.$ending:" check "binary.$ending"
done

# Names and standard input.
for name in 'a b.aut' $'new\nline.aut' '-x.aut' 'ü$(x).aut'; do
  cp lock.aut "./$name"
  expect 1 'violated  deadlock' check --deadlock -q -- "$name"
done
input=lock.aut expect 1 'violated  deadlock' check - --from aut --deadlock -q
expect 2 "weir check: unexpected argument 'lock.aut'" check lock.aut lock.aut
expect 2 'weir check: MODEL is required' check
expect 2 "weir check: unknown option '--shortst'; did you mean '--shortest'?" check lock.aut --shortst
expect 2 "unknown option '--stoer'; did you mean '--store'?" check lock.aut --stoer=exact
expect 2 "unknown command 'chekc'; did you mean 'check'?" chekc lock.aut
expect 2 'Subcommands:'

# No stray lines on either stream.
"$weir" check lock.aut --ltl 'G(acquire -> X use)' -q > out 2> err
[ "$(cat out err)" = 'holds  p0: G(acquire -> X use)' ] || fail 'quiet output'
"$weir" check lock.aut --ltl 'G(acquire -> X use)' > out 2> err
[ -s err ] && fail 'something on standard error'
if [ -e /dev/full ]; then
  "$weir" check lock.aut --deadlock > /dev/full 2> err
  [ $? = 2 ] || fail 'a full disk is no verdict'
fi

# Limits.
expect 3 'the state limit was reached' check count.pml --ltl 'G (x >= 0)' --max-states 100
expect 3 ' 100 states' check count.pml --ltl 'G F (x >= 0)' --max-states 100 -j 1
expect 3 ' 100 states' check count.pml --deadlock --reduce none --max-states 100 -j 1
expect 3 'the depth limit' check count.pml --ltl 'G F (x >= 0)' --max-depth 100
expect 3 'the time limit was reached' check count.pml --ltl 'G (x >= -2147483647)' --time 0.2
expect 3 'the memory limit was reached' check count.pml --ltl 'G F (x >= -2147483647)' --memory 2M
expect 3 'the memory limit was reached' check count.pml --ltl 'G F (x >= -2147483647)' --memory 8M --emptiness tarjan
expect 3 'the memory limit was reached' check count.pml --ltlf 'G (x >= -2147483647)' --memory 2M
expect 3 'the memory limit was reached' check count.pml --assertions --memory 2M --reduce none
expect 2 'is not a size' check count.pml --memory much

# Signals: inconclusive, with statistics, also in JSON.
for signal in INT TERM; do
  for property in '--ltl G(x>=-2147483647)' '--ltlf G(x>=-2147483647)' '--ltl GF(x>=-2147483647)' '--assertions --reduce none'; do
    # shellcheck disable=SC2086
    "$weir" check count.pml $property --json signal.json > out 2> err &
    pid=$!
    sleep 0.4
    kill -$signal $pid
    wait $pid
    got=$?
    [ $got = 3 ] || fail "SIG$signal, $property: exit $got"
    grep -q 'interrupted' out || fail "SIG$signal, $property: no reason"
    python3 -c "
import json
p = json.load(open('signal.json'))['properties'][0]
assert p['verdict'] == 'inconclusive' and p['reason'] == 'interrupted' and p['stats']['states'] > 100, p" || fail "SIG$signal, $property: JSON"
  done
done

# Fairness and assumptions.
expect 1 'violated' check two.pml --ltl 'G F b' -q
expect 0 'holds' check two.pml --ltl 'G F b' --fair weak -q
expect 1 'violated' check two.pml --ltl 'G F by(C)' --fair weak -q
expect 0 'holds' check two.pml --ltl 'G F by(C)' --fair strong -q
expect 0 'holds' check two.pml --ltl 'G F b' --assume 'G F by(B) && G (by(B) -> X b | X !b)' --fair weak -q
expect 2 'emerson-lei' check two.pml --ltl 'G F b' --fair strong --emptiness ndfs
expect 2 'terminal' check two.pml --ltl 'G F b' --emptiness terminal
expect 2 'weak' check two.pml --ltl 'G F b' --fair weak --emptiness weak
expect 2 'finite ones' check two.pml --ltlf 'G !b' --fair weak
expect 1 'has no effect' check lock.aut --deadlock --fair weak --emptiness ndfs
expect 0 'no run of any model satisfies' check two.pml --ltl 'b W a' --assume 'G a && F !a'
expect 0 'follows from the assumptions' check two.pml --ltl 'G F b' --assume 'G F b'
echo 'byte x; active proctype P() { skip } never { skip }' >claimed.pml
expect 1 'violated  never' check claimed.pml --property never --assume 'x != 0 R true'  # nothing is left of it when simplified
expect 0 'true of every run' check two.pml --ltl 'G F b || F G !b'

expect 1 "no transition is labelled 'relaese'" check lock.aut --ltl 'G(acquire -> F relaese)'
[ "$(grep -c "labelled 'relaese'" err)" = 1 ] || fail 'a warning was repeated'

# Search orders are used or refused.
expect 0 'tarjan search' check lock.aut --ltl 'F use' --search bfs -v
expect 1 'terminal-bfs search' check lock.aut --ltl 'G !stop' --search bfs -v
expect 2 'searches depth-first' check lock.aut --ltl 'F use' --search bfs --emptiness couvreur
expect 2 'keeps every state' check lock.aut --ltl 'F use' --search bfs --store cache
expect 0 'holds' check lock.aut --ltl 'F use' --search random --seed 7

# Approximate stores find errors but prove nothing.
for store in bitstate compact; do
  expect 3 'no error found' check two.pml --ltl 'G F b' --fair weak --store $store --memory 64M --emptiness $([ $store = bitstate ] && echo ndfs || echo auto)
  expect 1 'violated' check lock.aut --ltl 'G !stop' --store $store --memory 64M
  expect 1 'violated' check lock.aut --ltl 'F stop' --store $store --memory 64M
done
for entries in 0 1 2 3; do
  expect 1 'violated' check lock.aut --ltl 'G(acquire -> F release)' --cache-entries $entries
  expect 0 'holds' check lock.aut --ltl 'G(acquire -> F (release | stop))' --cache-entries $entries
  expect 0 'holds' check two.pml --ltl 'G F b' --fair weak --cache-entries $entries
done

# A safety formula: the finite bad prefix, in text and JSON; the lasso otherwise.
"$weir" check lock.aut --ltl 'G !stop' --ltl 'F G acquire' --json safety.json > out
grep -q 'Every continuation of the run violates the formula' out || fail 'the sentence about the prefix'
python3 - <<'PY' || fail 'JSON of a bad prefix'
import json
safety, liveness = json.load(open("safety.json"))["properties"]
run = safety["counterexample"]
assert run["cycle"] == [] and run["validated"]
assert [step["event"] for step in run["prefix"]] == ["acquire", "use", "stop"], run
assert [step["atoms"]["stop"] for step in run["prefix"]] == [False, False, True]
assert liveness["counterexample"]["cycle"] and liveness["engine"]["automaton"].startswith("whole")
PY

# Such a prefix can be replayed to its end.
cat > bounded.pml <<'PML'
byte x;
active proctype P() { do :: x < 3 -> x++ :: x > 0 -> x-- od }
ltl safe { [] (x < 3) }
PML
"$weir" check bounded.pml --property safe --json bounded.json -q > out
expect 0 'end of the recorded run after 6 steps' simulate bounded.pml --replay bounded.json
"$weir" check bounded.pml --ltlf 'G (x < 3)' --json bounded.json -q > out
expect 0 'end of the recorded run after 6 steps' simulate bounded.pml --replay bounded.json

# Automata with every form of acceptance for the same language, `F use`. Engines agree or refuse.
automaton() { # ACCEPTANCE MARKS-OF-WAITING MARKS-OF-DONE
  printf 'HOA: v1\nStates: 2\nStart: 0\nAP: 1 "use"\nAcceptance: %s\n--BODY--\nState: 0\n[t] 0 %s\n[0] 1\nState: 1\n[t] 1 %s\n--END--\n' "$@" > some.hoa
}
while IFS='@' read -r acceptance waiting done_; do
  automaton "$acceptance" "$waiting" "$done_"
  for engine in auto couvreur ndfs tarjan owcty emerson-lei weak terminal; do
    "$weir" check lock.aut --property-automaton some.hoa --emptiness $engine -q > out 2> err
    got=$?
    if [ $got = 2 ]; then
      grep -q 'generalised' err || { fail "$acceptance, $engine: refused without the reason"; cat err; }
    elif [ $got != 1 ]; then
      fail "$acceptance, $engine: exit $got"
    fi
  done
done <<'FORMS'
1 Inf(0)@@{0}
2 Inf(0)&Inf(1)@@{0 1}
1 Fin(0)@{0}@
2 Inf(0)&Fin(1)@{1}@{0}
2 Inf(0)|Inf(1)@@{1}
2 Fin(0)|Inf(1)@{0}@{1}
4 (Fin(0)&Inf(1))|(Fin(2)&Inf(3))@{0 2}@{3}
3 Inf(2)|(Fin(1)&Inf(0))@{1}@{2}
FORMS

finish
