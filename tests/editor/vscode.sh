#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Runs one of the extension's npm scripts in a copy of editors/vscode inside the build folder, so that nothing is installed
# into the source tree. Packages and VS Code are kept there until the lock file changes.
# usage: vscode.sh WEIR SOURCE_DIR BUILD_DIR SCRIPT     exit 77: npm, its registry or (test:host) Chromium is missing
set -u
export WEIR=$1 WEIR_SOURCE=$2 VSCODE_HOST=$3/editors
copy=$3/editors/vscode
skip() { echo "SKIPPED: $1"; exit 77; }
{ command -v npm && command -v node; } >/dev/null || skip "npm is not installed"
[ "$(node -p 'process.versions.node.split(".")[0] >= 20')" = true ] || skip "Node 20 or later is not installed"
mkdir -p "$copy"
exec 9>"$VSCODE_HOST/lock"
flock 9  # the two tests share the copy
(cd "$WEIR_SOURCE/editors/vscode" && tar c --exclude=./node_modules --exclude=./dist .) | tar x -C "$copy" || exit 1
cd "$copy" || exit 1
if ! cmp -s package-lock.json node_modules/installed-lock.json; then
  npm ci --no-audit --no-fund --fetch-retries=1 >npm.log 2>&1 || { tail -n 5 npm.log; skip "npm cannot install the packages"; }
  cp package-lock.json node_modules/installed-lock.json
fi
npm run --silent "$4"
