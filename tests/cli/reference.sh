#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# docs/reference.md is the output of the program; the man page and the completions are well-formed.
set -u
weir=$1
if ! diff <("$weir" reference markdown) "$2/docs/reference.md"; then
  echo "FAILED: docs/reference.md is out of date: weir reference markdown > docs/reference.md"
  exit 1
fi
"$weir" reference bash | bash -n || exit 1
"$weir" reference man | grep -q '^\.SH "weir check"' || exit 1
"$weir" reference zsh | grep -q "'\*--ltl\[" || exit 1
"$weir" reference fish | grep -q -- "-l ltl " || exit 1
! "$weir" reference nonsense 2>/dev/null
