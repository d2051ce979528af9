#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# DVE and PNML on the command line: the examples with their stated sizes and verdicts, limits, diagnostics.
set -u
weir=$1
source_dir=$2
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
failures=0

# expect NAME EXIT_CODE 'TEXT THAT MUST OCCUR' ARGUMENTS...
expect() {
  local name=$1 code=$2 text=$3
  shift 3
  "$weir" "$@" >"$folder/out" 2>&1 </dev/null
  local got=$?
  if [ "$got" -ne "$code" ] || ! grep -qE -- "$text" "$folder/out"; then
    echo "FAILED $name: exit $got (expected $code), expected text '$text' in:"
    head -20 "$folder/out"
    failures=$((failures + 1))
  fi
}

cd "$source_dir/examples" || exit 1
expect net_size 0 'states +14$' explore philosophers.pnml
expect net_transitions 0 'transitions +27$' explore philosophers.pnml
expect net_deadlock 1 'violated +deadlock' check philosophers.pnml
expect net_properties 1 'violated +progress' check philosophers.pnml --properties philosophers.xml
expect net_mutex 1 'holds +one-eats' check philosophers.pnml --properties philosophers.xml
expect net_past 1 'holds +waits-left' check philosophers.pnml --properties philosophers.xml
expect net_tokens 0 'holds' check philosophers.pnml --ltl 'G (tokens(eats_0) + tokens(eats_1) < 2)'
expect net_fireable 1 'violated' check philosophers.pnml --ltl 'F fireable(put_down_0)'
expect net_event 0 'holds' check philosophers.pnml --ltl '!take_right_0 W take_left_0'
expect net_unknown 2 "no place 'nowhere'" check philosophers.pnml --ltl 'G (tokens(nowhere) < 2)'

expect dve_size 0 'states +20$' explore peterson.dve
expect dve_transitions 0 'transitions +34$' explore peterson.dve
expect dve_property 0 'holds +starved' check peterson.dve
expect dve_mutex 0 'holds' check peterson.dve --ltl 'G !(P0.critical && P1.critical)'
expect dve_violated 1 'violated' check peterson.dve --ltl 'G F P0.critical'
expect buffer_size 0 'states +18$' explore bounded_buffer.dve
expect buffer_assertion 0 'holds +assert_Consumer_got' check bounded_buffer.dve
expect buffer_consumer 0 'holds' check bounded_buffer.dve --ltl 'G F Consumer.idle'
expect buffer_violated 1 'violated' check bounded_buffer.dve --ltl 'G (Producer.x == 0)'

cat >"$folder/unbounded.pnml" <<'NET'
<pnml><net id="n" type="ptnet"><page id="g"><place id="p"/><transition id="t"/><arc id="a" source="t" target="p"/></page></net></pnml>
NET
expect unbounded 3 'state limit' explore "$folder/unbounded.pnml" --max-states 5000
printf '<pnml>\n  <net id="n" type="ptnet">\n</pnml>\n' >"$folder/bad.pnml"
expect bad_xml 2 'bad.pnml:3:3: error: malformed XML' explore "$folder/bad.pnml"
printf 'byte x;\nprocess P { state a; init a; trans a -> a { guard x = 1; }; }\nsystem async;\n' >"$folder/bad.dve"
expect bad_dve 2 'bad.dve:2:53: error: expected' explore "$folder/bad.dve"
printf 'process P { byte x; state a; init a; trans a -> a { guard x < N; effect x = x + 1; }; }\nsystem async;\n' >"$folder/n.mdve"
expect parameter 0 'states +6$' explore "$folder/n.mdve" -D N=5

[ "$failures" -eq 0 ] && echo "all as expected"
exit "$((failures > 0))"
