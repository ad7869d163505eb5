"""`--from`: the position at which a game begins, that of an example or of a file."""

from __future__ import annotations

from collections.abc import Mapping
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


def refuse_more(given: Mapping[str, object]) -> None:
    """Refuse options, by their names, for what a position says itself. Raises RulesError (E603)."""
    for option, value in given.items():
        if value is not None and value is not False and value != ():
            said = "an example says itself how many play, by which options, and where it begins"
            raise refuse(Message("leave out '{option}': {why}", option, Message(said)))
