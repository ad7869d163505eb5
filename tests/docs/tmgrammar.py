"""The TextMate grammar of the VS Code extension, made from the language's own grammar."""

from __future__ import annotations

import json
from pathlib import Path

from engine.language.keywords import keywords

FILE = Path(__file__).parents[2] / "docs/editors/vscode/syntaxes/cairn.tmLanguage.json"


def grammar() -> str:
    """The grammar as a file: where no server tells kinds apart, words are told apart by looks."""
    words = "|".join(sorted(keywords()))
    patterns = [
        {"name": "comment.line.number-sign.cairn", "match": "#.*$"},
        {
            "name": "string.quoted.double.cairn", "begin": '"', "end": '"|$',
            "patterns": [
                {"name": "constant.character.escape.cairn", "match": r"\\."},
                {"name": "variable.other.cairn", "match": r"\{[^}\"]*\}"},
            ],
        },
        {"name": "constant.numeric.cairn", "match": r"\b\d+\b"},
        {"name": "keyword.control.cairn", "match": rf"\b(?:{words})\b"},
        {"name": "entity.name.type.cairn", "match": r"\b[A-ZÀ-ÖØ-Þ]\w*"},
        {"name": "variable.other.cairn", "match": r"\b[^\W\d]\w*"},
    ]  # fmt: skip
    data = {"name": "Cairn", "scopeName": "source.cairn", "fileTypes": ["cairn"],
            "patterns": patterns}  # fmt: skip
    return json.dumps(data, ensure_ascii=False, indent=2) + "\n"


if __name__ == "__main__":
    FILE.parent.mkdir(parents=True, exist_ok=True)
    FILE.write_text(grammar(), "utf-8")
