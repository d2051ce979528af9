#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Compares weir with two sets of options on the models of a list, interleaved A B A B; the best of several rounds
counts. The ratio is time A / time B: above 1, B is faster.

    bench/macro/weir.py --corpus DIR --kind safety --a "-j 1" --b "-j 2" --wall           two cores
    bench/macro/weir.py --corpus DIR --kind ltl    --a "-j 1" --b "-j 2" --wall
    bench/macro/weir.py --corpus DIR --kind ltl    --a "--fair none" --b "--fair weak"    what weak fairness costs
    bench/macro/weir.py --corpus DIR --kind safety --a "--store exact" --b "--store tree" what compression costs
    bench/macro/weir.py --corpus DIR --kind safety --weir OLD --other NEW                 two programs

Without --wall, CPU seconds, user and system; both sides get `-j 1` unless they say otherwise. Safety is `weir explore`,
ltl `weir check --reduce none --property NAME`, as in spin.py, whose lists it reads.
"""
import argparse
import os
import shlex

import spin


class Side:
    def __init__(self, weir, job, words, options):
        self.options = options
        command = [weir, "explore" if job.kind == "safety" else "check", job.source, "--from", "promela"]
        command += ["--progress", "never", "--json", "-"]
        command += ["--property", job.name, "--reduce", "none"] if job.kind == "ltl" else []
        self.command = command + job.definitions + words + ([] if "-j" in words else ["-j", "1"])

    def measure(self):
        seconds, code, output = spin.run(self.command, timeout=self.options.timeout, wall=self.options.wall)
        states, memory, _ = spin.weir_figures(code, output)
        return {"seconds": seconds, "states": states, "bytes": memory / max(states, 1)}


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--weir", default="build/release/weir")
    parser.add_argument("--other", default="", help="the program of side B, if it is another one")
    parser.add_argument("--a", default="", help="options of side A")
    parser.add_argument("--b", default="", help="options of side B")
    parser.add_argument("--wall", action="store_true", help="wall clock: on a quiet machine only")
    parser.add_argument("--kind", choices=("safety", "ltl"), default="safety")
    parser.add_argument("--rounds", type=int, default=2)
    parser.add_argument("--timeout", type=float, default=120)
    parser.add_argument("--list", default=os.path.join(os.path.dirname(__file__), "models.tsv"))
    parser.add_argument("--corpus", required=True, metavar="DIR", help="folder of the models of the list")
    parser.add_argument("--only", default="")
    options = parser.parse_args()
    ratios = []
    print(f"{'model':34} {'states':>10} {'A s':>7} {'B s':>7} {'A : B':>6} {'A B/st':>7} {'B B/st':>7}")
    for job in spin.jobs_of(options, []):
        label = (os.path.basename(job.model) + (":" + job.name if job.kind == "ltl" else ""))[-34:]
        try:
            a, b = spin.best_of(options.rounds, (Side(options.weir, job, shlex.split(options.a), options),
                                                 Side(options.other or options.weir, job, shlex.split(options.b), options)))
        except RuntimeError as problem:
            print(f"{label:34} left out: {str(problem).strip().splitlines()[-1][:100]}", flush=True)
            continue
        finally:
            job.close()
        ratios.append(a["seconds"] / b["seconds"])
        note = "" if a["states"] == b["states"] else f"  B: {b['states']} states"
        print(f"{label:34} {a['states']:10} {a['seconds']:7.2f} {b['seconds']:7.2f} {ratios[-1]:6.2f} {a['bytes']:7.1f} "
              f"{b['bytes']:7.1f}{note}", flush=True)
    if ratios:
        print(f"geometric mean of {len(ratios)}: A : B {spin.geometric_mean(ratios):.2f}; least {min(ratios):.2f}, "
              f"most {max(ratios):.2f}")


if __name__ == "__main__":
    main()
