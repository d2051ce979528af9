#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# weir explain: English, class, accepted and rejected words with the reason. `weir compare` checks every word shown.
. "$(dirname "$0")/../support/cli.sh"
set -o pipefail
out=$("$weir" explain 'G (req -> F ack)') || fail "exit code"
contains english "whenever req holds, ack holds" "$out"
contains class "recurrence:" "$out"
contains accepted "Accepted, for example:" "$out"
contains rejected "cycle{!ack & req}" "$out"
contains why "ack never holds" "$out"
contains "unsatisfiable" "No word satisfies it." "$("$weir" explain 'F a & G !a')"
contains "valid" "Every word satisfies it." "$("$weir" explain 'a | !a')"
contains "stutter" "not stutter-invariant" "$("$weir" explain 'G (a -> X b)')"
contains "finite" "the empty word" "$("$weir" explain 'G a' --finite)"
contains "many atoms" "Rejected" "$("$weir" explain 'G (a -> (b U (c U (d U e))))')"
contains "json" '"class": "safety"' "$("$weir" explain 'G a' --json -)"
contains "pattern" "the pattern response(req, ack) after(boot)" "$("$weir" explain '!boot W (boot & G (req -> F ack))')"
contains "pattern in json" '"pattern": "absence(a)"' "$("$weir" explain 'G !a' --json -)"
contains "patterns" "response(a, b)  [Dwyer, Declare]" "$("$weir" explain --patterns)"
contains "patterns in json" '"pattern": "chain_response(a, b)"' "$("$weir" explain --patterns --json -)"
"$weir" explain >/dev/null 2>&1
equal "exit without a formula" 2 $?
"$weir" explain --patterns 'G a' >/dev/null 2>&1
equal "exit of two requests" 2 $?
contains "caret" "^" "$("$weir" explain 'G (a' 2>&1)"
"$weir" explain 'G (a' >/dev/null 2>&1
equal "exit of a bad formula" 2 $?
# The words are classified correctly: written as formulas, they imply the formula or its negation.
python3 - "$weir" <<'PY' || fail "a word"
import json, re, subprocess, sys
weir, bad, words = sys.argv[1], 0, 0
def formula_of(word):
    prefix, cycle = re.fullmatch(r"(?:(.*); )?cycle\{(.*)\}", word).groups()
    p = prefix.split("; ") if prefix else []
    c = cycle.split("; ")
    # The lasso as a formula: a counter of positions is not in LTL, so the cycle is unrolled over enough steps; words of one-letter cycles are exact.
    if len(c) > 1: return None
    return " & ".join([f"X[{i}]({x})" if i else f"({x})" for i, x in enumerate(p)] + [f"X[{len(p)}] G({c[0]})" if p else f"G({c[0]})"])
for f in ["G (req -> F ack)", "a U b", "F G a", "G F a -> G F b", "X X a", "a W (b & X c)", "!(a R b)", "G (a -> X !a)"]:
    answer = json.loads(subprocess.run([weir, "explain", f, "--json", "-"], capture_output=True, text=True).stdout)
    for kind, target in (("accepted", f), ("rejected", f"!({f})")):
        for w in answer[kind]:
            g = formula_of(w["word"])
            if g is None: continue
            words += 1
            if subprocess.run([weir, "compare", f"({g}) & ({target})", g], capture_output=True).returncode != 0:
                print("FAILED", f, kind, w["word"]); bad += 1
print(words, "words judged")
sys.exit(bad > 0 or words < 20)
PY
finish
