#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Measures `weir trace`: writes a log of JSON lines of a given size and checks sets of formulas on it, several times: five of the past,
five of the future, formulas with time bounds, and formulas about all values of a field.

usage: bench/trace/run.py [--weir build/release/weir] [--megabytes 200] [--repeat 3]

The log obeys the formulas, so that none is decided before the end and every event is work. `memory_mb` is the peak of all
runs so far.
"""
import argparse
import json
import os
import random
import resource
import subprocess
import sys
import tempfile
import time

SETS = {
    "past": ["G (reply -> Y (!reply S request))", "G (close -> Y (!close S open))", "G (\"status >= 500\" -> Y request)",
             "G (request -> (!close S open))", "G (idle -> Y (reply | idle) & O open)"],
    "future": ["G (request -> F (reply | close))", "G (close -> X (!request W open))", "G (open -> X (!open W close))", "G (request -> X (!request W reply))",
               "G (\"status >= 500\" -> F \"status == 200\")"],
    "timed": ["G (request -> F[0,30d] reply)", "G (reply -> O[0,30d] request)", "G (open -> !close U[0,30d] request)"],
    "forall": ["forall user: G (request(user) -> !close(user) W reply(user))", "forall user: G (reply(user) -> Y (!reply(user) S request(user)))"],
}
SESSIONS = 5000


def next_event(rng, last):
    """A session is open, then requests and their replies or idle events, then close, and again."""
    if last in (None, "close"):
        return "open"
    if last == "request":
        return "reply"
    return "request" if last == "open" else rng.choice(["request", "request", "idle", "close"])


def write_log(path, size):
    rng = random.Random(1)
    last = [None] * SESSIONS
    written = now = 0
    with open(path, "w") as log:
        while written < size:
            now += rng.randrange(3)
            session = rng.randrange(SESSIONS)
            event = last[session] = next_event(rng, last[session])
            status = rng.choice([200, 200, 500]) if event == "reply" else 200
            written += log.write(json.dumps({"time": now / 2, "user": f"u{session}", "session": session, "event": event, "status": status,
                                             "agent": "weir bench", "note": "x" * rng.randrange(40)}) + "\n")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--weir", default="build/release/weir")
    parser.add_argument("--megabytes", type=int, default=200)
    parser.add_argument("--repeat", type=int, default=3)
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        log = os.path.join(folder, "log.jsonl")
        write_log(log, args.megabytes * 1_000_000)
        size = os.path.getsize(log)
        for name, formulas in SETS.items():
            command = [args.weir, "trace", log, "--timestamp", "time", "-q"] if name == "timed" else [args.weir, "trace", log, "-q"]
            command += ["--case", "session"] if name != "forall" else []
            for formula in formulas:
                command += ["--ltlf", formula]
            best = None
            for _ in range(args.repeat):
                start = time.perf_counter()
                code = subprocess.run(command, stderr=subprocess.DEVNULL).returncode
                seconds = time.perf_counter() - start
                if code not in (0, 1):
                    sys.exit(f"weir ended with {code}")
                best = seconds if best is None else min(best, seconds)
            memory = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss // 1024
            print(json.dumps({"set": name, "bytes": size, "formulas": len(formulas), "best_seconds": round(best, 3),
                              "gigabytes_per_minute": round(size / best * 60 / 1e9, 2), "memory_mb": memory}))


if __name__ == "__main__":
    main()
