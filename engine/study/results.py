"""A study's games as a table for other programs: CSV, or Parquet where pyarrow is installed.

A row a game: its number, the seed it was dealt with, who sat where, then the columns of
`engine.study.game_record`. What only closely watched games have is empty in the others.
"""

from __future__ import annotations

import csv
import importlib.util
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Literal

from engine.distribution import install
from engine.language import escaping
from engine.language.codes import Code
from engine.language.diagnostics import Diagnostic, RulesError
from engine.language.message import Message
from engine.storage.atomic_write import replacing
from engine.study.game_results import GameResults
from engine.study.one_game import game_seed

Format = Literal["csv", "parquet"]


def best_format() -> Format:
    """Return the better format of those that can be written here."""
    return "parquet" if importlib.util.find_spec("pyarrow") else "csv"


def need(package: str, what: str, extra: str = "study") -> None:
    """Raise RulesError (E612) unless an optional package is installed."""
    if importlib.util.find_spec(package) is None:
        message = Message("{what} needs {package}, which isn't installed", Message(what), package)
        hint = Message("{install} brings it", install(extra))
        raise RulesError(Diagnostic(Code.E612, message, hint=hint))


SIGNS = {"+": "plus", "*": "times", "<": "less", ">": "more", "%": "percent", "&": "and"}
"""How signs are read that may be all that tells two names apart."""


def slug(name: str) -> str:
    """Return a name as a file may be called; names that differ in a sign stay different."""
    read = re.sub(r"[-−](?=[\d.])", " minus ", name.casefold())
    read = re.sub(r"\.(?=\d)", " point ", read)
    read = "".join(f" {SIGNS[sign]} " if sign in SIGNS else sign for sign in read)
    return re.sub(r"[^\w]+", "-", read).strip("-") or "games"


def distinct_names(names: Sequence[str]) -> list[str]:
    """Return the names of one run, numbered where their files would be called the same."""
    found: dict[str, str] = {}
    for name in names:
        number, unique = 1, name
        while slug(unique) in found:
            number += 1
            unique = f"{name} ({number})"
        found[slug(unique)] = unique
    return list(found.values())


def columns(games: GameResults, seed: int) -> Iterator[tuple[str, Sequence[Any]]]:
    """Yield the columns in order, each with its name; None is where there is nothing."""
    table = games.table
    numbers = games.numbers.tolist()
    yield "game", numbers
    yield "deal_seed", [game_seed(seed, table.deal(n)) for n in numbers]
    turn = [table.seated(n) for n in range(1, games.players + 1)]
    for seat in range(games.players):
        yield f"agent_{seat + 1}", [turn[(n - 1) % games.players][seat] for n in numbers]
    unknown = [None] * (games.count - games.close)
    for number, name in enumerate(games.columns.names):
        values: Sequence[Any] = games.column(number).tolist()
        if number > games.columns.bulk:
            values = [*values[: games.close], *unknown]
        yield name, values


def write_games(games: GameResults, seed: int, path: Path, form: Format) -> None:
    """Write a table's games. Raises OSError, and RulesError (E612) for Parquet without pyarrow."""
    found = dict(columns(games, seed))
    if form == "parquet":
        need("pyarrow", "Parquet")
        _write_parquet(found, path)
        return
    with replacing(path) as new, new.open("w", encoding="utf-8", newline="") as file:
        rows = csv.writer(file, lineterminator="\n")
        rows.writerow(map(escaping.csv, found))
        rows.writerows(zip(*map(_cells, found.values()), strict=True))


def _cells(values: Sequence[Any]) -> Sequence[Any]:
    """Return a column as it is written; what is in it is numbers or words throughout."""
    words = bool(values) and isinstance(values[0], str)
    return [escaping.csv(value) for value in values] if words else values


def _write_parquet(found: dict[str, Sequence[Any]], path: Path) -> None:
    import pyarrow
    from pyarrow import parquet

    arrays = [pyarrow.array(list(values)) for values in found.values()]
    with replacing(path) as new:
        parquet.write_table(pyarrow.table(arrays, names=list(found)), new)
