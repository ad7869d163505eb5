"""Boards: six-sided cells, and boards that are turned for who sits across."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from engine import Game, Session, load
from tests.viewer.app.hands import app_with, nodes
from tests.viewer.audit import overlaps
from tests.viewer.scene.scenes import played, scene_of, table_box
from viewer.artwork.widgets import Hexagon
from viewer.nodes import Box, hit
from viewer.scene.identity import Identities
from viewer.scene.look_loader import read_look
from viewer.scene.present import present
from viewer.scene.scene import Scene, SeatInfo

RULES = """
game "Board"
  players 2

component Man
  owner: Player
  called "{owner} man"
  make 2 for each owner

zone board[1..3, 1..4]: spot of Man, face up
zone box:               area of Man, face up

setup
  move all Man to box
  for each n in 1..4
    move 1 from box to board[1, n]

turn
  choose
    stop
      end game

game ends when round = 3
"""
BOARD = {f"board[{row}, {column}]" for row in range(1, 4) for column in range(1, 5)}


def squares(folder: Path, view: str, seat: int) -> dict[str, Box]:
    """Where the squares of the board are for a seat."""
    path = folder / "board.cairn"
    path.write_text(RULES, "utf-8")
    (folder / "board.view.yaml").write_text(f"view: 1\nzones:\n  board: {view}\n", "utf-8")
    session = Session(Game(load(path), 2), 1)
    look, shown = read_look(session.game), session.view(seat)
    box, scale = table_box((1440, 900))
    seats = tuple(SeatInfo(f"Seat {n}", None, "", "0", "") for n in range(2))
    scene = Scene(
        view=shown, look=look, box=box, scale=scale, seats=seats,
        identities=Identities().follow(shown, look.counted()), badges={},
    )  # fmt: skip
    found = {node.id.removeprefix("zone:"): node.box for node in present(scene)}
    assert set(found) >= BOARD
    return {name: place for name, place in found.items() if name in BOARD}


def test_a_board_stands_the_same_way_up_for_all_unless_it_is_turned(tmp_path: Path) -> None:
    mine, theirs = (squares(tmp_path, "{chequer: yes}", seat) for seat in (0, 1))
    assert mine == theirs
    corner, far = mine["board[1, 1]"], mine["board[3, 4]"]
    assert corner.x < far.x and corner.y < far.y


@pytest.mark.parametrize(("turn", "turned"), [("seats", (False, True)), ("half", (True, True))])
def test_a_turned_board_stands_on_its_head(
    tmp_path: Path, turn: str, turned: tuple[bool, bool]
) -> None:
    plain = squares(tmp_path, "{chequer: yes}", 0)
    for seat in range(2):
        found = squares(tmp_path, f"{{chequer: yes, turn: {turn}}}", seat)
        opposite = {"board[1, 1]": "board[3, 4]", "board[2, 3]": "board[2, 2]"}
        for name, across in opposite.items():
            there = plain[across if turned[seat] else name]
            assert found[name].centre == pytest.approx(there.centre)


def test_six_sided_cells_lie_between_those_of_the_rows_beside(tmp_path: Path) -> None:
    found = squares(tmp_path, "{cells: hex}", 0)
    first, second, below = (found[f"board[{x}]"] for x in ("1, 1", "1, 2", "2, 1"))
    step = second.centre[0] - first.centre[0]
    assert below.centre[0] - first.centre[0] == pytest.approx(step / 2)
    assert 0 < below.centre[1] - first.centre[1] < first.h * 1.05
    others = list(found.values())
    for number, one in enumerate(others):
        for other in others[number + 1 :]:
            away = max(abs(one.centre[0] - other.centre[0]), abs(one.centre[1] - other.centre[1]))
            assert away > first.w * 0.4


def test_six_sided_cells_keep_their_neighbours_when_the_board_is_turned(tmp_path: Path) -> None:
    plain = squares(tmp_path, "{cells: hex}", 0)
    turned = squares(tmp_path, "{cells: hex, turn: half}", 0)
    middle = [(plain[name].centre, turned[name].centre) for name in BOARD]
    (x, y), (u, v) = middle[0]
    for (a, b), (c, d) in middle:
        assert (a - x, b - y) == pytest.approx((u - c, v - d), abs=0.01)


HEXES = """
game "Comb"
  players 2

