#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Terminal output has colours unless NO_COLOR or TERM=dumb is set, and no control characters from models, logs, file
# names and command lines. Other formats escape them by their own rules.
. "$(dirname "$0")/../support/cli.sh"
command -v python3 >/dev/null || { echo "SKIPPED: python3 is missing"; exit 77; }
WEIR=$weir ROOT=$root python3 - <<'PY'
import json, os, pty, re, subprocess, sys, urllib.parse
import xml.etree.ElementTree as ET
weir, root = os.environ["WEIR"], os.environ["ROOT"]
failures = 0

def expect(what, condition, shown=""):
    global failures
    if not condition:
        failures += 1
        print("FAILED:", what, repr(shown)[:600])

def on_terminal(*arguments, **environment):
    """The program's output on a terminal (both streams), and its exit code."""
    settings = {k: v for k, v in os.environ.items() if k not in ("NO_COLOR", "TERM")}
    settings.update({"TERM": "xterm"}, **environment)
    pid, terminal = pty.fork()
    if pid == 0:
        os.execve(weir, [weir.encode(), *[os.fsencode(a) for a in arguments]], settings)
    text = b""
    try:
        while chunk := os.read(terminal, 65536):
            text += chunk
    except OSError:
        pass
    return text, os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])

# Colours.
model = root + "/examples/peterson-bug.pml"
for environment, coloured in [({}, True), ({"NO_COLOR": ""}, True), ({"NO_COLOR": "1"}, False),
                              ({"NO_COLOR": "0"}, False), ({"TERM": "dumb"}, False)]:
    text, code = on_terminal("check", model, **environment)
    expect(f"exit code with {environment}", code == 1, code)
    expect(f"colours with {environment}", (b"\x1b[" in text) == coloured, text)
text = subprocess.run([weir, "check", model], capture_output=True).stdout
expect("no colours in a pipe", b"\x1b" not in text, text)

# Control characters. Only weir's own colours, line ends and tabs may reach the terminal.
evil = "a\x1b[31m\x07\x9b\u202e\x7f"
def clean(what, text):
    rest = re.sub(rb"\x1b\[[0-9;]*m", b"", text).replace(b"\r", b"")
    bad = [c for c in rest.decode("utf-8", "surrogateescape")
           if (ord(c) < 32 and c not in "\n\t") or 0x7f <= ord(c) < 0xa0 or c == "\u202e" or 0xdc80 <= ord(c) <= 0xdcff]
    expect(what + ": control characters", not bad, text)
def colourless(what, text):
    clean(what, text)
    expect(what + ": an escape of the model", b"\x1b[31m\\x07" not in text and b"\x1b[31m\x07" not in text, text)

with open("m.aut", "w") as f:
    f.write(f'des (0,2,2)\n(0,"{evil}",1)\n(1,"b",1)\n')
with open("bytes.aut", "wb") as f:
    f.write(b'des (0,2,2)\n(0,"\xff\xfe",1)\n(1,"b",1)\n')
name = "n\x1b[31m\nm.aut"
os.link("m.aut", name)
with open("p.pml", "w") as f:
    f.write('/* \x1b[31m */ byte x;\nactive proctype P() { printf("say \x1b[31m\x07\\n"); x = 300; assert(x == 0) }\n')
with open("bad.pml", "w") as f:
    f.write('active proctype P() { \tx\x1b[31m = 1 }\n')
with open("log.jsonl", "w") as f:
    f.write(json.dumps({"case": evil, "event": evil}) + "\n" + json.dumps({"case": "c\n\x1b[2J", "event": "b"}) + "\n")
with open("k.hoa", "w") as f:
    f.write(f'HOA: v1\nStates: 1\nStart: 0\nAP: 1 "{evil}"\nAcceptance: 0 t\n--BODY--\nState: [0] 0\n0\n--END--\n')
