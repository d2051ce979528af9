#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Fault injection: runs are killed with SIGKILL at random moments and resumed until they end. Verdicts and counts are
# those of an uninterrupted run. Truncated files and files of another run or format are refused.
set -u
weir=$1 source=$2
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$source" || exit 1
python3 - "$weir" "$folder" <<'PY'
import json, os, random, signal, subprocess, sys, time
weir, folder = sys.argv[1:]
random.seed(1)
failures = []
file = os.path.join(folder, "saved")
model = os.path.join(folder, "counters.pml")
open(model, "w").write("""
#ifndef LIMIT
#define LIMIT 100
#endif
byte x[4];
active [4] proctype P() {
  do
  :: x[_pid] < 7 -> x[_pid]++
  :: x[_pid] > 0 -> x[_pid] = x[_pid] - 1
  :: x[0] + x[1] + x[2] + x[3] > LIMIT -> assert(false)
  od
}
""")

def counts(answer):
    if "properties" not in answer:
        return [answer[k] for k in ("states", "transitions", "max_depth", "deadlocks")]
    keys = ("states", "states_generated", "transitions", "max_depth", "automaton_states")
    return [[p["name"], p["verdict"], *[p["stats"][k] for k in keys],
             [(s["event"], s["state"]) for part in ("prefix", "cycle") for s in p.get("counterexample", {}).get(part, [])]]
            for p in answer["properties"]] + [answer.get("unreached")]

def answer(*arguments):
    done = subprocess.run([weir, *arguments, "--json", "-"], capture_output=True, text=True, timeout=300)
    return done.returncode, json.loads(done.stdout or "null"), done.stderr

cases = [["explore", model], ["explore", model, "--search", "dfs"], ["check", model], ["check", model, "--search", "bfs"],
         ["check", model, "--reduce", "none", "--store", "tree"], ["check", model, "--ltlf", "G x[0] < 10"],
         ["check", model, "--ltl", "G x[0] < 10"], ["check", model, "--ltl", "G F x[0] == 3 -> F x[0] == 3"],
         ["check", model, "--ltl", "G F (x[0] > 0 || x[1] < 5)", "--fair", "weak"],
         ["check", model, "--ltl", "G x[0] < 10", "--ltl", "F G x[0] < 11", "--translator", "couvreur"],
         ["check", model, "-D", "LIMIT=19", "--reduce", "none"], ["check", model, "--ltl", "G !(x[0] == 5 && x[3] == 5)", "--search", "bfs"]]
kills = taken_up = 0
for case in cases:
    one = [*case, "-j", "1"]
    start = time.time()
    code, expected, _ = answer(*one, "--checkpoint", file)
    whole = time.time() - start
    os.remove(file)
    for attempt in range(200):
        resume = ["--resume", file] if os.path.exists(file) else ["--checkpoint", file]
        run = subprocess.Popen([weir, *one, *resume, "--checkpoint-every", "0.01", "--json", os.path.join(folder, "out")],
                               stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        try:
            # Kill later each time, so that every case ends.
            _, stderr = run.communicate(timeout=random.uniform(0.02, 0.05 + whole * (0.2 + attempt / 10)))
            break
        except subprocess.TimeoutExpired:
            run.kill()
            run.communicate()
            kills += 1
            taken_up += resume[0] == "--resume"
    else:
        failures.append(f"{case}: does not end")
        continue
    if run.returncode != code:
        failures.append(f"{case}: exit {run.returncode}, not {code}: {stderr}")
        continue
    got = counts(json.load(open(os.path.join(folder, "out"))))
    if got != counts(expected):
        failures.append(f"{case}: {str(got)[:400]}\n  not {str(counts(expected))[:400]}")
    # Resuming a finished run repeats its answer at once.
    again, value, _ = answer(*one, "--resume", file)
    if again != code or counts(value) != counts(expected):
        failures.append(f"{case}: taken up after its end it gives exit {again}")
if kills < 15 or taken_up < 8:
    failures.append(f"only {kills} kills, {taken_up} of them of runs that were taken up")

# A signal or limit: the run is saved before it ends, and can be resumed.
reference = counts(answer("explore", model, "-j", "1")[1])
for stop in (["--time", "0.05"], None):
    os.path.exists(file) and os.remove(file)
    run = subprocess.Popen([weir, "explore", model, "--checkpoint", file, *(stop or [])], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    if stop is None:
        time.sleep(0.05)
        run.terminate()
    stderr = run.communicate()[1]
    if run.returncode not in (0, 3, -signal.SIGTERM) or (run.returncode == 3 and "--resume" not in stderr):
        failures.append(f"stopped: exit {run.returncode}, {stderr}")
    if run.returncode == 3 and counts(answer("explore", model, "--resume", file)[1]) != reference:
        failures.append(f"stopped by {stop or 'SIGTERM'} and taken up, the counts differ")

# --max-states saves the states of the search.
answer("check", model, "--assertions", "--max-states", "25", "--checkpoint", file)
if os.path.getsize(file) < 300:
    failures.append("--max-states: the states are not in the checkpoint")
os.remove(file)

def refused(words, *arguments):
    code, _, stderr = answer(*arguments)
    if code != 2 or words not in stderr:
        failures.append(f"{arguments}: exit {code}, {stderr}")

answer("check", model, "--checkpoint", file)
content = open(file, "rb").read()
refused("--search", "check", model, "--resume", file, "--search", "bfs")
refused("another run", "check", model, "--resume", file, "--ltl", "G x[0] < 10")
refused("another run", "check", model, "--resume", file, "-D", "LIMIT=5")
refused("another run", "explore", model, "--resume", file)
refused("another run", "check", "examples/peterson.pml", "--resume", file)
refused("not a weir checkpoint", "check", model, "--resume", model)
refused("cannot read", "check", model, "--resume", file + "x")
refused("cannot write", "check", model, "--checkpoint", os.path.join(folder, "no", "such"))
for damaged in (content[:-1], content[:40], content[:len(content) // 2] + b"x" + content[len(content) // 2 + 1:], content + b"x"):
    torn = os.path.join(folder, "torn")
    open(torn, "wb").write(damaged)
    refused("damaged", "check", model, "--resume", torn)
refused("exact or tree", "check", model, "--checkpoint", file, "--store", "bitstate")
refused("ndfs", "check", model, "--checkpoint", file, "--ltl", "G F x[0] == 3", "--emptiness", "ndfs")
refused("one thread", "check", model, "--checkpoint", file, "-j", "2")
refused("sleep", "check", model, "--checkpoint", file, "--reduce", "sleep", "--assertions")
refused("random", "explore", model, "--checkpoint", file, "--search", "random")
if os.path.exists(file + ".tmp"):
    failures.append("a temporary file is left")
print("\n".join(failures) or f"{len(cases)} runs, {kills} kills, {taken_up} of runs that had been taken up")
sys.exit(bool(failures))
PY
