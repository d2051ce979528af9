#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# weir lsp: broken frames and unknown methods first, then Neovim's language client does what an editor does.
. "$(dirname "$0")/../support/cli.sh"
message() { printf 'Content-Length: %d\r\n\r\n%s' "${#1}" "$1"; }
out=$({ message '{"jsonrpc":"2.0","id":1,"method":"initialize","params":{}}'
  message 'not json'
  message '{"jsonrpc":"2.0","id":2,"method":"no/such"}'
  message '{"jsonrpc":"2.0","id":3,"method":"textDocument/hover","params":{}}'
  message '{"jsonrpc":"2.0","id":4,"method":"shutdown"}'
  message '{"jsonrpc":"2.0","method":"exit"}'; } | timeout 20 "$weir" lsp)
code=$?
equal "exit after shutdown" 0 "$code"
contains capabilities '"definitionProvider":true' "$out"
contains "not json" '-32700' "$out"
contains "unknown method" '-32601' "$out"
contains "bad parameters" '-32602' "$out"

# No message ends the server or makes it recurse. `says CODE MESSAGE...`: one of the answers has CODE, and a hover request
# after the messages is answered as well.
hover='{"jsonrpc":"2.0","id":77,"method":"textDocument/hover","params":{"textDocument":{"uri":"file:///m.pml"},"position":{"line":0,"character":6}}}'
text='byte count; active proctype P() { count = 1 }'
talk() {
  { message '{"jsonrpc":"2.0","id":1,"method":"initialize","params":{}}'
    message '{"jsonrpc":"2.0","method":"initialized","params":{}}'
    message '{"jsonrpc":"2.0","method":"textDocument/didOpen","params":{"textDocument":{"uri":"file:///m.pml","text":"'"$text"'"}}}'
    cat
    message "$hover"
    message '{"jsonrpc":"2.0","id":4,"method":"shutdown"}'
    message '{"jsonrpc":"2.0","method":"exit"}'; } | timeout 20 "$weir" lsp >"$folder/out" 2>"$folder/err"
  code=$?
}
says() {
  local expected=$1
  equal "exit code after: ${2:0:100}" 0 "$code"
  contains "hover after: ${2:0:100}" 'byte count' "$(cat "$folder/out")"
  [ -z "$expected" ] || contains "answer to: ${2:0:100}" "\"code\":$expected," "$(cat "$folder/out")"
  equal "nothing on standard error: ${2:0:100}" "" "$(cat "$folder/err")"
}
sends() { talk < <(message "$2"); says "$1" "$2"; }
nested() { head -c "$1" /dev/zero | tr '\0' "$2"; }
changed='{"jsonrpc":"2.0","method":"textDocument/didChange","params":{"textDocument":{"uri":"file:///m.pml"},"contentChanges":'
sends '' "$changed[]}}"
sends '' "$changed{}}}"
sends '' "$changed[[]]}}"
sends '' "$changed[{}]}}"
sends '' "${changed}null}}"
sends -32600 "$(nested 200000 '[')"
sends -32600 "$(nested 200000 '[')$(nested 200000 ']')"
sends -32600 "{\"jsonrpc\":\"2.0\",\"id\":9,\"method\":\"x\",\"params\":$(nested 100000 '[')$(nested 100000 ']')}"
sends -32600 '[]'
sends -32600 '"text"'
sends -32600 '{}'
sends -32600 '{"jsonrpc":"2.0","id":9}'
sends -32600 '{"jsonrpc":"2.0","id":9,"method":7}'
sends -32600 '{"jsonrpc":"2.0","id":{},"method":"textDocument/hover"}'
sends -32600 '{"jsonrpc":"2.0","id":9,"method":"initialize","params":{}}'
sends -32602 '{"jsonrpc":"2.0","id":9,"method":"textDocument/hover","params":7}'
sends -32602 '{"jsonrpc":"2.0","id":9,"method":"textDocument/hover","params":[1]}'
sends -32602 '{"jsonrpc":"2.0","id":9,"method":"textDocument/didOpen","params":{"textDocument":{"uri":1,"text":[]}}}'
sends -32602 '{"jsonrpc":"2.0","id":9,"method":"textDocument/hover","params":{"textDocument":{"uri":"file:///m.pml"},"position":{"line":-1,"character":0}}}'
sends -32602 '{"jsonrpc":"2.0","id":9,"method":"textDocument/hover","params":{"textDocument":{"uri":"file:///m.pml"},"position":{"line":1.5,"character":0}}}'
sends '' '{"jsonrpc":"2.0","id":9,"method":"textDocument/hover","params":{"textDocument":{"uri":"file:///m.pml"},"position":{"line":99999999999,"character":99999999999}}}'
sends -32602 '{"jsonrpc":"2.0","id":9,"method":"workspace/executeCommand","params":{"command":"weir.check"}}'
sends -32602 '{"jsonrpc":"2.0","id":9,"method":"workspace/executeCommand","params":{"command":"weir.check","arguments":{}}}'
sends -32602 '{"jsonrpc":"2.0","id":9,"method":"workspace/executeCommand","params":{"command":"weir.check","arguments":["-"]}}'
sends -32602 '{"jsonrpc":"2.0","id":9,"method":"workspace/executeCommand","params":{"command":"weir.check","arguments":["file:///dev/zero"]}}'
sends -32601 '{"jsonrpc":"2.0","id":9,"method":"$/no/such"}'
sends '' '{"jsonrpc":"2.0","method":"$/cancelRequest","params":{}}'
sends '' '{"jsonrpc":"2.0","id":9,"result":null}'
sends -32700 $'{"jsonrpc":"2.0","method":"\xff"}'
# Framing: lost bytes, invalid or huge lengths, endless lines.
frame() { talk < <(printf "$1"); says "$2" "$1"; }
frame 'Content-Length: 99999999999999999999\r\n\r\n{}' -32700
frame 'Content-Length: -5\r\n\r\n{}' -32700
frame 'Content-Length: 2\r\n\r\n{}}}}}' -32700
frame 'Content-Length: 2\r\nContent-Type: text/x\r\n\r\n[]' -32600
frame '\r\n\r\n' ''
talk < <(printf 'Content-Length: 70000000\r\n\r\n'; head -c 70000000 /dev/zero)
says -32600 'a message of 70 MB'
talk < <(head -c 3000000 /dev/zero | tr '\0' x)
says -32700 'a header line of 3 MB'
# Before `initialize` and after `shutdown`.
out=$({ message "$hover"
  message '{"jsonrpc":"2.0","id":1,"method":"initialize","params":{}}'
  message '{"jsonrpc":"2.0","id":4,"method":"shutdown"}'
  message "$hover"
  message '{"jsonrpc":"2.0","method":"exit"}'; } | timeout 20 "$weir" lsp)
