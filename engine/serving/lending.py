"""What an AI player on another machine needs of a table: its rules, and what its seat knows."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import PurePath
from typing import Any

from engine.distribution import VERSION
from engine.game.known_data import known_data
from engine.serving.hosted_table import HostedTable
from engine.serving.store import PinnedRules


def rules_told(hosted: HostedTable) -> dict[str, Any]:
    """Return the rules of a table, which everybody may read, as it keeps them.

    The folders in which the host keeps the files are left out.
    """
    found = hosted.store.table(hosted.record.id)
    assert found is not None
    record, rules = found
    return {
        "rules": record.rules,
        "main": _name(rules.main),
        "more": [_name(path) for path in rules.more],
        "texts": _texts(rules),
        "players": record.players,
        "options": dict(record.options),
        "cairn": VERSION,
    }


def known_told(hosted: HostedTable, seat: int, *, past: bool) -> dict[str, Any]:
    """Return what a seat, from 0, knows. `past`: also what it has seen others do."""
    session = hosted.table.session
    known = session.information_set(seat, history=past)
    return {"version": hosted.version, "rules": hosted.record.rules, "known": known_data(known)}


def _texts(rules: PinnedRules) -> Sequence[tuple[str, str]]:
    return [(_name(path), text) for path, text in rules.texts]


def _name(path: str) -> str:
    return PurePath(path).name
