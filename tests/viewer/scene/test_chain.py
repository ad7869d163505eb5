"""A chain: tiles of two halves laid end to end, and where it turns."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine import Game, Session, load
from tests.viewer.scene.scenes import scene_of
from viewer.artwork.halves import Halves
from viewer.nodes import Node
from viewer.scene.present import present

RULES = """
game "Ends"
  players 2

type Way = back, ahead

component Tile
  low:  0..6
  high: 0..6
  called "{{low}}-{{high}}"
  make 1 low = 1, high = 2
  make 1 low = 2, high = 2
  make 1 for each low in 3..6, high = 2
  make 1 for each low in 3..6, high = 1

zone arm[Way]: row of Tile, at most 20
zone hand:     area of Tile

setup
  move all Tile to hand
{given}

turn
  choose
    lay(tile in hand, way in Way)
      "Lay {{tile}} at one end."
      move tile to arm[way]

game ends when hand is empty
"""


def laid(folder: Path, *moves: str, width: int = 1440) -> tuple[Session, list[Node]]:
    path = folder / "ends.cairn"
    path.write_text(RULES.format(given=""))
    path.with_suffix(".view.yaml").write_text(
        'view: 1\npieces:\n  Tile: {as: halves, index: "{low}", footer: "{high}"}\n'
        "zones:\n  arm: {in: line, as: chain}\n"
        "layout: {wide: {cols: [1fr], rows: [1fr, auto], areas: [[line], [info]]}}\n"
        "plates: {in: info}\n"
    )
    session = Session(Game(load(str(path)), 2), 1)
    for move in moves:
        session.play(move)
    nodes = present(scene_of(session, str(path)))
    return session, [n for n in nodes if isinstance(n.picture, Halves) and n.picture.pips]


def pips(nodes: list[Node]) -> list[tuple[int, int]]:
    found = sorted(nodes, key=lambda node: node.box.x)
    return [n.picture.pips for n in found if isinstance(n.picture, Halves) and n.picture.pips]


def test_equal_halves_meet_and_an_arm_goes_back(tmp_path: Path) -> None:
    moves = "lay(1-2, ahead)", "lay(2-2, ahead)", "lay(3-2, ahead)", "lay(4-1, back)"
    _, tiles = laid(tmp_path, *moves)
    line = [n for n in tiles if any("arm" in str(spot) for spot in n.spots)]
    assert pips(line) == [(4, 1), (1, 2), (2, 2), (2, 3)]
    double = next(n for n in line if isinstance(n.picture, Halves) and n.picture.pips == (2, 2))
    assert double.box.h > double.box.w


def test_the_tiles_at_both_ends_mean_their_arms(tmp_path: Path) -> None:
    _, tiles = laid(tmp_path, "lay(1-2, ahead)", "lay(3-2, ahead)")
    line = sorted((n for n in tiles if len(n.spots) > 1), key=lambda n: n.box.x)
    assert ["back" in str(line[0].spots[-1]), "ahead" in str(line[-1].spots[-1])] == [True, True]


@pytest.mark.parametrize("seed", range(4))
def test_tiles_of_a_whole_game_lie_apart(seed: int) -> None:
    session = Session(Game(load("dominoes"), 2), seed)
    while max(sum(z.count for z in session.view(0).zones if z.family == "line"), 0) < 14:
        session.apply(session.legal()[0].move, "")
        if session.over:
            break
    scene = scene_of(session, "dominoes")
    boxes = [n.box for n in present(scene) if any("line" in str(s) for s in n.spots)
             and isinstance(n.picture, Halves) and n.picture.pips]  # fmt: skip
    for number, one in enumerate(boxes):
        for other in boxes[:number]:
            wide = min(one.right, other.right) - max(one.x, other.x)
            high = min(one.bottom, other.bottom) - max(one.y, other.y)
            assert wide <= 1 or high <= 1
