#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Time, memory and signals end the translation of a formula in every command: exit 3, a reason, at most a second late.
. "$(dirname "$0")/../support/cli.sh"

# Twenty-four nested untils over as many atoms: millions of automaton states.
untils=p1
for i in $(seq 2 24); do untils="($untils) U p$i"; done
# Sixty-three atoms in a disjunction in every position: on demand, a single state has 2^21 transitions.
choices=true
for i in $(seq 1 3 63); do choices="$choices & (G q$i | F G q$((i + 1)) | X F G q$((i + 2)))"; done

# A model whose only letter has no atom.
{
  echo 'HOA: v1'
  echo 'States: 1'
  echo 'Start: 0'
  printf 'AP: 87'
  for i in $(seq 1 24); do printf ' "p%d"' "$i"; done
  for i in $(seq 1 63); do printf ' "q%d"' "$i"; done
  printf '\nAcceptance: 0 t\n--BODY--\nState: [!0'
  for i in $(seq 1 86); do printf '&!%d' "$i"; done
  printf '] 0\n0\n--END--\n'
} >model.hoa
echo '{"event":"p1"}' >log.jsonl

# ends CODE SECONDS TEXT ARGS...: ends with CODE and TEXT, and takes no more than SECONDS (with two more for a busy machine).
ends() {
  local code=$1 seconds=$2 text=$3 begin
  shift 3
  begin=$(date +%s%N)
  expect "$code" "$text" "$@"
  [ $((($(date +%s%N) - begin) / 1000000)) -le $((seconds * 1000 + 3000)) ] || fail "too late: ${*:1:3}"
}

for verb in "translate" "translate --finite" "translate --simplify none" "translate --deterministic" "translate --stats" \
  "explain" "explain --finite"; do
  # shellcheck disable=SC2086
  ends 3 1 'the time limit was reached' $verb --time 1 "$untils"
  # shellcheck disable=SC2086
  ends 3 60 'the memory limit was reached' $verb --memory 100M "$untils"
done
ends 3 1 'the time limit was reached' compare --time 1 "$untils" p1
ends 3 1 'the time limit was reached' compare --time 1 --finite "$untils" p1
ends 3 60 'the memory limit was reached' compare --memory 100M "$untils" p1
contains "what is known is explained" 'until p24 holds' "$("$weir" explain --time 0.2 "$untils" 2>/dev/null)"

# A check still decides the other properties, as far as time allows.
ends 3 1 'the time limit was reached' check model.hoa --time 1 --ltl "!($choices)"
ends 3 1 'the time limit was reached' check model.hoa --time 1 -j 2 --ltl "!($choices)"
ends 3 1 'the time limit was reached' check model.hoa --time 1 --translator derivative --ltl "$choices"
ends 3 60 'the memory limit was reached' check model.hoa --memory 100M --ltl "!($choices)" --ltl 'G !p1'
contains "the other property is decided" 'holds  p1: G !p1' "$(cat out)"
ends 3 5 'the closure construction' check model.hoa --translator closure --ltl "$choices"

# Size is a limit as well, not a user error.
{
  printf 'X %.0s' $(seq 1 70000)
  echo p1
} >deep.ltl
expect 3 'inconclusive: the formula has too many atoms and temporal operators' translate -F deep.ltl

# Signals end a translation with exit 3. All processes are children of this script.
apart="F (p1 & $(printf 'X[!] %.0s' $(seq 1 50)) p1)"
for arguments in "translate" "translate --finite" "explain" "compare --finite p1" "check model.hoa --ltl" \
  "trace log.jsonl --ltlf"; do
  formula=$untils
  [ "${arguments%% *}" = check ] && formula="!($choices)"
  [ "${arguments%% *}" = trace ] && formula=$apart
  # shellcheck disable=SC2086
  "$weir" $arguments "$formula" >out 2>&1 &
  child=$!
  sleep 0.7
  kill -TERM $child 2>/dev/null
  wait $child
  equal "exit of ${arguments%% *} after SIGTERM" 3 $?
  contains "${arguments%% *} after SIGTERM" interrupted "$(cat out)"
done
# One expansion: 20 000 transitions are enabled, and each successor has 20 000 bytes.
python3 - "$weir" <<'PY' || fail 'memory of one expansion'
import resource, subprocess, sys
with open("expansion.pnml", "w") as net:
    net.write('<pnml xmlns="http://www.pnml.org/version-2009/grammar/pnml"><net id="n" '
              'type="http://www.pnml.org/version-2009/grammar/ptnet"><page id="g">')
    for i in range(20000):
        net.write(f'<place id="p{i}"><initialMarking><text>1</text></initialMarking></place><transition id="t{i}"/>'
                  f'<arc id="a{i}" source="p{i}" target="t{i}"/>'
                  f'<arc id="b{i}" source="t{i}" target="p{(7 * i + 3) % 20000}"/>')
    net.write("</page></net></pnml>")
for options in (["explore"], ["check", "--deadlock", "--reduce", "none", "-j", "1"], ["check", "--deadlock", "--reduce", "none", "-j", "2"],
                ["check", "--ltl", "G(tokens(p5)<3)", "--reduce", "none"], ["check", "--ltlf", "F(tokens(p5)>3)"]):
    ended = subprocess.run([sys.argv[1], options[0], "expansion.pnml", *options[1:], "--memory", "100M"],
                           capture_output=True, text=True)
    peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1000  # of all children so far, in MB
    if ended.returncode != 3 or peak > 125:
        sys.exit(f"{options}: exit {ended.returncode}, peak {peak} MB\n{ended.stdout}{ended.stderr}")
PY
finish