contains "before initialize" '"code":-32002' "$out"
contains "after shutdown" '"code":-32600' "$out"
# A client that closes both ends.
message '{"jsonrpc":"2.0","id":1,"method":"initialize","params":{}}' | { timeout 20 "$weir" lsp; echo $? >"$folder/code"; } | true
equal "the client went away" 1 "$(cat "$folder/code")"
printf 'Content-Length: 50\r\n\r\n{' | timeout 20 "$weir" lsp >/dev/null
equal "cut short" 1 $?

# Every request, from a client that knows what to expect; formatting of all examples.
export PYTHONDONTWRITEBYTECODE=1
mkdir features examples
python3 "$root/tests/editor/features.py" "$weir" "$folder/features" || fail "features.py"
python3 "$root/tests/editor/format_examples.py" "$weir" "$root/examples" "$folder/examples" || fail "format_examples.py"

cat >"$folder/good.pml" <<'PML'
/* Counts up; ä and 𝛼 are here for the columns. */
byte count;
inline twice() {
  count = count * 2
}
active proctype P() {
  byte i;
  count++;
  twice();
  i = count
}
ltl small { [] (count < 2) }
PML
sed 's/^  count++;/  cuont++;/' "$folder/good.pml" >"$folder/with a blank.pml"
command -v nvim >/dev/null || { echo "SKIPPED: neovim is missing; $failures failures before"; [ "$failures" = 0 ] && exit 77 || exit 1; }
HOME=$folder XDG_STATE_HOME=$folder WEIR=$weir MODEL="$folder/with a blank.pml" GOOD="$folder/good.pml" \
  timeout 100 nvim --headless -u NONE -n -S "$root/tests/editor/client.lua" >"$folder/log" 2>&1 || fail "Neovim"
cat "$folder/log"
finish
