#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Odd shapes of Promela text: large ones are read in linear time, hostile ones get a message and exit 2. Times are user
# seconds, generous by a factor of ten for a sanitized build on a busy machine.
set -u
weir=$(realpath "$1")
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir" || exit 1
failed=0
TIMEFORMAT=%U

# reads NAME: it is read in at most five user seconds
reads() {
  local seconds code
  seconds=$( { time { "$weir" explore "$1.pml" --max-states 10 > out.txt 2>&1; echo $? > code.txt; }; } 2>&1)
  code=$(cat code.txt)
  if [ "$code" != 0 ] && [ "$code" != 3 ]; then echo "$1: exit $code"; head -n 2 out.txt | cut -c1-200; failed=1; fi
  awk "BEGIN { exit !($seconds > 5) }" && { echo "$1: $seconds seconds"; failed=1; }
}
# refuses NAME WORDS: exit 2 with a message that contains these words
refuses() {
  timeout 60 "$weir" explore "$1.pml" --max-states 10 > out.txt 2>&1
  local code=$?
  if [ "$code" != 2 ] || ! grep -q "$2" out.txt; then echo "$1: exit $code"; head -n 2 out.txt | cut -c1-200; failed=1; fi
}

repeat() { awk "BEGIN { for (i = 0; i < $1; ++i) printf \"$2\", i, i, i }"; }

{ echo 'byte x; active proctype P() {'; repeat 25000 '  x = (x * 3 + %d) %% 17; /* some words */\n'; echo '}'; } > lines.pml
{ echo -n 'byte x; active proctype P() { '; repeat 30000 'x = x + 1;'; echo '}'; } > one_line.pml
{ echo '#define ID(a) a'; echo -n 'byte x; active proctype P() { ID('; repeat 30000 'x = x + 1;'; echo ') }'; } > argument.pml
{ echo 'byte x;'; repeat 5000 'inline f%d(a) { a = a + 1 }\n'; echo 'active proctype P() {'; repeat 5000 'f%d(x);\n'; echo '}'; } > inlines.pml
{ echo '#define A0 1'; awk 'BEGIN { for (i = 1; i < 3000; ++i) print "#define A" i " A" i-1 }'; echo 'byte x; init { x = A2999 }'; } > chain.pml
{ echo 'byte x; active proctype P() {'; awk 'BEGIN { for (i = 0; i < 5000; ++i) printf "L%d: x++; if :: x > 1 -> goto L%d :: else -> goto L%d fi;\n", i, (i * 7) % 5000, (i + 1) % 5000 }'; echo '}'; } > jumps.pml
{ echo 'byte x; active proctype P() { do'; repeat 10000 ':: x == 1 -> x = 2\n'; echo 'od }'; } > options.pml
{ repeat 10000 'byte v%d = 1;\n'; echo 'init { v1 = v9999 }'; } > variables.pml
{ repeat 5000 'proctype P%d() { skip }\n'; echo 'init { run P1() }'; } > proctypes.pml
for shape in lines one_line argument inlines chain jumps options variables proctypes; do reads $shape; done

echo 'byte a[1000000]; init { a[3] = 1 }' > array.pml
refuses array 'elements'
echo 'typedef T { byte a[60000] } T t[60000]; init { t[3].a[1] = 1 }' > structures.pml
refuses structures 'too large'
{ repeat 17000 'int v%d[65535];\n'; echo 'init { v1[3] = 1 }'; } > arrays.pml
refuses arrays 'the maximal size of a state'
{ echo 'init {'; repeat 17000 'int v%d[65535];\n'; echo 'skip }'; } > locals.pml
refuses locals 'the maximal size of a state'
echo 'chan c = [-1] of { byte }; init { c!1 }' > channel.pml
refuses channel 'cannot be negative'
echo 'chan c = [2000000] of { int }; init { c!1 }' > long_channel.pml
refuses long_channel 'channel of 2000000 messages is too large'
echo 'chan c[255] = [60000] of { byte }; init { c[3]!1 }' > long_channels.pml
refuses long_channels 'the maximal size of a state'
echo 'chan c[256] = [1] of { byte }; init { c[3]!1 }' > channels.pml
refuses channels 'more than 255 channels'
{ echo 'byte x; active proctype P() {'; repeat 70000 'x++;\n'; echo 'assert(false) }'; } > statements.pml
refuses statements '70002 control states'
# States up to the maximal size are accepted; exceeding it during a run is a violation.
echo 'byte a[524288]; int b[524288]; init { a[524287] = 7; b[524287] = a[524287]; assert(b[524287] == 7 && a[0] == 0) }' > large.pml
"$weir" check large.pml -q > out.txt 2>&1 || { echo "large arrays"; cat out.txt | cut -c1-200; failed=1; }
echo 'proctype P() { int b[524288]; b[3] = 1; false } init { run P(); run P(); run P() }' > grows.pml
"$weir" check grows.pml > out.txt 2>&1 && { echo "a state grows without bound"; failed=1; }
grep -q 'larger than 4194304 bytes' out.txt || { echo "grows: $(cut -c1-200 out.txt)"; failed=1; }
{ echo -n 'proctype P('; repeat 3000 'byte a%d;'; echo 'byte z) { skip }'; echo -n 'init { run P('; repeat 3000 '1,'; echo '1) }'; } > parameters.pml
refuses parameters '255 parameters'
{ echo -n 'chan c = [1] of { '; repeat 300 'byte,'; echo 'byte }; init { skip }'; } > fields.pml
refuses fields 'too many fields'
{ echo -n 'int x; init { x = '; repeat 3000 '1+('; echo -n 1; repeat 3000 ')'; echo '}'; } > deep.pml
refuses deep 'nested'
{ echo -n 'int x; init { '; repeat 3000 '{ '; echo -n 'x++'; repeat 3000 '} '; echo '}'; } > blocks.pml
refuses blocks 'nested'
echo '#define F(a) a a' > doubling.pml
{ echo -n 'byte x; init { '; repeat 26 'F('; echo -n 'x++;'; repeat 26 ')'; echo '}'; } >> doubling.pml
refuses doubling 'too large'
echo '#include "self.pml"' > self.pml
refuses self 'include each other'
printf 'int x; init { x = 1 \0 }' > nul.pml
refuses nul 'NUL byte'
echo 'int x; init { c_code { x = 1; } }' > embedded.pml
refuses embedded 'c_code'

# The widest possible message is passed completely.
{ echo -n 'chan c = [1] of { '; repeat 254 'byte,'; echo 'byte }; byte v; init {'; echo -n ' c!'; repeat 254 '%d,'; echo '77;'
  echo -n ' c?'; repeat 254 '_,'; echo 'v; assert(v == 77) }'; } > widest.pml
"$weir" check widest.pml -q > out.txt 2>&1 || { echo "widest message"; cat out.txt | cut -c1-200; failed=1; }
exit $failed
