#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Measures `weir trace`: writes a log of JSON lines of a given size and checks five formulas on it, several times.

usage: bench/trace/run.py [--weir build/release/weir] [--megabytes 200] [--repeat 3]
"""
import argparse
import json
import os
import random
import subprocess
import sys
import tempfile
import time

FORMULAS = ["G (request -> F reply)", "!reply W request", "G !\"status >= 500\"", "F close", "G (open -> X !open)"]


def write_log(path, size):
    rng = random.Random(1)
    names = ["open", "request", "reply", "close", "idle"]
    written = 0
    with open(path, "w") as log:
        while written < size:
            written += log.write(json.dumps({"time": rng.randrange(10**9), "session": rng.randrange(1000), "event": rng.choice(names),
                                             "status": rng.choice([200, 200, 404]), "agent": "weir bench", "note": "x" * rng.randrange(40)}) + "\n")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--weir", default="build/release/weir")
    parser.add_argument("--megabytes", type=int, default=200)
    parser.add_argument("--repeat", type=int, default=3)
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        log = os.path.join(folder, "log.jsonl")
        write_log(log, args.megabytes * 1_000_000)
        command = [args.weir, "trace", log, "--case", "session", "-q"]
        for formula in FORMULAS:
            command += ["--ltlf", formula]
        best = None
        for _ in range(args.repeat):
            start = time.perf_counter()
            code = subprocess.run(command).returncode
            seconds = time.perf_counter() - start
            if code not in (0, 1):
                sys.exit(f"weir ended with {code}")
            best = seconds if best is None else min(best, seconds)
        size = os.path.getsize(log)
        print(json.dumps({"bytes": size, "formulas": len(FORMULAS), "best_seconds": round(best, 3), "gigabytes_per_minute": round(size / best * 60 / 1e9, 2)}))


if __name__ == "__main__":
    main()
