#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Checks the include table: which folder of src/ may include which.

Three rules: a folder includes only the folders that ALLOWED lists; a sub-folder includes only the siblings that ORDER
lists before it; and includes between files (a header with its source) form no cycle.
"""
import collections
import pathlib
import re
import sys

BELOW_PIPELINE = {"base", "formula", "automaton", "model", "store", "reduction", "search", "counterexample", "frontend",
                  "log"}
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
    "pipeline": BELOW_PIPELINE,
    "report": {"base"},
    "lsp": {"report", "base"},
    "serve": {"report", "base"},
    "cli": {"lsp", "serve", "report", "base"},
}
# Lowest first. Sub-folders of one line do not include each other; "*" stands for all.
ORDER = {
    "formula": [{"patterns"}],
    "base": [{"graph", "memory", "numeric"}, {"thread"}, {"table"}, {"text"}],
    "automaton": [{"analysis"}, {"transform"}, {"classify", "format", "translate"}],
    "model": [{"native"}],
    "frontend": [{"*"}],  # one for each language
    "store": [{"tree"}, {"shared"}],
    "reduction": [{"merge", "symmetry"}, {"dead", "partial_order"}, {"combined"}],
    "search": [{"space"}, {"kernel"}, {"lasso"}, {"reachability"}, {"emptiness", "parallel"},
               {"hunt"}],
    "pipeline": [{"graph", "language", "mine", "prepare"}, {"save"}, {"decide"}, {"hunt", "trail"},
                 {"explorer", "trace"}],
    "report": [{"assets"}],
}
# What public headers may include besides each other.
PUBLIC_HEADERS = ("weir/", "sys/")
INCLUDE = re.compile(r'^\s*#\s*include\s+([<"])([^">]+)[">]')


def place(path):
    """Folder and sub-folder of a file; the sub-folder is None for a file of the folder itself."""
    parts = path.split("/")
    return parts[0], parts[1] if len(parts) > 2 else None


def rank(folder, sub):
    return next((i for i, names in enumerate(ORDER.get(folder, [])) if {sub, "*"} & names), None)


def forbidden(source, target):
    """The reason why the file `source` may not include `target`, or None."""
    (folder, sub), (wanted, wanted_sub) = place(source), place(target)
    if folder not in ALLOWED:
        return f"folder {folder} is not in the table"
    if wanted != folder:
        return None if wanted in ALLOWED[folder] else f"{folder} may not include {wanted} ({target})"
    for name in (sub, wanted_sub):
        if name is not None and rank(folder, name) is None:
            return f"sub-folder {folder}/{name} is not in the table"
    if sub is not None and wanted_sub is not None and sub != wanted_sub and rank(folder, wanted_sub) >= rank(folder, sub):
        return f"{folder}/{sub} may not include {folder}/{wanted_sub} ({target})"
    return None


def cycles(graph):
    """Strongly connected components with more than one file (Tarjan 1972)."""
    index, low, stack, on_stack, found = {}, {}, [], set(), []
    for root in sorted(graph):
        if root in index:
            continue
        path = [(root, iter(sorted(graph[root])))]
        index[root] = low[root] = len(index)
        stack.append(root)
        on_stack.add(root)
        while path:
            node, successors = path[-1]
            for target in successors:
                if target not in graph:
                    continue
                if target not in index:
                    index[target] = low[target] = len(index)
                    stack.append(target)
                    on_stack.add(target)
                    path.append((target, iter(sorted(graph[target]))))
                    break
                if target in on_stack:
                    low[node] = min(low[node], index[target])
            else:
                path.pop()
                if path:
                    low[path[-1][0]] = min(low[path[-1][0]], low[node])
                if low[node] == index[node]:
                    component = stack[stack.index(node):]
                    del stack[len(stack) - len(component):]
                    on_stack.difference_update(component)
                    if len(component) > 1:
                        found.append(sorted(component))
    return found


def main(root):
    root = pathlib.Path(root)
    problems = []
    graph = collections.defaultdict(set)  # files without suffix: a header and its source are one
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
                if bracket == '"' or ("/" in target and not target.startswith(PUBLIC_HEADERS)):
                    problems.append(f"{where}: a public header includes {target}")
            elif bracket == '"':
                if problem := forbidden(inside, target):
                    problems.append(f"{where}: {problem}")
                graph[inside.rsplit(".", 1)[0]].add(target.rsplit(".", 1)[0])
            elif target.startswith("weir/") and not (root / "include" / target).exists():
                problems.append(f"{where}: there is no public header {target}")
    for node, targets in graph.items():
        targets.discard(node)
    problems += ["a cycle of includes: " + " ".join(component) for component in cycles(graph)]
    print("\n".join(problems) if problems else f"{len(files)} files keep the include table")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1] if len(sys.argv) > 1 else "."))
