#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""weir and Spin on the same Promela models, interleaved A B A B; the best of several rounds counts.

    bench/macro/spin.py --weir build/release/weir [--rounds 3] [--json FILE] MODEL [-DNAME=VALUE ...] ...

Spin: `spin -a -o1 -o2 -o3`, `cc -O2 -DNOREDUCE -DSAFETY -DNOCLAIM`, `pan -c0`: the plain state space, as `weir explore` counts
it. Reported are states, states a second, bytes a stored state (Spin: the state vector as stored, without its overhead of 20
bytes; weir: memory of stores and stacks by states), and the time to an answer, which for Spin includes its compiler.
Spin ends at its depth limit: --depth gives more.
"""
import argparse
import json
import os
import platform
import re
import shutil
import subprocess
import sys
import tempfile
import time


def run(command, **options):
    start = time.perf_counter()
    done = subprocess.run(command, capture_output=True, text=True, errors="replace", **options)
    return time.perf_counter() - start, done


class Spin:
    def __init__(self, model, definitions, depth):
        self.folder = tempfile.mkdtemp(prefix="weir-bench-")
        source = os.path.abspath(model)
        self.compile_seconds, done = run(
            ["sh", "-c", f"spin -a -o1 -o2 -o3 {' '.join(definitions)} '{source}' >/dev/null 2>&1; "
             "cc -O2 -w -DNOREDUCE -DSAFETY -DNOCLAIM -o pan pan.c"], cwd=self.folder)
        self.depth = depth
        if not os.path.exists(self.folder + "/pan"):
            raise SystemExit(f"{model}: Spin cannot compile it\n{done.stderr}")

    def measure(self):
        seconds, done = run(["./pan", "-c0", f"-m{self.depth}", "-w24"], cwd=self.folder)
        states = re.search(r"([0-9.e+]+) states, stored", done.stdout)
        vector = re.search(r"state-vector as stored = (\d+) byte", done.stdout) or \
            re.search(r"State-vector (\d+) byte", done.stdout)
        complete = "max search depth" not in done.stdout
        return {"seconds": seconds, "states": int(float(states.group(1))) if states else 0,
                "bytes_per_state": float(vector.group(1)) if vector else 0.0, "complete": complete}

    def close(self):
        shutil.rmtree(self.folder, ignore_errors=True)


def measure_weir(program, model, definitions, store):
    seconds, done = run([program, "explore", model, "--from", "promela", "--progress", "never", "--store", store, "--json",
                         "-", *definitions])
    if done.returncode not in (0, 3):
        raise SystemExit(f"{model}: {done.stderr}")
    found = json.loads(done.stdout)
    states = found["states"]
    return {"seconds": seconds, "states": states, "bytes_per_state": found["memory_bytes"] / max(states, 1),
            "complete": done.returncode == 0}


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--weir", default="build/release/weir")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--depth", type=int, default=2000000)
    parser.add_argument("--store", default="exact")
    parser.add_argument("--json", default="")
    parser.add_argument("models", nargs="+", help="a model, followed by its -D definitions")
    options, extra = parser.parse_known_args()
    models = []
    for word in sys.argv[1:]:
        if word in options.models:
            models.append((word, []))
        elif word in extra and word.startswith("-D") and models:
            models[-1][1].append(word)
    rows = []
    print(f"{'model':28} {'states':>10} {'weir st/s':>11} {'Spin st/s':>11} {'ratio':>6} {'weir B/st':>9} {'Spin B/st':>9} "
          f"{'weir s':>7} {'Spin s':>7} (of it cc)")
    for model, definitions in models:
        spin = Spin(model, definitions, options.depth)
        best = {}
        for _ in range(options.rounds):
            for name, measure in (("weir", lambda: measure_weir(options.weir, model, definitions, options.store)),
                                  ("spin", spin.measure)):
                got = measure()
                if name not in best or got["seconds"] < best[name]["seconds"]:
                    best[name] = got
        spin.close()
        ours, theirs = best["weir"], best["spin"]
        row = {"model": os.path.basename(model), "definitions": definitions, "weir": ours, "spin": theirs,
               "spin_compile_seconds": spin.compile_seconds, "same_states": ours["states"] == theirs["states"]}
        rows.append(row)
        rate = [side["states"] / side["seconds"] for side in (ours, theirs)]
        print(f"{row['model'][:28]:28} {ours['states']:10} {rate[0]:11.0f} {rate[1]:11.0f} {rate[0] / rate[1]:6.2f} "
              f"{ours['bytes_per_state']:9.1f} {theirs['bytes_per_state']:9.1f} {ours['seconds']:7.2f} "
              f"{theirs['seconds'] + spin.compile_seconds:7.2f} ({spin.compile_seconds:.2f})"
              f"{'' if row['same_states'] else '  STATES DIFFER: Spin ' + str(theirs['states'])}")
    if options.json:
        commit = run(["git", "rev-parse", "--short", "HEAD"])[1].stdout.strip()
        with open(options.json, "w", encoding="utf-8") as file:
            json.dump({"commit": commit, "machine": platform.processor() or platform.machine(), "cores": os.cpu_count(),
                       "rounds": options.rounds, "store": options.store, "models": rows}, file, indent=1)


if __name__ == "__main__":
    main()
