# SPDX-License-Identifier: Apache-2.0
"""Formats every example, as it is and with its indentation destroyed: no token, comment or preprocessor line changes, a
second formatting changes nothing, and the model has the same states.

usage: format_examples.py WEIR EXAMPLES FOLDER
"""
import pathlib
import random
import re
import subprocess
import sys

from session import Session, apply, expect, finish

weir, examples, folder = sys.argv[1], pathlib.Path(sys.argv[2]), pathlib.Path(sys.argv[3])


def inner_lines(text):
    """The numbers of lines that begin inside a block comment or are preprocessor lines: they must stay."""
    kept, comment, directive = set(), False, False
    for number, line in enumerate(text.split("\n")):
        directive = directive or (not comment and line.lstrip().startswith("#"))
        if comment or directive:
            kept.add(number)
        for mark in re.findall(r"/\*|\*/", line):
            comment = mark == "/*"
        directive = directive and line.endswith("\\")
    return kept


def states(path):
    run = subprocess.run([weir, "explore", path, "--max-states", "20000"], capture_output=True, text=True, check=False)
    return re.findall(r"(states|transitions|max depth)\s+(\d+)", run.stdout) or run


session = Session(weir)
options = {"options": {"tabSize": 2, "insertSpaces": True}}
random.seed(1)
count = 0
for path in sorted([*examples.glob("**/*.pml"), *examples.glob("**/*.dve")]):
    original = path.read_text()
    kept = inner_lines(original)
    mangled = "\n".join(line if i in kept else " " * random.randrange(9) + line.strip() + " " * random.randrange(3)
                        for i, line in enumerate(original.split("\n")))
    for name, text in (("as it is", original), ("mangled", mangled)):
        uri = (folder / path.name).as_uri()
        session.open(uri, text)
        result = apply(text, session.about("formatting", uri, **options))
        if name == "as it is":
            expect(f"{path.name} is formatted already", result == original, result)
        before, after = text.split("\n"), result.split("\n")
        expect(f"{path.name} {name}: tokens", [l.strip() for l in before] == [l.strip() for l in after])
        expect(f"{path.name} {name}: kept lines", all(before[i] == after[i] for i in kept))
        session.change(uri, result)
        expect(f"{path.name} {name}: twice", session.about("formatting", uri, **options) == [])
    (folder / path.name).write_text(result)
    expect(f"{path.name}: states", states(str(folder / path.name)) == states(str(path)), states(str(path)))
    count += 1
session.end()
expect("there are examples", count > 20, count)
finish(f"{count} examples, ")
