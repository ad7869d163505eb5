"""Scenes of real positions for the tests of the table."""

from __future__ import annotations

import random
from dataclasses import replace
from functools import cache
from pathlib import Path

from engine import Game, Item, Session, View, ZoneView, load
from tests.scope import telling
from viewer.nodes import Box
from viewer.scene.badges import badges
from viewer.scene.default_look import automatic
from viewer.scene.facts import facts_of
from viewer.scene.identity import Identities
from viewer.scene.look import Look
from viewer.scene.look_loader import read_look
from viewer.scene.scene import Scene, SeatInfo

EXAMPLES = Path(__file__).parents[3] / "examples"
SIZES = telling(
    [(1024, 640), (1440, 900), (800, 1000), (2560, 1080)],
    [(1920, 1080), (1280, 720), (3840, 2160), (900, 1400)],
)
LIBRARY = {
    "lost-cities-card": 2,
    "lost-cities-board": 4,
    "lost-cities-rivals": 4,
    "lost-cities-roll-and-write": 5,
}
VARIANTS = {"auf-und-ab": 4, "short-game": 3, "lost-cities-board-2018": 2}
SMALL = {
    "go-fish": 4,
    "goofspiel": 3,
    "kalah": 2,
    "liars-dice": 4,
    "night-freight": 3,
    "nim": 2,
    "pig": 2,
    "tic-tac-toe": 2,
    "whist": 4,
}
PATCHED = {
    "blind-bids": 4,
    "dear-artifacts": 4,
    "draw-two-keep-one": 2,
    "one-discard-pile": 2,
    "open-hands": 2,
    "three-at-the-card-game": 3,
}
NAMES = ("You", "Ada Lovelace", "Grace", "Alan", "Edsger W. Dijkstra")


@cache
def game(name: str, players: int, language: str = "en") -> Game:
    """Return a game of the library or of the examples."""
    path = EXAMPLES / f"{name}.cairn"
    return Game(load(path if path.is_file() else name), players, language=language)


@cache
def look_of(name: str, players: int, language: str = "en", *, auto: bool = False) -> Look:
    """Return a game's look, or the one that it would have without a view file."""
    known = game(name, players, language)
    return automatic(facts_of(known)) if auto else read_look(known)


def table_box(size: tuple[int, int]) -> tuple[Box, float]:
    """Return the table's part of a window, and the scale: a panel takes the right, or the foot."""
    wide, high = size
    if wide / high >= 1.2:
        scale = min(wide / 1440, high / 900)
        return Box(0, 0, wide - 320 * scale, high), scale
    scale = min(wide / 800, high / 1000)
    return Box(0, 0, wide, high - 200 * scale), scale


def played(name: str, players: int, moves: int, seed: int = 7, language: str = "en") -> Session:
    """Return a game after some random moves, or at its end."""
    session = Session(game(name, players, language), seed)
    chance = random.Random(seed)
    for _ in range(moves):
        if session.over:
            break
        session.play(chance.choice(session.written_moves()))
    return session


def scene_of(
    session: Session,
    name: str,
    size: tuple[int, int] = (1440, 900),
    *,
    auto: bool = False,
    seat: int | None = 0,
    language: str = "en",
) -> Scene:
    """Return the scene of a position."""
    players = session.game.players
    look = look_of(name, players, language, auto=auto)
    view = session.view(seat)
    ledgers = [session.ledgers(number) for number in range(players)]
    box, scale = table_box(size)
    return Scene(
        view=view,
        look=look,
        box=box,
        scale=scale,
        identities=Identities().follow(view, look.counted()),
        seats=tuple(
            SeatInfo(
                NAMES[n], None, "AI · careful", str(sum(x.total or 0 for x in ledgers[n])), "note"
            )
            for n in range(players)
        ),
        badges=badges(look, view, ledgers),
    )


def stuffed(view: View, counts: dict[str, int]) -> View:
    """Return a view in which the zones of some families hold so many pieces."""
    pool = [item for zone in view.zones for item in zone.items if item.name is not None]

    def stuff(zone: ZoneView) -> ZoneView:
        count = counts.get(zone.family)
        if count is None:
            return zone
        known = [i for i in pool if zone.items and i.component == zone.items[0].component] or pool
        items: list[Item] = [known[n % len(known)] for n in range(count)]
        return replace(zone, items=tuple(items), count=count)

    return replace(view, zones=tuple(stuff(zone) for zone in view.zones))
