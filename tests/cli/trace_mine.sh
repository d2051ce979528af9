#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# weir trace --mine against the ordinary trace engine: every pattern over the names of a log is evaluated as a formula;
# which cases activate it is counted here, from the log. Generated logs with planted rules, and the real logs of
# ../shared/corpus if they are there.
exec python3 - "$1" "$2/../shared/corpus/logs" <<'PYTHON'
import collections, gzip, itertools, json, os, random, re, subprocess, sys, tempfile

weir, corpus = sys.argv[1:]
ORDERED = ("chain_succession chain_response chain_precedence alternate_succession alternate_response "
           "alternate_precedence succession response precedence responded_existence not_succession "
           "not_chain_succession").split()
SYMMETRIC = "co_existence exclusive_choice choice not_co_existence".split()
failures = judged = 0

def fail(*what):
    global failures
    failures += 1
    if failures < 10: print("FAILED:", *what)

def run(*arguments, codes=(0, 1)):
    done = subprocess.run([weir, "trace", *arguments], capture_output=True, text=True)
    if done.returncode not in codes: sys.exit(f"{arguments}: exit {done.returncode}: {done.stderr}")
    return done.stdout

def patterns_of(names):
    quoted = {name: '"' + name + '"' for name in names}
    for a in names:
        yield ("init", 0, a, None), f"init({quoted[a]})"
        yield ("end", 0, a, None), f"end({quoted[a]})"
        for n in (1, 2, 3):
            yield ("existence", n, a, None), f"existence({n}, {quoted[a]})"
            yield ("exactly", n, a, None), f"exactly({n}, {quoted[a]})"
            yield ("absence", n + 1, a, None), f"absence({n + 1}, {quoted[a]})"
    for a, b in itertools.permutations(names, 2):
        for pattern in ORDERED: yield (pattern, 0, a, b), f"{pattern}({quoted[a]}, {quoted[b]})"
        if a < b:
            for pattern in SYMMETRIC: yield (pattern, 0, a, b), f"{pattern}({quoted[a]}, {quoted[b]})"

def is_active(key, case):
    pattern, n, a, b = key
    if pattern in ("init", "end", "existence", "exactly", "choice", "exclusive_choice"): return True
    if pattern == "absence" or pattern.endswith("response") or pattern == "responded_existence": return a in case
    if pattern.endswith("precedence"): return b in case
    if pattern in ("not_succession", "not_chain_succession"): return a in case and b in case
    return a in case or b in case   # successions, co_existence, not_co_existence

def key_of(use):
    pattern, rest = re.fullmatch(r"(\w+)\((.*)\)", use).groups()
    number = re.match(r"(\d+), ", rest)
    if number: rest = rest[number.end():]
    parts = [x or y for x, y in re.findall(r'"([^"]*)"|([^", ]+)', rest)]
    n = int(number[1]) if number else 1 if pattern == "existence" else 0
    if pattern in SYMMETRIC: parts.sort()
    return pattern, n, parts[0], parts[1] if len(parts) > 1 else None

def judge(log, cases, options=()):
    """All patterns of the log, with the thresholds of several runs."""
    global judged
    names = sorted({event for case in cases for event in case})
    every = dict(patterns_of(names))
    with tempfile.NamedTemporaryFile("w", suffix=".ltl") as file:
        keys = list(every)
        file.write("".join(f"p{i}: {every[key]}\n" for i, key in enumerate(keys)))
        file.flush()
        answer = json.loads(run(log, *options, "--properties", file.name, "--json", "-"))
        violated = {keys[int(row["name"][1:])]: row["violated"] for row in answer["summary"]}
    sets = [set(case) for case in cases]
    counts = {}
    for key in every:
        pattern, n, a, b = key
        active = sum(is_active(key, case) for case in sets)
        satisfied = active - violated[key]
        supporting = satisfied
        only = [sum(x in s and y not in s for s in sets) for x, y in ((a, b), (b, a))] if b else []
        if pattern in ("exclusive_choice", "not_co_existence"): supporting = min(only)
        if pattern == "choice": supporting = min(sum(x in s for s in sets) for x in (a, b))
        counts[key] = active, satisfied, supporting
    for support, confidence in ((0, 0), (0.1, 1), (0.3, 0.9)):
        want = {key: c[:2] for key, c in counts.items() if c[0] > 0 and c[2] >= support * len(cases) - 1e-9
                and c[1] >= confidence * c[0] - 1e-9}
        thresholds = ("--mine", "--support", str(support), "--confidence", str(confidence))
        mined = json.loads(run(log, *options, *thresholds, "--redundant", "--json", "-"))
        got = {key_of(row["pattern"]): (row["activated"], row["satisfied"]) for row in mined["patterns"]}
        judged += len(every)
        for key in want.keys() | got.keys():
            if want.get(key) != got.get(key): fail(log, support, confidence, key, "expected", want.get(key), "got", got.get(key))
        short = {key_of(row["pattern"]) for row in json.loads(run(log, *options, *thresholds, "--json", "-"))["patterns"]}
        if not short <= want.keys(): fail(log, "a pattern appears only without --redundant")
        # What is left out is violated by no fewer cases than something that is shown about one of its names.
        for key in want.keys() - short:
            if not any(counts[s][0] - counts[s][1] == violated[key] and {s[2], s[3]} & {key[2], key[3]} for s in short):
                fail(log, key, "was left out")
    # Both file formats are read back, and hold.
    for kind in ("ltl", "decl"):
        text = run(log, *options, "--mine", "--to", kind)
        count = len(json.loads(run(log, *options, "--mine", "--json", "-"))["patterns"])
        if count == 0: continue
        with tempfile.NamedTemporaryFile("w", suffix="." + kind) as file:
            file.write(text)
            file.flush()
            rows = json.loads(run(log, *options, "--properties", file.name, "--json", "-", codes=(0,)))["summary"]
            if len(rows) != count: fail(log, kind, len(rows), "of", count, "patterns read back")

