#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# An editor with its configuration from editors/: a wrong name is marked, and :WeirCheck shows the report of a check.
# usage: editor.sh WEIR SOURCE_DIR neovim|emacs|vim     exit 77: the editor (or its language client) is not installed
. "$(dirname "$0")/../support/cli.sh"
cp "$root"/editors/vscode/test/models/*.pml .
export WEIR=$weir CONFIGURATION=$root/editors HOME=$folder
skip() { echo "SKIPPED: $1"; exit 77; }
script=$root/tests/editor/$3
case $3 in
  neovim)
    command -v nvim >/dev/null || skip "neovim is not installed"
    timeout 100 nvim --headless -u NONE -n -S "$script.lua" ;;
  emacs)
    command -v emacs >/dev/null || skip "emacs is not installed"
    emacs --batch --eval "(kill-emacs (if (require 'eglot nil t) 0 1))" || skip "Eglot is not installed"
    timeout 100 emacs --batch --load "$script.el" ;;
  vim)
    command -v vim >/dev/null && [ -d /usr/share/vim-ale ] || skip "vim and vim-ale are not installed"
    timeout 100 vim -es -N -u NONE -i NONE -n -S "$script.vim" </dev/null ;;
esac || fail "$3 ended with exit code $?"
[ ! -e log ] || cat log
finish
