#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# --json conforms to docs/schema; --junit, --sarif, --itf, --mermaid, --plantuml and --dot contain what their
# readers need.
set -u
weir=$1 source=$2
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$source" || exit 1
python3 -c 'import jsonschema' 2>/dev/null || { echo "SKIPPED: python3-jsonschema is missing"; exit 77; }
python3 - "$weir" "$folder" <<'PY'
import glob, json, os, subprocess, sys, xml.etree.ElementTree as ET
import jsonschema
weir, folder = sys.argv[1:]
failures = []
schema = json.load(open("docs/schema/check.json"))
jsonschema.Draft202012Validator.check_schema(schema)
validator = jsonschema.Draft202012Validator(schema)

def run(*arguments):
    return subprocess.run([weir, *arguments], capture_output=True, text=True, timeout=120)

# Every kind of property, verdict and counterexample.
runs = [["examples/peterson.pml"], ["examples/peterson-bug.pml"], ["examples/philosophers-bug.pml", "--deadlock"],
        ["examples/peterson.pml", "--ltl", "G F P[0]@crit"], ["examples/peterson.pml", "--ltlf", "G !P[0]@crit"],
        ["examples/peterson.pml", "--progress-cycles"], ["examples/peterson.pml", "--store", "bitstate"],
        ["examples/peterson.pml", "--max-states", "3"], ["examples/peterson.dve", "--deadlock"],
        ["examples/philosophers.pnml", "--properties", "examples/philosophers.xml"]]
verdicts = set()
for arguments in runs:
    answer = json.loads(run("check", *arguments, "--json", "-").stdout)
    for error in validator.iter_errors(answer):
        failures.append(f"{arguments}: {error.json_path}: {error.message}")
    verdicts |= {(p["kind"], p["verdict"]) for p in answer["properties"]}
if len({v for _, v in verdicts}) != 3 or len({k for k, _ in verdicts}) < 5:
    failures.append(f"the runs do not cover what they should: {verdicts}")
# The schema rejects a violated property without counterexample and an unknown verdict.
broken = json.loads(run("check", "examples/peterson-bug.pml", "--json", "-").stdout)
broken["properties"][0].pop("counterexample")
broken["properties"][1]["verdict"] = "maybe"
if len(list(validator.iter_errors(broken))) < 2:
    failures.append("the schema accepts a broken answer")

# The same for explore and trace.
def conforms(name, answer):
    own = json.load(open(f"docs/schema/{name}.json"))
    jsonschema.Draft202012Validator.check_schema(own)
    return [f"{name}: {e.json_path}: {e.message}" for e in jsonschema.Draft202012Validator(own).iter_errors(answer)]
for arguments in [["examples/peterson.pml"], ["examples/peterson.pml", "--stats"], ["examples/peterson.dve", "--stats"],
                  ["examples/philosophers.pnml", "--stats"], ["examples/peterson.pml", "--stats", "--max-states", "5"]]:
    failures += conforms("explore", json.loads(run("explore", *arguments, "--json", "-").stdout))
if not conforms("explore", {"tool": "weir", "statistics": {}}):
    failures.append("the schema of explore accepts anything")
log = os.path.join(folder, "log.jsonl")
open(log, "w").write('{"event": "a"}\n{"event": "b"}\n')
for formula in ["F a", "G !b", "G (a -> F c)", "true"]:
    failures += conforms("trace", json.loads(run("trace", log, "--ltlf", formula, "--json", "-").stdout))
if not conforms("trace", {"tool": "weir", "cases": [{"results": [{"decided": True}]}]}):
    failures.append("the schema of trace accepts anything")

def written(option, *arguments):
    path = os.path.join(folder, "out")
    run("check", *arguments, option, path, "-q")
    return open(path).read()

