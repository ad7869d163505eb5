"""View files: what they change, and every error with its place and a fix."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine import Diagnostic, Game, RulesError, load, load_text
from tests.viewer.scene.scenes import LIBRARY, VARIANTS, look_of
from viewer.artwork.theme import Hues
from viewer.scene import look_loader
from viewer.scene.look import Look, Sides, VariableLook, VariableSpec
from viewer.scene.look_loader import read_look, view_files

RULES = """
game "Tiny"
  players 2

type Suit = oak, ash

component Card
  suit:  Suit
  value: 1..3
  called "{suit} {value}"
  make 1 for each suit, value

table worth: 1..3 = 5, 6, 7

zone deck:              pile of Card, face down
zone hand[Player]:      hand of Card
zone laid[Player, Suit]: column of Card

setup
  move all Card to deck
  deal 2 from deck to each hand

turn
  choose
    lay(card in my hand)
      "Lay {card}."
      move card to my laid[card.suit]
    pass

game ends at end of turn when hand is empty
  "It ends with the last card."

score each Player
  for each suit
    add "{suit} cards" sum(card.value for card in my laid[suit])

winner highest total
"""


def tiny(folder: Path, view: str | None) -> Game:
    path = folder / "tiny.cairn"
    path.write_text(RULES, "utf-8")
    if view is not None:
        (folder / "tiny.view.yaml").write_text(view, "utf-8")
    return Game(load(path), 2)


def look(folder: Path, view: str) -> Look:
    return read_look(tiny(folder, view))


def mistakes(folder: Path, view: str) -> tuple[Diagnostic, ...]:
    with pytest.raises(RulesError) as caught:
        look(folder, view)
    return tuple(caught.value.diagnostics)


def place(problem: Diagnostic) -> tuple[int, int]:
    return problem.span.line, problem.span.column


def test_without_a_file_there_is_a_look(tmp_path: Path) -> None:
    game = tiny(tmp_path, None)
    assert view_files(game) == []
    assert not read_look(game).designed


def test_dimensions_pieces_and_zones_are_taken_over(tmp_path: Path) -> None:
    found = look(
        tmp_path,
        "view: 1\n"
        "dimensions:\n"
        "  Suit:\n"
        "    oak: {colour: [aabbcc, 112233, 000000], icon: tree, scene: forest}\n"
        "    ash: {colour: red}\n"
        "  seat:\n"
        "    seat 1: {colour: 336699}\n"
        "pieces:\n"
        "  Card:\n"
        '    index: "{value}"\n'
        "    cases:\n"
        "      - when: {value: 3}\n"
        "        badge: best\n"
        "zones:\n"
        "  laid: {as: {me: pile, others: mini}, badge: score}\n"
        "  deck: {as: hidden}\n",
    )
    oak = found.dimensions["Suit"]["oak"]
    assert (oak.hues, oak.icon, oak.scene) == (
        Hues("#aabbcc", "#112233", "#000000"),
        "tree",
        "forest",
    )
    assert found.dimensions["Suit"]["ash"].hues.mid == "#d6452a"
    assert found.seat(0) is not None
    assert found.pieces["Card"].face_of({"value": "3"}).badge == "best"
    assert found.pieces["Card"].face_of({"value": "2"}).badge == ""
    assert found.zones["laid"].presenter == Sides("pile", "mini")


@pytest.mark.parametrize(
    ("view", "where", "part", "fix"),
    [
        ("view: 1\nzons: {}\n", (2, 1), "'zons' means nothing here", "zones"),
        ("view: 2\n", (1, 7), "isn't possible here", None),
        ("zones: {}\n", (1, 1), "'view' is missing", None),
        ("view: 1\nzones:\n  dek: {as: deck}\n", (3, 3), "no zone 'dek'", "deck"),
        ("view: 1\nzones:\n  deck: {as: dekc}\n", (3, 14), "'dekc' isn't possible", "deck"),
        ("view: 1\nzones:\n  deck: {on: hnad}\n", (3, 14), "no zone 'hnad'", "hand"),
        ("view: 1\nzones:\n  deck: {icon: sunn}\n", (3, 16), "no icon 'sunn'", "sun"),
        ("view: 1\nzones:\n  hand: {sort: [suit, valeu]}\n", (3, 23), "attribute 'valeu'", "value"),
        ("view: 1\nzones:\n  laid: {as: {me: colum, others: mini}}\n", (3, 19), "colum", "column"),
        ("view: 1\nzones:\n  deck: 3\n", (3, 9), "keys with their values", None),
        ("view: 1\npieces:\n  Card: {cases: {}}\n", (3, 17), "a list in this place", None),
        ("view: 1\nzones:\n  deck: {overlap: much}\n", (3, 19), "number", None),
        ("view: 1\nzones:\n  laid: {labels: {table: wroth}}\n", (3, 26), "no table", "worth"),
        ("view: 1\ndimensions:\n  Siut: {oak: {icon: tree}}\n", (3, 3), "'Siut'", "Suit"),
        ("view: 1\ndimensions:\n  Suit:\n    aok: {icon: tree}\n", (4, 5), "'aok'", "oak"),
        ("view: 1\ndimensions:\n  Suit:\n    oak: {colour: greyish}\n", (4, 19), "a colour", None),
        ("view: 1\ndimensions:\n  Suit:\n    oak: {scene: dessert}\n", (4, 18), "scene", "desert"),
        ("view: 1\ndimensions:\n  Suit: {use: nothing-known}\n", (3, 15), "describes Suit", None),
        ("view: 1\npieces:\n  Crad: {as: card}\n", (3, 3), "no component 'Crad'", "Card"),
        ("view: 1\npieces:\n  Card: {hue: siut}\n", (3, 15), "no attribute 'siut'", "suit"),
        ('view: 1\npieces:\n  Card: {index: "{vlaue}"}\n', (3, 18), "'vlaue'", "value"),
        (
            "view: 1\npieces:\n  Card:\n    cases:\n      - when: {vale: 3}\n",
            (5, 16), "no attribute 'vale'", "value",
        ),
        (
            "view: 1\nlayout:\n  wide:\n    cols: [1fr, 2xx]\n    rows: [1fr]\n    areas: [[a]]\n",
            (4, 17), "'2xx' is no size", None,
        ),
        (
            "view: 1\nlayout:\n  wide:\n    cols: [[1fr]]\n    rows: [1fr]\n    areas: [[a]]\n",
            (4, 12), "there is a size in this place", None,
        ),
        (
            "view: 1\nlayout:\n  wide:\n    cols: [1fr]\n    rows: [1fr]\n    areas: [[a], [b]]\n",
            (6, 5), "1 rows, but 2 rows of areas", None,
        ),
        (
            "view: 1\nlayout:\n  wide:\n    cols: [1fr]\n    rows: [1fr]\n    areas: [[here]]\n"
            "zones:\n  hand: {in: heer}\n",
            (8, 14), "area 'heer'", "here",
        ),
    ],
)  # fmt: skip
def test_mistakes_have_a_place_and_a_fix(
    tmp_path: Path, view: str, where: tuple[int, int], part: str, fix: str | None
) -> None:
    problem = mistakes(tmp_path, view)[0]
    assert part in problem.message
    assert place(problem) == where
    assert problem.fix == fix
    assert problem.span.file.endswith("tiny.view.yaml")


def test_all_mistakes_are_told_at_once(tmp_path: Path) -> None:
    view = "view: 1\nzones:\n  dek: {as: deck}\n  hnad: {as: fan}\n"
    assert [problem.fix for problem in mistakes(tmp_path, view)] == ["deck", "hand"]


@pytest.mark.parametrize(
    "view", ["", "- a\n", "view: [1\n", "view: 1\n\tzones: {}\n", "view: !!x 1\n"]
)
def test_what_is_no_view_file_is_one_sentence(tmp_path: Path, view: str) -> None:
    (problem,) = mistakes(tmp_path, view)
    assert problem.message
    assert "\n" not in problem.message


def test_a_file_that_is_no_text_is_one_sentence(tmp_path: Path) -> None:
    game = tiny(tmp_path, "")
    (tmp_path / "tiny.view.yaml").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(RulesError, match="UTF-8"):
        read_look(game)


def test_a_variant_has_its_bases_file_and_its_own_on_top(tmp_path: Path) -> None:
    tiny(tmp_path, "view: 1\nzones:\n  deck: {as: pile}\n  laid: {as: pile}\n")
    path = tmp_path / "more.cairn"
    path.write_text('variant "More" of "tiny"\n  "More."\nset subtitle "more"\n', "utf-8")
    game = Game(load(path), 2)
    assert [p.name for p in view_files(game)] == ["tiny.view.yaml"]
    assert read_look(game).zones["deck"].presenter.me == "pile"
    (tmp_path / "more.view.yaml").write_text("view: 1\nzones:\n  deck: {as: count}\n", "utf-8")
    found = read_look(game)
    assert found.zones["deck"].presenter.me == "count"
    assert found.zones["laid"].presenter.me == "pile"


@pytest.mark.parametrize("name", [*LIBRARY, *VARIANTS])
def test_the_library_has_view_files_without_mistakes(name: str) -> None:
    assert look_of(name, 2).designed


def test_a_text_in_an_editor_has_the_view_file_of_its_path(tmp_path: Path) -> None:
    tiny(tmp_path, "view: 1\nzones:\n  deck: {as: count}\n")
    game = Game(load_text(RULES, tmp_path / "tiny.cairn"), 2)
    assert read_look(game).zones["deck"].presenter.me == "count"


@pytest.mark.parametrize(
    ("zones", "said"),
    [
        ("laid: {on: deck}", "'laid' would not be shown: only a ladder has cells to lie on, and"),
        ("hand: {on: laid}\n  laid: {as: ladder}",
         "'hand' would not be shown: 'laid' has no such index"),
        ("laid: {on: deck}\n  deck: {as: ladder}",
         "'laid' would not be shown: it belongs to players, and 'deck' doesn't"),
    ],
)  # fmt: skip
def test_what_would_lie_where_nobody_sees_it_is_a_mistake(
    tmp_path: Path, zones: str, said: str
) -> None:
    (problem,) = mistakes(tmp_path, f"view: 1\nzones:\n  {zones}\n")
    assert problem.message.startswith(said)
    assert problem.span.line == 3


def test_a_variant_that_moves_a_variable_leaves_the_rest_as_its_game_says() -> None:
    hidden = VariableLook(hide=True, title=False)
    spec = VariableSpec(area=Sides("plate", "plate"))
    moved = look_loader._variable(spec, hidden)
    assert moved == VariableLook(**dict(hidden) | {"area": spec.area, "always": True})
