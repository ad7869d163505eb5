"""Whole games on the page, by clicks alone: two seats and a spectator, each in a real Chromium.

`test_browser.py` plays the beginning of one by mouse, by touch, and across a restart, each time.
"""

from __future__ import annotations

import random
import re
import time
from contextlib import ExitStack
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from typing import NamedTuple

import pytest

from engine.serving.sqlite_store import SqliteStore
from engine.serving.store import EntryKind
from tests.scope import ALL
from tests.serving.relay import Relay, relayed
from tests.serving.running import PATIENCE, Running, served
from tests.serving.test_browser import Tab, tab, wait

DESK, PHONE = (1280, 800), (390, 844)
GAMES = (
    "lost-cities-card",
    "lost-cities-rivals",
    "lost-cities-roll-and-write",
    "lost-cities-board+short-game",
    "lost-cities-board-2018+short-game",
)
"""The games of the library; those that offer a short game are played as one."""
NAMES = ("first", "second", "spectator")
CUT_EVERY = 10
"""After so many moves, one of the three loses the connection."""

LOOK = """
  const main = document.getElementById("open-table"), found = [];
  const said = [Number(table.dataset.version ?? -1), document.title.startsWith("●"),
    !!main && main.classList.contains("main"), !!document.getElementById("lost"),
    !!document.querySelector("#table .sent")];
  if (!arguments[0]) return [...said, found];
  const asks = /^(answer:|confirm|quick:)/;
  for (const node of document.querySelectorAll("#table [data-id]")) {
    const { id, glow } = node.dataset;
    if (!asks.test(id) && glow !== "legal" && glow !== "target") continue;
    const box = node.getBoundingClientRect();
    for (const [right, down] of [[.5, .5], [.25, .3], [.75, .3], [.12, .5], [.5, .85], [.88, .8]]) {
      const x = Math.round(box.x + box.width * right), y = Math.round(box.y + box.height * down);
      const there = document.elementFromPoint(x, y);
      if (there && there.closest("[data-id]") === node) { found.push([id, x, y]); break; }
    }
  }
  return [...said, found];
"""
"""Reads off a page what it shows; with an argument also what can be clicked where."""


class Mode(Enum):
    """How three people play a game."""

    MOUSE = "mouse"
    TOUCH = "touch"
    CUT = "cut"


class Seen(NamedTuple):
    """What a page shows: `sent` while something is on its way, `clickable` as id, x, y."""

    version: int
    asked: bool
    over: bool
    lost: bool
    sent: bool
    clickable: list[tuple[str, int, int]]


@dataclass
class Guest:
    """A tab, and the network between it and the server, which may be none."""

    name: str
    tab: Tab
    relay: Relay | None

    def look(self, *, clicks: bool = False) -> Seen:
        """Return what the page shows; `clicks`: also what can be clicked, which takes longer."""
        return Seen(*self.tab.driver.execute_script(LOOK, clicks))

    def press(self, seen: Seen, chance: random.Random) -> str:
        """Click something that can be clicked; return its id, empty if nothing can."""
        if not seen.clickable:
            return ""
        drawn = [found for found in seen.clickable if "deck" in found[0]]
        id, x, y = chance.choice(drawn or seen.clickable)
        self.tab.press(x, y)
        return id


def decide(guest: Guest, version: int, chance: random.Random) -> None:
    """Click until the page shows a later version."""
    pressed, until = list[str](), time.monotonic() + PATIENCE
    while (seen := guest.look(clicks=True)).version == version:
        assert time.monotonic() < until, f"{guest.name} at {version}: {pressed[-12:]} {seen}"
        if seen.lost or seen.sent or not guest.press(seen, chance):
            time.sleep(0.05)


def agreed(guests: list[Guest], least: int) -> tuple[int, int | None]:
    """Wait until all show as many decisions, at least so many; return how many, and which guest is
    asked, None once the game is over.
    """
    until = time.monotonic() + PATIENCE
    while True:
        seen = [guest.look() for guest in guests]
        versions = {one.version for one in seen}
        asked = [number for number, one in enumerate(seen) if one.asked]
        over = all(one.over for one in seen)
        if len(versions) == 1 and max(versions) >= least and (over or len(asked) == 1):
            return max(versions), None if over else asked[0]
        assert time.monotonic() < until, (least, seen, [g.tab.complaints() for g in guests])
        time.sleep(0.05)


def play_cut_off(
    guests: list[Guest], asked: int, cut: int, made: int, chance: random.Random
) -> None:
    """Let a guest lose the connection, and play on; what that guest clicks meanwhile isn't lost."""
    guest = guests[cut]
    assert guest.relay is not None
    guest.relay.cut()
    wait(lambda: guest.look().lost, lambda: f"{guest.name} doesn't notice a lost connection")
    if cut == asked:
        guest.press(guest.look(clicks=True), chance)
    else:
        decide(guests[asked], made, chance)
    guest.relay.restore()


def whole_game(server: Running, folder: Path, mode: Mode) -> int:
    """Play a game to its end; return how many decisions it had."""
    chance, touch = random.Random(4), mode is Mode.TOUCH
    watch = re.findall(r"Spectators: \S+#(\S+)", server.said)[0]
    with ExitStack() as stack:
        guests = []
        for name, token in zip(
            ("first", "second", "spectator"), (*server.seats, watch), strict=True
        ):
            relay = stack.enter_context(relayed(server.port)) if mode is Mode.CUT else None
            browser = stack.enter_context(
                tab(
                    f"http://localhost:{server.port}/#{token}",
                    folder / name,
                    PHONE if touch else DESK,
                    touch=touch,
                    through=relay.port if relay else server.port,
                )
            )
            guests.append(Guest(name, browser, relay))
        made, asked = agreed(guests, 0)
        cuts = 0
        while asked is not None:
            if mode is Mode.CUT and made >= CUT_EVERY * (cuts + 1):
                play_cut_off(guests, asked, cuts % 3, made, chance)
                cuts += 1
            else:
                decide(guests[asked], made, chance)
                made += 1
            made, asked = agreed(guests, made)
        assert not guests[2].look(clicks=True).clickable
        assert [guest.tab.complaints() for guest in guests] == [[], [], []]
        assert cuts == sum(guest.relay.cuts for guest in guests if guest.relay)
        assert mode is not Mode.CUT or cuts >= 3
        for guest in guests:
            guest.tab.driver.save_screenshot(str(folder / f"{guest.name}.png"))
    return made


CASES = [(name, mode) for name in GAMES for mode in Mode]


@pytest.mark.skipif(not ALL, reason="three browsers for whole games: CAIRN_ALL=1")
@pytest.mark.parametrize(("name", "mode"), CASES, ids=lambda case: getattr(case, "value", case))
def test_three_people_play_a_game_from_start_to_end(name: str, mode: Mode, tmp_path: Path) -> None:
    with served(tmp_path / "tables", name) as server:
        made = whole_game(server, tmp_path, mode)
        assert "Traceback" not in server.stop()
    store = SqliteStore(tmp_path / "tables" / "cairn" / "tables.sqlite")
    entries = store.entries(store.tables()[0].id)
    store.close()
    assert [entry.kind for entry in entries] == [EntryKind.MOVE] * made
