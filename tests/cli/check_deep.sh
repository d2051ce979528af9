#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Nothing recurses on the depth of the model: every search on a chain of a million states with 128 kB of stack.
. "$(dirname "$0")/../support/cli.sh"

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


n=1000000
for engine in auto couvreur ndfs tarjan owcty emerson-lei; do
  expect 0 'depth 999999' check chain.pml -D N=$n --ltl "F (x == $((n - 1)))" --emptiness $engine
done
expect 0 'depth 1000002' check chain.pml -D N=$n --ltl 'G (x >= 0)'
expect 0 'depth 1000002' check chain.pml -D N=$n --ltlf 'G (x >= 0)'
expect 0 'depth 1000002' check chain.pml -D N=$n --deadlock --assertions
expect 0 'depth 1000002' check chain.pml -D N=$n --ltl 'G (x >= 0)' --search bfs

# Counterexamples of that depth.
n=100000
expect 1 'Every continuation of the run' check chain.pml -D N=$n --ltl "G (x < $n)"
expect 1 'for ever' check chain.pml -D N=$n --ltl "G F (x < $n)"
expect 1 'for ever' check chain.pml -D N=$n --ltl "G F (x < $n)" --emptiness ndfs --translator couvreur
expect 1 'for ever' check chain.pml -D N=$n --ltl "G F (x < $n)" --shortest
expect 1 'violated' check chain.pml -D N=$n --ltlf "G (x < $n)" --store cache --cache-entries 10

finish
