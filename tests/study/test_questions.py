"""What a designer asks of games between equal players, of games with known answers."""

import math
import re
from dataclasses import replace
from html import unescape
from pathlib import Path

import numpy as np
import pytest

from engine.cli.study import PLOTS
from engine.game.session import Game
from engine.rules.load import load_text
from engine.study.arm import Arm
from engine.study.deal_luck import ALIKE, FEW, SAME, DealLuck, deal_luck, explained
from engine.study.deal_luck import TITLE as DEAL_TITLE
from engine.study.fairness import FEW as FEW_GAMES
from engine.study.fairness import NOBODY, Fairness, Starts, fairness, shares_of
from engine.study.fairness import TITLE as FAIR_TITLE
from engine.study.fast import GameResult
from engine.study.html_report import page
from engine.study.intervals import Interval, corrected
from engine.study.piece_effects import TITLE as PIECES_TITLE
from engine.study.piece_effects import PieceEffect, PieceEffects
from engine.study.piece_events import PieceKind
from engine.study.question_plots import question_plots
from engine.study.questions import Answers
from engine.study.report import StudyReport
from engine.study.run import carry_out
from engine.study.tension import Tension
from tests.agents.games import CIRCLE
from tests.scope import telling
from tests.study.playing import MOMENT, RACE, plan_of
from tests.study.playing import race as race_text

INTERVAL = re.compile(r"\([\d.,]+ to [\d.,]+\)")
CARDS = """\
game "Cards"
  players 2

component Card
  value: 1..20
  called "{value}"
  make 1 for each value
component Die
  var face: 1..6
  make 1

zone deck: pile of Card, face down
zone hand[Player]: hand of Card
zone tray: spot of Die, face up
counter thrown[Player]: 0..9 = 0
counter turns: 0..9 = 0

setup
  move all Die to tray
  move all Card to deck
  shuffle deck
  deal 1 from deck to each hand

turn
  choose
    throw
      "Throw the die."
      turns := turns + 1
      roll all Die
      thrown[me] := (the Die in tray).face
    wait
      "Do nothing."
      turns := turns + 1
      thrown[me] := 0

game ends when turns = 2
score each Player
  add "points" POINTS
winner highest total
"""
"""A game in which players are dealt a card, then throw dice, and what is scored is left open."""


def unheard(_: float) -> None:
    """Hear of progress and do nothing."""


def cards(points: str) -> Game:
    """Return the game of cards and dice."""
    return Game(load_text(CARDS.replace("POINTS", points), Path("cards.cairn")), 2)


def race(setup: str = "", starts: str = "") -> Game:
    """Return the race, with more in its setup, and with who begins."""
    text = RACE.replace("to pool\n", f"to pool\n{setup}", 1).replace(
        "  players 2\n", f"  players 2\n{starts}", 1
    )
    return Game(load_text(text, Path("race.cairn")), 2)


def fair(game: Game, deals: int = 400, seconds: float = 60.0) -> Fairness:
    """Return what the places win between random players."""
    found = fairness(game, "random", 1, unheard, deals=deals, seconds=seconds)
    assert found is not None
    return found


def varied(found: Fairness) -> Fairness:
    """Return what is found as if no game were like another, which games this small can't show."""
    return replace(found, courses=found.looked)


# ------------------------------------------------------------------ fair?


def test_the_start_helps_in_a_race_and_the_place_at_the_table_does_not() -> None:
    found = fair(race())
    assert found.starts is Starts.TURNED and found.games == 800
    first, *_, table = varied(found).sentences()
    assert found.places[0].low > 0.55 and first.endswith("beginning is an advantage.")
    assert table.startswith("The place at the table makes no clear difference")
    assert sum(x.value for x in found.places) == pytest.approx(1)
    assert sum(x.value for x in found.seats) == pytest.approx(1)


def test_a_place_at_the_table_that_has_more_shows_apart_from_the_start() -> None:
    found = fair(race("  move 1 from pool to way[seat 2]\n"))
    assert found.places[0].low > 0.5, "beginning helps as before"
    *_, table = varied(found).sentences()
    assert table.startswith("The place at the table matters") and "seat 2 wins " in table
    assert found.seats[1].low > 0.6


@pytest.mark.parametrize(
    ("starts", "kind", "words"),
    [
        ("  starts random\n", Starts.DRAWN, "The deal decides who begins."),
        ("  starts seat 2\n", Starts.FIXED, "The same seat always begins"),
    ],
)
def test_who_begins_by_the_rules_is_said(starts: str, kind: Starts, words: str) -> None:
    found = fair(race(starts=starts))
    assert found.starts is kind and found.games == 400
    assert found.places[0].low > 0.5
    assert any(sentence.startswith(words) for sentence in varied(found).sentences())


def test_players_who_repeat_themselves_say_little_of_others() -> None:
    text = MOMENT.replace("WHEN", "0").replace("turns = 8", "turns = 1")
    once = text.replace("    leave\n", "    leave\n      require turns = 1\n", 1)
    found = fair(Game(load_text(once, Path("once.cairn")), 2), deals=60)
    assert (found.courses, found.looked) == (1, 60) and found.places[0].value == 1.0
    (repeated,) = found.sentences()
    assert not INTERVAL.search(repeated) and "advantage" not in repeated
    assert not any(INTERVAL.search(row) for row in found.rows())
    assert repeated.startswith("The players repeat themselves: 60 games had only 1 different")
    dealt = fair(cards("thrown[me]"), deals=60)
    assert dealt.looked == 0 and not dealt.repeated, "by chance, no game repeats another"


