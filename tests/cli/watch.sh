#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# weir check --watch: checks again when the model, an included file or the properties change, rewrites its outputs, and
# ends at an interrupt with the exit code of the last check.
. "$(dirname "$0")/../support/cli.sh"

# waits for COUNT lines with TEXT in a file.
wait_for() {
  for _ in $(seq 1200); do
    [ "$(grep -c -- "$2" "$3")" -ge "$1" ] && return
    sleep 0.05
  done
  fail "no '$2' ($1 times) in $3: $(cat "$3")"
}
# writes a file in one step, so that no part of it is seen.
put() { cat >"$1.part" && mv "$1.part" "$1"; }
verdict() { python3 -c 'import json; print(*[p["verdict"] for p in json.load(open("out.json"))["properties"]])'; }

echo '#define LIMIT 3' | put limit.h
cat >model.pml <<'END'
#include "limit.h"
byte x;
active proctype P() { do :: x < LIMIT -> x++ :: else -> break od }
END
echo 'small: G (x <= 3)' | put p.ltl
"$weir" check model.pml --properties p.ltl --watch --json out.json >out.txt 2>err.txt &
process=$!
wait_for 1 'watching 3 files' err.txt
equal "the first check" "holds" "$(verdict)"
echo '#define LIMIT 5' | put limit.h
wait_for 2 'watching' err.txt
equal "after a change of the included file" "violated" "$(verdict)"
echo 'small: G (x <= 9)' | put p.ltl
wait_for 3 'watching' err.txt
equal "after a change of the properties" "holds" "$(verdict)"
echo 'nonsense' >>model.pml
wait_for 4 'watching' err.txt
wait_for 1 'model.pml:4:1: error' err.txt
sed -i '$d' model.pml
wait_for 5 'watching' err.txt
equal "after an error" "holds" "$(verdict)"
touch model.pml  # the same content
sleep 1
equal "a new time alone is no change" 5 "$(grep -c watching err.txt)"
echo 'small: G (x <= 4)' | put p.ltl
wait_for 6 'watching' err.txt
kill -INT $process
wait $process
equal "the exit code is that of the last check" 1 $?
contains "the verdicts were printed" "violated  small: G (x <= 4)" "$(cat out.txt)"
expect 2 'does not support --checkpoint' check model.pml --watch --checkpoint saved
expect 2 'standard input can be read only once' check - --from promela --watch
finish
