#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Plants bugs, one at a time, and asks whether the tests find them.

A mutant is the source tree with one small change in src/reduction, src/search, src/store, src/model or src/automaton.
It is built in a copy of the tree (build/mutants), and the tests run until the first failure. Mutants are chosen by the
seed; results are appended to build/mutants/results.tsv, and those that are there already are not tried again, so that a
campaign can be stopped and taken up.

    tools/mutate.py --count 50 --seed 1
    tools/mutate.py --folders reduction --count 20
"""
import argparse
import pathlib
import random
import re
import shutil
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
WORK = ROOT / "build" / "mutants"
FOLDERS = ["reduction", "search", "store", "model", "automaton"]

# What is replaced by what: the errors that people make.
OPERATORS = [
    (r" == ", " != "), (r" != ", " == "), (r" < ", " <= "), (r" <= ", " < "), (r" > ", " >= "), (r" >= ", " > "),
    (r" && ", " || "), (r" \|\| ", " && "), (r" \+ 1\b", ""), (r" - 1\b", ""), (r" \+ ", " - "), (r" - ", " + "),
    (r"\btrue\b", "false"), (r"\bfalse\b", "true"), (r"\(!", "("), (r" & ", " | "), (r" \| ", " & "),
    (r"\bcontinue;", ";"), (r"\bbreak;", ";"), (r"\|= ", "= "), (r"&= ", "= "), (r"\+\+(?=\w)", "--"),
    (r"std::max\(", "std::min("), (r"std::min\(", "std::max("), (r"\b0\b", "1"), (r"\b1\b", "0"),
    (r"return (?!;|\{)([^;]+);$", None),   # a condition negated
    (r"^(\s+)(\w[\w.\->]*\([^;]*\)|\w[\w.\->\[\]]* [|&+]?= [^;]*);$", None),  # a statement left out
]
SKIP = re.compile(r"^\s*(//|#|static_assert|namespace|using|template|class|struct|enum|case .*:$|const\b.*=\s*$|})|WEIR_ASSERT")


def sites():
    """Every place where an operator applies, in a fixed order."""
    found = []
    for folder in FOLDERS:
        for path in sorted((ROOT / "src" / folder).rglob("*.cpp")):
            for number, line in enumerate(path.read_text().splitlines()):
                code = line.split("//")[0]
                if SKIP.search(code) or '"' in code or "operator" in code:
                    continue
                for index, (pattern, _) in enumerate(OPERATORS):
                    for match in re.finditer(pattern, code):
                        found.append((str(path.relative_to(ROOT)), number, index, match.start()))
    return found


def mutated(line, index, start):
    pattern, text = OPERATORS[index]
    match = re.compile(pattern).search(line, start)
    if text is not None:
        return line[: match.start()] + text + line[match.end():]
    if pattern.startswith("return"):
        return line[: match.start()] + f"return !({match.group(1)});"
    return line[: match.start()] + match.group(1) + ";"


def run(command, seconds):
    try:
        done = subprocess.run(command, cwd=WORK, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=seconds)
        return done.returncode, done.stdout.decode(errors="replace")
    except subprocess.TimeoutExpired:
        return -1, "took too long"


def copy(source, target):
    """Brings target to what source is, touching only what differs, so that little is built again."""
    wanted = {path.relative_to(source) for path in source.rglob("*") if path.is_file()} if source.exists() else set()
    for path in [path for path in target.rglob("*") if path.is_file()] if target.exists() else []:
        if path.relative_to(target) not in wanted:
            path.unlink()
    for name in wanted:
        to = target / name
        if to.exists() and to.read_bytes() == (source / name).read_bytes():
            continue
        to.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(source / name, to)


def prepare(jobs):
    WORK.mkdir(parents=True, exist_ok=True)
    for part in ("src", "include", "tests", "examples", "docs", "cmake", "tools", "bench"):
        copy(ROOT / part, WORK / part)
    for file in ROOT.iterdir():
        if file.is_file():
            shutil.copy2(file, WORK / file.name)
    corpus = WORK.parent / "shared"  # where the tests of the copy look for it
    if (ROOT.parent / "shared").exists() and not corpus.exists():
        corpus.symlink_to(ROOT.parent / "shared")
    code, text = run(["cmake", "-S", ".", "-B", "build", "-G", "Ninja", "-DCMAKE_BUILD_TYPE=Release",
                      "-DCMAKE_CXX_FLAGS_RELEASE=-O1", "-DCMAKE_UNITY_BUILD=OFF", "-DWEIR_TESTS=ON",
                      "-DWEIR_TEST_KINDS=unit;slow"], 600)
    if code == 0:
        code, text = build(jobs, 7200)
    if code != 0:
        sys.exit("the tree itself does not build:\n" + text[-3000:])


def build(jobs, seconds):
    return run(["ninja", "-C", "build", "-j", str(jobs), "unit_tests", "property_tests", "cross_tests"], seconds)


def judge(kinds, seconds):
    """The test that finds the mutant, or nothing."""
    for kind in kinds:
        code, text = run([f"build/tests/{kind}", "--gtest_fail_fast", "--gtest_brief=1"], seconds)
        if code != 0:
            failed = re.findall(r"\[  FAILED  \] ([\w/.]+)", text)
            return f"{kind} {failed[0] if failed else 'crash or hang'}"
    return None


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=20, help="mutants to try")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--folders", nargs="*", default=FOLDERS)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--tests", nargs="*", default=["unit_tests", "cross_tests", "property_tests"])
    parser.add_argument("--seconds", type=int, default=900, help="for one test program; a mutant that hangs is found")
    arguments = parser.parse_args()

    prepare(arguments.jobs)
    if found := judge(arguments.tests, arguments.seconds):
        sys.exit(f"the tests fail without any mutant: {found}")
    results = WORK / "results.tsv"
    known = {tuple(line.split("\t")[:4]) for line in results.read_text().splitlines()} if results.exists() else set()
    chosen = [site for site in sites() if site[0].split("/")[1] in arguments.folders]
    random.Random(arguments.seed).shuffle(chosen)
    tally = {"killed": 0, "survived": 0, "does not compile": 0}
    for site in chosen:
        if sum(tally.values()) - tally["does not compile"] >= arguments.count:
            break
        path, number, index, start = site
        if (path, str(number), str(index), str(start)) in known:
            continue
        original = (WORK / path).read_text()
        lines = original.splitlines()
        before, after = lines[number], mutated(lines[number], index, start)
        if before == after:
            continue
        lines[number] = after
        (WORK / path).write_text("\n".join(lines) + "\n")
        begun = time.time()
        code, _ = build(arguments.jobs, 1800)
        found = judge(arguments.tests, arguments.seconds) if code == 0 else None
        (WORK / path).write_text(original)
        verdict = "does not compile" if code != 0 else "killed" if found else "survived"
        tally[verdict] += 1
        with results.open("a") as out:
            out.write("\t".join([path, str(number), str(index), str(start), verdict, found or "",
                                 before.strip(), after.strip()]) + "\n")
        if verdict != "does not compile":
            print(f"{verdict:9} {path}:{number + 1}  {before.strip()}  ->  {after.strip()}  "
                  f"{found or ''} ({time.time() - begun:.0f} s)", flush=True)
    tried = tally["killed"] + tally["survived"]
    print(f"{tally['killed']} of {tried} mutants killed, {tally['survived']} survived, "
          f"{tally['does not compile']} did not compile")


if __name__ == "__main__":
    main()
