#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# DVE and PNML on the command line: the examples with their stated sizes and verdicts, limits, diagnostics.
. "$(dirname "$0")/../support/cli.sh"


cd "$root/examples" || exit 1
expect_match 0 'states +14$' explore philosophers.pnml
expect_match 0 'transitions +27$' explore philosophers.pnml
expect_match 1 'violated +deadlock' check philosophers.pnml
expect_match 1 'violated +progress' check philosophers.pnml --properties philosophers.xml
expect_match 1 'holds +one-eats' check philosophers.pnml --properties philosophers.xml
expect_match 1 'holds +waits-left' check philosophers.pnml --properties philosophers.xml
expect_match 0 'holds' check philosophers.pnml --ltl 'G (tokens(eats_0) + tokens(eats_1) < 2)'
expect_match 1 'violated' check philosophers.pnml --ltl 'F fireable(put_down_0)'
expect_match 0 'holds' check philosophers.pnml --ltl '!take_right_0 W take_left_0'
expect_match 2 "no place 'nowhere'" check philosophers.pnml --ltl 'G (tokens(nowhere) < 2)'

expect_match 0 'states +96$' explore token-ring-coloured.pnml
expect_match 0 'transitions +272$' explore token-ring-coloured.pnml
expect_match 0 'holds +deadlock' check token-ring-coloured.pnml
expect_match 0 'holds' check token-ring-coloured.pnml --ltl 'G (tokens(sending) <= 1)'
expect_match 1 'sending = \(2\)' check token-ring-coloured.pnml --ltl 'G F "pass(s=2)"'
expect_match 2 "no place 'token\(5\)'" check token-ring-coloured.pnml --ltl "G (tokens('token(5)') < 2)"

expect_match 0 'states +20$' explore peterson.dve
expect_match 0 'transitions +34$' explore peterson.dve
expect_match 0 'holds +starved' check peterson.dve
expect_match 0 'holds' check peterson.dve --ltl 'G !(P0.critical && P1.critical)'
expect_match 1 'violated' check peterson.dve --ltl 'G F P0.critical'
expect_match 0 'states +18$' explore bounded_buffer.dve
expect_match 0 'holds +assert_Consumer_got' check bounded_buffer.dve
expect_match 0 'holds' check bounded_buffer.dve --ltl 'G F Consumer.idle'
expect_match 1 'violated' check bounded_buffer.dve --ltl 'G (Producer.x == 0)'

cat >"$folder/unbounded.pnml" <<'NET'
<pnml><net id="n" type="ptnet"><page id="g"><place id="p"/><transition id="t"/><arc id="a" source="t" target="p"/></page></net></pnml>
NET
expect_match 3 'state limit' explore "$folder/unbounded.pnml" --max-states 5000
printf '<pnml>\n  <net id="n" type="ptnet">\n</pnml>\n' >"$folder/bad.pnml"
expect_match 2 'bad.pnml:3:3: error: malformed XML' explore "$folder/bad.pnml"
printf 'byte x;\nprocess P { state a; init a; trans a -> a { guard x = 1; }; }\nsystem async;\n' >"$folder/bad.dve"
expect_match 2 'bad.dve:2:53: error: expected' explore "$folder/bad.dve"
printf 'process P { byte x; state a; init a; trans a -> a { guard x < N; effect x = x + 1; }; }\nsystem async;\n' >"$folder/n.mdve"
expect_match 0 'states +6$' explore "$folder/n.mdve" -D N=5

# What is known about the model shortens the search: here, that all runs end. The run must still be judged by the formula
# as it was given, at its end, which is 40 000 steps away.
cat >ends.pnml <<'NET'
<pnml><net id="n" type="ptnet"><page id="g"><place id="p"><initialMarking><text>20001</text></initialMarking></place>
<place id="q"/><place id="r"/><transition id="t1"/><transition id="t2"/><arc id="a" source="p" target="t1"/>
<arc id="b" source="t1" target="q"/><arc id="c" source="q" target="t2"/><arc id="d" source="t2" target="r"/></page></net></pnml>
NET
expect 1 'violated' check ends.pnml --ltl '!((!G (fireable(t1) | F fireable(t1))) U fireable(t2))'
finish
