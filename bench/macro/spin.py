#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Compares weir and Spin on the same Promela models, interleaved A B A B; the best of several rounds counts.

    bench/macro/spin.py --weir build/release/weir [--rounds 3] [--json FILE] MODEL [-DNAME=VALUE ...] ...
    bench/macro/spin.py --list bench/macro/models.tsv --corpus DIR [--only TEXT] [--kind ltl]
        [--mode default] [--fair] [--wall --threads 0]

`--mode plain` (default): the language's plain state space on both sides: `spin -a -o1 -o2 -o3`, `cc -O2 -DNOREDUCE`,
`weir ... --reduce none`. `--mode default`: each tool's own reductions.
`--kind safety`: `pan -c0` compiled with -DSAFETY against `weir explore` (plain) or `weir check --assertions --deadlock`
(default). `--kind ltl`: the property of the list, written into a copy of the model that both read; `pan -a -N` against
`weir check --property`. `--fair` adds weak fairness (`pan -f`, `weir --fair weak`).

Times are CPU seconds, user and system, of the process and its children, so that other load matters less. --wall measures
wall-clock time (`--threads 0`: with weir's default number of threads). Spin's time to an answer includes `spin -a` and
the compiler. Bytes a state: for weir, the memory of stores and stacks divided by states; for Spin, the stored state
vector and its overhead. Spin stops at its depth limit; --depth raises it.
"""
import argparse
import json
import math
import os
import platform
import re
import shutil
import subprocess
import sys
import tempfile
import threading
import time


def run(command, cwd=None, timeout=600, wall=False):
    """Seconds (CPU time, or wall-clock time if `wall`), exit code, output."""
    with tempfile.TemporaryFile() as out:
        start = time.monotonic()
        process = subprocess.Popen(command, stdout=out, stderr=subprocess.STDOUT, cwd=cwd)
        timer = threading.Timer(timeout, process.kill)
        timer.start()
        _, status, usage = os.wait4(process.pid, 0)
        timer.cancel()
        process.returncode = os.waitstatus_to_exitcode(status)
        out.seek(0)
        seconds = time.monotonic() - start if wall else usage.ru_utime + usage.ru_stime
        return seconds, process.returncode, out.read().decode(errors="replace")


class Spin:
    def __init__(self, job, options):
        self.folder = job.folder
        self.options = options
        plain = options.mode == "plain"
        generate = ["spin", "-a"] + (["-o1", "-o2", "-o3"] if plain else []) + job.definitions + [job.source]
        compile_ = ["cc", "-O2", "-w"] + (["-DNOREDUCE"] if plain or options.fair else [])
        compile_ += ["-DSAFETY", "-DNOCLAIM"] if job.kind == "safety" else []
        compile_ += ["-o", "pan", "pan.c"]
        self.compile_seconds = 0.0
        for command in (generate, compile_):
            seconds, _, output = run(command, cwd=self.folder, wall=options.wall)
            self.compile_seconds += seconds
        if not os.path.exists(self.folder + "/pan"):
            raise RuntimeError("Spin cannot compile it\n" + output[-500:])
        self.command = ["./pan", f"-m{options.depth}", f"-w{options.hash}"]
        self.command += ["-c0"] if job.kind == "safety" else ["-a", "-N", job.name]
        self.command += ["-f"] if options.fair else []

    def measure(self):
        seconds, _, output = run(self.command, cwd=self.folder, timeout=self.options.timeout, wall=self.options.wall)
        states = re.search(r"([0-9.e+]+) states, stored(?: \(([0-9.e+]+) visited\))?", output)
        vector = re.search(r"state-vector as stored = (\d+) byte \+ (\d+) byte overhead", output)
        plain = re.search(r"State-vector (\d+) byte", output)
        bytes_per_state = sum(map(int, vector.groups())) if vector else int(plain.group(1)) if plain else 0
        errors = re.search(r"errors: (\d+)", output)
        if not states:
            raise RuntimeError("Spin gives no figures (time limit?)\n" + output[-300:])
        count = int(float(states.group(2) or states.group(1)))
        return {"seconds": seconds, "states": count, "bytes_per_state": float(bytes_per_state),
                "violated": bool(errors and errors.group(1) != "0"),
                "complete": "max search depth" not in output}


def weir_figures(code, output):
    """States, bytes of memory, and whether a property is violated, from weir's output."""
    begin = output.find("{")
    if code not in (0, 1, 3) or begin < 0:
        raise RuntimeError(output[-500:] or "no output (time limit?)")
    found = json.loads(output[begin:])
    if "properties" not in found:
        return found["states"], found["memory_bytes"], False
    stats = [p["stats"] for p in found["properties"]]
    violated = any(p["verdict"] == "violated" for p in found["properties"])
    return max(s["states"] for s in stats), max(s["memory_bytes"] for s in stats), violated


class Weir:
    def __init__(self, job, options):
        self.options = options
        command = [options.weir, "check", job.source, "--from", "promela", "--progress", "never", "--json", "-"]
        if job.kind == "ltl":
            command += ["--property", job.name]
        elif options.mode == "plain":
            command[1] = "explore"
        else:
            command += ["--assertions", "--deadlock"]
        if command[1] == "check" and (options.mode == "plain" or options.fair):
            command += ["--reduce", "none"]
        if options.fair:
            command += ["--fair", "weak"]
        command += ["--store", options.store] if options.store else []
        command += ["-j", str(options.threads)] if options.threads else []
        command += options.weir_option + job.definitions
        self.command = command

    def measure(self):
        seconds, code, output = run(self.command, timeout=self.options.timeout, wall=self.options.wall)
        states, memory, violated = weir_figures(code, output)
        return {"seconds": seconds, "states": states, "bytes_per_state": memory / max(states, 1), "violated": violated,
                "complete": code != 3}


class Job:
    def __init__(self, model, definitions, kind, name="", formula=""):
        self.model, self.definitions, self.kind, self.name = model, definitions, kind, name
        self.folder = tempfile.mkdtemp(prefix="weir-bench-")
        self.source = os.path.abspath(model)
        if kind == "ltl" and formula:
            # The copy is next to the files that the model includes.
            shutil.copytree(os.path.dirname(self.source), self.folder + "/model")
            self.source = os.path.join(self.folder, "model", os.path.basename(model))
            os.chmod(os.path.dirname(self.source), 0o755)
            os.chmod(self.source, 0o644)
            with open(self.source, "a", encoding="utf-8") as file:
                file.write(f"\nltl {name} {{ {formula} }}\n")

    def close(self):
        shutil.rmtree(self.folder, ignore_errors=True)


def jobs_of(options, extra):
    if options.list:
        with open(options.list, encoding="utf-8") as file:
            rows = [line.rstrip("\n").split("\t") for line in file if line.strip() and not line.startswith("#")]
        for row in rows:
            kind, model, definitions = row[0], row[1], row[2].split() if len(row) > 2 else []
            if kind != options.kind or (options.only and options.only not in model):
                continue
            yield Job(os.path.join(options.corpus, model), definitions, kind, *row[3:5])
        return
    models = []
    for word in sys.argv[1:]:
        if word in options.models:
            models.append((word, []))
        elif word in extra and word.startswith("-D") and models:
            models[-1][1].append(word)
    for model, definitions in models:
        yield Job(model, definitions, options.kind, options.property, options.formula)


def best_of(rounds, sides):
    """The fastest of several interleaved measurements of each side."""
    best = [None] * len(sides)
    for _ in range(rounds):
        for i, side in enumerate(sides):
            got = side.measure()
            if best[i] is None or got["seconds"] < best[i]["seconds"]:
                best[i] = got
    return best


def geometric_mean(values):
    return math.exp(sum(map(math.log, values)) / len(values)) if values else 0.0


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--weir", default="build/release/weir")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--depth", type=int, default=5000000)
    parser.add_argument("--hash", type=int, default=24, help="pan -w")
    parser.add_argument("--timeout", type=float, default=300)
    parser.add_argument("--mode", choices=("plain", "default"), default="plain")
    parser.add_argument("--kind", choices=("safety", "ltl"), default="safety")
    parser.add_argument("--fair", action="store_true")
    parser.add_argument("--threads", type=int, default=1, help="weir -j; 0: as many as weir takes by itself; Spin has one")
    parser.add_argument("--wall", action="store_true", help="wall clock: on a quiet machine only")
    parser.add_argument("--store", default="")
    parser.add_argument("--weir-option", action="append", default=[], help="one more option for weir, as --weir-option=-j1")
    parser.add_argument("--property", default="bench", help="name of the property of the models given")
    parser.add_argument("--formula", default="", help="text of it; empty: the model has it")
    parser.add_argument("--list", default="", help="a table of models instead")
    parser.add_argument("--corpus", default=".", metavar="DIR", help="folder of the models of the list")
    parser.add_argument("--only", default="")
    parser.add_argument("--json", default="")
    parser.add_argument("models", nargs="*", help="a model, followed by its -D definitions")
    options, extra = parser.parse_known_args()
    rows = []
    print(f"{'model':26} {'states':>10} {'weir k/s':>9} {'Spin k/s':>9} {'rate':>6} {'answer':>7} {'weir B/st':>9} "
          f"{'Spin B/st':>9} {'weir s':>7} {'Spin s':>7} {'(spin -a, cc)':>13}")
    for job in jobs_of(options, extra):
        label = (os.path.basename(job.model) + (":" + job.name if job.kind == "ltl" else ""))[-26:]
        try:
            spin = Spin(job, options)
            ours, theirs = best_of(options.rounds, (Weir(job, options), spin))
        except RuntimeError as problem:
            print(f"{label:26} left out: {str(problem).strip().splitlines()[-1][:120]}", flush=True)
            continue
        finally:
            job.close()
        rate = [side["states"] / side["seconds"] for side in (ours, theirs)]
        answer = (theirs["seconds"] + spin.compile_seconds) / ours["seconds"]
        notes = [] if ours["states"] == theirs["states"] else [f"Spin {theirs['states']} states"]
        notes += [f"{name}: not complete" for name, side in (("weir", ours), ("Spin", theirs)) if not side["complete"]]
        notes += ["verdicts differ"] if job.kind == "ltl" and ours["violated"] != theirs["violated"] else []
        rows.append({"model": os.path.basename(job.model), "definitions": job.definitions, "property": job.name,
                     "weir": ours, "spin": theirs, "spin_compile_seconds": spin.compile_seconds,
                     "rate_ratio": rate[0] / rate[1], "answer_ratio": answer,
                     "bytes_ratio": theirs["bytes_per_state"] / max(ours["bytes_per_state"], 1e-9)})
        print(f"{label:26} {ours['states']:10} {rate[0] / 1000:9.0f} {rate[1] / 1000:9.0f} {rate[0] / rate[1]:6.2f} "
              f"{answer:7.2f} {ours['bytes_per_state']:9.1f} {theirs['bytes_per_state']:9.1f} {ours['seconds']:7.2f} "
              f"{theirs['seconds']:7.2f} {spin.compile_seconds:13.2f}  {'; '.join(notes)}", flush=True)
    if rows:
        mean = {key: geometric_mean([r[key] for r in rows]) for key in ("rate_ratio", "answer_ratio", "bytes_ratio")}
        print(f"geometric mean of {len(rows)}: states/s {mean['rate_ratio']:.2f}, time to answer {mean['answer_ratio']:.2f}, "
              f"bytes a state {mean['bytes_ratio']:.2f} (Spin by weir; above 1 weir is ahead); worst rate "
              f"{min(r['rate_ratio'] for r in rows):.2f}")
        if options.json:
            commit = run(["git", "rev-parse", "--short", "HEAD"])[2].strip()
            with open(options.json, "w", encoding="utf-8") as file:
                json.dump({"commit": commit, "machine": platform.processor() or platform.machine(),
                           "cores": os.cpu_count(), "load": os.getloadavg()[0], "rounds": options.rounds,
                           "mode": options.mode, "kind": options.kind, "fair": options.fair, "store": options.store,
                           "means": mean, "models": rows}, file, indent=1)


if __name__ == "__main__":
    main()
