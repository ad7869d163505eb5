"""What was drawn before comes again only where it would be made the same."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from engine import Session
from engine.game.view import Viewer
from tests.scope import telling
from tests.viewer.scene.scenes import LIBRARY, PATCHED, SMALL, VARIANTS, game, look_of, table_box
from viewer.node_cache import NodeCache
from viewer.nodes import WHOLE, Box, Node, Spot
from viewer.scene.identity import Identities
from viewer.scene.present import present
from viewer.scene.scene import Marks, Scene

GAMES = {**LIBRARY, **VARIANTS, **SMALL, **PATCHED}
SOME = ["lost-cities-board", "lost-cities-rivals", "kalah"]
MOVES = 6


def marked(spots: list[Spot], picks: int, chance: random.Random) -> Marks:
    """Return marks as when so many things were picked."""

    def some(most: int) -> frozenset[Spot]:
        return frozenset(chance.sample(spots, min(most, len(spots))))

    cells = frozenset((name, chance.randrange(6)) for name, _ in some(3))
    return Marks(some(4), some(picks), some(3 if picks else 0), cells=cells)


@pytest.mark.parametrize("name", telling(SOME, [n for n in GAMES if n not in SOME]))
def test_a_game_looks_the_same_with_what_was_kept_and_made_anew(name: str) -> None:
    own = game(name, GAMES[name])
    session, look, chance = Session(own, 5), look_of(name, GAMES[name]), random.Random(2)
    box, scale = table_box((1280, 800))
    cache, ids = NodeCache(), Identities()
    for _ in range(MOVES):
        if session.seat is None:
            break
        session.apply(chance.choice(session.legal()).move)
        view = session.view(0)
        assert view == Viewer(own.wording, own.knowledge).view(session.state, 0)
        ids = ids.follow(view, look.counted())
        spots = [z.spot(i) for z in view.zones for i in (WHOLE, *range(len(z.items)))]
        worth = {z.name: (str(z.count),) for z in view.zones if z.count % 2}
        for picks in range(3):
            marks = marked(spots, picks, chance)
            scene = Scene(view, look, box, scale, marks, ids, badges=worth, cache=cache)
            assert present(scene) == present(replace(scene, cache=NodeCache()))


def test_what_has_not_changed_is_the_very_same() -> None:
    cache = NodeCache()
    node = Node("a", Box(1, 2, 3, 4))
    made = cache.rows("row", "key", 2, lambda: [node])
    assert made[0] is cache.rows("row", "key", 2, list)[0]
    moved = cache.rows("row", "key", 7, list)
    assert moved == [node.at(Box(1, 7, 3, 4))]
    assert cache.rows("row", "other", 7, list) == []
    made.append(node)
    assert cache.rows("row", "other", 7, lambda: [node]) == []
