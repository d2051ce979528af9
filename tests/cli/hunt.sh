#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# check --hunt finds errors, says what it covered and never that a property holds; limits, signals and seeds are kept;
# options without a meaning are refused.
. "$(dirname "$0")/../support/cli.sh"

cat >endless.pml <<'END'
byte x[12];
byte last;
active [12] proctype P() { do :: x[_pid] < 200 -> x[_pid]++; last = _pid
                              :: x[last] > 0 -> x[last] = x[last] - 1 od }
END
cat >mixed.pml <<'END'
byte x[12];
bool wrong;
active [12] proctype P() { do :: x[_pid] < 200 -> x[_pid]++ :: x[_pid] > 0 -> x[_pid] = x[_pid] - 1
                              :: x[_pid] == 9 -> wrong = true; assert(x[_pid] != 9) od }
ltl no_nine { [] !wrong }
ltl again { [] <> (x[0] == 0) }
ltl small { [] (x[3] < 201) }
END

# Errors: exit 1, certified runs, for every kind of property.
expect 1 'violated  assertions' check --hunt "$root/examples/peterson-bug.pml" --assertions
expect 1 'violated  deadlock' check --hunt "$root/examples/philosophers-bug.pml" --deadlock
expect 1 'violated  fresh' check --hunt "$root/examples/cache-msi-bug.pml"
expect 1 'violated' check --hunt --time 20 mixed.pml --property no_nine
expect 1 'violated' check --hunt --time 20 mixed.pml --property again
expect 1 'violated' check --hunt --time 20 mixed.pml --ltlf 'G x[0] < 5'
expect 1 'violated' check --hunt --time 20 "$root/examples/philosophers-bug.pml" --fair weak --ltl 'G F false'
expect 1 'violated' check --hunt --time 20 "$root/examples/philosophers-bug.pml" --fair strong --ltl 'G F false'
write_lock
expect 1 'violated' check --hunt lock.aut --ltl 'G(acquire -> F release)'
expect 1 'violated' check --hunt "$root/examples/philosophers.pnml" --deadlock

# One error does not end the hunt for others.
expect 1 'the time limit was reached' check --hunt --time 3 mixed.pml
contains 'all violations are found' 'violated  assertions' "$(cat out)"
contains 'all violations are found' 'violated  no_nine' "$(cat out)"
contains 'all violations are found' 'violated  again' "$(cat out)"
contains 'nothing is proved' 'inconclusive  small' "$(cat out)"

# Without an error: exit 3 and the coverage.
expect_match 3 'the time limit was reached; the hunt made [0-9 ]+ searches and expanded [0-9 ]+ states' \
  check --hunt --time 1 endless.pml --deadlock
expect_match 3 'the state limit was reached; .* expanded [0-9 ]+ states, about [0-9 ]+ distinct, at most [0-9 ]+ steps deep' \
  check --hunt --max-states 20000 endless.pml
expect_match 3 'walks: [0-9 ]+ searches, [0-9 ]+ states expanded, depth' check --hunt --max-states 50000 endless.pml -v
expect 3 'a search visited every state without an error' check --hunt "$root/examples/peterson.pml"
grep -q '^holds' out && fail 'a hunt proves nothing'
"$weir" check --hunt --max-states 20000 endless.pml --deadlock --json hunt.json >/dev/null
python3 - hunt.json <<'PY' || fail 'the JSON tells what each strategy did'
import json, sys
(found,) = json.load(open(sys.argv[1]))["properties"]
names = [record["strategy"] for record in found["hunt"]]
assert names == ["walks", "restarts", "swarm", "directed"], names
states = sum(record["states"] for record in found["hunt"])
assert states == found["stats"]["states_generated"], (states, found["stats"])
assert 15000 < states < 60000, states
assert not any(record["found"] for record in found["hunt"])
assert found["verdict"] == "inconclusive" and "states_estimated" in found["stats"]
PY

# One thread and a seed determine the hunt.
for seed in 1 2; do
  for i in 1 2; do
    "$weir" check --hunt -j 1 --seed $seed mixed.pml --property no_nine --max-states 300000 | sed '/ s, /d' >"$seed.$i"
  done
  cmp -s $seed.1 $seed.2 || fail "seed $seed: two hunts differ"
done
cmp -s 1.1 2.1 && fail 'the seed changes nothing'

# A small memory limit ends no hunt wrongly.
expect_match 3 'limit was reached' check --hunt --memory 20M --time 2 endless.pml
expect 1 'violated' check --hunt --memory 20M --time 20 mixed.pml --property no_nine

# An interrupt reports what was found so far.
"$weir" check --hunt mixed.pml --assertions --property small >interrupted 2>&1 &
process=$!
sleep 3
kill -INT $process
wait $process
equal 'an interrupted hunt that found an error' 1 $?
contains 'what was found' 'violated  assertions' "$(cat interrupted)"
contains 'what was not' 'interrupted; the hunt made' "$(cat interrupted)"

# Options that exclude each other.
for option in --certify --shortest '--store exact' '--cache-entries 100' '--emptiness ndfs' '--search bfs' \
  '--checkpoint saved' '--resume saved' '--reduce sleep' '--replacement lru' '--replay-trail t'; do
  # shellcheck disable=SC2086
  expect 2 "--hunt and ${option%% *}" check --hunt endless.pml $option
done
finish
