"""Rules that take long close their own table, and no other."""

from __future__ import annotations

import asyncio
from itertools import count
from pathlib import Path

import pytest

from engine import load
from engine.serving.fair_share import FairShare
from engine.serving.hosted_table import RefusedError
from engine.serving.house import House
from engine.serving.sqlite_store import SqliteStore
from engine.serving.store import Role
from tests.serving.guests import HOST, Person, laid

ADA, BO = (Role.SEAT, 0), (Role.SEAT, 1)
SLOW = """
game "Slow"
  players 2

counter found: 0..9 = 0

turn
  choose
    search "Search for a long time."
      gain 1 found
      for each a in 1..6000
        for each b in 1..2500
          if a * b = found + 1000003
            gain 1 found

game ends when found = 9
"""


def test_rules_that_take_too_long_close_their_table_alone(tmp_path: Path) -> None:
    async def play() -> None:
        slow = tmp_path / "slow.cairn"
        slow.write_text(SLOW, "utf-8")
        store = SqliteStore(tmp_path / "tables.sqlite")
        house = House(store, opens=load, pause=0.0, share=FairShare(beyond=0.1))
        theirs, links = laid(house, rules=str(slow)), laid(house)
        ada, bo = Person(house, theirs[ADA]), Person(house, theirs[BO])
        other = Person(house, links[ADA])
        ada.act("search")
        for guest in (ada, bo, Person(house, theirs[ADA])):
            told = guest.last("closed")
            assert "take too long" in told["why"] and not told["again"]
        other.act("take(4, 7)")
        assert other.version == 1 and not other.stopped
        table = ada.connection.link.table
        Person(house, HOST).send("seat", table=table, seat=1, **{"for": "link"})
        assert Person(house, theirs[ADA]).version == 1
        await house.close()
        store.close()

    asyncio.run(play())


def test_rules_that_take_too_long_to_begin_are_not_laid(tmp_path: Path) -> None:
    store, ten_seconds = SqliteStore(tmp_path / "tables.sqlite"), count(step=10)
    share = FairShare(used=lambda: float(next(ten_seconds)))
    with pytest.raises(RefusedError, match="too long to begin"):
        laid(House(store, opens=load, share=share))
    assert store.tables() == []
    store.close()
