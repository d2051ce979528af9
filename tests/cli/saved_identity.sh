#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# A saved run belongs to one model, set of properties and search. Resuming it with anything else is refused, and the
# message names what differs. Limits and the store may change.
. "$(dirname "$0")/../support/cli.sh"
python3 - "$weir" <<'PY'
import os, shutil, subprocess, sys
weir = sys.argv[1]
failures = []

def write(name, text):
    open(name, "w").write(text)

def run(*arguments):
    done = subprocess.run([weir, *arguments], capture_output=True, text=True, timeout=120)
    return done.returncode, done.stdout, done.stderr

def refused(words, *arguments):
    before = open("saved", "rb").read()
    code, out, err = run(*arguments, "--resume", "saved")
    if code != 2 or out or "another run" not in err or any(word not in err for word in words.split("|")):
        failures.append(f"{arguments}: exit {code}, {err!r}, not {words}")
    if open("saved", "rb").read() != before:
        failures.append(f"{arguments}: the file was written to")

def accepted(*arguments):
    code, out, err = run(*arguments, "--resume", "saved", "--max-states", "40")
    if code != 3 or "error" in err:
        failures.append(f"{arguments}: exit {code}, {err!r}, {out!r}")

def save(*arguments):
    if os.path.exists("saved"):
        os.remove("saved")
    code, out, err = run(*arguments, "--checkpoint", "saved", "--max-states", "20")
    if code != 3:
        failures.append(f"{arguments}: exit {code}, {err!r} where a limit ends the run")
        write("saved", "")

def changed(name, text, words, *arguments):
    before = open(name).read()
    write(name, text)
    refused(words, *arguments)
    write(name, before)

# Promela: the text, files included directly and indirectly, definitions.
write("inner.h", "#define LIMIT 5\n")
write("outer.h", '#include "inner.h"\n#define STEP 1\n')
promela = '#include "outer.h"\nbyte x[3];\nactive [3] proctype P() { do :: x[_pid] < LIMIT -> x[_pid] = x[_pid] + STEP :: x[_pid] > 0 -> x[_pid]-- od }\nltl p { [] (x[0] < 10) }\n'
write("m.pml", promela)
write("hoa.hoa", 'HOA: v1\nStates: 2\nStart: 0\nAP: 1 "x[0] > 9"\nacc-name: Buchi\nAcceptance: 1 Inf(0)\n--BODY--\nState: 0\n[!0] 0\n[0] 1\nState: 1 {0}\n[t] 1\n--END--\n')
write("props.ltl", "one: G x[0] < 10\n")
for base in (["check", "m.pml"], ["explore", "m.pml"]):
    save(*base)
    changed("m.pml", promela.replace("ltl p", "\nltl p"), "m.pml", *base)
    changed("outer.h", '#include "inner.h"\n#define STEP 2\n', "outer.h", *base)
    changed("inner.h", "#define LIMIT 50\n", "inner.h", *base)
    changed("outer.h", "#define LIMIT 5\n#define STEP 1\n", "outer.h|inner.h|no longer given", *base)
    refused("-D|UNUSED=1", *base, "-D", "UNUSED=1")
    refused("--max-depth|'0'|'7'", *base, "--max-depth", "7")
    os.mkdir("other")
    for name in ("m.pml", "outer.h", "inner.h"):
        shutil.copy(name, "other")
    accepted(base[0], "other/m.pml")
    shutil.rmtree("other")
    accepted(*base, "--store", "tree")
    accepted(*base, "--memory", "300M", "--time", "100")
    accepted(*base, "--executor", "interpreter")
