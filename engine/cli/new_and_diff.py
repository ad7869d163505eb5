"""`cairn diff` and `cairn new`: comparing rulesets, and beginning one of one's own."""

from __future__ import annotations

import json
import os
import re
from pathlib import Path

from engine.cli.errors import as_json, open_rules, refuse, spoken
from engine.cli.language import language_of
from engine.cli.output import put
from engine.language.diagnostics import Findings
from engine.language.escaping import plain
from engine.language.files import write_file
from engine.language.message import Message
from engine.rules.catalogue import ENGLISH, Catalogue
from engine.rules.differences import differences
from engine.rules.files import SUFFIX, parts_of
from engine.rules.templates import first_game, new_text
from engine.storage.file_names import usable_name
from engine.storage.plain_file import is_there


def print_differences(one: str, other: str, as_data: bool) -> None:
    """Print what changes from one ruleset to another."""
    first, second = open_rules(one), open_rules(other)
    sources = first.findings.sources | second.findings.sources
    words = ENGLISH if as_data else Catalogue(language_of(None))
    found = differences(first.items, second.items, Findings(sources), words)
    if as_data:
        put(as_json(found))
    elif not found:
        put(spoken("These are the same rules."))
    else:
        put("\n".join(found))


def begin_ruleset(name: str, base: str | None, variant: bool) -> None:
    """Write the start of a ruleset into a file of its own, which must not exist yet.

    `base`: the ruleset to begin from; None for a small game with comments.
    """
    folder, stem = os.path.split(name.removesuffix(SUFFIX))
    if not stem:
        raise refuse("a ruleset needs a name: cairn new my-game")
    if not usable_name(stem) or "+" in stem:
        raise refuse(
            Message(
                "'{name}' can't be the name of a ruleset's file everywhere; choose another", stem
            )
        )
    path = Path(folder, stem + SUFFIX)
    if is_there(path):
        raise refuse(Message("{path} exists already; choose another name or remove it", path))
    title = re.sub(r"[-_]+", " ", path.stem).strip().capitalize() or "My game"
    title = json.dumps(title, ensure_ascii=False)[1:-1]
    if base is not None:
        if len(parts_of(base)) > 1:
            raise refuse("begin from one ruleset, not from several joined by '+'")
        text = new_text(title, open_rules(base), variant=variant)
    elif variant:
        raise refuse("a variant needs its game: cairn new NAME --from RULESET --variant")
    else:
        text = first_game(title)
    write_file(path, text)
    shown = plain(path)
    put(
        spoken(
            Message("{path} is written; edit it, then: {command}", shown, f"cairn check {shown}")
        )
    )
