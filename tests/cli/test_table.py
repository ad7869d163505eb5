"""How a table is laid out as text."""

import io

import pytest
from rich.console import Console

from engine.cli.text_table import TableText, moves_text, style_of
from engine.game.view import Item, View, ZoneView


def zone(name: str, kind: str, indices: tuple[str, ...], *items: Item) -> ZoneView:
    owner = next((int(i[5:]) - 1 for i in indices if i.startswith("seat ")), None)
    hidden = any(item.name is None for item in items)
    return ZoneView(name, name, kind, owner, indices, len(items), items, hidden)


def drawn(*zones: ZoneView, width: int = 80) -> str:
    view = View(0, 2, 1, "", 0, 0, (0, 0), zones, ())
    console = Console(file=io.StringIO(), width=width)
    console.print(TableText(["you", "seat 2"], width).draw(view))
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
        "              red  green\n  seat 2 row  2    2\n  pile        –    –\n  your row    1    1"
    )


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
    assert drawn(zone("deck", "pile", (), hidden)) == "  deck  1 card"


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
    console.print(moves_text(moves, console))
    assert isinstance(console.file, io.StringIO)
    rows = console.file.getvalue().splitlines()
    assert rows[0].split()[:3] == ["play", "#1", "0"]
    assert rows[-1].split() == ["pass", "#13"]
    assert all(len(row) <= 60 for row in rows)
