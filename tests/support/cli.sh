# SPDX-License-Identifier: Apache-2.0
# Functions for command-line tests. A script of tests/cli begins with
#   . "$(dirname "$0")/../support/cli.sh"
# and ends with `finish`. It then runs in an empty folder that is removed at the end, and knows
# weir (the program), root (the checkout), folder (that folder).
set -u
weir=$(realpath "$1")
root=$(realpath "$2")
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder" || exit 1
failures=0

fail() {
  printf 'FAILED: %s\n' "$*"
  failures=$((failures + 1))
}
# equal NAME EXPECTED ACTUAL
equal() {
  [ "$2" = "$3" ] || fail "$1"$'\n'"  expected: $2"$'\n'"  actual:   $3"
}
# contains NAME PART WHOLE
contains() {
  case "$3" in *"$2"*) ;; *) equal "$1" "...$2..." "$3" ;; esac
}
# expect CODE TEXT ARGS...: `weir ARGS` (its standard input is $input, if that is set) ends with CODE, and says TEXT on
# standard output (left in the file out) or standard error (err); expect_match: a regular expression instead of TEXT.
expect() { run_and_search -qF "$@"; }
expect_match() { run_and_search -qE "$@"; }
run_and_search() {
  local how=$1 code=$2 text=$3
  shift 3
  "$weir" "$@" >"$folder/out" 2>"$folder/err" <"${input:-/dev/null}"
  local got=$?
  [ "$got" = "$code" ] && grep "$how" -- "$text" "$folder/out" "$folder/err" && return
  fail "weir $*: exit $got; expected $code and '$text'"
  head -n 20 "$folder/out" "$folder/err"
}
# Writes lock.aut: a lock that is acquired, used, and released or never released.
write_lock() {
  printf 'des (0,4,4)\n(0,"acquire",1)\n(1,"use",2)\n(2,"release",0)\n(2,"stop",3)\n' >lock.aut
}
finish() {
  echo "$failures failures"
  exit $((failures > 0))
}
