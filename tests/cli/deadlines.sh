#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# --time, SIGINT and SIGTERM end every phase at most a second late; a second signal ends the program at once; no file is
# left half-written; verdicts found before are reported. Each input would take much longer than this script waits: a
# phase that ends before the signal is a failure of the test, too.
. "$(dirname "$0")/../support/cli.sh"
python3 - "$weir" <<'PY' || fail "see above"
import glob, itertools, json, os, signal, subprocess, sys, time

weir = sys.argv[1]
SLACK = 3.0  # seconds, besides the second of the promise, for a loaded machine
failures = []


def fail(text):
    failures.append(text)
    print("FAILED:", text, flush=True)


def write(name, *parts):
    with open(name, "w") as file:
        for part in parts:
            file.writelines([part] if isinstance(part, str) else part)
    return name


# --- inputs
write("long.pml", "int x;\nactive proctype q() {\n",
      (f"x = x + {i}; if :: x > 1 -> x = 1 :: else fi;\n" for i in range(400000)), "}\n")
write("net.pnml", '<?xml version="1.0"?><pnml xmlns="http://www.pnml.org/version-2009/grammar/pnml"><net id="n" '
      'type="http://www.pnml.org/version-2009/grammar/ptnet"><page id="g">',
      (f'<place id="p{i}"><initialMarking><text>1</text></initialMarking></place><transition id="t{i}"/>'
       f'<arc id="a{i}" source="p{i}" target="t{i}"/><arc id="b{i}" source="t{i}" target="p{(7 * i + 3) % 60000}"/>'
       for i in range(60000)), "</page></net></pnml>")
write("many.ltl", (f"G (a -> F (b{i} U c))\n" for i in range(500000)))
write("wide.pml", "int a[60000], b[60000]; byte z;\n"
      "active [200] proctype p() { do :: a[_pid * 7]++ :: z = z + 1 od }\n")
write("atomic.pml", "int x[9];\nactive proctype p() { atomic { do\n",
      (f":: x[{i}] < 9 -> x[{i}]++\n" for i in range(9)), ":: break\nod } }\n")
write("endless.pml", "int x; active proctype p() { do :: x = (x + 1) % 1000000 od }\n")
write("large.pml", "int x;\nactive [6] proctype p() { int i; do :: i < 60 -> i++ :: i > 0 -> i--\n"
      ":: x = (x + i) % 1000 od }\n")
# Many states on short paths: a bounded heap, whose path must fit into memory, can search it.
write("shallow.pml", "int x;\nactive [7] proctype p() { byte i; do :: i < 12 -> i++; x = (x + i * _pid) % 251\n"
      ":: else -> break od }\n")
# Independent processes: few states with partial-order reduction, millions without.
write("independent.pml", "active [8] proctype p() { byte i; do :: i < 50 -> i++ :: else -> break od }\n")
# One step is quick as native code; replaying it takes long.
write("slow_steps.pml", "int x, n;\nactive proctype p() {\n  do\n  :: n < 200 -> d_step { x = 0; do :: x < 300000 -> x++ "
      ":: else -> break od; n++ }\n  :: else -> break\n  od; assert(false)\n}\n")
# An error at once, and 2^40 ways through one step elsewhere.
write("wide_step.pml", "byte b[40], x;\nactive proctype p() { if :: x = 1; assert(false) :: x = 2; atomic { skip;\n",
      (f"if :: b[{i}] = 1 :: b[{i}] = 0 fi;\n" for i in range(40)), "} fi }\n")
# An error on a path of two million steps.
write("long_run.pml", "int x; active proctype p() { do :: x < 1000000 -> x++ :: x == 1000000 -> assert(false) od }\n")
# Depth-first search finds a violation at once; a shortest one needs all states above it.
write("shorten.pml", "int c;\nactive [8] proctype p() { byte i; do :: i < 50 -> i++; c++ :: else -> break od }\n")
# A violation whose run is large to describe and to write.
write("large_run.pml", "int x, a[2000];\nactive proctype p() { do :: x < 2500 -> x++; a[x % 2000] = x :: else -> break od;"
      " assert(false) }\n")
write("graph.pml", "byte a[300];\nactive [3] proctype p() { byte i; do :: i < 40 -> i++ :: i > 0 -> i-- od }\n")
untils = "p1"
for i in range(2, 25):
    untils = f"({untils}) U p{i}"


