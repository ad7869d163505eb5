" Made from the language's keywords: python -m tests.docs.vimsyntax
if exists('b:current_syntax') | finish | endif
syntax keyword cairnKeyword add advice after aim all along and announce any around
syntax keyword cairnKeyword arrives as at back because becomes before between bottom by
syntax keyword cairnKeyword called can cannot cells choose clockwise come component counter deal
syntax keyword cairnKeyword depending do does drawn each else empty end ends erase
syntax keyword cairnKeyword everybody example far first fix for forward from full gain
syntax keyword cairnKeyword game given going has highest if in into is its
syntax keyword cairnKeyword kind know knows last let letters lines lose loses lowest
syntax keyword cairnKeyword make may minutes mod more most move my new next
syntax keyword cairnKeyword no nobody none not number of on once option or
syntax keyword cairnKeyword original other otherwise out over pay phase piece players position
syntax keyword cairnKeyword rating remove repeat repeatedly replace require roll round rounds rule
syntax keyword cairnKeyword score scoring seat set setup show shuffle simultaneously skip starts
syntax keyword cairnKeyword subtitle supposing swap table team teams the then times to
syntax keyword cairnKeyword together top turn turns type until up var variant when
syntax keyword cairnKeyword where win winner wins with write zone
syntax match cairnType /\<\u\k*/
syntax match cairnNumber /\<\d\+\>/
syntax match cairnComment /#.*$/
syntax match cairnValue /{[^}"]*}/ contained
syntax region cairnString start=/"/ skip=/\\./ end=/"\|$/ contains=cairnValue
highlight default link cairnKeyword Keyword
highlight default link cairnType Type
highlight default link cairnNumber Number
highlight default link cairnComment Comment
highlight default link cairnValue Identifier
highlight default link cairnString String
let b:current_syntax = 'cairn'
