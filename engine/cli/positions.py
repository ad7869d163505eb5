"""`--from`: the position at which a game begins, that of an example or of a file."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from engine.cli.errors import refuse
from engine.language.codes import Code
from engine.language.message import Message
from engine.storage.plain_file import read_plain

MOST = 100_000
"""So many bytes a file with a position has at most."""


def read_position(said: str) -> str:
    """Return what `begin_from` takes: the text of a file where there is one, else a title.

    Raises RulesError (E601) for a file that can't be read.
    """
    path = Path(said)
    try:
        if not path.is_file():
            return said
        text = read_plain(path, MOST).decode()
    except (OSError, ValueError):
        raise refuse(Message("{path} is no text with a position", path), Code.E601) from None
    if len(text) > MOST:
        raise refuse(Message("{path} is no text with a position", path), Code.E601)
    return text


def refuse_more(settings: Sequence[str] | None, *given: object) -> None:
    """Refuse what a position says itself. Raises RulesError (E603)."""
    if settings or any(one is not None and one is not False for one in given):
        raise refuse("an example says itself how many play, by which options, and where it begins")
