#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# weir explore: output, exit codes, limits, exports, signals.
. "$(dirname "$0")/../support/cli.sh"
set -o pipefail
# The value of a member of the JSON object on standard input.
member() { sed -n "s/^ *\"$1\": \(.*[^,]\),\{0,1\}$/\1/p"; }

# Counted by hand: 4 states, 5 transitions, state 3 is dead, and 3 is two steps away.
cat >small.aut <<'END'
des (0, 5, 4)
(0, "a \"b\", c", 1)
(0, i, 2)
(1, f(x,y), 3)
(2, x, 0)
(2, x, 1)
END
for store in exact tree; do
  for search in bfs dfs random; do
    out=$("$weir" explore small.aut --store $store --search $search --json -)
    equal "exit of $store $search" 0 $?
    equal "states of $store $search" 4 "$(member states <<<"$out")"
    equal "transitions of $store $search" 5 "$(member transitions <<<"$out")"
    equal "deadlocks of $store $search" 1 "$(member deadlocks <<<"$out")"
  done
done
equal "breadth-first depth" 2 "$("$weir" explore small.aut --json - | member max_depth)"
for store in compact bitstate; do
  for search in bfs dfs; do
    out=$("$weir" explore small.aut --store $store --search $search --memory 200M --json -)
    equal "an approximate store is inconclusive" 3 $?
    equal "states of $store $search" 4 "$(member states <<<"$out")"
    contains "guarantee of $store" "omission" "$(member guarantee <<<"$out")"
  done
done

# Text output, with times and sizes masked.
text=$("$weir" explore small.aut | sed -E 's/^(seconds|memory) .*/\1 */')
equal "text" "states       4
transitions  5
max depth    2
deadlocks    1
seconds *
memory *" "$text"
equal "quiet" "" "$("$weir" explore small.aut -q)"
contains "verbose" "per state" "$("$weir" explore small.aut -v)"

# --stats, counted by hand: 0 and 2 form a cycle; 1 and 3 are components of their own, and 3 is dead.
text=$("$weir" explore small.aut --stats | sed -E 's/^(seconds|memory) .*/\1 */')
equal "statistics" "states       4
transitions  5
max depth    2
deadlocks    1
seconds *
memory *
successors   0 to 2, 1.25 on average
components   3: 2 trivial, 1 terminal, the largest has 2 states

states by depth
  0  1  ####################
  1  2  ########################################
  2  1  ####################

states by number of successors
  0  1  ####################
  1  1  ####################
  2  2  ########################################

steps by event
  1  a \"b\", c
  1  f(x,y)
  1  i
  2  x" "$text"
equal "largest component in JSON" 2 "$("$weir" explore small.aut --stats --json - | member largest)"
cat >count.pml <<'END'
byte x;
active proctype P() {
  do
  :: x < 3 -> x++
  :: x == 9 -> x = 0
  od
}
END
expect 0 '3  count.pml:4 P  x++' explore count.pml --stats
expect 0 '0  count.pml:5 P  x = 0   (never)' explore count.pml --stats
expect 3 'unknown: the exploration is not complete' explore count.pml --stats --max-states 3
expect 2 '--stats describes the whole state space, without --reduce' explore count.pml --stats --reduce auto
expect 2 '--stats counts states by depth, so it needs --search bfs' explore count.pml --stats --search dfs
expect 2 "--stats needs the store" explore count.pml --stats --store bitstate
for model in "$root"/examples/{peterson.dve,philosophers.pnml,leader.pml}; do
  expect 0 'states by depth' explore "$model" --stats
done

# Exports: the graph can be read back.
"$weir" explore small.aut --aut copy.aut --dot copy.dot --hoa copy.hoa -q
equal "exit of the exports" 0 $?
equal "the label survives" 1 "$(grep -c '"a \\"b\\", c"' copy.aut)"
for copy in copy.aut copy.hoa; do
  out=$("$weir" explore $copy --json -)
  equal "states of $copy" 4 "$(member states <<<"$out")"
  equal "transitions of $copy" 5 "$(member transitions <<<"$out")"
done
equal "a second copy is the same" "$(cat copy.aut)" "$("$weir" explore copy.aut --aut -)"
contains "dot" 'digraph' "$(head -1 copy.dot)"
equal "edges in dot" 5 "$(grep -c -- '-> [0-9]* \[label' copy.dot)"
if command -v dot >/dev/null; then dot -Tplain copy.dot >/dev/null || equal "dot reads it" 0 1; fi
"$weir" explore small.aut --aut - --json - >/dev/null 2>&1
equal "two outputs on standard output" 2 $?
"$weir" explore small.aut --aut /nowhere/x.aut >/dev/null 2>&1
equal "an output that cannot be written" 2 $?
"$weir" explore small.aut --store compact --aut x.aut >/dev/null 2>&1
equal "export from an approximate store" 2 $?

