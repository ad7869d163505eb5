"""The syntax file for Vim and Neovim, made from the language's own keywords."""

from __future__ import annotations

from pathlib import Path

from engine.language.keywords import keywords

FILE = Path(__file__).parents[2] / "docs/editors/neovim/syntax/cairn.vim"


def syntax() -> str:
    """The file: words told apart by their looks, as the TextMate grammar does."""
    words = sorted(keywords())
    rows = [" ".join(words[at : at + 10]) for at in range(0, len(words), 10)]
    return "\n".join(
        [
            "\" Made from the language's keywords: python -m tests.docs.vimsyntax",
            "if exists('b:current_syntax') | finish | endif",
            *(f"syntax keyword cairnKeyword {row}" for row in rows),
            r"syntax match cairnType /\<\u\k*/",
            r"syntax match cairnNumber /\<\d\+\>/",
            r"syntax match cairnComment /#.*$/",
            r'syntax match cairnValue /{[^}"]*}/ contained',
            r'syntax region cairnString start=/"/ skip=/\\./ end=/"\|$/ contains=cairnValue',
            "highlight default link cairnKeyword Keyword",
            "highlight default link cairnType Type",
            "highlight default link cairnNumber Number",
            "highlight default link cairnComment Comment",
            "highlight default link cairnValue Identifier",
            "highlight default link cairnString String",
            "let b:current_syntax = 'cairn'",
            "",
        ]
    )


if __name__ == "__main__":
    FILE.parent.mkdir(parents=True, exist_ok=True)
    FILE.write_text(syntax(), "utf-8")
