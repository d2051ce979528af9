#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Limits and signals also end explore and simulate in the middle of a step: a d_step of billions of iterations, an
# atomic sequence of millions of states.
. "$(dirname "$0")/../support/cli.sh"
python3 - "$weir" <<'PY'
import json, os, signal, subprocess, sys, time
weir = sys.argv[1]
failures = []
open("long.pml", "w").write("int n; active proctype P() { n = 1; d_step { n = 0; do :: n < 2000000000 -> n++; n--; n++ :: else -> break od } }\n")
open("wide.pml", "w").write("""byte a[8];
active proctype P() { atomic { a[0] = 1; do :: a[1] < 9 -> a[1]++ :: a[2] < 99 -> a[2]++ :: a[3] < 99 -> a[3]++ :: a[4] < 99 -> a[4]++ :: a[5] < 99 -> a[5]++ :: break od } }
""")

def run(*arguments, interrupt=None, within=4):
    start = time.time()
    process = subprocess.Popen([weir, *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    if interrupt is not None:
        time.sleep(interrupt)
        process.send_signal(signal.SIGINT)
    try:
        out, err = process.communicate(timeout=60)
    except subprocess.TimeoutExpired:
        process.kill()
        process.communicate()
        failures.append(f"{arguments}: does not end")
        return "", ""
    took = time.time() - start
    if process.returncode != 3 or took > within:
        failures.append(f"{arguments}: exit {process.returncode} after {took:.1f} s: {out!r} {err!r}")
    return out, err

def expect(words, text, what):
    if words not in text:
        failures.append(f"{what}: {text!r} does not say {words!r}")

for model in ("long.pml", "wide.pml"):
    for more in ([], ["--search", "dfs"], ["-j", "2"], ["--store", "bitstate"]):
        expect("time limit", "".join(run("explore", model, "--time", "0.5", *more)), f"explore {model} {more}")
    expect("interrupted", "".join(run("explore", model, interrupt=0.5)), f"explore {model}, SIGINT")
    expect("stopped after", "".join(run("simulate", model, "--seed", "1", interrupt=0.5)), f"simulate {model}, SIGINT")
    # Incomplete expansions are not saved: the file can be resumed, and counts are those of complete expansions.
    expect("time limit", "".join(run("explore", model, "--checkpoint", "saved", "--time", "0.5")), "saved exploration")
    out, _ = run("explore", model, "--resume", "saved", "--time", "0.5", "--json", "-")
    if out and json.loads(out)["deadlocks"] != 0:
        failures.append(f"{model}: a deadlock that is none: {out}")
    os.remove("saved")
out = "".join(run("explore", "wide.pml", "--memory", "100M", within=30))
expect("memory limit", out, "explore --memory")
# Alternatives that wait on the way through a sequence take memory, too.
open("waiting.pml", "w").write("int x; byte y; active proctype P() { atomic { do :: x < 1000000 -> x++ :: x >= 1000000 -> x = 0 :: y = (y + 1) % 50 od } }\n")
for limit in (50, 100):
    out, _ = run("check", "waiting.pml", "--memory", f"{limit}M", "--json", "-", within=30)
    expect("memory limit", out, "check --memory")
    peak = json.loads(out)["peak_memory_bytes"] >> 20
    if peak > 1.2 * limit:
        failures.append(f"check --memory {limit}M: {peak} MB")
print("\n".join(failures) or "every limit was kept")
sys.exit(bool(failures))
PY
