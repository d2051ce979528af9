" SPDX-License-Identifier: Apache-2.0
" Run by editor.sh: editors/vim/weir.vim with ALE, used as its head describes.
let g:weir_path = $WEIR
let g:ale_linters_explicit = 0
packadd ale
filetype on
source $CONFIGURATION/vim/weir.vim

function! Expect(what, condition, shown) abort
  if !a:condition
    call writefile(['FAILED: ' . a:what . ': ' . string(a:shown)], 'log', 'a')
    cquit
  endif
endfunction

edit wrong.pml
call Expect('file type', &filetype is# 'promela', &filetype)
call ale#Queue(0, 'lint_file')
for s:i in range(400)
  sleep 50m
  if !empty(ale#engine#GetLoclist(bufnr('')))
    break
  endif
endfor
let s:found = ale#engine#GetLoclist(bufnr(''))
call Expect('the wrong name is marked', !empty(s:found) && s:found[0].lnum == 3 && s:found[0].text =~# 'cuont', s:found)

edit counter.pml
WeirCheck small
call Expect('the report', join(getline(1, '$'), "\n") =~# 'violated\s\+small', getline(1, '$'))
qall!
