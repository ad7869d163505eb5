"""Which lookup tables are drawn: those that players look up. The rulebook prints all of them."""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner

from engine import Game, Session, load_text
from engine.cli.app import app
from viewer.panels import shot_app

TEXT = """game "Traders"
  players 2

type Good = cloth, grain, stone

table step: Good -> 0..9
  cloth = 3
  grain = 2
  stone = 5

component Bale
  good: Good
  called "bale of {{good}}"
  make 4 for each good

zone store:       area of Bale
zone cart[Player]: area of Bale

counter coins[Player]: 0..200 = 0
var reach: 0..100 = 0

setup
  move all Bale to store
{setup}

turn
  choose
    load_up(bale in store)
      "Load {{bale}}."
      move bale to my cart
{load}
{after}

game ends when store is empty

{score}

winner highest coins

example "All bales are in the store"
  then size(store) = 12
"""
SCORE = "score each Player into coins\n  "


def drawn(**parts: str) -> bool:
    """Return whether the table is drawn in the middle of a game."""
    text = TEXT.format(**({"setup": "", "load": "", "after": "", "score": ""} | parts))
    session = Session(Game(load_text(text, Path("traders.cairn")), 2), 1)
    session.play(session.written_moves()[0])
    nodes = shot_app(session, None, "en").nodes((1280, 720))
    return any(node.id.startswith("counter:step[") for node in nodes)


@pytest.mark.parametrize(
    "parts",
    [
        {"score": SCORE + 'add "Cart" sum(step[bale.good] for bale in my cart)'},
        {"score": SCORE + 'for each good: add "{good}" step[good] when my cart is not empty'},
        {"load": "      gain step[bale.good] coins"},
        {"load": "      if step[bale.good] > 3: end turn"},
        {"load": "      my coins := coins[me] + step[bale.good]"},
    ],
)
def test_a_table_that_players_look_up_is_drawn(parts: dict[str, str]) -> None:
    assert drawn(**parts)


@pytest.mark.parametrize(
    "parts",
    [
        {},
        {"setup": "  for each good: reach := reach + step[good]"},
        {"after": "  for each good: reach := max(step[good], 1)"},
        {"load": "      reach := sum(step[good] for good in Good)"},
    ],
)
def test_a_table_that_only_the_rules_read_is_not_drawn(parts: dict[str, str]) -> None:
    assert not drawn(**parts)


def test_the_rulebook_prints_a_table_that_is_not_drawn(tmp_path: Path) -> None:
    rules, book = tmp_path / "traders.cairn", tmp_path / "traders.html"
    parts = {"setup": "  for each good: reach := reach + step[good]", "load": "", "after": ""}
    rules.write_text(TEXT.format(score="", **parts), "utf-8")
    result = CliRunner().invoke(app, ["rules", str(rules), "--out", str(book), "--lang", "en"])
    assert result.exit_code == 0, result.output
    printed = book.read_text("utf-8").lower()
    assert all(word in printed for word in ("cloth", "grain", "stone", "step"))
    assert "5" in printed
