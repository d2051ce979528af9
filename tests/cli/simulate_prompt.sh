#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# The prompt of weir simulate -i on a terminal: editing, completion, history, Ctrl-C and Ctrl-D, colours.
. "$(dirname "$0")/../support/cli.sh"
command -v python3 >/dev/null || { echo "SKIPPED: python3 is missing"; exit 77; }
ldd "$weir" 2>/dev/null | grep -q libedit || { echo "SKIPPED: weir was built without libedit"; exit 77; }
cat >menu.pml <<'M'
byte counter; bool flag;
active proctype A() { do :: counter < 3 -> counter++ :: counter == 3 -> break od; flag = true }
active proctype B() { flag; counter = 9 }
M
echo 'byte x; active proctype P() { do :: x++ od }' >endless.pml
WEIR=$weir python3 - <<'PY'
import os, pty, re, select, signal, sys, termios, time
weir = os.environ["WEIR"]
failures = 0
PATIENCE = 60

def expect(what, condition, shown=""):
    global failures
    if not condition:
        failures += 1
        print("FAILED:", what, repr(shown)[-800:])

class Terminal:
    def __init__(self, *arguments, **environment):
        settings = {k: v for k, v in os.environ.items() if k not in ("NO_COLOR", "TERM")}
        settings.update({"TERM": "xterm"}, **environment)
        self.text = b""
        self.pid, self.terminal = pty.fork()
        if self.pid == 0:
            os.execve(weir, [weir, *arguments], settings)
    def read(self, seconds):
        ready, _, _ = select.select([self.terminal], [], [], seconds)
        if not ready:
            return b""
        try:
            return os.read(self.terminal, 65536)
        except OSError:
            return b""
    def until(self, pattern, what):
        """Reads until the new text matches; returns the new text."""
        new, deadline = b"", time.time() + PATIENCE
        while not re.search(pattern, new, re.S) and time.time() < deadline:
            new += self.read(0.2)
        self.text += new
        expect(what, re.search(pattern, new, re.S), new)
        return new
    def prompt(self, what="prompt"):
        return self.until(rb"step \d+ \[[^]]*\]: ", what)
    def type(self, keys, edited=True):
        """Types keys; the editor gets them only after it has switched the terminal to single keys."""
        deadline = time.time() + PATIENCE
        while edited and termios.tcgetattr(self.terminal)[3] & termios.ICANON and time.time() < deadline:
            self.text += self.read(0.01)
        os.write(self.terminal, keys)
    def left(self):
        """Waits until the editor has given the terminal back, and a little for what the command begins."""
        deadline = time.time() + PATIENCE
        while not termios.tcgetattr(self.terminal)[3] & termios.ICANON and time.time() < deadline:
            self.text += self.read(0.01)
        time.sleep(1)
    def end(self):
        deadline = time.time() + PATIENCE
        while time.time() < deadline:
            pid, status = os.waitpid(self.pid, os.WNOHANG)
            if pid:
                while rest := self.read(0):
                    self.text += rest
                return os.waitstatus_to_exitcode(status)
            self.text += self.read(0.05)
        os.kill(self.pid, signal.SIGKILL)
        os.waitpid(self.pid, 0)
        return "it does not end"

# Completion of commands, variables and process names; an ambiguous word is listed.
t = Terminal("simulate", "menu.pml", "-i")
t.prompt()
t.type(b"ran\t2\r")
t.until(rb"step 3 \[", "Tab completes a command")
t.type(b"watch cou\t+ 1\r")
t.until(rb"watch 1  counter \+ 1 = .*step 3", "Tab completes a variable")
t.type(b"sta\t")
t.until(rb"start  state", "Tab lists what is possible")
t.type(b"te A[\t\r")
t.until(rb"A\[0\] = .*step 3", "and the line goes on")
# The arrow recalls the last command.
t.type(b"back\r")
t.until(rb"step 2 \[", "back")
t.type(b"\x1b[A\r")
t.until(rb"step 1 \[", "the arrow recalls a command")
# Ctrl-C gives up the line, not the program.
t.type(b"quit")
t.until(rb"quit", "typing")
t.type(b"\x03")
t.prompt("Ctrl-C at the prompt")
t.type(b"forward 2\r")
t.until(rb"step 3 \[", "after Ctrl-C")
expect("changed values are bold", b"\x1b[1m" in t.text, t.text)
t.type(b"\x04")
expect("Ctrl-D ends", t.end() == 0, t.text)
expect("Ctrl-D: the end is told", b"stopped after 2 steps" in t.text, t.text)

# Ctrl-C ends a run, and the prompt goes on.
t = Terminal("simulate", "endless.pml", "-i", "--steps", "0")
t.prompt()
t.type(b"run\r")
t.left()
t.type(b"\x03", edited=False)
t.until(rb"interrupted after \d+ steps.*step \d+ \[", "Ctrl-C during run")
t.type(b"go 0\r")
t.until(rb"start.*step 1 \[", "after an interrupted run")
t.type(b"q\r")
expect("quit", t.end() == 0, t.text)

# No colours where they are not wanted; a terminal without abilities has a plain prompt.
for environment in ({"NO_COLOR": "1"}, {"TERM": "dumb"}):
    t = Terminal("simulate", "menu.pml", "-i", **environment)
    t.prompt()
    edited = environment.get("TERM") != "dumb"
    t.type(b"1\r", edited)
    t.until(rb"step 2 \[", f"a step with {environment}")
    t.type(b"q\r", edited)
    expect(f"quit with {environment}", t.end() == 0, t.text)
    expect(f"no colours with {environment}", not re.search(rb"\x1b\[[0-9;]*m", t.text), t.text)

# Labels with control characters reach neither the screen nor the list of completions.
with open("evil.aut", "w") as f:
    f.write('des (0,1,1)\n(0,"a\x1b[31m\x07\u202e",0)\n')
t = Terminal("simulate", "evil.aut", "-i", NO_COLOR="1", LC_ALL="C.UTF-8")
t.prompt()
t.type(b"1\r")
t.until(rb"step 2 \[", "a step with an odd label")
t.type(b"history\r")
t.until(rb"start.*step 2 \[", "its history")
t.type(b"watch \x1b[31m\r")
t.prompt()
t.type(b"q\r")
t.end()
expect("labels are escaped", rb"a\x1b[31m\x07" in t.text and b"\x1b[31m" not in t.text and "\u202e".encode() not in t.text, t.text)
print(failures, "failures")
sys.exit(failures > 0)
PY
[ $? = 0 ] || fail "the prompt on a terminal"
finish