def write(path, cases, interleave):
    rows = [(i, e) for i, case in enumerate(cases) for e in case]
    if interleave: rows = [row for k in range(max(map(len, cases))) for i, case in enumerate(cases) if k < len(case) for row in [(i, case[k])]]
    with open(path, "w") as file:
        for i, event in rows: file.write(json.dumps({"case": str(i), "event": event}) + "\n")

rng = random.Random(22)
with tempfile.TemporaryDirectory() as folder:
    for number in range(12):
        names = ["a", "b", "c d", "e-f", "G"][:2 + number % 4]
        cases = [[rng.choice(names) for _ in range(rng.randint(1, 9))] for _ in range(rng.randint(1, 60))]
        if number % 3 == 0: cases = [[e for _ in range(rng.randint(1, 3)) for e in names if rng.random() < 0.95] or ["a"] for _ in range(40)]
        log = f"{folder}/{number}.jsonl"
        write(log, cases, number % 2 == 0)
        judge(log, cases, ("--case", "case"))
    # Planted: every pay is followed by a ship, pay comes first, cancel excludes ship, check directly follows order.
    planted = []
    for i in range(300):
        noise = [rng.choice(["log", "mail"]) for _ in range(rng.randint(0, 4))]
        case = ["order", "check"] + (["cancel"] if i % 5 == 0 else ["pay", "ship"])
        for event in noise:
            at = rng.choice([k for k in range(len(case) + 1) if k != 1])
            if not (at > 0 and case[at - 1] == "order"): case.insert(at, event)
        planted.append(case)
    log = f"{folder}/planted.jsonl"
    write(log, planted, True)
    judge(log, planted, ("--case", "case"))
    found = {row["pattern"]: row for row in json.loads(run(log, "--case", "case", "--mine", "--json", "-"))["patterns"]}
    for rule, support in (("chain_succession(order, check)", 1), ("exclusive_choice(cancel, ship)", 0.2),
                          ("alternate_succession(pay, ship)", 0.8), ("exactly(1, order)", 1)):
        if rule not in found or abs(found[rule]["support"] - support) > 1e-9: fail("planted", rule, found.get(rule))
    for weaker in ("response(pay, ship)", "chain_response(order, check)", "existence(order)", "choice(cancel, ship)"):
        if weaker in found: fail("redundant", weaker)

    # Limits and misuse.
    with open(f"{folder}/wide.jsonl", "w") as file:
        for i in range(1001): file.write(json.dumps({"event": f"e{i}"}) + "\n")
    for arguments, message in (((f"{folder}/wide.jsonl", "--mine"), "more than 1000 names of events"),
                               ((log, "--mine", "--support", "2"), "expected a number from 0 to 1, not '2'"),
                               ((log, "--mine", "--ltlf", "a"), "--mine"), ((log, "--support", "1"), "--mine")):
        done = subprocess.run([weir, "trace", *arguments], capture_output=True, text=True)
        if done.returncode != 2 or message not in done.stderr: fail(arguments, done.returncode, done.stderr)

logs = [f"{corpus}/{name}" for name in ("sepsis.xes.gz", "repair.xes") if os.path.exists(f"{corpus}/{name}")]
if not logs: print("skipped the real logs: needs ../shared/corpus/logs")
for log in logs:
    text = (gzip.open(log, "rt", encoding="utf-8") if log.endswith(".gz") else open(log, encoding="utf-8")).read()
    judge(log, [re.findall(r'key="concept:name" value="([^"]*)"', re.sub(r"^.*?(?=<event)", "", trace, flags=re.S))
                for trace in re.findall(r"<trace>(.*?)</trace>", text, re.S)])
print(f"{judged} patterns judged, {failures} failures")
sys.exit(failures > 0)
PYTHON
