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
printf 'Content-Length: 99999999999999999999\r\n\r\n{}' | timeout 20 "$weir" lsp >/dev/null
equal "exit without shutdown" 1 $?
printf 'Content-Length: 50\r\n\r\n{' | timeout 20 "$weir" lsp >/dev/null
equal "cut short" 1 $?

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
