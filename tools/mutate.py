#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Plants bugs, one at a time, and checks whether the tests find them.

A mutant is the source tree with one small change in src/reduction, src/search, src/store, src/model or src/automaton,
built in a copy of the tree (build/mutants). The seed orders the mutants of each folder, and the folders take turns.
Tests run until the first failure: those that killed mutants of the folder before, then all quick ones, then (--slow) the
others, including the scripts of tests/cli. A test that takes five times as long as without a mutant has failed. A
mutant with an unchanged object file is equivalent and is not tested.

Results are appended to build/mutants/results.tsv. Mutants listed there are not tried again, so a campaign can be stopped
and resumed. --again tries the survivors again, after tests were added. To mark a survivor as equivalent, edit its
verdict in that file.

    tools/mutate.py --count 100 --seed 1
    tools/mutate.py --folders reduction --count 20 --slow
    tools/mutate.py --again --slow
"""
import argparse
import concurrent.futures
import json
import os
import pathlib
import random
import re
import resource
import shutil
import signal
import subprocess
import sys
import threading
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
WORK = ROOT / "build" / "mutants"
BUILD = WORK / "build" / "inc"
RESULTS = WORK / "results.tsv"
TIMES = WORK / "times.json"
FOLDERS = ["reduction", "search", "store", "model", "automaton"]
PROGRAMS = ["unit_tests", "property_tests", "cross_tests"]
QUICK_SECONDS = 1.6    # a test that takes longer is a slow one
PROCESS_SECONDS = 3.0  # quick tests share processes of about this length, so that a hang is noticed soon

# Replacements that resemble human errors.
OPERATORS = [
    (r" == ", " != "), (r" != ", " == "), (r" < ", " <= "), (r" <= ", " < "), (r" > ", " >= "), (r" >= ", " > "),
    (r" && ", " || "), (r" \|\| ", " && "), (r" \+ 1\b", ""), (r" - 1\b", ""), (r" \+ ", " - "), (r" - ", " + "),
    (r"\btrue\b", "false"), (r"\bfalse\b", "true"), (r"\(!", "("), (r" & ", " | "), (r" \| ", " & "),
    (r"\bcontinue;", ";"), (r"\bbreak;", ";"), (r"\|= ", "= "), (r"&= ", "= "), (r"\+\+(?=\w)", "--"),
    (r"std::max\(", "std::min("), (r"std::min\(", "std::max("), (r"\b0\b", "1"), (r"\b1\b", "0"),
    (r"return (?!;|\{)([^;]+);$", None),   # a condition negated
    (r"^(\s+)(\w[\w.\->]*\([^;]*\)|\w[\w.\->\[\]]* [|&+]?= [^;]*);$", None),  # a statement left out
]
# Not mutated: declarations, which would not compile; assertions, which only another bug makes fail; and calls that
# reserve, prefetch or free memory, on which no answer depends.
SKIP = re.compile(r"^\s*(//|#|static_assert|namespace|using|template|class|struct|enum|case .*:$|const\b.*=\s*$|})"
                  r"|WEIR_ASSERT|reserve\(|prefetch|shrink_to_fit")


def sites(folder):
    """Every place of a folder where an operator applies, in a fixed order. Files that are not compiled have none."""
    compiled = {entry["file"] for entry in json.loads((BUILD / "compile_commands.json").read_text())}
    found = []
    for path in sorted((WORK / "src" / folder).rglob("*.cpp")):
        if str(path) not in compiled:
            continue
        for number, line in enumerate(path.read_text().splitlines()):
            code = line.split("//")[0].rstrip()
            if SKIP.search(code) or '"' in code or "operator" in code:
                continue
            for index, (pattern, _) in enumerate(OPERATORS):
                for match in re.finditer(pattern, code):
                    found.append((str(path.relative_to(WORK)), number, index, match.start()))
    return found


def draw(folders, seed):
    """The sites of all folders in random order, a folder at a time."""
    decks = [sites(folder) for folder in folders]
    for deck in decks:
        random.Random(seed).shuffle(deck)
    for turn in range(max(map(len, decks))):
        for deck in decks:
            if turn < len(deck):
                yield deck[turn]


def mutated(line, index, start):
    pattern, text = OPERATORS[index]
    match = re.compile(pattern).search(line, start)
    if match is None:  # a comment follows, so the statement does not end the line
        return line
    if text is not None:
        return line[: match.start()] + text + line[match.end():]
    if pattern.startswith("return"):
        return line[: match.start()] + f"return !({match.group(1)});"
    return line[: match.start()] + match.group(1) + ";"


def run(command, seconds):
    """Exit code and output. A process that takes more processor time than `seconds` is ended, or with its children after
    ten times as long by the clock: a busy machine must not look like a mutant that hangs."""
    limit = int(seconds) + 1
    process = subprocess.Popen(command, cwd=WORK, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                               start_new_session=True,
                               preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_CPU, (limit, limit)))
    try:
        # A mutant that uses up the memory is the first process that the kernel kills.
        pathlib.Path(f"/proc/{process.pid}/oom_score_adj").write_text("1000")
    except OSError:
        pass
    try:
        text, _ = process.communicate(timeout=10 * seconds)
        return process.returncode, text.decode(errors="replace")
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        return -1, process.communicate()[0].decode(errors="replace")


def copy(source, target):
    """Makes target equal to source, changing only what differs, so that little is rebuilt."""
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


def build(jobs, targets, seconds=3600):
    return run(["ninja", "-C", str(BUILD), "-j", str(jobs), *targets], seconds)


def prepare(jobs):
    WORK.mkdir(parents=True, exist_ok=True)
    for part in ("src", "include", "tests", "examples", "docs", "cmake", "tools", "bench", "editors"):
        copy(ROOT / part, WORK / part)
    for file in ROOT.iterdir():
        if file.is_file():
            shutil.copy2(file, WORK / file.name)
    corpus = WORK.parent / "shared"  # where the tests of the copy look for it
    if (ROOT.parent / "shared").exists() and not corpus.exists():
        corpus.symlink_to(ROOT.parent / "shared")
    # Optimised, because the tests take longer than the compiler. With the fastest linker, because every mutant is linked.
    linker = next((f"-fuse-ld={name}" for name in ("lld", "gold") if shutil.which(f"ld.{name}")), "")
    code, text = run(["cmake", "-S", ".", "-B", str(BUILD), "-G", "Ninja", "-DCMAKE_BUILD_TYPE=Release",
                      "-DCMAKE_CXX_FLAGS_RELEASE=-O2 -DNDEBUG", "-DWEIR_UNITY=OFF", "-DWEIR_TESTS=ON",
                      f"-DCMAKE_EXE_LINKER_FLAGS={linker}"], 600)
    if code == 0:
        code, text = build(jobs, PROGRAMS + ["weir_cli"], 7200)
    if code != 0:
        sys.exit("the tree itself does not build:\n" + text[-3000:])


def measure(slow):
    """Seconds of every test without a mutant, {program: {test: seconds}}; kept, and completed when tests are added."""
    times = json.loads(TIMES.read_text()) if TIMES.exists() else {}
    for program in PROGRAMS:
        _, text = run([str(BUILD / "tests" / program), "--gtest_list_tests"], 120)
        listed, suite = [], ""
        for line in text.splitlines():
            name = line.split("#")[0].rstrip()
            if name.endswith("."):
                suite = name
            elif name.startswith("  "):
                listed.append(suite + name.strip())
        before = times.get(program, {})
        times[program] = {test: before[test] for test in listed if test in before}
        missing = [test for test in listed if test not in before]
        for suite in dict.fromkeys(test.rsplit(".", 1)[0] for test in missing):  # a process each, as their memory adds up
            tests = [test for test in missing if test.startswith(suite + ".")]
            code, text = run([str(BUILD / "tests" / program), "--gtest_filter=" + ":".join(tests)], 1800)
            if code != 0:
                sys.exit(f"tests fail without any mutant:\n{text[-3000:]}")
            times[program].update({name: int(ms) / 1000 for name, ms in
                                   re.findall(r"\[ +(?:OK|SKIPPED) +\] (\S+) \((\d+) ms\)", text)})
            TIMES.write_text(json.dumps(times, indent=1))
    scripts = times.setdefault("cli", {})
    for script in sorted((WORK / "tests" / "cli").glob("*.sh")):
        if slow and script.name not in scripts:
            begun = time.time()
            code, text = run(command("cli", [script.name]), 1800)
            if code not in (0, 77):
                sys.exit(f"{script.name} fails without any mutant:\n{text[-3000:]}")
            scripts[script.name] = time.time() - begun
            TIMES.write_text(json.dumps(times, indent=1))
    TIMES.write_text(json.dumps(times, indent=1))
    return times


def command(program, tests):
    if program == "cli":
        return ["bash", f"tests/cli/{tests[0]}", str(BUILD / "weir"), str(WORK)]
    return [str(BUILD / "tests" / program), "--gtest_fail_fast", "--gtest_filter=" + ":".join(tests)]


def plan(times, slow, killers):
    """Which tests run in which order: [(program, tests of one process, seconds without a mutant)]."""
    steps = []
    for program in PROGRAMS:
        first = [test for kind, test in killers if kind == program and times[program].get(test, 60) <= 2]
        for start in range(0, len(first), 8):
            chunk = first[start:start + 8]
            steps.append((program, chunk, sum(times[program][test] for test in chunk)))
    for program in PROGRAMS:
        chunk, seconds = [], 0.0
        for test, cost in times[program].items():
            if cost > QUICK_SECONDS or (program, test) in killers:
                continue
            chunk.append(test)
            seconds += cost
            if seconds > PROCESS_SECONDS or len(chunk) == 100:
                steps.append((program, chunk, seconds))
                chunk, seconds = [], 0.0
        if chunk:
            steps.append((program, chunk, seconds))
    if slow:
        rest = [(program, [test], cost) for program in times for test, cost in times[program].items()
                if program == "cli" or cost > QUICK_SECONDS]
        steps += sorted(rest, key=lambda step: ((step[0], step[1][0]) not in killers, step[2]))
    return steps


def judge(steps, jobs):
    """The test that finds the mutant, as (program, test), or None."""
    stop = threading.Event()

    def fails(step):
        program, tests, seconds = step
        if stop.is_set():
            return None
        code, text = run(command(program, tests), 5 * seconds + 10)
        if code == 0 or (program == "cli" and code == 77):
            return None
        stop.set()
        failed = re.findall(r"\[  FAILED  \] ([\w/.]+)", text)
        begun = re.findall(r"\[ RUN      \] ([\w/.]+)", text)  # without a failure, the last of them crashed or hung
        return program, (failed[:1] or begun[-1:] or tests)[0]

    built = set()
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        for start in range(0, len(steps), jobs):
            batch = steps[start:start + jobs]
            if targets := {("weir_cli" if step[0] == "cli" else step[0]) for step in batch} - built:
                code, text = build(jobs, sorted(targets))
                if code != 0:
                    return "linker", text[-200:].replace("\n", " ")
                built |= targets
            for found in pool.map(fails, batch):
                if found:
                    return found
    return None


def read_results():
    return [line.split("\t") for line in RESULTS.read_text().splitlines()] if RESULTS.exists() else []


def write_results(rows):
    RESULTS.write_text("".join("\t".join(row) + "\n" for row in rows))


def killers_of(folder):
    """Tests that killed mutants of a folder, the most successful first."""
    kills = {}
    for row in read_results():
        if row[4] == "killed" and row[0].split("/")[1] == folder:
            kills[tuple(row[5].split(" ", 1))] = kills.get(tuple(row[5].split(" ", 1)), 0) + 1
    return sorted(kills, key=lambda test: -kills[test])


def try_mutant(path, number, after, times, slow, jobs):
    """(verdict, what found it)."""
    source = WORK / path
    original = source.read_text()
    object_file = f"CMakeFiles/weir_objects.dir/{path}.o"
    build(jobs, [object_file])
    unmutated = (BUILD / object_file).read_bytes()
    lines = original.splitlines()
    lines[number] = after
    source.write_text("\n".join(lines) + "\n")
    try:
        code, _ = build(jobs, [object_file])
        if code != 0:
            return "does not compile", None
        if (BUILD / object_file).read_bytes() == unmutated:
            return "same code", None
        found = judge(plan(times, slow, killers_of(path.split("/")[1])), jobs)
        return ("killed" if found else "survived"), found
    finally:
        source.write_text(original)


def tell(verdict, path, number, before, after, found, begun):
    print(f"{verdict:9} {path}:{number + 1}  {before.strip()}  ->  {after.strip()}  {' '.join(found or ())}"
          f" ({time.time() - begun:.0f} s)", flush=True)


def campaign(arguments, times):
    known = {tuple(row[:4]) for row in read_results()}
    tried = 0
    for path, number, index, start in draw(arguments.folders, arguments.seed):
        if tried >= arguments.count:
            break
        before = (WORK / path).read_text().splitlines()[number]
        after = mutated(before, index, start)
        # Lines are identified by their text, because edits elsewhere change their numbers.
        if before == after or (path, before.strip(), str(index), str(start)) in known:
            continue
        begun = time.time()
        verdict, found = try_mutant(path, number, after, times, arguments.slow, arguments.jobs)
        with RESULTS.open("a") as out:
            out.write("\t".join([path, before.strip(), str(index), str(start), verdict, " ".join(found or ()),
                                 after.strip()]) + "\n")
        if verdict in ("killed", "survived"):
            tried += 1
            tell(verdict, path, number, before, after, found, begun)


def again(arguments, times):
    rows = read_results()
    for row in rows:
        if row[4] != "survived" or row[0].split("/")[1] not in arguments.folders:
            continue
        lines = (WORK / row[0]).read_text().splitlines()
        numbers = [number for number, line in enumerate(lines) if line.strip() == row[1]]
        if not numbers:
            row[4] = "gone"  # the line was changed since
        else:
            begun = time.time()
            after = mutated(lines[numbers[0]], int(row[2]), int(row[3]))
            row[4], found = try_mutant(row[0], numbers[0], after, times, arguments.slow, arguments.jobs)
            row[5] = " ".join(found or ())
            tell(row[4], row[0], numbers[0], row[1], after, found, begun)
        write_results(rows)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=20, help="mutants to put to the tests")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--folders", nargs="*", default=FOLDERS)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--slow", action="store_true", help="survivors of the quick tests meet the slow ones at once")
    parser.add_argument("--again", action="store_true", help="try the survivors on record again")
    arguments = parser.parse_args()

    prepare(arguments.jobs)
    times = measure(arguments.slow)
    (again if arguments.again else campaign)(arguments, times)
    tally = {}
    for row in read_results():
        tally[row[4]] = tally.get(row[4], 0) + 1
    print(", ".join(f"{count} {verdict}" for verdict, count in sorted(tally.items())))


if __name__ == "__main__":
    main()
