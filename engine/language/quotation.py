"""Quoted texts: what a writer has to escape in them, and the values that they quote in braces."""

from __future__ import annotations

import re

_ESCAPED = re.compile(r"\\(.)")
_PART = re.compile(r"\\([\\{}])|\{([^}]*)\}")


def unquote(token: str) -> str:
    r"""Return what a quoted token says: `\"`, `\\` and `\{` mean the second sign itself."""
    return _ESCAPED.sub(r"\1", token[1:-1])


def pieces(template: str) -> list[str]:
    r"""Return text and values of a template in turn, text first; `\{` is a brace of the text."""
    found, start = [""], 0
    for part in _PART.finditer(template):
        found[-1] += template[start : part.start()]
        start = part.end()
        if part[1]:
            found[-1] += part[1]
        else:
            found += [part[2], ""]
    found[-1] += template[start:]
    return found
