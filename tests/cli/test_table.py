"""How a table is laid out as text."""

import io
from collections.abc import Mapping

import pytest
from rich.console import Console

from engine.cli.colours import style_of
from engine.cli.move_list import closest, listed, meant, moves_text, with_words
from engine.cli.text_position import PositionText
from engine.game.places import read_place
from engine.game.view import Item, View, ZoneView
from engine.moves.notation import MoveText, bracketed, read_move


def zone(name: str, kind: str, indices: tuple[str, ...], *items: Item) -> ZoneView:
    place = read_place(f"{name}[{', '.join(indices)}]" if indices else name)
    owner = next(iter(place.seats), None)
    hidden = any(item.name is None for item in items)
    return ZoneView(
        name, place, name, kind, owner, indices, len(items), items, hidden, shown=indices
    )


def seen(*zones: ZoneView) -> View:
    return View(0, 2, 1, "", 0, 0, (0, 0), zones, ())


def drawn(*zones: ZoneView, width: int = 80, before: Mapping[str, str] | None = None) -> str:
    view = seen(*zones)
    console = Console(file=io.StringIO(), width=width)
    console.print(PositionText(["you", "seat 2"], width).draw(view, before))
    assert isinstance(console.file, io.StringIO)
    return "\n".join(row.rstrip() for row in console.file.getvalue().splitlines())


def test_zones_with_the_same_indices_share_a_grid_from_the_others_to_ones_own() -> None:
    cards = [
        zone("row", "column", (f"seat {seat}", hue), Item(f"{hue} {seat}", "Card"))
        for seat in (1, 2)
        for hue in ("red", "green")
    ]
    piles = [zone("pile", "pile", ("red",)), zone("pile", "pile", ("green",))]
    assert drawn(*cards, *piles) == (
        "              red  green\n  seat 2 row  2    2\n  your row    1    1\n\n  empty: pile"
    )
    camps = [zone("camp", "area", (f"seat {seat}",)) for seat in (1, 2)]
    assert drawn(*camps) == "  empty: camp"


def test_two_indices_make_a_board() -> None:
    cells = [
        zone("board", "spot", (str(row), str(column)), *[Item("x", "Sign")] * (row == column))
        for row in (1, 2)
        for column in (1, 2)
    ]
    assert drawn(*cells) == "           1  2\n  board 1  x  –\n  board 2  –  x"


def test_a_hand_that_is_known_in_part() -> None:
    hidden = Item(None, "Card")
    shown = drawn(zone("hand", "hand", ("seat 2",), hidden, Item("red 4", "Card"), hidden))
    assert shown == "  seat 2 hand  red 4  and 2 cards"
    assert drawn(zone("deck", "pile", (), hidden)) == "  deck 1 card"


def test_what_lies_where_and_how_much_of_it_is_said() -> None:
    cards = [Item("blue wager", "Card"), Item("blue 5", "Card")]
    assert drawn(zone("heap", "pile", (), *cards)) == "  heap  blue 5 (top of 2)"
    assert drawn(zone("heap", "pile", (), *cards[:1] * 7)) == "  heap  blue wager ×7"
    walker = Item("climber 2", "Climber", space=4)
    assert drawn(zone("way", "track", (), walker)) == "  way  climber 2 on space 4"
    backs = [Item(None, "Crate", (("weight", x),)) for x in ("light", "heavy")]
    assert "(crate, weight light)  (crate, weight heavy)" in drawn(zone("yard", "row", (), *backs))
    moves = [(f"bid({n}, {face})", "") for n in range(2) for face in range(5)]
    console = Console(file=io.StringIO(), width=80)
    console.print(moves_text([(read_move(x), y) for x, y in moves], 80))
    assert isinstance(console.file, io.StringIO)
    assert " 2 bid 0, 1 " in console.file.getvalue()


def test_lines_end_between_names() -> None:
    items = [Item(f"long name {n}", "Card") for n in range(8)]
    for row in drawn(zone("hand", "hand", ("seat 1",), *items), width=40).splitlines():
        assert len(row) <= 40
        assert row.count("long") == row.count("name")


@pytest.mark.parametrize(
    ("words", "style"),
    [("red", "bright_red"), ("white", "bold"), ("orange3", ""), ("Tuesday", ""), ("default", "")],
)
def test_words_are_coloured_only_by_colours_that_the_terminal_knows(words: str, style: str) -> None:
    assert style_of(words) == style


def test_many_moves_are_grouped_by_action() -> None:
    moves = [(f"play({n})", f"Play {n}.") for n in range(12)] + [("pass", "Pass.")]
    console = Console(file=io.StringIO(), width=60)
    console.print(moves_text([(read_move(x), y) for x, y in moves], 60, numbered=False))
    assert isinstance(console.file, io.StringIO)
    rows = console.file.getvalue().splitlines()
    assert rows[0].split() == ["play", "0–11"]
    assert rows[-1].split() == ["pass", "Pass."]
    assert all(len(row) <= 60 for row in rows)


