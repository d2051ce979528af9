#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs the commands of the documentation and compares what they print.

    check_documents.py WEIR ROOT [--fix] [PAGE...]

In a page, a block

    ```sh            contains commands; a comment `# exit N` states the exit code (0 if there is none)
    ```text          directly after it contains what these commands print, standard error included
    ```LANGUAGE FILE is written to FILE before the commands that follow it

Each page is run in an empty folder that contains `run` (the program) and `examples`. Only `./run` and `printf` lines of a
`sh` block are run, so that a page may also name commands that install something; `./run serve` waits for a browser and is
not run. Times and memory figures are not
compared. --fix replaces the output in the page by the actual one.
"""
import os
import pathlib
import re
import subprocess
import sys
import tempfile

PAGES = ["README.md", "docs/tutorial.md", "docs/howto/*.md"]
FIGURES = [(re.compile(r"\b\d+\.\d+ s\b"), "0.00 s"), (re.compile(r"\b\d+(\.\d+)? [kMG]B\b"), "0 MB"),
           (re.compile(r"^(seconds +)[\d.]+", re.MULTILINE), r"\g<1>0")]


def blocks(lines):
    """(info string, first line, line behind the last) of every fenced block."""
    start = info = None
    for i, line in enumerate(lines):
        fence = line.strip()
        if start is None and fence.startswith("```"):
            info, start = fence[3:].strip(), i + 1
        elif start is not None and fence == "```":
            yield info, start, i
            start = None


def commands(lines):
    """The commands of a `sh` block with their exit codes."""
    text = "\n".join(lines).replace("\\\n", "")
    for line in map(str.strip, text.split("\n")):
        if line.startswith(("./run", "printf")) and not line.startswith("./run serve"):
            code = re.search(r"# exit (\d+)", line)
            yield line, int(code[1]) if code else 0


def without_figures(text):
    for pattern, replacement in FIGURES:
        text = pattern.sub(replacement, text)
    return text


class Page:
    def __init__(self, path, weir, root):
        self.path = path
        self.lines = path.read_text().split("\n")
        self.count = 0
        self.failures = []
        self.folder = tempfile.TemporaryDirectory()
        folder = pathlib.Path(self.folder.name)
        (folder / "examples").symlink_to(root / "examples")
        (folder / "run").write_text(f'#!/bin/sh\nexec "{weir}" "$@"\n')
        (folder / "run").chmod(0o755)
        self.environment = {**os.environ, "TMPDIR": str(folder), "NO_COLOR": "1"}

    def run(self, first, end):
        """Runs the commands of these lines and returns what they print."""
        printed = ""
        for command, expected in commands(self.lines[first:end]):
            self.count += 1
            done = subprocess.run(["bash", "-c", command], cwd=self.folder.name, env=self.environment, text=True,
                                  stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                                  timeout=120)
            printed += done.stdout
            if done.returncode != expected:
                self.failures.append(f"{command}\n  exit {done.returncode}, expected {expected}\n{done.stdout}")
        return printed

    def check(self, fix):
        output, behind = None, 0
        replacements = []
        for info, first, end in blocks(self.lines):
            language, _, name = info.partition(" ")
            if language == "sh":
                output, behind = self.run(first, end), end
            elif language == "text" and output is not None and not any(self.lines[behind + 1:first - 1]):
                shown = "\n".join(self.lines[first:end])
                actual = output.rstrip("\n")
                if without_figures(shown) != without_figures(actual):
                    replacements.append((first, end, actual))
                    if not fix:
                        self.failures.append(f"the output differs:\n--- page\n{shown}\n--- program\n{actual}")
                output = None
            elif name:
                (pathlib.Path(self.folder.name) / name).write_text("\n".join(self.lines[first:end]) + "\n")
        if fix:
            for first, end, actual in reversed(replacements):
                self.lines[first:end] = actual.split("\n")
            self.path.write_text("\n".join(self.lines))


def main(arguments):
    fix = "--fix" in arguments
    weir, root, *names = [argument for argument in arguments if argument != "--fix"]
    weir, root = pathlib.Path(weir).resolve(), pathlib.Path(root).resolve()
    paths = [pathlib.Path(name) for name in names] or [path for page in PAGES for path in sorted(root.glob(page))]
    count = failures = 0
    for path in paths:
        page = Page(path, weir, root)
        page.check(fix)
        count += page.count
        failures += len(page.failures)
        for failure in page.failures:
            print(f"FAILED: {path}: {failure}")
    print(f"{count} commands, {failures} failures")
    return failures > 0 or (not names and count < 20)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