def test_too_few_games_are_not_called_fair() -> None:
    assert list(fair(race(), deals=10).sentences()) == [FEW_GAMES]
    assert list(fair(race(), seconds=0.0).sentences()) == [FEW_GAMES]
    circle = Game(load_text(CIRCLE, Path("circle.cairn")), 2)
    assert list(fair(circle).sentences()) == [FEW_GAMES], "no game ends"


@pytest.mark.parametrize(("decisive", "words"), [(0, NOBODY), (3, FEW_GAMES)])
def test_games_that_nobody_wins_do_not_count_as_won(decisive: int, words: str) -> None:
    games = [[(0, GameResult(1, (0, 0), (0,) if n < decisive else ()))] for n in range(400)]
    assert list(shares_of(games, Starts.TURNED, 2, 2, 60, 60).sentences()) == [words]


def test_of_many_places_some_are_clear_only_by_a_wider_interval() -> None:
    near, even = Interval(0.28, 0.23, 0.33, 900), Interval(0.36, 0.31, 0.41, 900)
    found = Fairness(Starts.TURNED, (near, even, even), (even,) * 3, 900, partners=False)
    assert near.clear_of(found.even) and not found.clear(found.places)
    far = Fairness(
        Starts.FIXED, (Interval(0.2, 0.15, 0.25, 900), even, even), (even,) * 3, 900,
        partners=False,
    )  # fmt: skip
    assert next(far.sentences()).endswith(
        "In turn order, the first wins less (20.0% (15.0 to 25.0)) than an equal part, 33.3%."
    )
    wide = corrected(near, 6)
    assert wide.high - wide.low == pytest.approx(0.1 * 2.638 / 1.96, rel=1e-3)


# ------------------------------------------------------------------ the deal's share of luck


def luck(points: str, deals: int = 60) -> DealLuck:
    """Return what the deal decides between random players."""
    found = deal_luck(cards(points), "random", 1, unheard, deals=deals, seconds=60.0)
    assert found is not None
    return found


def test_a_game_that_its_deal_decides_is_all_deal_and_one_of_dice_is_none() -> None:
    dealt = luck("first(hand[me]).value")
    assert dealt.wins is not None and dealt.wins.value == 1.0 and dealt.wins.low > 0.9
    assert dealt.leads is not None and dealt.leads.value == 1.0
    (sentence,) = dealt.sentences()
    assert sentence.startswith("The deal decides 100.0% (94")
    thrown = luck("thrown[me]")
    assert thrown.wins is not None and thrown.wins.value < 0.1 and thrown.wins.low == 0.0
    assert thrown.leads is not None and thrown.leads.high < 0.2
    mixed = luck("first(hand[me]).value + 3 * thrown[me]", deals=200)
    assert mixed.wins is not None and mixed.wins.clear_of(0) and mixed.wins.clear_of(1)


def test_the_share_is_the_variance_between_deals() -> None:
    chance = np.random.default_rng(1)
    deals = chance.normal(size=(4000, 1, 1)) + 2 * chance.normal(size=(4000, 4, 1))
    found = explained(np.concatenate([deals, -deals], axis=2))
    assert found is not None and found.low < 0.2 < found.high and found.high - found.low < 0.05
    assert explained(np.ones((5, 4, 2))) is None


def test_where_the_deal_can_decide_nothing_the_report_says_so() -> None:
    alike = deal_luck(race(), "random", 1, unheard, deals=10, seconds=60.0)
    assert alike is not None and list(alike.sentences()) == [SAME] and not list(alike.rows())
    assert list(luck("first(hand[me]).value", deals=5).sentences()) == [FEW]
    assert list(luck("0").sentences()) == [ALIKE]
    assert math.isclose(luck("0").deals, 60)


# ------------------------------------------------------------------ the report


def test_the_report_has_the_answers_first_with_figures_and_pictures() -> None:
    game, dealt = race(), luck("first(hand[me]).value")
    games = carry_out(plan_of(race_text()), [20])[0]
    effect = Interval(0.3, 0.2, 0.4, 500)
    card = PieceEffect(PieceKind("red 7", "Card", (("value", 7),)), "", effect, effect)
    tense = Tension((0.0, 0.5), np.array([[0.4, 0.9]] * 20), 2, None)
    answers = Answers(fair(game), dealt, tense, PieceEffects((card,), 500))
    report = StudyReport((Arm("Race", games, answers=answers),), 1)
    text, page_text = report.text(), unescape(page(report, []))
    first = text.splitlines()[2]
    assert first.startswith("  The players repeat themselves: ")
    for words in (FAIR_TITLE, DEAL_TITLE, PIECES_TITLE, *answers.sentences(), card.row):
        assert words in text and words in page_text
    found = report.as_json()["rulesets"][0]["answers"]
    assert found["fair"]["places"][0]["low"] > 0.5 and found["deal"]["wins"]["value"] == 1.0
    drawn = {name: title for name, title, _ in question_plots(report.arms)}
    assert set(drawn) == {"fair", "deal", "tense", "pieces"} <= PLOTS
    assert found["pieces"]["effects"][0]["piece"] == "red 7"
    for _, _, draws in telling([], [*question_plots(report.arms)]):
        (axes,) = draws().axes
        assert axes.containers and axes.get_xlabel()
