" Made from the language's keywords: python -m tests.docs.vimsyntax
if exists('b:current_syntax') | finish | endif
syntax keyword cairnKeyword add advice after aim all and announce any around arrives
syntax keyword cairnKeyword as at back because becomes before between bottom by called
syntax keyword cairnKeyword can cannot cells choose clockwise come component counter deal do
syntax keyword cairnKeyword does each else empty end ends erase everybody example fix
syntax keyword cairnKeyword for forward from full gain game given going has highest
syntax keyword cairnKeyword if in into is its know knows last let lines
syntax keyword cairnKeyword lose loses lowest make may mod more most move my
syntax keyword cairnKeyword new next no none not number of once option or
syntax keyword cairnKeyword original other otherwise out over pay phase players position rating
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
