"""docs/view-files.md: every key of the format is explained, and its example can be read."""

from __future__ import annotations

import re
import shutil
from dataclasses import fields
from pathlib import Path

import pytest
from pydantic import BaseModel

from engine import Game, Session, load
from tests.viewer.scene.scenes import EXAMPLES, scene_of
from tests.viewer.scene.test_present import faults
from viewer.artwork.icons import icon_names
from viewer.artwork.scenes import scene_names
from viewer.scene import look_loader, viewfile
from viewer.scene.default_look import automatic
from viewer.scene.facts import facts_of
from viewer.scene.grid_layout import Grid
from viewer.scene.look import CaseLook, FaceLook, LookPart
from viewer.scene.present import present
from viewer.scene.presenter_registry import presenter_words
from viewer.scene.scene import Scene

DOCS = Path(__file__).parents[3] / "docs" / "view-files.md"
TEXT = DOCS.read_text("utf-8")
_OUTSIDE = (viewfile.DimensionSpec, viewfile.LayoutSpec)
"""What the text explains without a table, or what other tables have in them."""


def rows(mark: str) -> list[str]:
    """Return the first column of the table below a mark."""
    found = re.search(rf"<!-- {re.escape(mark)} -->\n((?:\|.*\n)+)", TEXT)
    assert found, f"there is no table '{mark}'"
    return [line.split("`")[1] for line in found[1].splitlines()[2:]]


def models() -> list[type[BaseModel]]:
    parts = [value for value in vars(viewfile).values() if isinstance(value, type)]
    return [p for p in parts if issubclass(p, LookPart) and p is not LookPart and p not in _OUTSIDE]


@pytest.mark.parametrize("model", models(), ids=lambda model: str(model.__name__))
def test_every_key_is_explained(model: type[BaseModel]) -> None:
    known = {field.alias or name for name, field in model.model_fields.items()}
    if model is CaseLook:
        known = set(model.model_fields) - set(FaceLook.model_fields)
    assert sorted(rows(f"keys: {model.__name__}")) == sorted(known)


def test_every_key_of_a_grid_is_explained() -> None:
    assert sorted(rows("keys: Grid")) == sorted(field.name for field in fields(Grid))


def test_every_presenter_is_explained() -> None:
    assert sorted(rows("presenters")) == sorted(presenter_words())


@pytest.mark.parametrize(("mark", "names"), [("icons", icon_names()), ("scenes", scene_names())])
def test_every_icon_and_scene_is_named(mark: str, names: tuple[str, ...]) -> None:
    found = re.search(rf"<!-- {mark} -->\n(.*?)<!-- end -->", TEXT, re.DOTALL)
    assert found
    assert re.findall(r"`(\w+)`", found[1]) == sorted(names)


def test_the_example_can_be_read_and_shown(
    tmp_path: Path,
) -> None:
    found = re.search(r"<!-- example: ([\w-]+) -->\n```yaml\n(.*?)```", TEXT, re.DOTALL)
    assert found
    name, text = found.groups()
    shutil.copy(EXAMPLES / f"{name}.cairn", tmp_path)
    (tmp_path / f"{name}.view.yaml").write_text(text, "utf-8")
    game = Game(load(tmp_path / f"{name}.cairn"), 4)
    look = look_loader.read_look(game)
    assert look.designed
    assert look.variables["again"].hide
    for size in ((1440, 900), (800, 1000)):
        scene = scene_of(Session(game, 1), name, size)
        shown = Scene(scene.view, look, scene.box, scene.scale, seats=scene.seats)
        assert faults(present(shown), scene.box) == []


WORKED_OUT = """
game "Tiny"
  players 2

type Suit = oak, ash, elm
type Side = light, dark

component Card
  side:  Side
  suit:  Suit
  value: 1..3
  make 1 for each side, suit, value

component Man
  side:  Side
  owner: Player
  make 1 for each side, owner

component Chip
  make 9

component Dice
  var face: 1..6 = 1
  make 2

zone deck:           pile of Card, face down
zone hand[Player]:   hand of Card
zone road[Player]:   track of Man, spaces 1..9
zone heap:           area of Chip
zone tray:           area of Dice
zone field[Player]:  grid of mark, 3 by 3

setup
  move all Card to deck
  move all Chip to heap
  move all Dice to tray
  move each Man to road[its owner] at 1

turn
  choose
    throw
      roll tray
    wait

game ends at end of turn when round = 9
"""


def test_what_is_worked_out_is_as_the_text_says(tmp_path: Path) -> None:
    path = tmp_path / "tiny.cairn"
    path.write_text(WORKED_OUT, "utf-8")
    look = automatic(facts_of(Game(load(path), 2)))
    kinds = {name: piece.kind for name, piece in look.pieces.items()}
    assert kinds == {"Card": "card", "Man": "pawn", "Chip": "token", "Dice": "die"}
    card, man, chip, dice = (look.pieces[n] for n in ("Card", "Man", "Chip", "Dice"))
    assert (card.hue, card.index) == ("side", "{value}") and "{suit}" in card.footer
    assert man.hue == "owner"
    assert chip.shape == "pebble" and not chip.text
    assert dice.pips
    assert look.zones["field"].turn == "none"
