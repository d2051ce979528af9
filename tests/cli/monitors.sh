#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Generated monitors (translate --finite --to cpp) agree with trace on random words, for operators of the past and
# regular expressions: on the verdict, and on whether a continuation could change it.
. "$(dirname "$0")/../support/cli.sh"

compiler=$(command -v c++ || command -v g++ || command -v clang++) || exit 77
cat >generate.py <<'PY'
import json, random
rng = random.Random(22)
formulas = ["G (a -> O b)", "G (a -> Y b)", "G (a -> Z b)", "H a | F b", "G (c -> (a S b))", "G (a T b)", "F (a & Y Y b)",
            "G (a -> (b B c))", "{a;b[*];c}", "{a;b[*];c}!", "{a[*];b}[]-> c", "{a[*];b}<>-> X c", "{a;1;b}[]=> c",
            "{a[->2];b}[]-> F c", "{b[=1]} <>=> c", "{{a;b} | {b;c[+]}}!", "{{a[*];b} && {1[*2..4]}}[]-> O c",
            "{a[+] : b[+]}<>-> H !c", "!{a;b}", "G {a[*];b;c}", "O (a U b)", "H (a -> X b)", "G (a -> {b;c}[]-> Y a)"]

def regex(depth):
    if depth == 0:
        return rng.choice(["a", "b", "c", "!a", "1"])
    kind = rng.choice(["{%s;%s}", "{%s:%s}", "{%s|%s}", "{%s&&%s}", "{%s}[*]", "{%s}[+]", "{%s}[*1..2]"])
    return kind % tuple(regex(depth - 1) for _ in range(kind.count("%s")))

def formula(depth):
    if depth == 0:
        return rng.choice(["a", "b", "c", "!a", "!b"])
    kind = rng.choice(["(%s & %s)", "(%s | %s)", "(%s -> %s)", "(Y %s)", "(Z %s)", "(O %s)", "(H %s)", "(%s S %s)", "(%s T %s)", "(X %s)",
                       "(X[!] %s)", "(F %s)", "(G %s)", "(%s U %s)", "({R}[]-> %s)", "({R}<>-> %s)"])
    text = kind % tuple(formula(depth - 1) for _ in range(kind.count("%s")))
    while "R}" in text:
        text = text.replace("R}", regex(2) + "}", 1)
    return text

formulas += [formula(2) for _ in range(25)]
words = [[rng.randrange(8) for _ in range(rng.randrange(1, 8))] for _ in range(400)]
open("formulas.txt", "w").write("\n".join(formulas) + "\n")
with open("log.jsonl", "w") as log, open("words.txt", "w") as plain:
    for number, word in enumerate(words):
        plain.write(" ".join(map(str, word)) + "\n")
        for letter in word:
            log.write(json.dumps({"case": number, "a": letter & 1, "b": letter >> 1 & 1, "c": letter >> 2 & 1}) + "\n")
PY
python3 generate.py

count=0
: >monitors.h
while read -r formula; do
  "$weir" translate --finite --to cpp --name "M$count" "$formula" >>monitors.h || fail "translate $formula"
  count=$((count + 1))
done <formulas.txt
{
  echo '#include "monitors.h"'
  cat <<'CPP'
#include <iostream>
#include <sstream>
#include <string>
// A letter has members for the atoms of its formula only.
template <class L> auto set_a(L& l, bool v, int) -> decltype(void(l.is_a)) { l.is_a = v; }
template <class L> auto set_b(L& l, bool v, int) -> decltype(void(l.is_b)) { l.is_b = v; }
template <class L> auto set_c(L& l, bool v, int) -> decltype(void(l.is_c)) { l.is_c = v; }
template <class L> void set_a(L&, bool, long) {}
template <class L> void set_b(L&, bool, long) {}
template <class L> void set_c(L&, bool, long) {}
template <class M>
void run(const std::string& line) {
  M monitor;
  std::istringstream word(line);
  for (int letter; word >> letter;) {
    typename M::Letter l;
    set_a(l, letter & 1, 0), set_b(l, letter & 2, 0), set_c(l, letter & 4, 0);
    monitor.step(l);
  }
  std::cout << (monitor.satisfied() ? "satisfied" : "violated") << (monitor.decided() ? "!" : "") << ' ';
}
int main() {
  for (std::string line; std::getline(std::cin, line); std::cout << '\n') {
CPP
  for ((i = 0; i < count; ++i)); do echo "    run<M$i>(line);"; done
  echo '  }'
  echo '}'
} >compare.cpp
"$compiler" -std=c++17 compare.cpp -o compare || fail "the monitors do not compile"
./compare <words.txt >monitors.txt

arguments=()
while read -r formula; do
  # Atoms that may hold together: comparisons of fields.
  arguments+=(--ltlf "$(sed -E 's/\b([abc])\b/"\1 == 1"/g' <<<"$formula")")
done <formulas.txt
"$weir" trace log.jsonl --case case "${arguments[@]}" --json trace.json -q
python3 - <<'PY' || fail "monitors and trace disagree"
import json, sys
formulas = open("formulas.txt").read().splitlines()
cases = json.load(open("trace.json"))["cases"]
lines = open("monitors.txt").read().splitlines()
assert len(cases) == len(lines) == 400, (len(cases), len(lines))
wrong = 0
for case, line, word in zip(cases, lines, open("words.txt")):
    assert len(line.split()) == len(case["results"]) == len(formulas)
    for formula, result, monitor in zip(formulas, case["results"], line.split()):
        if result["verdict"] + ("!" if result["decided"] else "") != monitor:
            wrong += 1
            print(formula, "on", word.strip(), "- trace:", result["verdict"], result["decided"], "monitor:", monitor)
            if wrong > 10: sys.exit(1)
sys.exit(wrong > 0)
PY
finish
