#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# weir check: exact output, exit codes, outputs to files, refusals.
. "$(dirname "$0")/../support/cli.sh"

write_lock

expect 1 'violated  p0: G(acquire -> F release)' check lock.aut --ltl 'G(acquire -> F release)'
expect 0 'holds  p0: G(acquire -> X use)' check lock.aut --ltl 'G(acquire -> X use)'
expect 1 'violated  deadlock' check lock.aut --deadlock
expect 0 'holds  assertions' check lock.aut --assertions
expect 0 'holds (exhaustive)  p0' check lock.aut --ltlf 'G(acquire -> X use)' --cache-entries 0
expect 1 'fails' check lock.aut --ltlf 'F stop' --computations all
expect 0 'holds  p0' check lock.aut --ltlf 'F stop' --computations maximal
expect 0 'holds  p0' check lock.aut --ltl 'F stop' --assume 'F stop'
expect 3 'the state limit was reached' check lock.aut --ltl 'G !b' --max-states 1
expect 3 'no error found (probability of omission ≤' check lock.aut --ltl 'G(acquire -> X use)' --store bitstate --memory 64M
expect 2 'is never closed' check lock.aut --ltl 'G(a'
expect 2 'ndfs' check lock.aut --ltl 'G a' --store bitstate --emptiness couvreur
expect 2 'processes' check lock.aut --ltl 'G a' --fair weak
expect 2 'not deterministic' check lock.aut --ltl 'F G tau' --translator derivative
expect 2 'missing.aut' check missing.aut --deadlock
expect 2 '' check lock.aut --emptiness nonsense
expect 0 'Examples' check --help

# An automaton of wrong runs: use, immediately followed by stop.
cat > bad.hoa <<'HOA'
HOA: v1
States: 3
Start: 0
AP: 2 "use" "stop"
Acceptance: 1 Inf(0)
--BODY--
State: 0
[t] 0
[0] 1
State: 1
[1] 2
State: 2 {0}
[t] 2
--END--
HOA
expect 1 'violated' check lock.aut --property-automaton bad.hoa

# Named formulas from a file.
printf 'used: G (acquire -> X use)\nfreed: G (acquire -> F release)\n' > lock.ltl
expect 1 'holds  used: G (acquire -> X use)' check lock.aut --properties lock.ltl

# The complete text of a counterexample, with times masked.
"$weir" check lock.aut --ltl 'G(acquire -> F release)' | sed -E 's/[0-9]+\.[0-9]+ s/T s/' > out
cat > expected <<'TEXT'
violated  p0: G(acquire -> F release)
  5 states, 5 transitions, depth 3, T s

   start  state = 0
       1  acquire
          state = 1
       2  use
          state = 2
       3  stop
          state = 3
  +-- for ever:
  |    4  (deadlocked: the state repeats for ever)
  +--

  G(acquire -> F release) fails: at step 1 acquire holds, and release never holds afterwards

  Where each subformula holds:
    acquire                  step 1
    release                  never
    F release                never
    acquire -> F release     steps 2-4
    G(acquire -> F release)  steps 2-4

TEXT
diff -u expected out || fail 'text of a counterexample'

# JSON: nothing else on standard output; the stuttering step has no event; the word of events is the prefix.
"$weir" check lock.aut --ltl 'G(acquire -> F release)' --ltlf 'G !stop' --json - > result.json
python3 - <<'PY' || fail 'JSON'
import json
result = json.load(open("result.json"))
assert result["tool"] == "weir" and result["schema"] == 1 and result["model"] == "lock.aut"
infinite, finite = result["properties"]
assert infinite["verdict"] == finite["verdict"] == "violated"
assert infinite["counterexample"]["validated"] and infinite["counterexample"]["cycle"][0]["event"] is None
assert [step["event"] for step in finite["counterexample"]["prefix"]] == ["acquire", "use", "stop"]
assert finite["counterexample"]["cycle"] == [] and finite["kind"] == "ltlf"
for key in ("states", "states_generated", "transitions", "max_depth", "stored_peak", "automaton_states", "seconds", "memory_bytes"):
    assert key in infinite["stats"], key
