#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# State counts in JSON: `states` is a count, `states_estimated` an estimate, `states_generated` the number of times a
# state was entered. All numbers are computed by hand.
. "$(dirname "$0")/../support/cli.sh"
command -v python3 >/dev/null || { echo "SKIPPED: python3 is missing"; exit 77; }
# Three diamonds in a row, 10 states and 12 transitions:  0 -> {1,2} -> 3 -> {4,5} -> 6 -> {7,8} -> 9
cat >ladder.aut <<'AUT'
des (0,12,10)
(0,"a",1)
(0,"b",2)
(1,"c",3)
(2,"c",3)
(3,"a",4)
(3,"b",5)
(4,"c",6)
(5,"c",6)
(6,"a",7)
(6,"b",8)
(7,"c",9)
(8,"c",9)
AUT
# 0 -p-> 1 -q-> 2 -q-> 1: p occurs once, so `G F p` fails and its negation holds.
printf 'des (0,3,3)\n(0,"p",1)\n(1,"q",2)\n(2,"q",1)\n' >tail.aut
count() { # count EXPECTED COMMAND...: states (e: estimated), states_generated, transitions
  local expected=$1 found
  shift
  found=$("$weir" "$@" --json - 2>/dev/null | python3 -c '
import json, sys
d = json.load(sys.stdin)
s = d["properties"][0]["stats"] if "properties" in d else d
assert ("states" in s) != ("states_estimated" in s), s
print(s.get("states", "e"), s["states_generated"], s["transitions"])')
  equal "weir $*" "$expected" "$found"
}
# Every search that stores all states enters every state once, and every transition leads to a known or a new one.
for store in exact tree compact bitstate; do
  for search in bfs dfs random; do count '10 10 12' explore ladder.aut --store $store --search $search; done
done
count '10 10 12' explore ladder.aut -j 2
count '10 10 12' check ladder.aut --ltlf true --store compact
for store in exact tree; do
  for search in dfs bfs random; do
    count '10 10 12' check ladder.aut --ltlf true --store $store --search $search
    count '10 10 12' check ladder.aut --assertions --store $store --search $search
  done
done
count '10 10 12' check ladder.aut --ltlf true -j 2
count '10 10 12' check ladder.aut --assertions -j 2
# `G F x`, whose negation has an automaton with one state. A deadlocked state stutters: one more transition.
for emptiness in $("$weir" check --help | grep -oP '^  --emptiness auto\|\K\S+' | tr '|' ' '); do
  "$weir" check ladder.aut --ltl 'F G !x' --emptiness "$emptiness" >out 2>&1
  [ $? -eq 2 ] && continue  # it is for other automata
  counted=$((${counted:-0} + 1))
  count '10 10 13' check ladder.aut --ltl 'F G !x' --emptiness $emptiness -j 1
done
[ "${counted:-0}" -ge 5 ] || fail "only ${counted:-0} emptiness checks were compared"
count '10 10 13' check ladder.aut --ltl 'F G !x' -j 2
# If all states fit, none is forgotten. Without a heap a state is entered once for every path to it:
# 1+2+4+8 times where the diamonds meet, 2*(1+2+4) times in their corners.
count '10 10 12' check ladder.aut --ltlf true --cache-entries 10
count 'e 29 28' check ladder.aut --ltlf true --cache-entries 0
count 'e 29 28' check ladder.aut --ltlf true --cache-entries 0 --replacement none
expect 0 'about ' check ladder.aut --ltlf true --cache-entries 0
expect 0 '10 states generated, 1.00 for each of 10 distinct ones' check ladder.aut --ltlf true --cache-entries 10
# The blue search enters three states. The edge 0 -p-> 1 is accepting, so a red search starts from 1 and enters 1 and 2 again.
count '3 5 5' check tail.aut --ltl 'F G !p' --emptiness ndfs
count '3 3 3' check tail.aut --ltl 'F G !p' --emptiness couvreur
count '3 5 5' check tail.aut --ltl 'F G !p' --emptiness ndfs --store cache --cache-entries 100
# Searches with a stack respect --max-states exactly, too.
for how in '--ltlf true' '--ltlf true --store cache --cache-entries 100' '--ltl F(G(!p)) --emptiness ndfs' '--assertions'; do
  for limit in 1 2 5; do
    # shellcheck disable=SC2086
    "$weir" check ladder.aut $how --max-states $limit -j 1 --json run.json >out 2>err
    equal "weir check ladder.aut $how --max-states $limit: exit code" 3 $?
    equal "weir check ladder.aut $how --max-states $limit" "$limit" \
      "$(python3 -c 'import json; print(json.load(open("run.json"))["properties"][0]["stats"]["states"])')"
  done
done
finish
