"""What the engine says itself to people who play, in the library's languages: `words/*.yaml`."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

from ruamel.yaml import YAML

HELP = """\
  NUMBER or MOVE   make a move: by its number in the list, or as the list shows it
  ?                every legal move in words
  ? MOVE           why a move is legal, or why it isn't; also ? NUMBER
  h                a hint: what looks best, and what is expected of it
  l                the ledger: where the points come from
  t                show the whole table; else only what has changed is shown
  u, r             take back your last decision, make it again
  s [FILE]         save the game
  q                leave the game"""
"""What can be written in the terminal."""
GUEST_HELP = """\
  NUMBER or MOVE   make a move, by its number or as it is written
  ?                every legal move in words
  t                show the whole table; else only what has changed is shown
  u                ask to take back the last decision, or agree to that
  say TEXT         write to everybody at the table
  agree, decline   answer the rules that the host proposes
  rematch          play again once the game is over, or open the rematch;
                   with seats, everybody moves on; with 2, seat 2 begins
  q                leave; your seat is kept, and its link opens it again"""
"""What can be written in the terminal at a table on another machine."""

_FOLDER = Path(__file__).with_name("words")
LANGUAGES = ("en", *sorted(path.stem for path in _FOLDER.glob("*.yaml")))
"""The languages that the library speaks; English is in the rules themselves."""


@cache
def engine_words(language: str) -> dict[str, str]:
    """Return words and sentences that every game has, by the English; none in English itself."""
    file: dict[str, dict[str, str]] = _file(language)
    if not file:
        return {}
    help = {HELP: file["help"]["text"], GUEST_HELP: file["help"]["guest"]}
    return {**help, **file["names"], **file["texts"], **file["changes"]}


@cache
def messages(language: str) -> dict[str, str]:
    """Return the words of commands and of diagnostics, by the English with values in braces.

    They are what `Message` holds as its template; there are none in English itself.
    """
    file = _file(language)
    if not file:
        return {}
    about_rules = _file(f"diagnostics/{language}")
    return {**about_rules, **file["texts"], **file["refusals"], **file["commands"]}


@cache
def _file(name: str) -> dict[str, Any]:
    path = _FOLDER / f"{name}.yaml"
    text = path.read_text("utf-8") if path.stem in LANGUAGES[1:] else "{}"
    return dict(YAML(typ="safe", pure=True).load(text) or {})
