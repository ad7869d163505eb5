"""What each code of a diagnostic means: why the rule exists, a wrong snippet and a right one.

The explanations stand in `explanations.md`, in the order of the codes. A snippet there is put into
one of two small games when it is tested; its fence says into which, and into which block of it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from engine.language.codes import Code
from engine.language.diagnostics import nearest

FILE = Path(__file__).parent / "explanations.md"
_HEAD = re.compile(r"^## (\w+)$", re.MULTILINE)
_FENCE = re.compile(r"^```(\w+) (wrong|right) ?([\w.]*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


@dataclass(frozen=True)
class CodeSnippet:
    """A snippet and where it belongs: `cairn` for rules, `console` for commands, `python` for what
    is done with a session, `yaml` for a file of this name.
    """

    language: str
    place: str
    text: str


@dataclass(frozen=True)
class CodeExplanation:
    """Why a code exists, in a paragraph, and what is wrong and right where that can be shown."""

    code: Code
    why: str
    wrong: CodeSnippet | None
    right: CodeSnippet | None

    def render(self) -> str:
        """Return the explanation as people read it in a terminal."""
        rows = [f"{self.code}: {self.code.meaning}", "", self.why]
        for title, piece in (("Wrong:", self.wrong), ("Right:", self.right)):
            if piece is not None:
                rows += ["", title, "", *_indented(piece.text)]
        return "\n".join(rows)

    def markdown(self) -> str:
        """Return the explanation as a section of a page."""
        rows = [f"## {self.code}: {self.code.meaning}", "", self.why]
        for title, piece in (("Wrong:", self.wrong), ("Right:", self.right)):
            if piece is not None:
                rows += ["", title, "", f"```{piece.language}", piece.text.rstrip("\n"), "```"]
        return "\n".join(rows) + "\n"


def _indented(text: str) -> list[str]:
    return [f"  {line}".rstrip() for line in text.rstrip("\n").split("\n")]


@cache
def explanations() -> dict[Code, CodeExplanation]:
    """Return every explanation by its code."""
    _, *parts = _HEAD.split(FILE.read_text("utf-8"))
    found = zip(parts[::2], parts[1::2], strict=True)
    return {Code[name]: _explanation(Code[name], text) for name, text in found}


def _explanation(code: Code, text: str) -> CodeExplanation:
    pieces = {m[2]: CodeSnippet(m[1], m[3], m[4]) for m in _FENCE.finditer(text)}
    why = _FENCE.sub("", text).strip()
    return CodeExplanation(code, why, pieces.get("wrong"), pieces.get("right"))


def explanation(word: str) -> CodeExplanation | str:
    """Return the explanation of a code as it was typed; of none, the nearest code or nothing."""
    name = word.strip("[]").upper()
    if name in Code.__members__:
        return explanations()[Code[name]]
    return nearest(name, Code.__members__) or ""