quoted = '"' + evil + '"'
runs = [["check", "m.aut", "--ltl", f"G !{quoted}"], ["check", "m.aut", "--ltl", f"F G {quoted}", "-v"],
        ["check", "m.aut", "--ltlf", f"G {quoted}"], ["check", name, "--deadlock"], ["check", name, "--ltl", "G ("],
        ["check", "m.aut", "--ltl", f"G {quoted} ("], ["check", "k.hoa", "--ltl", f"F !{quoted}"],
        ["check", "k.hoa", "--ltl", f"G \"no{evil}\""], ["check", "bytes.aut", "--ltl", "F G b", "-v"],
        ["check", "bytes.aut", "--ltl", "G !b"], ["check", "p.pml"], ["check", "bad.pml"],
        ["check", "m.aut", "--property", evil], ["check", evil + ".pml"], ["check", "m.aut", "--store", evil],
        ["check", "m.aut", evil], ["check", "m.aut", "--" + evil], [evil], ["check", "m.aut", "--json", "/nowhere/" + evil],
        ["check", "p.pml", "--properties", evil], ["check", "m.aut", "--reduce", evil], ["check", "m.aut", "--symmetry", evil],
        ["check", "m.aut", "-D", "=" + evil], ["check", "m.aut", "--seed", evil],
        ["simulate", "m.aut", "--steps", "3", "-v"], ["simulate", "p.pml"], ["simulate", "p.pml", "-q"],
        ["simulate", "p.pml", "--replay", evil], ["explore", "m.aut"], ["explore", name], ["explore", "m.aut", "--dot", "/no/" + evil],
        ["trace", "log.jsonl", "--ltlf", f"G !{quoted}", "--case", "case", "-v"], ["trace", evil, "--ltlf", "a"],
        ["trace", "log.jsonl", "--ltlf", "a", "--case", evil], ["trace", "log.jsonl", "--ltlf", f"F \"{evil} > 3\""],
        ["explain", f"G {quoted}"], ["explain", evil], ["compare", f"G {quoted}", f"F {quoted}"],
        ["compare", "--automata", evil, evil], ["translate", f"G {quoted} ("], ["translate", "-F", evil]]
for run in runs:
    text, code = on_terminal(*run)
    expect(f"{run}: exit code {code}", code in (0, 1, 2, 3), text)
    colourless(str(run), text)
    if code == 2:
        expect(f"{run}: a message", text.strip() != b"", text)

# The caret is at the right column although escapes are wider than the characters they replace.
text, _ = on_terminal("check", "m.aut", "--ltl", f"G {quoted} (")
lines = text.decode().replace("\r", "").split("\n")
expect("the caret", lines[2].index("^") == lines[1].index("(", lines[1].index("\\x7f")), lines)

# Output of the model: escaped in reports, unchanged in simulate.
text = subprocess.run([weir, "simulate", "-q", "p.pml"], capture_output=True).stdout
expect("simulate -q in a pipe", text == b"say \x1b[31m\x07\n", text)
text = subprocess.run([weir, "check", "p.pml"], capture_output=True).stdout
expect("printed text in a report", b'prints "say \\x1b[31m\\x07\\n"' in text, text)

# Machine formats.
def written(option, *arguments):
    done = subprocess.run([weir, "check", *arguments, option, "-"], capture_output=True)
    expect(f"{option} {arguments}: exit code", done.returncode in (0, 1), done.stderr)
    return done.stdout
for arguments in [["m.aut", "--ltl", f"F G {quoted}"], ["bytes.aut", "--ltl", "G !b"], ["p.pml"], [name, "--ltl", f"G {quoted}"]]:
    document = json.loads(written("--json", *arguments))
    if arguments[0] == "m.aut":
        expect("JSON keeps the event", document["properties"][0]["counterexample"]["prefix"][0]["event"] == evil, document)
    ET.fromstring(written("--junit", *arguments))
    sarif = json.loads(written("--sarif", *arguments))
    for result in sarif["runs"][0]["results"]:
        for place in result["locations"]:
            uri = place["physicalLocation"]["artifactLocation"]["uri"]
            expect("a URI", re.fullmatch(r"[A-Za-z0-9/._~%-]*", uri) and urllib.parse.unquote(uri) == arguments[0], uri)
    page = written("--html", *arguments)
    expect("HTML without control characters", not re.search(rb"[\x00-\x08\x0b-\x1f\x7f]", page), arguments)
    for option in ["--dot", "--mermaid", "--plantuml"]:
        clean(f"{option} {arguments}", written(option, *arguments))
    json.loads(written("--itf", *arguments))
print("failures:", failures)
sys.exit(failures > 0)
PY
[ $? = 0 ] || fail 'terminal'
finish
