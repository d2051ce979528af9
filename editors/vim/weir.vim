" SPDX-License-Identifier: Apache-2.0
" weir for Vim 8 and later with ALE (Debian: vim-ale). Copy this file to ~/.vim/after/plugin/weir.vim.
"   :WeirCheck [PROPERTY]   checks the saved file and shows the report
"   :WeirExplore            opens the explorer in the browser; it ends with Vim
" g:weir_path is the program, if it is not on PATH.
augroup weir
  autocmd!
  autocmd BufRead,BufNewFile *.pml,*.prom,*.pm,*.promela,*.prm,*.pr,*.spin set filetype=promela
  autocmd BufRead,BufNewFile *.dve set filetype=dve
  autocmd BufRead,BufNewFile *.ltl set filetype=weirltl
  autocmd FileType promela,dve,weirltl setlocal commentstring=//\ %s
augroup END

function! s:Program() abort
  return get(g:, 'weir_path', 'weir')
endfunction

for s:type in ['promela', 'dve', 'weirltl']
  call ale#linter#Define(s:type, {
  \   'name': 'weir',
  \   'lsp': 'stdio',
  \   'executable': {buffer -> s:Program()},
  \   'command': '%e lsp',
  \   'language': s:type is# 'weirltl' ? 'weir-ltl' : s:type,
  \   'project_root': {buffer -> fnamemodify(bufname(buffer), ':p:h')},
  \})
endfor

function! s:Check(property) abort
  update
  let l:command = [s:Program(), 'check', expand('%:p')]
  if a:property isnot# ''
    let l:command += ['--property', a:property]
  endif
  let l:report = systemlist(join(map(l:command, 'shellescape(v:val)')))
  botright new
  setlocal buftype=nofile bufhidden=wipe noswapfile
  call setline(1, l:report)
  setlocal nomodifiable
endfunction

command! -nargs=? WeirCheck call s:Check(<q-args>)
command! WeirExplore update | let g:weir_explorer = job_start([s:Program(), 'serve', expand('%:p')])