# A chain, for the limits.
awk 'BEGIN { n = 300000; printf "des (0, %d, %d)\n", n, n + 1; for (i = 0; i < n; i++) printf "(%d, s, %d)\n", i, i + 1 }' >chain.aut
for search in bfs dfs; do
  out=$("$weir" explore chain.aut --search $search --json -)
  equal "states of the chain, $search" 300001 "$(member states <<<"$out")"
  equal "depth of the chain, $search" 300000 "$(member max_depth <<<"$out")"
  out=$("$weir" explore chain.aut --search $search --max-states 1000 --json -)
  equal "exit at the state limit, $search" 3 $?
  equal "states at the state limit, $search" 1000 "$(member states <<<"$out")"
  contains "reason" "state limit" "$(member reason <<<"$out")"
  out=$("$weir" explore chain.aut --search $search --max-depth 10 --json -)
  equal "exit at the depth limit, $search" 3 $?
  equal "states at the depth limit, $search" 11 "$(member states <<<"$out")"
  out=$("$weir" explore chain.aut --search $search --memory 1M --json -)
  equal "exit at the memory limit, $search" 3 $?
  contains "reason" "memory limit" "$(member reason <<<"$out")"
done
equal "the state limit is not reached by the last state" 0 "$("$weir" explore chain.aut --max-states 300001 -q; echo $?)"
equal "the depth limit is not reached by the last state" 0 "$("$weir" explore chain.aut --max-depth 300000 -q; echo $?)"
"$weir" explore chain.aut --time 0.0000001 -q
equal "exit at the time limit" 3 $?
expect 3 'the memory limit was reached' explore chain.aut --stats --memory 1M
expect 3 'the time limit was reached' explore chain.aut --stats --time 0.0000001
expect 0 'the largest has 1 state' explore chain.aut --stats

# A signal: statistics and exit code 3.
awk 'BEGIN { n = 3000000; printf "des (0, %d, %d)\n", n, n; for (i = 0; i < n; i++) printf "(%d, s, %d)\n", i, (i + 1) % n }' >long.aut
"$weir" explore long.aut --store tree --json out.json -q &
child=$!
sleep 0.3
kill -TERM $child 2>/dev/null
wait $child
code=$?
if [ $code -ne 0 ]; then # 0: it was quicker than the signal
  if [ $code -ne 143 ]; then # 143: the signal came before the run had begun
    equal "exit after a signal" 3 $code
    contains "reason" "interrupted" "$(member reason <out.json)"
  fi
fi

# Two seconds are longer than the first line of progress takes.
printf 'int x;\nactive proctype P() { do :: x++ od }\n' >endless.pml
contains "progress" "states/s" "$("$weir" explore endless.pml --time 2 --progress always -q 2>&1 | tr '\r' '\n' | sed 's/ states, .*\/s,/ states\/s,/')"
equal "no progress where none is wanted" "" "$("$weir" explore long.aut --progress auto -q 2>&1)"

# Invalid usage or input: exit 2, a message, nothing on standard output.
refuse() { # refuse NAME PART ARGS...
  local name=$1 part=$2
  shift 2
  local out
  out=$("$weir" explore "$@" 2>message)
  equal "exit of: $name" 2 $?
  equal "standard output of: $name" "" "$out"
  contains "message of: $name" "$part" "$(cat message)"
}
printf 'des (0, 1, 1)\n(0, a 0)\n' >bad.aut
: >empty.aut
refuse "no model" "MODEL"
refuse "missing file" "cannot read" none.aut
refuse "unknown ending" "--from" small.txt
refuse "malformed" "bad.aut:2:5: error:" bad.aut
refuse "caret" "    ^" bad.aut
refuse "empty" "empty" empty.aut
refuse "unknown store" "--store" small.aut --store best
refuse "forgetful store" "forgets" small.aut --store cache
refuse "size" "--memory" small.aut --memory lots
refuse "time" "--time" small.aut --time -1
refuse "unknown option" "--nonsense" small.aut --nonsense
cp small.aut small.txt
equal "--from" 0 "$("$weir" explore small.txt --from aut -q; echo $?)"
equal "standard input" 4 "$("$weir" explore - --from aut --json - <small.aut | member states)"

# --reduce: the states of the reduced model, which has a deadlock if the model has one.
cat >apart.pml <<'END'
active [2] proctype P() { byte i; do :: i < 3 -> i++ :: else -> false od }
END
plain=$("$weir" explore apart.pml --json -)
for more in "" "-j 2" "--search dfs" "--store tree"; do
  reduced=$("$weir" explore apart.pml --reduce por $more --json -)
  equal "exit of --reduce por $more" 0 $?
  [ "$(member states <<<"$reduced")" -lt "$(member states <<<"$plain")" ] || fail "--reduce por $more: $reduced"
  equal "deadlocks with --reduce por $more" 1 "$(member deadlocks <<<"$reduced")"
done
contains "--reduce auto -v" "reduced by" "$("$weir" explore apart.pml --reduce auto -v)"
"$weir" explore apart.pml --reduce por --checkpoint saved --max-states 3 >/dev/null 2>&1
equal "--reduce por, saved" 3 $?
equal "--reduce por, taken up" "$("$weir" explore apart.pml --reduce por --json - | member states)" \
  "$("$weir" explore apart.pml --reduce por --resume saved --json - | member states)"
for wrong in "--reduce sleep" "--reduce nothing" "--reduce por --dot graph"; do
  "$weir" explore apart.pml $wrong >/dev/null 2>&1
  equal "exit of $wrong" 2 $?
done

# A level that was only begun counts for the depth.
echo 'byte x; active proctype P() { do :: x < 9 -> x++ od }' >line.pml
equal "depth of a cut exploration with --stats" 1 "$("$weir" explore line.pml --stats --max-states 2 --json - | member max_depth)"

finish
