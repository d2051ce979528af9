#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Exchanges trails with Spin in both directions: `spin -t` replays weir's trails to the same failure; weir reads trails
# of Spin's verifier (with and without merged statements, a claim, a cycle) as counterexamples.
. "$(dirname "$0")/../support/cli.sh"
command -v spin > /dev/null && command -v cc > /dev/null || { echo "spin or cc is not installed"; exit 77; }

cp "$root"/examples/*.pml .
cat > atomic.pml <<'M'
/* a rendezvous, an atomic sequence, a d_step and an ltl block in front of everything */
ltl bounded { [] (x < 9) }
byte x;
chan q = [0] of { byte };
chan r = [2] of { byte, bool };
proctype Sender() {
  byte i;
  do
  :: i < 3 -> atomic { q!i; i++; r!i, i > 1 }
  :: else -> break
  od
}
proctype Receiver() {
  byte v; byte w; bool b;
  do
  :: q?v; d_step { w = v + 1; x = x + w }; r?w, b
  :: x > 4 -> assert(x != 6); break
  od
}
init { atomic { run Sender(); run Receiver() } }
M
cat > cycle.pml <<'M'
byte turn; bool busy;
ltl served { [] <> busy }
active proctype A() { do :: turn = 1 - turn od }
active proctype B() { do :: turn == 1 -> busy = true; busy = false od }
M
cat > watched.pml <<'M'
chan c = [1] of { byte };
active proctype P() { c!1; c?_; if :: c!1 :: c!2 fi }
trace { c!1; c!2 }
M

# weir writes, Spin replays: every move is possible, and the failure is the same.
for model in atomic.pml cycle.pml alternating-bit-bug.pml peterson-bug.pml philosophers-bug.pml cache-msi-bug.pml \
             producer-consumer-bug.pml raft-election-bug.pml; do
  "$weir" check "$model" -q --trail run.trail --json run.json > /dev/null 2>&1
  [ $? = 1 ] || { fail "$model: no violation"; continue; }
  spin -t -p -k run.trail "$model" > replay.txt 2>&1
  if grep -qE 'transition failed|stop error|invalid statement|no matching|\(\?\)' replay.txt; then
    fail "$model: Spin cannot replay the trail"
    tail -n 5 replay.txt
  fi
  moves=$(grep -cv '^-' run.trail)
  grep -qE "trail ends after $moves steps" replay.txt || fail "$model: Spin stops before step $moves"
  if grep -q '"fault\|assertion violated' run.json && ! grep -q 'assertion violated' replay.txt; then
    fail "$model: the assertion does not fail in Spin"
  fi
  grep -q '^-1' run.trail && { grep -q 'START OF CYCLE' replay.txt || fail "$model: no cycle"; }
  # weir also reads its own trail.
  "$weir" check "$model" -q --replay-trail run.trail > /dev/null 2>&1
  [ $? = 1 ] || fail "$model: weir cannot read its own trail"
done

# The same for a random run.
"$weir" simulate leader.pml --seed 3 -q --trail run.trail > /dev/null 2>&1
spin -t -p -k run.trail leader.pml > replay.txt 2>&1
grep -q "trail ends after $(grep -c . run.trail) steps" replay.txt || fail "leader.pml: a simulated run"

# Spin's verifier writes, weir reads. pan MODEL PROPERTY SPIN-OPTIONS CC-OPTIONS PAN-OPTIONS
pan() {
  local model=$1 property=$2
  rm -f pan "$model.trail"
  # shellcheck disable=SC2086
  spin -a $3 "$model" > /dev/null 2>&1 && cc -w $4 -o pan pan.c 2> /dev/null && ./pan $5 > pan.txt 2>&1
  [ -f "$model.trail" ] || { fail "$model: pan wrote no trail ($3 $4 $5)"; return; }
  "$weir" check "$model" --replay-trail "$model.trail" > found.txt 2>&1
  [ $? = 1 ] || { fail "$model: weir does not see pan's error ($3 $4 $5)"; cat found.txt; return; }
  grep -q "^violated *$property" found.txt || { fail "$model: not $property"; head -n 3 found.txt; }
}
pan peterson-bug.pml assertions "" "-DSAFETY" ""
pan peterson-bug.pml assertions "-o3" "-DNOREDUCE" ""
pan alternating-bit-bug.pml assertions "" "-DSAFETY" ""
pan philosophers-bug.pml deadlock "" "-DSAFETY" ""
pan atomic.pml assertions "" "-DNOCLAIM" ""
pan cycle.pml served "" "" "-a"
pan watched.pml assertions "" "-DSAFETY" ""

# Files that are not trails.
printf '1:0:99\n' > wrong.trail
"$weir" check peterson-bug.pml --replay-trail wrong.trail > out.txt 2> err.txt
[ $? = 2 ] && grep -q 'wrong.trail:1:1: error: the trail does not match the model' err.txt || fail "a trail of another model"
printf 'hello\n' > wrong.trail
"$weir" check peterson-bug.pml --replay-trail wrong.trail > out.txt 2> err.txt
[ $? = 2 ] && grep -q 'wrong.trail:1:1: error: expected a line of a Spin trail' err.txt || fail "text instead of a trail"
"$weir" check "$root/examples/peterson.dve" --ltl 'G (turn == 0)' --trail x.trail > out.txt 2> err.txt
[ $? = 2 ] && [ ! -e x.trail ] || fail "a trail of a DVE model"
finish
