"""The same people play the same game again: a new table under the links of the old one."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from engine.game.session import Game
from engine.serving.store import (
    Link,
    NumberTakenError,
    Role,
    SeatKind,
    Store,
    TableRecord,
    new_token,
)
from engine.table.deal import deal, new_seed


def lay_again(
    store: Store, open_game: Callable[[TableRecord], Game], old: TableRecord, *,
    turned: bool, first: int | None,
) -> str:  # fmt: skip
    """Lay the rematch of a table, unless there is one; return its id.

    `turned`: each person moves to the next seat. `first`: the seat that begins, from 1, or the same
    as before. Raises RulesError for a seat that can't begin.
    """
    if known := store.follower(old.id):
        return known
    game = open_game(old)
    loaded = game.loaded
    options = old.options if loaded.digest == old.rules else game.option_words()
    header = loaded.checked().header
    chance = header.starts == "random" or header.opener is not None
    first = old.starter + 1 if first is None and not chance else first
    seed = new_seed()
    session = deal(loaded, old.players, seed=seed, options=options, first=first)
    seats = [s if s.kind is SeatKind.AGENT else replace(s, agent="") for s in old.seats]
    seats = [*seats[-1:], *seats[:-1]] if turned else seats
    record = TableRecord(
        new_token()[:8], loaded.title, loaded.digest, old.players, seed, tuple(seats), options,
        session.starter, old.terms, old.id, int(turned),
    )  # fmt: skip
    rules = store.rules(loaded.digest)
    assert rules is not None  # the old table is played on them
    try:
        store.create(record, rules, {})
    except NumberTakenError:
        return store.follower(old.id)
    return record.id


def link_to(store: Store, link: Link, table: str) -> Link | None:
    """Return what the holder of a link may open of an earlier table, of which theirs is the
    rematch or the rematch's rematch; None for any other table.
    """
    if link.role is Role.JOIN:
        return None
    while link.table != table:
        record = store.record(link.table)
        if record is None or not record.follows:
            return None
        seat = (link.seat - record.turned) % record.players if link.role is Role.SEAT else -1
        link = Link(record.follows, link.role, seat)
    return link