zone board: grid of Player, 3 by 4, hexes

turn
  choose
    put(cell in cells of board where cell is empty)
      write me in cell

game ends when board is full
"""


def test_a_grid_of_hexes_leans_and_each_cell_is_hit_where_it_is_drawn(tmp_path: Path) -> None:
    path = tmp_path / "comb.cairn"
    path.write_text(HEXES, "utf-8")
    session = Session(Game(load(path), 2), 1)
    look, shown = read_look(session.game), session.view(0)
    box, scale = table_box((1000, 700))
    seats = tuple(SeatInfo(f"Seat {n}", None, "", "0", "") for n in range(2))
    scene = Scene(
        view=shown, look=look, box=box, scale=scale, seats=seats,
        identities=Identities().follow(shown, look.counted()), badges={},
    )  # fmt: skip
    drawn = present(scene)
    assert overlaps(drawn) == []
    cells = {n.id.removeprefix("zone:"): n for n in drawn if n.hexagon}
    assert set(cells) == BOARD
    (x, y), (right, _) = (cells[f"board[1, {n}]"].box.centre for n in (1, 2))
    for row in range(1, 4):
        for column in range(1, 5):
            there = cells[f"board[{row}, {column}]"].box.centre
            wide = right - x
            expected = x + wide * (column - 1 + (row - 1) / 2), y + wide * 0.866 * (row - 1)
            assert there == pytest.approx(expected, rel=0.01)
            found = hit(drawn, *there)
            assert found is not None and found.id == f"zone:board[{row}, {column}]"
    upper = cells["board[1, 2]"].box
    below = hit(drawn, upper.x + upper.w * 0.04, upper.bottom - upper.h * 0.06)
    assert below is not None and below.id == "zone:board[2, 1]"


def test_the_edges_of_a_board_have_the_colours_of_the_players_who_own_them() -> None:
    app = app_with("hex")
    shown = nodes(app)
    found = {n.id: n for n in shown if n.id.startswith("border:")}
    cells = {n.id.removeprefix("zone:"): n for n in shown if n.hexagon}
    assert len(found) == 4 * 11
    colours: dict[str, set[str]] = {}
    for name, node in found.items():
        _, cell, axis, end = name.split(":")
        (x, y), (u, v) = node.box.centre, cells[cell].box.centre
        out = v - y if axis == "0" else u - x
        assert (out > 0) == (end == "0")
        assert isinstance(node.picture, Hexagon) and node.picture.hues is not None
        colours.setdefault(axis, set()).add(node.picture.hues.mid)
    assert all(len(mids) == 1 for mids in colours.values()) and colours["0"] != colours["1"]


def test_tracks_of_unlike_length_have_the_spaces_that_are_there_and_their_numbers() -> None:
    shown = nodes(app_with("examples/steep-paths.cairn"))
    cells = {n.id for n in shown if n.id.startswith("cell:way[")}
    lengths = dict(zip(range(2, 13), (2, 3, 4, 5, 6, 7, 6, 5, 4, 3, 2), strict=True))
    assert cells == {f"cell:way[{p}]:{s}" for p, many in lengths.items() for s in range(many + 1)}
    assert {f"name:way[{path}]" for path in lengths} <= {n.id for n in shown}
    ground = {n.id: n.box for n in shown if n.id.startswith("path:way[")}
    assert ground["path:way[2]"].h < ground["path:way[7]"].h / 2
    assert ground["path:way[2]"].bottom == pytest.approx(ground["path:way[7]"].bottom)


@pytest.mark.parametrize("name", ["across", "two-kings"])
def test_a_board_has_the_room_that_supplies_and_what_was_taken_leave(name: str) -> None:
    scene = scene_of(played(name, 2, 4), name)
    board = [node.box for node in present(scene) if node.id.startswith("zone:board")]
    high = max(box.bottom for box in board) - min(box.y for box in board)
    assert high > 0.85 * scene.box.h


def test_a_lone_counter_stands_where_points_do() -> None:
    session = played("pig", 2, 6)
    scene = scene_of(session, "pig")
    scene = replace(scene, seats=tuple(replace(seat, score="") for seat in scene.seats))
    told = {node.id: node.words.text for node in present(scene) if node.words}
    (points,) = (v.value for v in session.view(0).variables if v.name == "points[seat 1]")
    assert told["plate:1:score"] == points