save("explore", "m.pml")
refused("the command", "check", "m.pml")
refused("--search|'bfs'|'dfs'", "explore", "m.pml", "--search", "dfs")
save("check", "m.pml", "-D", "A=1")
refused("-D|'A=1'|'A=2'", "check", "m.pml", "-D", "A=2")
refused("-D|'A=1'|not given", "check", "m.pml")
save("check", "m.pml", "--ltl", "G x[0] < 10")
for option, value in (("--search", "bfs"), ("--reduce", "none"), ("--translator", "couvreur"), ("--emptiness", "couvreur"),
                      ("--fair", "weak"), ("--assume", "G F x[1] == 0"), ("--seed", "3"), ("--max-depth", "9"),
                      ("--computations", "maximal"), ("--from", "promela"), ("--symmetry", "P: x[]")):
    refused(f"{option}|'{value}'", "check", "m.pml", "--ltl", "G x[0] < 10", option, value)
refused("--shortest", "check", "m.pml", "--ltl", "G x[0] < 10", "--shortest")
refused("property 'p0'", "check", "m.pml", "--ltl", "G x[0] < 11")
refused("property", "check", "m.pml", "--ltl", "G x[0] < 10", "--ltl", "G x[1] < 10")
save("check", "m.pml", "--properties", "props.ltl")
changed("props.ltl", "one: G x[0] < 12\n", "property 'one'", "check", "m.pml", "--properties", "props.ltl")
save("check", "m.pml", "--property-automaton", "hoa.hoa")
changed("hoa.hoa", open("hoa.hoa").read().replace("[!0] 0", "[t] 0"), "hoa.hoa", "check", "m.pml", "--property-automaton", "hoa.hoa")

# The other languages.
dve = '#include "size.h"\nbyte a, b;\nprocess P { state s; init s; trans s -> s { guard a < N; effect a = a + 1; }, s -> s { guard a > 0; effect a = a - 1; }, s -> s { guard b < N; effect b = b + 1; }; }\nsystem async;\n'
write("size.h", "#define N 9\n")
write("m.dve", dve)
save("explore", "m.dve")
changed("size.h", "#define N 10\n", "size.h", "explore", "m.dve")
changed("m.dve", dve.replace("a - 1", "a - 2"), "m.dve", "explore", "m.dve")
refused("-D", "explore", "m.dve", "-D", "Q")
states = 60
aut = f"des (0, {states}, {states})\n" + "".join(f'({i}, "a", {(i + 1) % states})\n' for i in range(states))
write("m.aut", aut)
save("check", "m.aut")
changed("m.aut", aut.replace('(50, "a", 51)', '(50, "b", 51)'), "m.aut", "check", "m.aut")
hoa = f'HOA: v1\nStates: {states}\nStart: 0\nAP: 1 "p"\nacc-name: all\nAcceptance: 0 t\nproperties: state-labels\n--BODY--\n' + "".join(
    f"State: [!0] {i}\n{(i + 1) % states}\n" for i in range(states)) + "--END--\n"
write("k.hoa", hoa)
save("check", "k.hoa", "--ltl", "G !p")
changed("k.hoa", hoa.replace("State: [!0] 50", "State: [0] 50"), "k.hoa", "check", "k.hoa", "--ltl", "G !p")
pnml = '<pnml xmlns="http://www.pnml.org/version-2009/grammar/pnml"><net id="n" type="http://www.pnml.org/version-2009/grammar/ptnet"><page id="p">%s</page></net></pnml>'
place = '<place id="{0}"><initialMarking><text>{1}</text></initialMarking></place>'
arcs = "".join(place.format(f"p{i}", 30 if i == 0 else 0) for i in range(3)) + "".join(
    f'<transition id="t{i}"/><arc id="a{i}" source="p{i}" target="t{i}"/><arc id="b{i}" source="t{i}" target="p{(i + 1) % 3}"/>' for i in range(3))
write("m.pnml", pnml % arcs)
save("explore", "m.pnml")
changed("m.pnml", (pnml % arcs).replace("<text>0<", "<text>1<", 1), "m.pnml", "explore", "m.pnml")

print("\n".join(failures) or "saved runs are taken up as what they are, and only so")
sys.exit(bool(failures))
PY
