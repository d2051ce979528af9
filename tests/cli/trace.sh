#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# weir trace: answers, locations, exit codes and messages.
. "$(dirname "$0")/../support/cli.sh"

cat >orders.jsonl <<'LOG'
{"order":1,"event":"paid","amount":20}
{"order":2,"event":"paid","amount":500}
{"order":1,"event":"shipped"}
{"order":2,"event":"cancelled"}
LOG
expect 1 'case 2: p0 violated at the end of the trace' trace orders.jsonl --case order --ltlf 'G (paid -> F shipped)'
expect 1 'p0: 1 satisfied, 1 violated' trace orders.jsonl --case order --ltlf 'G (paid -> F shipped)'
expect 0 'p0: 1 satisfied' trace orders.jsonl --ltlf 'F cancelled'
expect 0 'orders.jsonl:1: case 1: p0 satisfied at event 1: paid' trace orders.jsonl --case order --ltlf 'F paid' -v
expect 1 'orders.jsonl:2: case 2: p0 violated at event 1: paid, amount = 500' trace orders.jsonl --case order --ltlf 'G !"amount > 100"'
# A prefix that can still go either way is undecided. Event names are mutually exclusive, so X paid after paid decides.
expect 3 'can still go either way' trace orders.jsonl --case order --ltlf 'F delivered' --prefix -v
expect 1 'orders.jsonl:3: case 1: p0 violated at event 2: shipped' trace orders.jsonl --case order --ltlf 'X[!] paid' --prefix
equal "-q prints nothing" 0 "$("$weir" trace orders.jsonl -q --ltlf true; echo $?)"

printf 'case,activity\n1,a\n2,b\n1,b\n' >log.csv
expect 1 'p0: 1 satisfied, 1 violated' trace log.csv --case case --event activity --ltlf 'F a'
printf '<log><trace><string key="concept:name" value="c1"/><event><string key="concept:name" value="a b"/></event></trace><trace/></log>' >log.xes
expect 1 'p0: 1 satisfied, 1 violated' trace log.xes --ltlf 'F "a b"'
gzip -k log.xes
expect 1 'case c1: p0 satisfied' trace log.xes.gz --ltlf 'F "a b"' -v
input=orders.jsonl expect 0 'p0: 1 satisfied' trace - --from jsonl --ltlf 'F cancelled'
printf '# answers\nresponse: G (paid -> F shipped)\nF cancelled\n' >p.ltl
expect 1 'response: 1 satisfied, 1 violated' trace orders.jsonl --case order --properties p.ltl

# The obligation that was broken or never met, with the events it is about.
expect 1 'G (paid -> F shipped) fails: at event 1 (line 2) paid holds, and shipped never holds afterwards' \
  trace orders.jsonl --case order --ltlf 'G (paid -> F shipped)'
expect 1 'orders.jsonl:4: case 2: p0 violated at the end' trace orders.jsonl --case order --ltlf 'G (paid -> F shipped)'
# F refunded is pending when the other part is broken: it is not blamed.
expect 1 'fails: at event 2 (line 4) cancelled holds' \
  trace orders.jsonl --case order --ltlf 'F refunded & G !cancelled' --prefix
input=orders.jsonl expect 1 'standard input:2: the trace: p0 violated at event 2: paid' \
  trace - --from jsonl --ltlf 'G (paid -> X shipped)'
printf '{"event":"a\\u001b[2Jb","n":"\\u0007"}\n' >hostile.jsonl
expect 1 'at event 1: a\x1b[2Jb, n = \x07' trace hostile.jsonl --ltlf 'G !"n != 1"'

# JSON is one object.
"$weir" trace orders.jsonl --case order --ltlf 'F shipped' --json - | python3 -c '
import json, sys
data = json.load(sys.stdin)
assert [c["results"][0]["verdict"] for c in data["cases"]] == ["satisfied", "violated"], data
first, second = (c["results"][0] for c in data["cases"])
assert first["line"] == 3 and first["event_text"] == "shipped" and "explanation" not in first, first
assert second["explanation"] == "F shipped fails: shipped never holds" and "event" not in second, second
assert data["cases"][0]["results"][0]["event"] == 2 and data["summary"][0]["violated"] == 1' || fail JSON

# Invalid input: exit 2 and its location.
expect 2 'orders.jsonl' trace missing-orders.jsonl --ltlf a
printf '{"event":"a"}\nnonsense\n' >bad.jsonl
expect 2 'bad.jsonl:2:' trace bad.jsonl --ltlf 'F a'
expect 2 'expected' trace orders.jsonl --ltlf 'F ('
expect 2 '--from' trace "$weir" --ltlf a
expect 2 'no formula' trace orders.jsonl
expect 2 "no field 'customer'" trace orders.jsonl --case customer --ltlf a
expect 0 'warning: the log has no events' trace - --from jsonl --ltlf 'G !a'
expect 1 "warning: no event has a field 'weight'" trace orders.jsonl --ltlf 'F "weight > 3"'

# --follow reports decisions as they are made and ends on a signal.
: >growing.jsonl
"$weir" trace growing.jsonl --follow --ltlf 'G !crash' >followed.txt 2>&1 &
job=$!
sleep 0.3
printf '{"event":"start"}\n{"event":"crash"}\n' >>growing.jsonl
for _ in $(seq 600); do grep -q violated followed.txt && break; sleep 0.1; done
kill -INT $job
wait $job
code=$?
if [ $code -ne 1 ] || ! grep -q 'growing.jsonl:2: the trace: p0 violated at event 2: crash' followed.txt; then
  fail "--follow, exit $code"; cat followed.txt
fi
# A formula that is simplified to a constant is not explained by the constant's value.
printf '{"event":"req"}\n{"event":"ack"}\n' >constant.jsonl
expect 1 'G (req xor req) fails: it is equivalent to false' trace constant.jsonl --ltlf 'G (req xor req)'
finish
