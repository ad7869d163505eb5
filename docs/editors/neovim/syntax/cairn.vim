" Made from the language's keywords: python -m tests.docs.vimsyntax
if exists('b:current_syntax') | finish | endif
syntax keyword cairnKeyword add advice after aim all along and announce any around
syntax keyword cairnKeyword arrives as at back because becomes before between bottom by
syntax keyword cairnKeyword called can cannot cells choose clockwise come component counter deal
syntax keyword cairnKeyword depending do does drawn each else empty end ends erase
syntax keyword cairnKeyword everybody example far first fix for forward from full gain
syntax keyword cairnKeyword game given going has highest if in into is its
syntax keyword cairnKeyword kind know knows last let lines lose loses lowest make
syntax keyword cairnKeyword may minutes mod more most move my new next no
syntax keyword cairnKeyword nobody none not number of on once option or original
syntax keyword cairnKeyword other otherwise out over pay phase piece players position rating
syntax keyword cairnKeyword remove repeat repeatedly replace require roll round rounds rule score
syntax keyword cairnKeyword scoring seat set setup show shuffle simultaneously skip starts subtitle
syntax keyword cairnKeyword supposing swap table team teams the then times to together
syntax keyword cairnKeyword top turn turns type until up var variant when where
syntax keyword cairnKeyword win winner wins with write zone
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
