#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Progress: on a (pseudo) terminal, one line that is updated, erased at the end and never wider than the terminal; plain
# lines elsewhere; nothing with --progress never.
set -u
weir=$1
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cat >"$folder/large.pml" <<'END'
byte x[8];
active [8] proctype P() { do :: x[_pid] < 7 -> x[_pid]++ :: x[_pid] > 0 -> x[_pid] = x[_pid] - 1 od }
END
# A depth-first search needs little memory for its path here.
cat >"$folder/shallow.pml" <<'END'
byte x[9];
active [9] proctype P() { do :: x[_pid] < 7 -> x[_pid]++ :: else -> break od }
END
python3 - "$weir" "$folder/large.pml" "$folder/shallow.pml" <<'PY'
import fcntl, os, pty, re, struct, subprocess, sys, termios
weir, model, shallow = sys.argv[1:]
failures = []
try:
    for end in pty.openpty():
        os.close(end)
except OSError as problem:
    print(f"SKIPPED: there are no pseudo terminals here ({problem})")
    sys.exit(77)
note = re.compile(r"^[\w, ]*: .* starts again .*$|^.* states; the search starts again with \d+ threads$")
line = re.compile(r"^(\w[\w, ]*: )?[\d ]+ states, [\d ]+/s, depth [\d ]+, [\d.]+ [kMGT]?B"
                  r" \(\d+ % of the limit\)(, [\d ]+ waiting)?$")

def on_terminal(columns, *arguments):
    master, slave = pty.openpty()
    fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
    run = subprocess.Popen([weir, *arguments], stdout=subprocess.PIPE, stderr=slave)
    os.close(slave)
    written = b""
    while True:
        try:
            part = os.read(master, 4096)
        except OSError:  # the other end is closed
            break
        if not part:
            break
        written += part
    run.communicate()
    os.close(master)
    return run.returncode, written.decode()

limits = ["--time", "1.2", "--memory", "2G"]  # of a model that would take longer
for command in (["check", model, "--deadlock", "--reduce", "none", "-j", "1"], ["check", model, "--deadlock", "--reduce", "none", "-j", "2"], ["explore", model], ["check", model, "--reduce", "none", "--ltl", "G x[0] < 9"]):
    code, text = on_terminal(200, *command, *limits)
    shown = [part.rstrip() for part in text.split("\r") if part.strip()]
    notes = [part for part in shown if note.match(part)]  # each ends with a line feed
    shown = [part for part in shown if part not in notes]
    if code != 3 or len(shown) < 3 or not all(line.match(part) for part in shown):
        failures.append(f"{command}: exit {code}, {shown[:3]}")
    if text.count("\n") != len(notes) or not text.endswith("\r"):
        failures.append(f"{command}: the line is not wiped: {text[-80:]!r}")
    if shown and "waiting" not in shown[-1]:
        failures.append(f"{command}: no frontier: {shown[-1]}")
code, text = on_terminal(40, "check", model, "--deadlock", "--reduce", "none", *limits)
if not text or any(len(part) >= 40 and not note.match(part.strip()) for part in text.split("\r")):
    failures.append("a line is wider than its terminal")
if on_terminal(100, "check", model, "--deadlock", "--progress", "never", *limits)[1]:
    failures.append("--progress never writes something")

def elsewhere(*arguments):
    return subprocess.run([weir, "check", model, "--deadlock", "--reduce", "none", "--time", "2.5", "--memory", "2G", *arguments], capture_output=True, text=True).stderr
lines = [l for l in elsewhere("--progress", "always").splitlines() if not note.match(l)]
if not 1 <= len(lines) <= 4 or not all(line.match(l) for l in lines):
    failures.append(f"plain lines: {lines}")
if elsewhere():
    failures.append("without a terminal a run of two seconds writes something")
# A search that falls back to a bounded heap says so once, and then tells stored from generated states.
def on_a_heap(*arguments):
    return subprocess.run([weir, "check", shallow, "--deadlock", "--reduce", "none", "-j", "1", "--time", "6", "--memory", "16M", *arguments], capture_output=True, text=True).stderr
fallback = re.compile(r"^deadlock: the memory limit was reached after [\d ]+ states; the search starts again on a bounded heap of [\d ]+ states$")
heap = on_a_heap("--progress", "always").splitlines()
if len([l for l in heap if fallback.match(l)]) != 1:
    failures.append(f"no note of the bounded heap: {heap[:3]}")
if not any(re.search(r"states stored, [\d ]+ generated, ", l) for l in heap):
    failures.append(f"stored and generated states: {heap[:5]}")
if not any(fallback.match(l) for l in on_a_heap("-v", "--progress", "never").splitlines()):
    failures.append("-v: no note of the bounded heap")
if on_a_heap("--progress", "never"):
    failures.append("--progress never prints notes")
print("\n".join(failures) or "progress is as it should be: " + lines[0])
sys.exit(bool(failures))
PY
