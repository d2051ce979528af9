#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# The TextMate grammar is valid JSON with valid expressions, and contains every word of the lexer and of the examples.
cd "$2" || exit 1
python3 - <<'PY'
import glob, json, re, sys

grammar = json.load(open("editors/vscode/syntaxes/promela.tmLanguage.json"))
rules, failures = [], []

def walk(node):
    if isinstance(node, dict):
        for key in ("match", "begin", "end"):
            if key in node:
                re.compile(node[key])
        if "match" in node:
            rules.append(node["match"])
        if "begin" in node:
            rules.append(node["begin"])
        if "include" in node and node["include"][1:] not in grammar["repository"]:
            failures.append("unknown include " + node["include"])
        for value in node.values():
            walk(value)
    elif isinstance(node, list):
        for value in node:
            walk(value)

walk(grammar)
words = set(re.findall(r'\{"([A-Za-z_]+)", Tok::', open("src/frontend/promela/lexer.cpp").read()))
for word in sorted(words):
    if not any(re.search(rule, word) and re.search(rule, word).group(0) == word for rule in rules):
        failures.append("no rule knows the word " + word)
if len(words) < 60:
    failures.append("the lexer's table was not found")
labels = [rule for rule in rules if "accept" in rule]
for path in glob.glob("examples/*.pml"):
    for line in open(path):
        if re.match(r"\s*(end|progress|accept)\w*:", line) and not re.search(labels[0], line):
            failures.append(f"{path}: label not seen: {line.strip()}")
print("\n".join(failures) or f"{len(words)} words, {len(rules)} rules")
sys.exit(bool(failures))
PY
