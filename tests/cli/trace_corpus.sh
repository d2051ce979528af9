#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# weir trace on a real hospital log must give every recorded answer (formula, case). Needs ../shared/corpus.
logs=$2/../shared/corpus/logs
[ -f "$logs/expected.tsv" ] || { echo "skipped: needs ../shared/corpus/logs"; exit 77; }
exec python3 - "$1" "$logs" <<'PYTHON'
import collections, gzip, json, re, subprocess, sys

weir, logs = sys.argv[1:]
expected = collections.defaultdict(dict)
with open(f"{logs}/expected.tsv") as table:
    next(table)
    for line in table:
        log, formula, case, accepted = line.rstrip("\n").split("\t")
        expected[log, formula][case] = accepted == "True"

wrong = answers = 0
for (log, formula), cases in expected.items():
    text = gzip.open(f"{logs}/{log}", "rt", encoding="utf-8").read()
    # An atom con_x of the recorded formulas is the activity x in lower case without blanks.
    names = {"con_" + re.sub(r"\W", "", name).lower(): name for name in set(re.findall(r'key="concept:name" value="([^"]*)"', text))}
    # ... and org_x the group X.
    formula_ours = re.sub(r"org_(\w+)", lambda atom: f'"org:group == {atom.group(1).upper()}"', formula)
    ours = re.sub(r"con_\w+", lambda atom: '"' + names.get(atom.group(), atom.group()) + '"', formula_ours)
    run = subprocess.run([weir, "trace", f"{logs}/{log}", "--ltlf", ours, "--json", "-"], capture_output=True, text=True)
    if run.returncode not in (0, 1):
        sys.exit(f"{ours}: exit {run.returncode}: {run.stderr}")
    got = {c["case"]: c["results"][0]["verdict"] == "satisfied" for c in json.loads(run.stdout)["cases"]}
    for case, accepted in cases.items():
        answers += 1
        if got.get(case) != accepted:
            wrong += 1
            print(f"{formula} ({ours}) on {case}: expected {accepted}, got {got.get(case)}")
print(f"{answers} recorded answers, {wrong} wrong")
sys.exit(1 if wrong or not answers else 0)
PYTHON
