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

# Operators of the past and regular expressions.
expect 1 'case 2: p0 violated at event 2: cancelled' trace orders.jsonl --case order --ltlf 'G (cancelled -> !O paid)'
expect 0 'p0: 2 satisfied' trace orders.jsonl --case order --ltlf 'G (shipped | cancelled -> Y paid)'
expect 0 'case 1: p0 satisfied at event 2: shipped' trace orders.jsonl --case order --ltlf '{paid; shipped | cancelled}!' -v
expect 1 'case 2: p0 violated at event 2: cancelled' trace orders.jsonl --case order --ltlf '{paid}[]=> shipped' --prefix
expect 3 '2 undecided' trace orders.jsonl --case order --ltlf 'G (cancelled -> Y paid)' --prefix
cat orders.jsonl | "$weir" trace - --from jsonl --follow --ltlf 'G (cancelled -> H !paid)' |
  grep -q 'standard input:4: the trace: p0 violated at event 4: cancelled' || fail "the past with --follow"

# Time bounds.
cat >timed.jsonl <<'LOG'
{"t":0,"event":"req"}
{"t":4.5,"event":"ack"}
{"t":"10","event":"req"}
{"t":15.000000001,"event":"other"}
{"t":15.5,"event":"ack"}
LOG
expect 1 'timed.jsonl:4: the trace: p0 violated at event 4: other' trace timed.jsonl --timestamp t --ltlf 'G (req -> F[0,5s] ack)'
expect 1 'F[0,5s] ack does not hold' trace timed.jsonl --timestamp t --ltlf 'G (req -> F[0,5s] ack)'
expect 0 'p0: 1 satisfied' trace timed.jsonl --timestamp t --ltlf 'G (req -> F[0,5500ms] ack)'
expect 1 'p0 violated at event 5: ack' trace timed.jsonl --timestamp t --ltlf 'G (ack -> O[0,5s] req)'
expect 1 'p0 violated at the end of the trace' trace timed.jsonl --timestamp t --ltlf 'F[20s,1min] ack'
expect 3 '1 undecided' trace timed.jsonl --timestamp t --ltlf 'F[20s,1min] ack' --prefix
expect 0 '1 satisfied, 0 violated, at most' trace timed.jsonl --timestamp t --ltlf 'G[0,4s] !ack'
expect 2 'time bounds need a log with time stamps: weir trace LOG --timestamp FIELD' trace timed.jsonl --ltlf 'F[0,5s] ack'
expect 2 'weir trace LOG --timestamp' translate 'F[0,5s] ack'
expect 2 'weir trace LOG --timestamp' compare 'F[0,5s] ack' 'F ack'
expect 2 "timed.jsonl:1: error: the event has no field 'when' with its time" trace timed.jsonl --timestamp when --ltlf 'F ack'
printf '{"t":3,"event":"a"}\n{"t":2,"event":"a"}\n' >back.jsonl
expect 2 "back.jsonl:2: error: the time stamp '2' is earlier than that of the event before it, in line 1" \
  trace back.jsonl --timestamp t --ltlf 'F[0,1] a'
printf 'case,t,event\n1,2024-03-01T12:00:00+01:00,a\n2,2024-03-01T10:00:00Z,a\n1,2024-03-01 11:00:05,b\n' >zones.csv
expect 1 'p0: 1 satisfied, 1 violated' trace zones.csv --case case --timestamp t --ltlf 'F[5s,5s] b'
printf 'case,t,event\n1,today,a\n' >today.csv
expect 2 "today.csv:2: error: 'today' is not a time stamp" trace today.csv --timestamp t --ltlf 'F[0,1] a'
printf '<log><trace><event><string key="concept:name" value="a"/><date key="time:timestamp" value="2024-01-01T00:00:00.000+01:00"/></event><event><string key="concept:name" value="b"/><date key="time:timestamp" value="2024-01-02T00:00:00.000+01:00"/></event></trace></log>' >dates.xes
expect 0 '1 satisfied' trace dates.xes --timestamp time:timestamp --ltlf 'F[1d,24h] b'
python3 -c 'for i in range(20000): print("{\"t\":%d,\"event\":\"a\"}" % i)' >long.jsonl
expect 3 'the memory limit was reached after' trace long.jsonl --timestamp t --memory 1M --ltlf 'F (b & F[1s,] c)' --ltlf 'G F[1s,] c'

# All values of a field.
cat >users.jsonl <<'LOG'
{"event":"login","user":"alice"}
{"event":"login","user":"bob"}
{"event":"approve","user":"bob","owner":"alice"}
{"event":"logout","user":"alice"}
{"event":"approve","user":"carol","owner":"carol"}
LOG
expect 1 'users.jsonl:5: the trace: p0 violated for user = bob at the end of the trace' \
  trace users.jsonl --ltlf 'forall user: G (login(user) -> F logout(user))'
expect 1 'at event 2 (line 2) "login(bob)" holds' trace users.jsonl --ltlf 'forall user: G (login(user) -> F logout(user))'
expect 1 'p0 violated for u = bob and 1 other value at the end' trace users.jsonl --ltlf 'forall u in user: F "logout"(u)'
expect 1 'p0 violated for u = carol at event 5: approve, user = carol, owner = carol' \
  trace users.jsonl --ltlf 'forall u in user: G !(approve(u) & "owner == u")'
# The values are those of every comparison as written, also if the formula does not depend on it.
printf '{"event":"start","v":"1"}\n' >values.jsonl
expect 1 'p0 violated for u = 1 at event 1' trace values.jsonl --ltlf 'forall u: F "v == u" & false'
expect 1 'p0 violated for u = carol at event 5' trace users.jsonl --ltlf 'forall u in user: G (approve(u) -> O login(u))' --prefix
printf 'logged_in: forall user: G (approve(user) -> O login(user))\n' >forall.ltl
expect 1 'logged_in violated for user = carol' trace users.jsonl --properties forall.ltl
"$weir" trace users.jsonl --ltlf 'forall u in user: F logout(u)' --json - | python3 -c '
import json, sys
data = json.load(sys.stdin)
result = data["cases"][0]["results"][0]
assert result["variable"] == "u" and result["values"] == ["bob", "carol"] and result["violating_values"] == 2, result
assert data["summary"][0]["memory_bytes"] > 0, data' || fail "JSON of forall"
expect 2 "only one 'forall' is supported" trace users.jsonl --ltlf 'forall u: forall v: a(u)'
expect 2 "time bounds inside 'forall' are not supported" trace users.jsonl --timestamp t --ltlf 'forall u: F[0,1] a(u)'
expect 2 "'u' is a variable" trace users.jsonl --ltlf 'forall u: F u'
expect 2 "1:16: error: this '(' is never closed" trace users.jsonl --ltlf 'forall user: G (a(user)'
printf 'des (0,1,2)\n(0,"a",1)\n' >none.aut
expect 2 "'forall' is for the values of a field of a log" check none.aut --properties forall.ltl --from aut
expect 0 '1 satisfied' trace users.jsonl --ltlf 'forall | !forall'
python3 -c 'for i in range(20000): print("{\"event\":\"login\",\"user\":\"user number %d\"}" % i)' >many.jsonl
expect 3 'the memory limit was reached after' trace many.jsonl --memory 1M --ltlf 'forall user: G (login(user) -> F logout(user))'

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
