#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# With a never claim that weir writes for a formula, Spin finds an error exactly if weir finds a run of the model that
# satisfies the formula.
. "$(dirname "$0")/../support/cli.sh"
command -v spin >/dev/null && command -v cc >/dev/null || { echo "spin or cc is not installed"; exit 77; }

cat >model.pml <<'PML'
bool p, q, r;
active proctype A() { do :: p = !p :: p -> q = true od }
active proctype B() { q -> r = true; do :: r = !r od }
PML
found=0
while read -r formula; do
  "$weir" translate "$formula" --to never >claim || fail "translate $formula"
  cat model.pml claim >both.pml
  { spin -a both.pml && cc -O0 -w -DNOREDUCE -o pan pan.c; } >log 2>&1 || { fail "Spin does not take the claim of $formula"; cat log; }
  ./pan -a >log 2>&1
  spin_finds=$(grep -c 'errors: [1-9]' log)
  "$weir" check model.pml --ltl "!($formula)" -q >/dev/null
  weir_finds=$?
  equal "$formula" "$spin_finds" "$weir_finds"
  found=$((found + weir_finds))
done <<'FORMULAS'
G F p
F G p
G (p -> X q)
!p U q
G !q & F r
(G F p & G F r) -> F G q
G F (p & q) & G F (r & !p)
X X (p & !q)
(p U q) U r
F (q & G !r)
F (r & X (!r & X (r & X !r)))
G (q -> F (r R p)) & F q
FORMULAS
[ "$found" -gt 2 ] && [ "$found" -lt 12 ] || fail "all answers are alike: $found"

# A formula that reads a channel that does not exist yet is violated, in an ltl block and on the command line, as in Spin.
cat >channel.pml <<'PML'
chan q; chan r = [1] of { byte }; byte x;
active proctype P() { x = 1; q = r; q!3; x = 2 }
PML
while read -r expected formula; do
  { cat channel.pml; echo "ltl p { $formula }"; } >both.pml
  { spin -a both.pml && cc -O0 -w -DNOREDUCE -o pan pan.c; } >log 2>&1 || { fail "Spin does not take $formula"; cat log; }
  ./pan -a -E >log 2>&1
  equal "Spin: $formula" "$(grep -c 'errors: [1-9]' log)" "$expected"
  "$weir" check both.pml --property p -q >/dev/null
  equal "ltl block: $formula" $? "$expected"
  "$weir" check channel.pml --ltl "$formula" -q >/dev/null
  equal "--ltl: $formula" $? "$expected"
done <<'FORMULAS'
1 <> (len(q) == 1)
0 <> (len(r) == 1)
1 [] (len(q) < 2)
0 [] (len(r) < 2)
1 <> (q?[3])
0 <> (x == 2)
FORMULAS
finish