# --- running
def start(arguments, **more):
    return subprocess.Popen([weir, *arguments], stdin=more.get("stdin", subprocess.DEVNULL),
                            stdout=open("out", "wb"), stderr=open("err", "wb"))


def said():
    texts = [open(name, "rb").read() for name in ("err", "out")]  # beginning and end: a simulation is long
    return "".join((text if len(text) < 2000 else text[:1000] + b"..." + text[-1000:]).decode(errors="replace")
                   for text in texts)


def wait(process, seconds):
    try:
        process.wait(seconds)
        return True
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
        return False


def check_end(name, process, begin, codes):
    if not wait(process, 1 + SLACK):
        fail(f"{name}: not ended {time.monotonic() - begin:.1f} s after its start")
    elif process.returncode not in codes:
        fail(f"{name}: exit {process.returncode}, expected one of {codes}\n{said()[:500]}")
    if left := glob.glob("*.part*"):
        fail(f"{name}: left {left}")
        for file in left:
            os.remove(file)


def timed(name, arguments, text="the time limit was reached", codes=(3,)):
    begin = time.monotonic()
    process = start([*arguments, "--time", "1"])
    time.sleep(0.9)
    if process.poll() is not None:
        return fail(f"{name}: exit {process.returncode} before the time limit\n{said()[:500]}")
    check_end(name + " --time", process, begin, codes)
    if text not in said():
        fail(f"{name}: '{text}' is missing\n{said()[:500]}")


signals = itertools.cycle([signal.SIGINT, signal.SIGTERM])


def signalled(name, arguments, text="interrupted", codes=(3,), **more):
    begin = time.monotonic()
    process = start(arguments, **more)
    time.sleep(0.9)
    if process.poll() is not None:
        return fail(f"{name}: exit {process.returncode} before the signal\n{said()[:500]}")
    sent = next(signals)
    process.send_signal(sent)
    check_end(f"{name} {sent.name}", process, begin, codes)
    if text not in said():
        fail(f"{name} {sent.name}: '{text}' is missing\n{said()[:500]}")


def both(name, arguments, **more):
    timed(name, arguments, **more)
    signalled(name, arguments, **more)


# --- every phase
both("reading Promela", ["check", "long.pml"])
both("reading formulas", ["translate", "-F", "many.ltl"])
both("translation", ["translate", "--deterministic", untils])
both("explaining a formula", ["explain", untils])
both("automata", ["automata", "product", "G F a", untils])
both("expansions of a wide net", ["explore", "net.pnml"])
both("search in wide states", ["check", "wide.pml", "--assertions", "--search", "bfs"])
timed("search in wide states with two threads", ["check", "wide.pml", "--assertions", "-j", "2"])
both("one expansion", ["check", "atomic.pml"])
timed("search on a bounded heap", ["check", "shallow.pml", "--memory", "20M"])
# A change of store follows a search that fills a quarter of the memory, so it is not driven alone. It takes 0.4 s of
# processor time a million states of 40 bytes with one thread; with two, 4 s were measured (4 million states).
for threads in ("1", "2"):
    timed("search with a change of store, -j " + threads,
          ["check", "large.pml", "--assertions", "-j", threads, "--memory", "60M"])
both("confirmation", ["check", "independent.pml", "--assertions", "--certify"])
# Refinement executes the steps of one path again that the search has executed, and certification the same steps once
# more, interpreted: no input is known that makes refinement the longest phase (all phases together take 3 us a step).
# Nor is one known for the explanation of a result, whose formula was translated before; unit tests show that it polls.
# A certified violation may still be reported, with or without its run.
both("certification", ["check", "slow_steps.pml", "--assertions"], codes=(1, 3), text="assertions")
both("shortening", ["check", "shorten.pml", "--ltl", "G F (c < 400)", "--shortest"], codes=(1,), text="--shortest: ")
for number, kind in enumerate(("json", "html", "junit", "sarif", "itf", "mermaid", "plantuml", "dot", "trail")):
    option, file = "--" + kind, "run." + kind
    write(file, "old")
    (both if number < 2 else timed)("writing " + file, ["check", "large_run.pml", "--assertions", option, file], codes=(1, 3), text="assertions")
    if open(file).read() == "":
        fail(f"{file} is empty")
both("writing a state graph", ["explore", "graph.pml", "--hoa", "graph.hoa"])
if os.path.exists("graph.hoa"):
    fail("an incomplete state graph was left")
