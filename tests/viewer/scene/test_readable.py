"""What can be computed of a table's being readable, for every game and rulesets never seen before.

At four sizes, at the beginning, in the middle and at the end.
"""

from __future__ import annotations

import itertools
import random
from functools import cache
from pathlib import Path

import pytest

from engine import Game, Session, load
from tests.scope import telling
from tests.viewer.app.hands import every_game
from tests.viewer.audit import cut, outside, overlaps, tiny, twice
from tests.viewer.scene.scenes import NAMES
from viewer.artwork.cards import Card, PlainCard
from viewer.nodes import WHOLE, Box, Node
from viewer.panels.screen import scale_of
from viewer.scene.badges import badges
from viewer.scene.identity import Identities
from viewer.scene.look_loader import read_look
from viewer.scene.present import present
from viewer.scene.presenters import READABLE, READABLE_BESIDE, STRIP
from viewer.scene.scene import Scene, SeatInfo

MADE = sorted((Path(__file__).parents[1] / "made").glob("*.cairn"))
SIZES = telling([(1024, 768), (1920, 1080)], [(1280, 720), (1440, 900)])
STAGES = (0, 25, 3000)
ALL = [pytest.param(name, id=Path(name).stem) for name in [*every_game(), *map(str, MADE)]]
LEAST_TEXT = 6.0
LEAST_INDEX = 7.5
"""What a card is called is written no smaller in one's own hand and in what lies open."""
LINES = ("column", "row")
MINI = 40.0
"""Cards narrower than this, as others' on their plates, are read under the pointer."""
MOST = 12
"""So many cards of a column can be read at every one of these sizes."""


@cache
def game(name: str) -> Game:
    """A game at its fullest table, of those made up at ten seats at most."""
    loaded = load(name)
    return Game(loaded, loaded.checked().header.players[1])


def scenes(name: str) -> list[Scene]:
    """The positions of a game at all sizes."""
    played = game(name)
    look = read_look(played)
    found = []
    for moves in STAGES:
        session, chance = Session(played, 5), random.Random(5)
        for _ in range(moves):
            if session.over:
                break
            session.play(chance.choice(session.written_moves()))
        view = session.view(0)
        ledgers = [session.ledgers(n) for n in range(played.players)]
        for wide, high in SIZES:
            scale = scale_of(wide, high)
            found.append(
                Scene(
                    view=view,
                    look=look,
                    box=Box(0, 0, wide - 320 * max(0.8, scale), high),
                    scale=scale,
                    identities=Identities().follow(view, look.counted()),
                    seats=tuple(
                        SeatInfo(NAMES[n % len(NAMES)], None, "AI", "17", "note")
                        for n in range(played.players)
                    ),
                    badges=badges(look, view, ledgers),
                )
            )
    return found


def written(node: Node) -> tuple[float, float]:
    """Return how large a card's index is written, nothing without one, and how far it reaches."""
    picture = node.picture
    if not isinstance(picture, (Card, PlainCard)) or not picture.index or picture.strip:
        return 0.0, 0.0
    corner = picture.corner(round(node.box.w), round(node.box.h))
    return corner.size, corner.reach


def unread(scene: Scene, nodes: list[Node]) -> list[str]:
    """Cards of open rows, columns and one's own hand of which it can't be seen what they are."""
    found = []
    for zone in scene.view.zones:
        mine = zone.kind == "hand" and zone.owner == scene.me
        if not (mine or zone.kind in LINES) or zone.hidden or zone.count > MOST:
            continue
        if scene.look.zones[zone.family].presenter.of(mine=zone.owner in (None, scene.me)) in (
            "hidden", "count", "pile",
        ):  # fmt: skip
            continue
        cards = sorted(
            (
                n
                for n in nodes
                if isinstance(n.picture, (Card, PlainCard))
                and any(s.place == zone.place and s.nth != WHOLE for s in n.spots)
            ),
            key=lambda n: n.z,
        )
        found += [f"{n.id} of {zone.name} in {size:.1f}" for n in cards
                  if 0 < (size := written(n)[0]) < LEAST_INDEX and n.box.w > MINI]  # fmt: skip
        for lower, upper in itertools.pairwise(cards):
            one, other = lower.box, upper.box
            strip = getattr(lower.picture, "strip", 0)
            down, right = other.y - one.y, other.x - one.x
            if not one.overlaps(other):
                continue
            if strip and min(strip, down) >= STRIP * 0.95:
                continue
            if down >= one.h * READABLE * 0.95:
                continue
            if right >= max(one.w * READABLE_BESIDE * 0.8, written(lower)[1] - 1):
                continue
            found.append(f"{lower.id} of {zone.name}: {right:.0f}, {down:.0f} of {one.w:.0f}")
    return found


def unnamed(scene: Scene, nodes: list[Node]) -> list[str]:
    """Zones of a table that nobody designed which have no label."""
    if scene.look.designed:
        return []
    titles = {s.place.family for n in nodes if n.id.startswith("title:") for s in n.spots}
    shown = {s.place.family for n in nodes if n.id.startswith("zone:") for s in n.spots}
    plain = {z.family for z in scene.view.zones if z.kind == "hand"}
    return sorted(shown - titles - plain)


@pytest.mark.parametrize("name", ALL)
def test_every_card_can_be_read_every_zone_is_named_and_nothing_is_cut(name: str) -> None:
    for scene in scenes(name):
        nodes = present(scene)
        where = f"{scene.box.w:.0f}x{scene.box.h:.0f}"
        assert unread(scene, nodes) == [], where
        assert unnamed(scene, nodes) == [], where
        faults = [*overlaps(nodes), *outside(nodes, scene.box), *cut(nodes), *twice(nodes)]
        assert [*faults, *tiny(nodes, LEAST_TEXT)] == [], where


def test_there_are_eight_rulesets_that_were_made_up_for_this() -> None:
    assert len(MADE) >= 8