# JUnit: one case per property; a violation is a failure, an inconclusive verdict an error.
suite = ET.fromstring(written("--junit", "examples/peterson-bug.pml"))
cases = {case.get("name"): case for case in suite.iter("testcase")}
if set(cases) != {"assertions", "deadlock", "mutex"} or cases["mutex"].find("failure") is None or cases["deadlock"].find("failure") is not None:
    failures.append(f"junit: {sorted(cases)}")
if not [c for c in ET.fromstring(written("--junit", "examples/peterson.pml", "--max-states", "3")).iter("testcase") if c.find("error") is not None]:
    failures.append("junit: an inconclusive verdict is no error")

# SARIF 2.1.0: results with rule, message and a location in the model, every rule described.
sarif = json.loads(written("--sarif", "examples/peterson-bug.pml"))
run0 = sarif["runs"][0]
rules = {rule["id"] for rule in run0["tool"]["driver"]["rules"]}
if sarif["version"] != "2.1.0" or run0["tool"]["driver"]["name"] != "weir":
    failures.append("sarif: head")
for result in run0["results"]:
    place = result["locations"][0]["physicalLocation"]
    if result["ruleId"] not in rules or not result["message"]["text"] or not place["artifactLocation"]["uri"].endswith("peterson-bug.pml") or place["region"]["startLine"] < 1:
        failures.append(f"sarif: {result}")
if not run0["results"]:
    failures.append("sarif: no results")

# Informal Trace Format: variables are named, every state has all of them, and the loop is an index of a state.
itf = json.loads(written("--itf", "examples/peterson.pml", "--ltl", "G F P[0]@crit"))
if not itf["states"] or any(set(itf["vars"]) - set(state) for state in itf["states"]) or not 0 <= itf["loop"] < len(itf["states"]):
    failures.append("itf: " + json.dumps(itf)[:300])

mermaid = written("--mermaid", "examples/alternating-bit-bug.pml")
if not mermaid.startswith("sequenceDiagram") or "->>" not in mermaid:
    failures.append("mermaid: " + mermaid[:200])
plantuml = written("--plantuml", "examples/alternating-bit-bug.pml")
if not plantuml.startswith("@startuml") or not plantuml.rstrip().endswith("@enduml") or "->" not in plantuml:
    failures.append("plantuml: " + plantuml[:200])
dot = written("--dot", "examples/peterson-bug.pml")
try:
    drawn = subprocess.run(["dot", "-Tsvg"], input=dot, capture_output=True, text=True)
    if drawn.returncode != 0 or "<svg" not in drawn.stdout:
        failures.append("dot: " + drawn.stderr[:200])
except FileNotFoundError:
    print("SKIPPED: Graphviz is missing, the drawing was not tried")

# Without a counterexample, outputs of runs leave an old file alone and say so; outputs of verdicts are always written.
for option in ["--json", "--html", "--junit", "--sarif", "--itf", "--mermaid", "--plantuml", "--dot", "--trail"]:
    about_runs = option in ("--itf", "--mermaid", "--plantuml", "--dot", "--trail")
    path = os.path.join(folder, "old")
    for limit, code in (["--max-states", "3"], 3), ([], 0):
        open(path, "w").write("old")
        done = run("check", "examples/peterson.pml", "--assertions", *limit, option, path)
        note = f"note: {option} {path}: not written, there is no counterexample" in done.stderr
        if done.returncode != code or note != about_runs or (open(path).read() == "old") != about_runs:
            failures.append(f"{option} without counterexample: exit {done.returncode}, {done.stderr}")
    os.remove(path)
    run("check", "examples/peterson.pml", "--assertions", "-q", option, path)
    if os.path.exists(path) == about_runs:
        failures.append(f"{option} without counterexample and old file")
    if about_runs and run("check", "examples/peterson.pml", "--assertions", option, "-").stdout:
        failures.append(f"{option} - without counterexample")
print("\n".join(failures) or f"{len(runs)} answers fit the schema; {len(verdicts)} kinds of verdict")
sys.exit(bool(failures))
PY
