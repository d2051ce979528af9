#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Nothing recurses on the depth of the model: a chain of a million states, with 128 kB of stack, by every search.
set -u
weir=$1
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir" || exit 1
failures=0

cat > chain.pml <<'PML'
int x;
active proctype P() {
  do
  :: d_step { x < N -> x++ }
  :: x == N -> break
  od
}
PML
# Sanitizers need more stack, and time.
grep -qa __asan_init "$weir" && { echo "not with sanitizers"; exit 77; }
ulimit -s 128

# expect CODE TEXT ARGS...: exit code, and a text that the output contains.
expect() {
  local code=$1 text=$2
  shift 2
  "$weir" check chain.pml "$@" > out 2> err
  local got=$?
  if [ "$got" != "$code" ] || ! grep -qF -- "$text" out; then
    echo "FAILED: weir check chain.pml $*: exit $got, not $code with '$text'"
    head -5 out err
    failures=$((failures + 1))
  fi
}

n=1000000
for engine in auto couvreur ndfs tarjan owcty emerson-lei; do
  expect 0 'depth 999 999' -D N=$n --ltl "F (x == $((n - 1)))" --emptiness $engine
done
expect 0 'depth 1 000 002' -D N=$n --ltl 'G (x >= 0)'
expect 0 'depth 1 000 002' -D N=$n --ltlf 'G (x >= 0)'
expect 0 'depth 1 000 002' -D N=$n --deadlock --assertions
expect 0 'depth 1 000 002' -D N=$n --ltl 'G (x >= 0)' --search bfs

# Counterexamples as deep as that.
n=100000
expect 1 'However the run goes on' -D N=$n --ltl "G (x < $n)"
expect 1 'for ever' -D N=$n --ltl "G F (x < $n)"
expect 1 'for ever' -D N=$n --ltl "G F (x < $n)" --emptiness ndfs --translator couvreur
expect 1 'for ever' -D N=$n --ltl "G F (x < $n)" --shortest
expect 1 'violated' -D N=$n --ltlf "G (x < $n)" --store cache --cache-entries 10

[ "$failures" = 0 ] && echo 'every search went down the whole chain'
exit "$failures"
