"""Examples that are proposed for what none exercises."""

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from engine.cli.app import app
from engine.game.examples import run_examples
from engine.language.diagnostics import Findings
from engine.language.format import format_text
from engine.language.source import Source
from engine.playtest.coverage import coverage
from engine.playtest.proposals import Proposal, propose
from engine.rules.load import Loaded, load_text

RULES = """game "Pebbles"
  players 2

type Colour = red, blue

component Pebble
  colour: Colour
  value:  1..9
  called  "{colour} {value}"
  make 1 for each colour, value

zone bag:           pile of Pebble, face down
zone hand[Player]:  hand of Pebble
zone row[Player]:   column of Pebble
counter luck[Player]: 0..9 = 0

rule climbs(pebble: Pebble)
  "A pebble must be higher than the one before it."
  my row is empty or pebble.value > last(my row).value

setup
  move all Pebble to bag
  shuffle bag
  deal 4 from bag to each hand

turn
  choose
    lay(pebble in my hand)
      "Lay {pebble}."
      require my luck < 9
        because "You have all the luck there is."
      require climbs(pebble)
      if pebble.value = 9: gain 2 luck
      move pebble to my row
    draw
      "Draw one."
      require bag is not empty
      move top of bag to my hand

round ends when size(bag) <= 4
round ends when size(my row) = 40

score each Player
  add "row" sum(pebble.value for pebble in my row)

winner highest total
"""
FILE = Path("pebbles.cairn")
MISSING = [
    "rule 'climbs'",
    "action 'lay'",
    "'require my luck < 9' of 'lay'",
    "'require climbs(pebble)' of 'lay'",
    "action 'draw'",
    "'require bag is not empty' of 'draw'",
    "'round ends when size(bag) <= 4'",
    "'round ends when size(my row) = 40'",
    "the line 'row'",
]
NEVER = {
    "'require my luck < 9' of 'lay'",
    "'require bag is not empty' of 'draw'",
    "'round ends when size(my row) = 40'",
}


@pytest.fixture(scope="module")
def loaded() -> Loaded:
    return load_text(RULES, FILE)


@pytest.fixture(scope="module")
def proposals(loaded: Loaded) -> list[Proposal]:
    parts = coverage(loaded)
    assert [part.what for part in parts if not part.shown] == MISSING
    return propose(loaded, parts, seconds=600, games=6)


def test_what_games_reach_is_proposed_and_the_rest_said(proposals: list[Proposal]) -> None:
    assert {p.part.what for p in proposals if not p.text} == NEVER
    assert all(p.why for p in proposals if not p.text)


def test_pasted_proposals_pass_and_exercise_what_they_are_for(proposals: list[Proposal]) -> None:
    pasted = load_text("\n".join([RULES, *(p.text for p in proposals)]), FILE)
    outcomes = run_examples(pasted)
    assert len(outcomes) == len(MISSING) - len(NEVER) and all(o.passed for o in outcomes)
    assert {part.what for part in coverage(pasted) if not part.shown} == NEVER


def test_proposals_are_in_the_canonical_form_and_the_smallest_comes_first(
    proposals: list[Proposal],
) -> None:
    texts = [p.text for p in proposals if p.text]
    assert all(format_text(Source("x", text), Findings()) == text for text in texts)
    assert [text.count("\n") for text in texts] == sorted(text.count("\n") for text in texts)


def test_nothing_stands_in_a_proposal_that_it_does_not_need(proposals: list[Proposal]) -> None:
    by_part = {p.part.what: p.text for p in proposals}
    assert by_part["the line 'row'"].count("given") == 1
    assert "bag" not in by_part["'require climbs(pebble)' of 'lay'"]
    assert "because climbs" in by_part["'require climbs(pebble)' of 'lay'"]


def test_a_requirement_counts_only_for_the_move_that_is_claimed() -> None:
    example = """
example "No pebble is left"
  given bag is empty
  given my hand = red 3
  given my row = red 1
  then  can lay(red 3)
"""
    shown = [p.what for p in coverage(load_text(RULES + example, FILE)) if p.shown]
    assert shown == ["rule 'climbs'", "the line 'row'"]


def test_a_share_is_asked_of_examples_only_when_it_is_stated(tmp_path: Path) -> None:
    file = tmp_path / "nim.cairn"
    text = (Path(__file__).parents[2] / "examples/nim.cairn").read_text("utf-8")
    file.write_text(text.partition("example ")[0], "utf-8")

    def check(*options: str) -> Result:
        return CliRunner().invoke(app, ["check", "--coverage", *options, str(file)])

    poor = check("--at-least", "1%")
    assert poor.exit_code == 1 and "warning: examples exercise 0 of 3 parts" in poor.stdout
    told = check()
    assert told.exit_code == 0
    proposed = [f"example{part}" for part in told.stdout.split("\nexample")[1:]]
    proposed = [one.partition("\nsee: ")[0] for one in proposed]
    file.write_text("\n".join([file.read_text("utf-8"), *proposed, ""]), "utf-8")
    assert check("--at-least", "100%").exit_code == 0


def test_programs_are_told_what_is_missing_with_its_example() -> None:
    result = CliRunner().invoke(app, ["check", "--coverage", "--json", "rulesets/kalah.cairn"])
    (missing,) = json.loads(result.stdout.splitlines()[-1])["missing"]
    assert (missing["line"], missing["example"].count("\n")) == (31, 3)


@pytest.mark.parametrize("share", ["many", "101%", "-1", ""])
def test_what_is_no_share_is_refused(share: str) -> None:
    result = CliRunner().invoke(app, ["check", "--at-least", share, "examples/nim.cairn"])
    assert result.exit_code == 1 and result.stdout == ""