signalled("simulation", ["simulate", "endless.pml", "--steps", "1000000000"], text="stopped after")
events = subprocess.Popen(["yes", '{"event":"a"}'], stdout=subprocess.PIPE)
signalled("a log", ["trace", "-", "--from", "jsonl", "--ltlf", "G a"], stdin=events.stdout)
events.kill()
events.wait()

# --- what was found so far: the first property is decided, the second is not
for how in ("time", "signal"):
    arguments = ["check", "large.pml", "--ltl", "x == 0", "--ltl", "G (x < 5000)", "--json", "found.json"]
    (timed if how == "time" else signalled)("found so far, " + how, arguments)
    if not os.path.exists("found.json"):
        fail(f"found so far, {how}: no report")
        continue
    found = {row["name"]: row["verdict"] for row in json.load(open("found.json"))["properties"]}
    os.remove("found.json")
    if list(found.values()) != ["holds", "inconclusive"]:
        fail(f"found so far, {how}: {found}")

# --- an error found before is reported, and what was searched is counted
timed("an error beside a wide step", ["check", "wide_step.pml"], codes=(1,), text="violated  assertions")
for how in ("time", "signal"):
    arguments = ["check", "long_run.pml", "-j", "1", "--json", "counted.json"]
    (timed if how == "time" else signalled)("counted, " + how, arguments, codes=(1, 3), text="assertions")
    for row in json.load(open("counted.json"))["properties"]:
        if row["stats"]["states"] < 1000:
            fail(f"counted, {how}: {row['name']} with {row['stats']['states']} states")

# --- open questions use all the time there is
timed("several open questions", ["check", "large.pml", "--ltl", "G (x < 5000)", "--ltl", "G F (x < 6000)",
                                 "--ltl", "F G (x < 7000)"], text="inconclusive")

# --- a long run that cannot be written in time does not take short ones with it
write("runs.pml", "int x, y, a[2000];\nactive proctype p() { do :: x < 2500 -> x++; a[x % 2000] = x :: else -> y++ od }\n")
timed("short beside long", ["check", "runs.pml", "-j", "1", "--ltl", "G (x < 2400)", "--ltl", "G (x < 3)",
                            "--ltl", "G (y >= 0)", "--json", "runs.json", "--itf", "runs.itf"], codes=(1,), text="violated")
rows = json.load(open("runs.json"))["properties"]
if rows[1]["verdict"] != "violated" or len(rows[1].get("counterexample", {}).get("prefix", [])) < 3:
    fail(f"short beside long: {rows[1]['verdict']} {rows[1].get('warnings')}")
if not os.path.exists("runs.itf"):
    fail("short beside long: the first counterexample was not written")

# --- a slow reader of standard output gets all of it; a signal does not wait for it
write("chain.pml", "int x; active proctype p() { do :: x < 2000 -> x++ :: else -> break od; assert(false) }\n")
for arguments in (["--json", "-"], []):
    process = subprocess.Popen([weir, "check", "chain.pml", "--assertions", "--time", "1", *arguments], stdout=subprocess.PIPE,
                               stderr=subprocess.DEVNULL)
    time.sleep(3)
    text = process.stdout.read().decode()
    whole = json.loads(text)["properties"][0]["verdict"] == "violated" if arguments else "assertion violated" in text[-200:]
    if process.wait() != 1 or len(text) < 70000 or not whole:  # more than a pipe holds
        fail(f"slow reader {arguments}: exit {process.returncode}, {len(text)} bytes ending in {text[-80:]!r}")
process = subprocess.Popen([weir, "check", "chain.pml", "--assertions"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
time.sleep(1)
process.send_signal(signal.SIGTERM)
if not wait(process, 1 + SLACK):
    fail("slow reader and signal: not ended")
process.stdout.close()

# --- a second signal ends the program at once
for number in (signal.SIGINT, signal.SIGTERM):
    process = start(["check", "long.pml"])
    time.sleep(0.5)
    process.send_signal(number)
    time.sleep(0.1)
    process.send_signal(number)
    begin = time.monotonic()
    wait(process, 10)
    if process.returncode != -number or time.monotonic() - begin > SLACK:
        fail(f"second {number.name}: exit {process.returncode} after {time.monotonic() - begin:.1f} s")

sys.exit(len(failures) > 0)
PY
finish
