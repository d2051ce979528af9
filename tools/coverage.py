#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Which branches of weir do random models reach? Builds with clang's source-based coverage, runs a differential
campaign for each language, and prints branch coverage by folder and file, and the branches that were never taken.

    tools/coverage.py                      # two minutes of each language
    tools/coverage.py --minutes 10 -j 2 --unreached build/coverage/unreached.txt
    tools/coverage.py --languages promela  # one language only
    tools/coverage.py --tests              # the tests too: a second column, and fewer branches in the list
    tools/coverage.py --report-only        # report on the last runs again

A branch is one outcome of one condition. Branches that only a bug of weir takes (WEIR_ASSERT) are left out.
"""
import argparse
import collections
import json
import os
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
BUILD = ROOT / "build" / "coverage"
FOLDERS = ["src/reduction", "src/model", "src/frontend/promela", "src/search", "src/pipeline", "src/counterexample"]
FLAGS = "-O1 -fprofile-instr-generate -fcoverage-mapping"
CAMPAIGN = "differential"
LANGUAGES = ["promela", "dve", "net", "model"]
# Program: where it is built, and what runs it.
TESTS = {
    "unit_tests": ("tests/unit_tests", ["tests/unit_tests", "--gtest_brief=1"]),
    "property_tests": ("tests/property_tests", ["tests/property_tests", "--gtest_brief=1"]),
    "cross_tests": ("tests/cross_tests", ["tests/cross_tests", "--gtest_brief=1"]),
    "weir_cli": ("weir", ["ctest", "-R", "^cli", "-Q"]),
}

# Classes of branches that were never taken, by file, function, condition and the lines after it; the first match counts.
CLASSES = [
    ("wrong counterexample", re.compile(r"/(certify|replay|run_check)\.cpp")),
    ("damaged file", re.compile(r"\w*(load|restore|is_state|has_state|archive)\w*\(.*\n|archive\.")),
    ("memory", re.compile(r"![\w.>-]+(\.|->)(push|extend|ensure|insert|take\w*|rebuild|add\w*|start|close_state|initial|"
                          r"expand\w*|generate\w*)\(|full\(\)|\bfits\b|memory|too_large|budget|bad_alloc")),
    ("limit", re.compile(r"stop|limit|gave_up|Limit|kMost|kMax|too_many|kFew|deadline|interrupt")),
    ("refusal", re.compile(r"refuse\(|fail\(|error\(|complain\(|wrong\(|report\(|Diagnostic|expected|problem|unsupported|"
                           r"warn\(|note\(|needs\(")),
]


def build(targets, jobs):
    if not (BUILD / "build.ninja").exists():
        subprocess.run(
            ["cmake", "-S", ROOT, "-B", BUILD, "-G", "Ninja", "-DCMAKE_BUILD_TYPE=None", "-DCMAKE_CXX_COMPILER=clang++",
             f"-DCMAKE_CXX_FLAGS={FLAGS}", "-DWEIR_TESTS=ON", "-DWEIR_UNITY=ON"], check=True, stdout=subprocess.DEVNULL)
    subprocess.run(["ninja", "-C", BUILD, "-j", str(jobs), *targets], check=True)


def forget(program):
    for old in BUILD.glob(f"{program}-*.profraw"):
        old.unlink()


def run(program, command):
    environment = dict(os.environ, LLVM_PROFILE_FILE=str(BUILD / f"{program}-%2m.profraw"))
    # Failures are ignored here; only coverage counts.
    subprocess.run([str(part) for part in command], cwd=BUILD, env=environment, check=False)


def campaigns(options):
    forget(CAMPAIGN)
    for language in options.languages:
        run(CAMPAIGN, ["./differential", "--language", language, "--minutes", options.minutes, "-j", options.jobs,
                       "--shrink", "0", "--failures", BUILD / "failures", "--seed", options.seed])


def branches(program, binary):
    """{file: {(line, column, end line, end column, outcome): taken}}, with template instances merged."""
    raw = [str(path) for path in BUILD.glob(f"{program}-*.profraw")]
    if not raw:
        return None
    data = BUILD / f"{program}.profdata"
    subprocess.run(["llvm-profdata", "merge", "-sparse", *raw, "-o", str(data)], check=True)
    text = subprocess.run(
        ["llvm-cov", "export", "-skip-functions", f"-instr-profile={data}", str(BUILD / binary),
         *[str(ROOT / folder) for folder in FOLDERS]], check=True, capture_output=True, text=True).stdout
    found = collections.defaultdict(collections.Counter)
    for file in json.loads(text)["data"][0]["files"]:
        name = os.path.relpath(file["filename"], ROOT)
        for line, column, end, end_column, if_true, if_false, *_ in file["branches"]:
            found[name][(line, column, end, end_column, True)] += if_true
            found[name][(line, column, end, end_column, False)] += if_false
    return found


class Source:
    def __init__(self, file):
        self.file = file
        self.lines = (ROOT / file).read_text().splitlines()

    def text(self, key):
        line, column, end, end_column, _ = key
        if line == end:
            return self.lines[line - 1][column - 1:end_column - 1]
        return " ".join([self.lines[line - 1][column - 1:].strip(),
                         *[between.strip() for between in self.lines[line:end - 1]],
                         self.lines[end - 1][:end_column - 1].strip()])

    def counts(self, key):
        """Whether a correct run can take the branch."""
        before = self.lines[key[0] - 1][:key[1] - 1]
        text = self.text(key)
        if text in ("true", "false") or re.search(r"(if constexpr|switch) \($", before):
            return False  # no choice; a switch that names all values of an enumeration
        if re.match(r"(case\b|default)", text) and not key[4]:
            return False  # one of several, not one of two
        return not ("WEIR_ASSERT" in before or "WEIR_ASSERT" in self.lines[max(0, key[0] - 2)] and not before.strip())

    def function(self, line):
        """The head of the function around a line: the last line before it that begins at the margin, or a member."""
        for text in reversed(self.lines[:line]):
            if re.match(r"( {2})?[\w:~]", text) and "(" in text and not re.match(r" *(return|if|for|while)\b", text):
                return text
        return ""

    def kind(self, key):
        here = "\n".join([self.file, self.function(key[0]), self.text(key), *self.lines[key[0] - 1:key[2] + 1]])
        return next((name for name, pattern in CLASSES if pattern.search(here)), "other")


def report(by_campaign, by_tests, unreached):
    lines = []
    head = f"{'folder':30} {'branches':>9} {'reached':>9}"
    print(head + f" {'with tests':>12}" if by_tests else head)
    for folder in FOLDERS:
        table = []
        kinds = collections.Counter()
        for file in sorted(file for file in by_campaign if file.startswith(folder + "/")):
            source = Source(file)
            here = [key for key in by_campaign[file] if source.counts(key)]
            taken = {key for key in here if by_campaign[file][key] > 0}
            ever = taken | {key for key in here for tests in by_tests if tests[file][key] > 0}
            if not here:
                continue
            table.append((os.path.basename(file), len(here), len(taken), len(ever)))
            for key in sorted(set(here) - ever):
                kind = source.kind(key)
                kinds[kind] += 1
                lines.append(f"{file}:{key[0]}: never {'true' if key[4] else 'false'} ({kind}): {source.text(key)}")
        total = [sum(row[i] for row in table) for i in (1, 2, 3)]
        for name, count, taken, ever in [(folder, *total), *[("  " + row[0], *row[1:]) for row in table]]:
            if count > 0:
                print(f"{name:30} {count:9} {100 * taken / count:7.1f} %" +
                      (f" {100 * ever / count:10.1f} %" if by_tests else ""))
        if kinds:
            print("  not reached: " + ", ".join(f"{count} {name}" for name, count in kinds.most_common()))
    pathlib.Path(unreached).write_text("\n".join(lines) + "\n")
    print(f"{len(lines)} branches that were not taken: {unreached}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=2, help="minutes for each language")
    parser.add_argument("--languages", nargs="+", choices=LANGUAGES, default=LANGUAGES)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("-j", "--jobs", type=int, default=1)
    parser.add_argument("--unreached", default=str(BUILD / "unreached.txt"), help="file for the branches not taken")
    parser.add_argument("--tests", nargs="*", choices=[[], *TESTS], metavar="PROGRAM",
                        help=f"run the tests too: all of {', '.join(TESTS)}, or those named")
    parser.add_argument("--report-only", action="store_true")
    options = parser.parse_args()
    tests = [] if options.tests is None else options.tests or list(TESTS)
    if not options.report_only:
        build([CAMPAIGN, *tests], options.jobs)
        campaigns(options)
        for name in tests:
            forget(name)
            run(name, TESTS[name][1])
    by_campaign = branches(CAMPAIGN, CAMPAIGN)
    if by_campaign is None:
        sys.exit("coverage: there is no profile; run without --report-only")
    by_tests = [branches(name, TESTS[name][0]) for name in TESTS]
    report(by_campaign, [found for found in by_tests if found is not None], options.unreached)


if __name__ == "__main__":
    main()
