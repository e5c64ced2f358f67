autocmd BufRead,BufNewFile *.stencil setfiletype stencil
