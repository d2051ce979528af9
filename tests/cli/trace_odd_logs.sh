#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# weir trace on malformed logs, and on logs that are still being written: an answer or a message without delay.
. "$(dirname "$0")/../support/cli.sh"
soon() { # as expect, within 20 seconds
  local started=$SECONDS
  expect "$@"
  [ $((SECONDS - started)) -le 20 ] || fail "weir ${*:3}: took $((SECONDS - started)) s"
}

# --- CSV
{ printf 'case,event\n1,a\n1,"b\n'; yes '1,c' | head -n 300000; } >unclosed.csv
soon 2 'unclosed.csv:3:1: error: a quoted field is never closed' trace unclosed.csv --ltlf 'F a'
{ printf 'event\n"'; head -c 70000000 /dev/zero | tr '\0' x; } >huge.csv
soon 2 'huge.csv:2:1: error: a record is longer than 64 MiB' trace huge.csv --ltlf 'F a'
printf 'event\na\n"b"c\n' >after.csv
expect 2 'after.csv:3:1: error: expected a separator or the end of the record after the closing quote' trace after.csv --ltlf 'F a'
printf 'event,size\na,5" pipe\nb,"say ""no""\nor yes"\nc,x\n' >quotes.csv
expect 0 'quotes.csv:2: the trace: p0 satisfied at event 1' trace quotes.csv -v --ltlf 'F "size == 5\" pipe"'
expect 0 'quotes.csv:5: the trace: p0 satisfied at event 3' trace quotes.csv -v --ltlf 'F c'
printf '\xef\xbb\xbfevent;n\r\na;1\r\nb;2\r\n' >bom.csv
expect 0 'bom.csv:3: the trace: p0 satisfied at event 2' trace bom.csv -v --ltlf 'F (b & "n == 2")'
printf 'event,n\ra,1\rb,2\r' >cr.csv
expect 0 'cr.csv:3: the trace: p0 satisfied at event 2' trace cr.csv -v --ltlf 'F (b & "n == 2")'
printf 'event,n\na,1\nb\n' >ragged.csv
expect 2 'ragged.csv:3:1: error: expected 2 fields as in the header, found 1' trace ragged.csv --ltlf 'F a'
printf 'event,n\na,1\nb,2,3\n' >wide.csv
expect 2 'wide.csv:3:1: error: expected 2 fields as in the header, found 3' trace wide.csv --ltlf 'F a'
expect 2 "bom.csv:2: error: the event has no field 'order'" trace bom.csv --case order --ltlf 'F a'
expect 1 "no event has a field 'activity'" trace bom.csv --event activity --ltlf 'F a'
: >empty.csv
expect 2 'empty.csv:1: error: expected a header row' trace empty.csv --ltlf 'F a'
printf 'event\n' >header.csv
expect 0 'the log has no events' trace header.csv --ltlf 'G !a'
printf 'event\na\0b\nc' >nul.csv
expect 0 'p0: 1 satisfied' trace nul.csv --ltlf 'F c'
printf '\xff\xfee\0v\0' >utf16.csv
expect 2 'utf16.csv:1: error: this is UTF-16; expected UTF-8' trace utf16.csv --ltlf 'F a'
for separator in ',' ';' $'\t'; do
  printf '"a,b;c\td"%sevent\nx%sa\n' "$separator" "$separator" >sep.csv
  expect 0 'p0: 1 satisfied' trace sep.csv --ltlf 'F a'
done

# --- JSON lines
printf '\xef\xbb\xbf{"event":"a"}\r\n{"event":"b"}\r\n' >bom.jsonl
expect 0 'bom.jsonl:2: the trace: p0 satisfied at event 2' trace bom.jsonl -v --ltlf 'F b'
printf '{"event":"a"}\r{"event":"b"}\r' >cr.jsonl
expect 0 'cr.jsonl:2: the trace: p0 satisfied at event 2' trace cr.jsonl -v --ltlf 'F b'
printf '{"event":"a}\n' >string.jsonl
expect 2 'string.jsonl:1:1: error: a string is not closed' trace string.jsonl --ltlf 'F a'
printf '{"event":"a\xff"}\n' >latin.jsonl
expect 2 'latin.jsonl:1:1: error: this line is not valid UTF-8' trace latin.jsonl --ltlf 'F a'
for line in '[]' '7' '"a"' 'null' '{"event":"a"} {"event":"b"}' '{"event":"a"' '{"event":}' '{event:1}'; do
  printf '{"event":"a"}\n%s\n' "$line" >bad.jsonl
  expect 2 'bad.jsonl:2:' trace bad.jsonl --ltlf 'F b'
done
{ printf '{"event":"a","deep":'; head -c 500000 /dev/zero | tr '\0' '['; printf '\n'; } >deep.jsonl
soon 2 'deep.jsonl:1:' trace deep.jsonl --ltlf 'F b'
{ printf '{"event":"'; head -c 70000000 /dev/zero | tr '\0' x; printf '"}\n'; } >huge.jsonl
soon 2 'huge.jsonl:1: error: a line is longer than 64 MiB' trace huge.jsonl --ltlf 'F b'
head -c 100000 /dev/zero >zero.jsonl
soon 2 'zero.jsonl:1:1: error' trace zero.jsonl --ltlf 'F b'

