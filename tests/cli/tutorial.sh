#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Every command of docs/tutorial.md gives the exit code that stands beside it.
set -u
weir=$1
cd "$2" || exit 1
failures=0 commands=0
while IFS= read -r line; do
  case "$line" in
    printf*) bash -c "$line" || failures=$((failures + 1)) ;;
    ./run*)
      expected=$(sed -n 's/.*# exit \([0-9]\).*/\1/p' <<<"$line")
      bash -c "${line/.\/run/\"$weir\"}" >/dev/null 2>&1
      got=$?
      commands=$((commands + 1))
      if [ "$got" != "$expected" ]; then
        echo "FAILED: $line (exit $got)"
        failures=$((failures + 1))
      fi ;;
  esac
done < <(sed -n '/^```sh/,/^```/p' docs/tutorial.md)
rm -f /tmp/door.jsonl
echo "$commands commands, $failures failures"
exit $((failures > 0 || commands < 8))
