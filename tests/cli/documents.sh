#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Every command in the tutorial and the how-to pages gives the exit code stated next to it.
set -u
weir=$1
cd "$2" || exit 1
TMPDIR=$(mktemp -d)
export TMPDIR
trap 'rm -rf "$TMPDIR"' EXIT
failures=0 commands=0
for page in docs/tutorial.md docs/howto/*.md; do
  while IFS= read -r line; do
    case "$line" in
      printf*) bash -c "$line" || failures=$((failures + 1)) ;;
      ./run*)
        expected=$(sed -n 's/.*# exit \([0-9]\).*/\1/p' <<<"$line")
        bash -c "${line/.\/run/\"$weir\"}" >/dev/null 2>&1
        got=$?
        commands=$((commands + 1))
        if [ "$got" != "$expected" ]; then
          echo "FAILED: $page: $line (exit $got)"
          failures=$((failures + 1))
        fi ;;
    esac
  done < <(sed -n '/^ *```sh/,/^ *```$/p' "$page" | sed 's/^ *//')
done
echo "$commands commands, $failures failures"
exit $((failures > 0 || commands < 20))
