"""The recipes of CONTRIBUTING.md: how few places each names, and toys made by them that work."""

import re
from collections.abc import Sequence
from pathlib import Path

import pytest

from engine.agents.registry import AGENTS, AgentSpec, names_in_words
from engine.game.interpreter import Move
from engine.game.knowledge import InformationSet
from engine.game.session import Game, Session
from engine.rules import zone_kinds
from engine.rules.load import load_text
from engine.rules.zone_kinds import ZoneKind
from engine.study.simulate import simulate
from tests import recipes
from tests.scope import ALL

ROOT = Path(__file__).resolve().parents[1]
MOST = {
    "a statement": 6, "a zone kind": 3, "an agent": 3, "a presenter": 3, "a diagnostic": 3,
    "a language": 2, "a reader of the chronicle": 3,
}  # fmt: skip
SHELF = """game "Books"
  players 2
component Book
  make 6
zone stock: pile of Book
zone rack:  row of Book
setup
  move all Book to stock
turn
  choose
    put
      move top of stock to rack
game ends when stock is empty
"""


def test_recipes_name_few_places() -> None:
    text = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
    for name, most in MOST.items():
        recipe = text.split(f"### Add {name}\n")[1].split("\n#")[0]
        steps = re.findall(r"^\d\. ", recipe, re.MULTILINE)
        assert 0 < len(steps) <= most, name


class First:
    """Takes the first legal move."""

    def choose(self, game: Game, known: InformationSet, legal: Sequence[Move], seat: int) -> Move:
        return legal[0]


def test_an_agent_is_its_class_and_its_entry(monkeypatch: pytest.MonkeyPatch) -> None:
    spec = AgentSpec("first", "takes the first legal move", lambda name, seed: First())
    monkeypatch.setitem(AGENTS, "first", spec)
    assert ", first," in names_in_words()
    rules = load_text(SHELF, Path("books.cairn"))
    report = simulate(rules, 2, 2, 1, ("first", "random"))
    assert report.decisions == 6


def test_a_zone_kind_is_its_row(monkeypatch: pytest.MonkeyPatch) -> None:
    kind = ZoneKind("shelf", "books side by side", "row", in_line=True)
    monkeypatch.setitem(zone_kinds._BY_NAME, "shelf", kind)
    rules = load_text(SHELF.replace("row of", "shelf of"), Path("books.cairn"))
    session = Session(Game(rules, 2), 1)
    session.play("put")
    (rack,) = (zone for zone in session.view(0).zones if zone.name == "rack")
    assert (rack.kind, rack.count) == ("shelf", 1)


@pytest.mark.parametrize("name", MOST)
def test_a_toy_has_as_few_steps_as_its_recipe(name: str) -> None:
    steps = {place.partition(" ")[0] for place in recipes.places(recipes.TOYS[name])}
    assert len(steps) <= MOST[name]


@pytest.mark.skipif(not ALL, reason="a quarter of an hour: CAIRN_ALL=1, or python -m tests.recipes")
@pytest.mark.parametrize("name", MOST)
def test_a_forgotten_place_is_told(name: str, tmp_path: Path) -> None:
    whole, *others = recipes.told(name, tmp_path)
    assert whole == ("", "")
    assert [forgotten for forgotten, complaint in others if not complaint] == []
