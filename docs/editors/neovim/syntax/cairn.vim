" Made from the language's keywords: python -m tests.docs.vimsyntax
if exists('b:current_syntax') | finish | endif
syntax keyword cairnKeyword add advice after aim all and announce any around arrives
syntax keyword cairnKeyword as at back because becomes before between bottom by called
syntax keyword cairnKeyword can cannot cells choose clockwise come component counter deal depending
syntax keyword cairnKeyword do does each else empty end ends erase everybody example
syntax keyword cairnKeyword fix for forward from full gain game given going has
syntax keyword cairnKeyword highest if in into is its know knows last let
syntax keyword cairnKeyword lines lose loses lowest make may mod more most move
syntax keyword cairnKeyword my new next no nobody none not number of on
syntax keyword cairnKeyword once option or original other otherwise out over pay phase
syntax keyword cairnKeyword players position rating remove repeat repeatedly replace require roll round
syntax keyword cairnKeyword rounds rule score scoring seat set setup show shuffle simultaneously
syntax keyword cairnKeyword skip starts subtitle supposing swap table team teams the then
syntax keyword cairnKeyword times to together top turn turns type until up var
syntax keyword cairnKeyword variant when where win winner wins with write zone
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
