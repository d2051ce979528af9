#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Keeps the include table: which folder of src/ may include which. Arrows point one way."""
import pathlib
import re
import sys

ABOVE_PIPELINE = {"base", "formula", "automaton", "model", "store", "reduction", "search", "counterexample", "frontend", "log"}
ALLOWED = {
    "base": set(),
    "formula": {"base"},
    "model": {"base"},
    "store": {"base"},
    "log": {"base"},
    "automaton": {"formula", "base"},
    "frontend": {"model", "formula", "base"},
    "reduction": {"model", "base"},
    "counterexample": {"model", "formula", "base"},
    "search": {"automaton", "model", "store", "reduction", "base"},
    "pipeline": ABOVE_PIPELINE,
    "report": {"base"},
    "cli": {"report", "base"},
}
INCLUDE = re.compile(r'^\s*#\s*include\s+([<"])([^">]+)[">]')


def module(path):
    return path.split("/")[0]


def front_end(path):
    parts = path.split("/")
    return parts[1] if parts[0] == "frontend" and len(parts) > 2 else None


def main(root):
    root = pathlib.Path(root)
    problems = []
    files = [p for d in ("src", "include") for p in (root / d).rglob("*") if p.suffix in (".h", ".cpp")]
    for path in sorted(files):
        inside = path.relative_to(root / "src").as_posix() if (root / "src") in path.parents else None
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            found = INCLUDE.match(line)
            if not found:
                continue
            bracket, target = found.groups()
            where = f"{path.relative_to(root)}:{number}"
            if inside is None:
                if bracket == '"' or ("/" in target and not target.startswith(("weir/", "sys/"))):
                    problems.append(f"{where}: a public header includes {target}")
            elif bracket == '"':
                source, wanted = module(inside), module(target)
                if source not in ALLOWED:
                    problems.append(f"{where}: folder {source} is not in the table")
                elif wanted != source and wanted not in ALLOWED[source]:
                    problems.append(f"{where}: {source} may not include {wanted} ({target})")
                elif front_end(inside) and front_end(target) and front_end(inside) != front_end(target):
                    problems.append(f"{where}: one front-end may not include another ({target})")
    print("\n".join(problems) if problems else f"{len(files)} files keep the include table")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1] if len(sys.argv) > 1 else "."))
