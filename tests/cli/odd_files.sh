#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Files that cannot be read or written, closed or full streams, invalid names: exit 2 and a reason, and existing files
# stay unchanged.
. "$(dirname "$0")/../support/cli.sh"
bug=$root/examples/peterson-bug.pml
ring=$root/examples/token-ring.pml
printf 'des (0,2,2)\n(0,"a",1)\n(1,"b",0)\n' >m.aut
printf '{"event":"a"}\n' >l.jsonl

# --- every output option, on a disk that is full and in a folder that does not exist
outputs() { # outputs TARGET MESSAGE
  local target=$1 message=$2 option
  for option in --json --html --junit --sarif --itf --mermaid --plantuml --dot --trail; do
    expect 2 "$message" check "$bug" -q $option "$target"
  done
  for option in --json --dot --aut --hoa; do expect 2 "$message" explore m.aut -q $option "$target"; done
  expect 2 "$message" trace l.jsonl --ltlf 'F a' -q --json "$target"
  expect 2 "$message" compare a b -q --json "$target"
  expect 2 "$message" explain a --json "$target"
  expect 2 "$message" simulate "$ring" --steps 5 --trail "$target"
}
if [ -c /dev/full ]; then outputs /dev/full "cannot write '/dev/full': No space left on device"; fi
outputs nowhere/x "cannot write 'nowhere/x': No such file or directory"
outputs . "cannot write '.': Is a directory"
outputs '' 'the name of the file is empty'
# --- standard output, full and closed; simulate --steps 0 would not end
commands=("check m.aut --deadlock" "check m.aut --deadlock -q" "check m.aut --json -" "explore m.aut" "explore m.aut --dot -"
  "simulate $ring --steps 5" "simulate $ring --steps 0" "simulate $ring --steps 5 --trail -" "trace l.jsonl --ltlf F(a)"
  "trace l.jsonl --ltlf F(a) --json -" "translate a" "compare a b" "explain a" "reference man" "--help" "--version" "check --help")
for command in "${commands[@]}"; do
  if [ -c /dev/full ]; then
    # shellcheck disable=SC2086
    timeout 20 "$weir" $command >/dev/full 2>err </dev/null
    equal "weir $command >/dev/full" 2 $?
    contains "weir $command >/dev/full" 'cannot write standard output: No space left on device' "$(cat err)"
  fi
  # shellcheck disable=SC2086
  timeout 20 "$weir" $command >&- 2>err </dev/null
  equal "weir $command >&-" 2 $?
  contains "weir $command >&-" 'cannot write standard output' "$(cat err)"
done
# Nothing is written to a file that reuses the descriptor of a closed stream; standard error may be closed as well.
"$weir" check m.aut --deadlock --json run.json >&- 2>&-
equal "all closed" 2 $?
grep -q '"tool": "weir"' run.json || fail 'the file is not what it should be'
! grep -q 'holds  deadlock' run.json || fail 'text in a file that took the place of standard output'
"$weir" check missing.aut 2>&-
equal "closed standard error" 2 $?
(ulimit -f 1 && "$weir" check "$bug" -q --html big.html >out 2>err)
equal "a limit of file sizes" 2 $?

# --- a saved run replaces only regular files
mkfifo pipe
mkdir folder
for path in pipe folder; do
  expect 2 "--checkpoint: cannot write '$path': it is not a regular file" check "$bug" --checkpoint $path
  expect 2 "cannot write '$path': it is not a regular file" explore "$bug" --checkpoint $path
done
[ -p pipe ] && [ -d folder ] || fail 'something was replaced'
# --- invalid input does not change old results
for option in --json --html --dot; do
  echo old >kept
  expect 2 'error' check "$bug" --ltl 'G (' $option kept
  equal "$option after an error" old "$(cat kept)"
done
echo old >kept
printf 'event\na\nb,c\n' >ragged.csv
expect 2 'expected 1 fields' trace ragged.csv --ltlf 'F a' --json kept
equal "trace --json after an error" old "$(cat kept)"

# --- files without content: a check without properties is not a success
: >empty.ltl
printf '# only a comment\n' >comment.ltl
expect 2 'empty.ltl: error: the file contains no formula' check m.aut --properties empty.ltl
expect 2 'comment.ltl: error: the file contains no formula' check m.aut --properties comment.ltl
echo '<property-set/>' >none.xml
expect 2 'none.xml: error: the file contains no formula' check "$root/examples/philosophers.pnml" --properties none.xml
: >empty.trail
expect 2 'empty.trail:1:1: error: the trail is empty' check "$bug" --replay-trail empty.trail
# --- input that never ends
for file in "check m.aut --properties" "simulate m.aut --replay"; do
  # shellcheck disable=SC2086
  expect 2 "cannot read '/dev/zero': larger than" $file /dev/zero
done
expect 2 'longer than 64 MiB' trace /dev/zero --from jsonl --ltlf 'F a'
expect 2 'longer than 64 MiB' trace /dev/zero --from csv --ltlf 'F a'
expect 2 'expected an XES log' trace /dev/zero --from xes --ltlf 'F a'
# --- an interrupt while standard input is silent
for command in "check - --from aut" "check - --from promela" "explore - --from dve" "simulate - --from promela" "trace - --from csv --ltlf a"; do
  # shellcheck disable=SC2086
  "$weir" $command < <(sleep 30) >out 2>err &
  job=$!
  sleep 0.3
  kill -INT $job
  for _ in $(seq 30); do kill -0 $job 2>/dev/null || break; sleep 0.1; done
  kill -0 $job 2>/dev/null && { fail "weir $command: an interrupt is not seen"; kill -9 $job; }
  wait $job
  equal "weir $command: interrupted" 3 $?
done

# --- definitions of the command line
for definition in 1a=3 'x y=3' 'f(=1' $'A=\nb' '=3' '-=1'; do
  expect 2 '-D: ' check "$bug" -D "$definition"
done
expect 2 "<command line>:1:1: error: 'defined' cannot be a macro" check "$bug" -D defined=1
expect 2 "<command line>:1:8: error: expected a declaration" check "$bug" -D active=passive
expect 1 violated check "$bug" -D 'f(x)=x' -D A -D 'B=1' -q
# --- the place of an error in a very long line
{ printf 'byte x; active proctype P() { x = '; head -c 300000 /dev/zero | tr '\0' '('; } >long.pml
expect 2 'nested more than' check long.pml
[ "$(wc -c <err)" -lt 2000 ] || fail "a line of 300 kB is shown whole"
equal "the caret" "^" "$(sed -n 3p err | tr -d ' ')"
finish