PY
"$weir" check lock.aut --deadlock --dot run.dot -q > /dev/null
grep -q 'digraph' run.dot || fail 'DOT'

# A run continues after a violated assertion and may deadlock there; a run-time error ends it, which is reported.
printf 'active proctype P() { byte x; assert(false); x = 1; (x == 2) }\n' > after.pml
"$weir" check after.pml --deadlock -q > out 2>&1; [ $? = 1 ] || fail 'deadlock behind a violated assertion'
"$weir" check after.pml -q > out 2>&1; [ "$(grep -c '^violated' out)" = 2 ] || fail 'assertion and deadlock together'
printf 'byte x; active proctype P() { x = 1 / x; (x == 2) }\n' > error.pml
"$weir" check error.pml --deadlock > out 2>&1; [ $? = 0 ] || fail 'no deadlock behind a run-time error'
grep -q 'run-time error' out || fail 'a run-time error is mentioned where deadlock is asked for'


# Depth-first search tends to find long counterexamples; on a small model the shortest one is shown.
"$weir" check "$root/examples/producer-consumer-bug.pml" --deadlock -j 1 --json found.json >out
"$weir" check "$root/examples/producer-consumer-bug.pml" --deadlock --shortest --json shortest.json >out
python3 - <<'PY' || fail 'a short run where it is found at once'
import json
found, shortest = (json.load(open(name))["properties"][0] for name in ("found.json", "shortest.json"))
lengths = [len(answer["counterexample"]["prefix"]) for answer in (found, shortest)]
assert found["engine"]["emptiness"] == "dfs" and 5 < lengths[0] == lengths[1], (found["engine"], lengths)
PY
# --shortest gives a shortest lasso with every number of threads, also if an assumption requires the whole lasso.
cat > lasso.pml <<'M'
bit y; chan q = [1] of { bit };
active proctype P() { end1: skip }
proctype R() { if :: skip; q!0 :: skip fi }
init { run R(); run R() }
M
for threads in 1 2; do
  "$weir" check lasso.pml --ltl 'G y' --assume 'F P@end1' --shortest -j $threads | grep -cE '^ *\|? *[0-9]+  ' > length$threads.txt
done
cmp -s length1.txt length2.txt || { fail "--shortest: lengths differ"; cat length1.txt length2.txt; }

# Formulas are shown as they were written, in one line without comments.
cat >written.pml <<'END'
#define big (x > 3)
byte x;
chan c = [1] of { byte };
active proctype P() { do :: x < 5 -> x++; c!x; c?_ :: else -> break od }
ltl small { always   /* a comment */
            !big  // another
}
END
expect 1 'violated  small: always !big' check written.pml --property small
expect 1 'always !big fails: after step' check written.pml --property small
contains "the formula in JSON" '"formula": "always !big"' "$("$weir" check written.pml --property small --json -)"
expect 1 'violated  p0: G (x <= 3)' check written.pml --ltl $'G\n  (x <=\t3)'

# Empty channels are []; recordings of earlier versions, with an empty text, can still be replayed.
"$weir" check written.pml --property small --json run.json >out
contains "an empty channel" 'c = []' "$(cat out)"
equal "an empty channel in JSON" 1 "$(($(grep -c '"c": "\[\]"' run.json) > 0))"
sed 's/"c": "\[\]"/"c": ""/' run.json >old.json
for file in run.json old.json; do expect 0 'end of the recorded run' simulate written.pml --replay $file; done

# A run that starves a process suggests fairness.
printf 'bool done;\nactive proctype P() { do :: skip od }\nactive proctype Q() { done = true }\n' >starved.pml
expect 1 'process Q[1] can always move, but never does; with --fair weak such runs are ignored' \
  check starved.pml --ltl 'F done'
expect 0 'holds' check starved.pml --ltl 'F done' --fair weak


# A prefix that no run continues, because every continuation is an error, is explained all the same.
printf 'byte x, a[2]; active proctype P() { x = 5; a[x] = 1 }\nltl small { [] (x < 4) }\n' >"$folder/error_ahead.pml"
expect 1 '[] (x < 4) fails: after step 1 (x < 4) does not hold. Every continuation' check "$folder/error_ahead.pml" --property small

finish