def test_very_many_moves_are_spans_of_what_may_be_written() -> None:
    moves = [(f"bid({many}, {face})", "") for many in range(3, 9) for face in range(1, 7)][2:]
    moves += [("doubt", "")]
    console = Console(file=io.StringIO(), width=60)
    console.print(moves_text([(read_move(x), y) for x, y in moves], 60))
    assert isinstance(console.file, io.StringIO)
    rows = console.file.getvalue().splitlines()
    assert "bid 3, 3–6" in rows[0] and "bid 4–8, 1–6" in rows[0]
    assert rows[1].split() == ["35", "doubt"]


def test_many_cells_are_spans_side_by_side() -> None:
    cells = [(r, c) for r in range(1, 8) for c in range(1, 8) if (r, c) != (2, 3)]
    moves = [(f"put(row {r} column {c})", "") for r, c in cells]
    console = Console(file=io.StringIO(), width=60)
    console.print(moves_text([(read_move(x), y) for x, y in moves], 60))
    assert isinstance(console.file, io.StringIO)
    rows = console.file.getvalue().splitlines()
    assert "row 2 column 1–2" in rows[0] and "row 2 column 4–7" in "".join(rows[:2])
    assert len(rows) <= 5 and all(len(row) <= 60 and "…" not in row for row in rows)


def written(*moves: str) -> list[tuple[MoveText, str]]:
    return [(read_move(move), "") for move in moves]


def test_a_number_is_a_place_in_the_list_or_nothing() -> None:
    shown = written("raise(7)", "raise(9)", "drop out", "take(red 4, 7)")
    moves = listed(shown, numbered=False)
    lines = ("7", "9", "3", "Drop out", "raise 9", "red 4, 7", "take red 4 7", "x", "raise")
    assert [meant(line, moves) for line in lines] == [None, None, None, 2, 1, 3, 3, None, None]
    assert with_words("7", moves) == ["raise 7"]
    plain = listed(written("draw", "take(blue)"))
    assert [meant(line, plain) for line in ("1", "3", "Blue", "")] == [0, None, 1, None]


@pytest.mark.parametrize(
    "line",
    [
        "2", "begin(green 1, adventurer)", "begin 2 green 1, adventurer", "begin 2",
        "begin green 1, adventurer", "green 1 adventurer", "2) begin green 1, adventurer",
        "Begin  GREEN 1 , adventurer",
    ],
)  # fmt: skip
def test_a_move_is_typed_as_the_menu_shows_it(line: str) -> None:
    moves = listed(written("begin(green 1, researcher)", "begin(green 1, adventurer)", "draw"))
    assert meant(line, moves) == 1


def test_a_slip_is_answered_with_the_nearest_move() -> None:
    moves = listed(written("begin(green 1, researcher)", "step(yellow 2)", "draw"))
    lines = ("begn green 1, resercher", "stepp yelow 2", "drwa", "begn", "nonsense")
    assert [closest(line, moves) for line in lines] == [
        "begin green 1, researcher", "step yellow 2", "draw", "begin green 1, researcher", None,
    ]  # fmt: skip
    assert bracketed("step green 3", {"step", "pass"}) == "step(green 3)"
    assert bracketed("steps green 3", {"step", "pass"}) is None


def test_of_a_table_that_was_read_only_what_differs_is_drawn() -> None:
    hand, pile = zone("hand", "hand", ("seat 1",), Item("red 4", "Card")), zone("pile", "pile", ())
    cards = zone("pile", "pile", (), Item("red 5", "Card"))
    before = PositionText(["you", "seat 2"], 80).rows(seen(hand, pile))
    assert drawn(hand, cards, before=before) == "  pile  red 5"
    assert PositionText(["you", "seat 2"], 80).draw(seen(hand, pile), before) is None


def test_a_board_has_signs_and_what_they_mean() -> None:
    man = {True: Item("king of seat 1", "Man"), False: Item("rook of seat 2", "Man")}
    cells = [
        zone("board", "grid", (str(row), str(column)), *[man[row == 1]] * (row == column))
        for row in (1, 2)
        for column in (1, 2)
    ]
    assert drawn(*cells) == (
        "  board  1   2\n  row 1  k1  ·\n  row 2  ·   r2\n\n  k1 king of seat 1   r2 rook of seat 2"
    )


def test_a_cell_is_in_its_column_where_others_are_left_out() -> None:
    cells = [zone("board", "grid", place) for place in (("1", "1"), ("1", "3"), ("2", "2"))]
    assert drawn(*cells) == "  board  1  2  3\n  row 1  ·     ·\n  row 2     ·"