# --- XES
xes() { printf "$1" >odd.xes; }
event='<event><string key="concept:name" value="a"/></event>'
xes "<log><trace>$event</trace>"
expect 2 'odd.xes:1: error: the log ends before </log>' trace odd.xes --ltlf 'F a'
xes "<log><trace>$event"
expect 2 'odd.xes:1: error: the log ends inside a trace' trace odd.xes --ltlf 'F a'
xes "<log>\n$event</log>"
expect 2 'odd.xes:2: error: this event is not part of a trace' trace odd.xes --ltlf 'F a'
xes "<log><trace><event a=\"\n"
expect 2 'odd.xes:2: error: the log ends inside a tag' trace odd.xes --ltlf 'F a'
xes 'event,n\na,1\n'
expect 2 'expected an XES log' trace odd.xes --ltlf 'F a'
xes '<log><trace><event><string key="concept:name" value="&#x61;&#xD800;&#99999999;&#0;&#x;"/></event></trace></log>'
expect 0 'p0: 1 satisfied' trace odd.xes --ltlf 'F "a&#xD800;&#99999999;&#0;&#x;"'
{ printf '<log><trace><event a="'; head -c 20000000 /dev/zero | tr '\0' x; } >odd.xes
soon 2 'a tag is longer than 16 MiB' trace odd.xes --ltlf 'F a'

# --- gzip: truncated, damaged, several members, and detection by content
printf 'event\na\n' | gzip >one.gz
{ cat one.gz; printf 'b\n' | gzip; } >two.csv.gz
expect 0 'two.csv.gz:3: the trace: p0 satisfied at event 2' trace two.csv.gz -v --ltlf 'F b'
head -c 15 one.gz >cut.csv.gz
expect 2 'the compressed file is truncated' trace cut.csv.gz --ltlf 'F a'
{ head -c 12 one.gz; printf 'xxxxxxxx'; } >damaged.csv.gz
expect 2 'the compressed file is' trace damaged.csv.gz --ltlf 'F a'

# --- following: each decision is reported once, immediately; the end of a pipe ends it
mkfifo pipe
"$weir" trace pipe --from jsonl --follow --case c --ltlf 'F done' --ltlf 'G !crash' >out 2>err &
job=$!
exec 7>pipe
printf '{"c":1,"event":"start"}\n{"c":1,"event":"done"}\n{"c":2,"event":"cra' >&7
for _ in $(seq 100); do grep -q ':2: case 1: p0 satisfied at event 2' out && break; sleep 0.1; done
equal "told while the pipe is open" 'pipe:2: case 1: p0 satisfied at event 2: done' "$(cat out)"
printf 'sh"}' >&7
exec 7>&-
for _ in $(seq 100); do kill -0 $job 2>/dev/null || break; sleep 0.1; done
kill -0 $job 2>/dev/null && { fail 'the end of the pipe does not end --follow'; kill $job; }
wait $job
equal "exit code" 1 $?
equal "all decisions, each once" 'pipe:2: case 1: p0 satisfied at event 2: done
pipe:3: case 2: p1 violated at event 1: crash
pipe:2: case 1: p1 satisfied at the end of the trace
pipe:3: case 2: p0 violated at the end of the trace' "$(grep '^pipe' out)"
printf '{"event":"done"}\n' >short.jsonl
timeout 20 "$weir" trace - --from jsonl --follow --ltlf 'F done' < <(cat short.jsonl) >out
equal "--follow on a pipe that is done" 0 $?
timeout 20 "$weir" trace - --from jsonl --follow --ltlf 'F done' </dev/null >out 2>err
equal "--follow on /dev/null" 1 $?
# A regular file is followed until an interrupt; formulas not decided by then stay undecided.
"$weir" trace short.jsonl --follow --ltlf 'F done' --ltlf 'F never' >out 2>err &
job=$!
for _ in $(seq 100); do grep -q satisfied out && break; sleep 0.1; done
sleep 0.2
kill -0 $job || fail '--follow ends at the end of a regular file'
kill -INT $job
wait $job
equal "undecided after the interrupt" 3 $?
equal "told once" 1 "$(grep -c 'p0 satisfied at' out)"
contains "not decided" 'p1 undecided can still go either way' "$(cat out)"
# A file that is truncated.
"$weir" trace short.jsonl --follow --ltlf 'F never' >out 2>err &
job=$!
sleep 0.3
: >short.jsonl
wait $job
equal "truncated" 2 $?
contains "truncated" 'the file was truncated while it was being followed' "$(cat err)"
# An interrupt while standard input is silent.
"$weir" trace - --from jsonl --ltlf 'G !a' < <(printf '{"event":"b"}\n'; sleep 30) >out 2>err &
job=$!
sleep 0.5
kill -INT $job
for _ in $(seq 30); do kill -0 $job 2>/dev/null || break; sleep 0.1; done
kill -0 $job 2>/dev/null && { fail 'an interrupt is not seen while standard input is silent'; kill -9 $job; }
wait $job
equal "interrupted: undecided, though nothing is wrong so far" 3 $?
# No standard input at all.
"$weir" trace - --from jsonl --ltlf 'G !a' <&- >out 2>err
equal "closed standard input" 2 $?
finish
