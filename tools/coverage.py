#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Which branches of weir do random programs reach? Builds with clang's source-based coverage, runs a differential
campaign, and prints branch coverage by folder and the branches that were never taken.

    tools/coverage.py                      # two minutes
    tools/coverage.py --minutes 10 -j 2 --unreached build/coverage/unreached.txt
    tools/coverage.py --report-only        # once more from the last campaign
"""
import argparse
import collections
import os
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
BUILD = ROOT / "build" / "coverage"
FOLDERS = ["src/reduction", "src/model", "src/frontend/promela", "src/search", "src/pipeline", "src/counterexample"]
FLAGS = "-O1 -fprofile-instr-generate -fcoverage-mapping"


def build(jobs):
    if not (BUILD / "build.ninja").exists():
        subprocess.run(
            ["cmake", "-S", ROOT, "-B", BUILD, "-G", "Ninja", "-DCMAKE_BUILD_TYPE=None", "-DCMAKE_CXX_COMPILER=clang++",
             f"-DCMAKE_CXX_FLAGS={FLAGS}", "-DWEIR_TESTS=ON", "-DCMAKE_UNITY_BUILD=ON"], check=True, stdout=subprocess.DEVNULL)
    subprocess.run(["ninja", "-C", BUILD, "-j", str(jobs), "differential"], check=True)


def campaign(options):
    for old in BUILD.glob("*.profraw"):
        old.unlink()
    environment = dict(os.environ, LLVM_PROFILE_FILE=str(BUILD / "%2m.profraw"))
    command = [BUILD / "differential", "--minutes", str(options.minutes), "-j", str(options.jobs), "--shrink", "0",
               "--failures", str(BUILD / "failures"), "--seed", str(options.seed)]
    # Failures are for other runs; here only what is reached counts.
    subprocess.run([str(part) for part in command], env=environment, check=False)


def branches():
    """{file: {(line, block, branch): taken}}, instances of templates and of merged functions put together."""
    raw = [str(path) for path in BUILD.glob("*.profraw")]
    if not raw:
        sys.exit("coverage: there is no profile; run without --report-only")
    data = BUILD / "all.profdata"
    subprocess.run(["llvm-profdata", "merge", "-sparse", *raw, "-o", str(data)], check=True)
    text = subprocess.run(
        ["llvm-cov", "export", "-format=lcov", f"-instr-profile={data}", str(BUILD / "differential"),
         *[str(ROOT / folder) for folder in FOLDERS]], check=True, capture_output=True, text=True).stdout
    found = collections.defaultdict(lambda: collections.defaultdict(int))
    file = None
    for line in text.splitlines():
        if line.startswith("SF:"):
            file = os.path.relpath(line[3:], ROOT)
        elif line.startswith("BRDA:"):
            number, block, branch, count = line[5:].split(",")
            taken = 0 if count == "-" else int(count)
            found[file][(int(number), int(block), int(branch))] += taken
    return found


def report(found, unreached):
    lines = []
    print(f"{'folder':28} {'branches':>9} {'reached':>9}")
    for folder in FOLDERS:
        inside = {file: taken for file, taken in found.items() if file.startswith(folder + "/")}
        total = sum(len(taken) for taken in inside.values())
        reached = sum(1 for taken in inside.values() for count in taken.values() if count > 0)
        if total == 0:
            continue
        print(f"{folder:28} {total:9} {reached:9} {100 * reached / total:6.1f} %")
        for file in sorted(inside):
            source = (ROOT / file).read_text().splitlines()
            missing = collections.defaultdict(set)
            for (number, _, branch), count in inside[file].items():
                if count == 0:
                    missing[number].add("true" if branch % 2 == 0 else "false")
            here = inside[file]
            share = 100 * sum(1 for count in here.values() if count > 0) / max(1, len(here))
            print(f"  {os.path.basename(file):26} {len(here):9} {'':9} {share:6.1f} %")
            for number in sorted(missing):
                code = source[number - 1].strip() if number <= len(source) else ""
                lines.append(f"{file}:{number}: never {' or '.join(sorted(missing[number]))}: {code}")
    if unreached:
        pathlib.Path(unreached).write_text("\n".join(lines) + "\n")
        print(f"{len(lines)} lines with branches that were not taken: {unreached}")
    else:
        print("\n".join(lines))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=2)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("-j", "--jobs", type=int, default=1)
    parser.add_argument("--unreached", default=str(BUILD / "unreached.txt"), help="file for the branches not taken")
    parser.add_argument("--report-only", action="store_true")
    options = parser.parse_args()
    if not options.report_only:
        build(options.jobs)
        campaign(options)
    report(branches(), options.unreached)


if __name__ == "__main__":
    main()
