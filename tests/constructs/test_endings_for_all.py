"""Endings for all alike, `before score`, who begins by a value, `rounds until`, `one`."""

from __future__ import annotations

import pytest

from engine.agents.evaluation import WON, final_values, lead
from engine.chronicle.chronicle import Chronicle
from engine.cli.text import winner_sentence
from tests.constructs.tiny import codes, examples, moves, play, refused, same_in_both, start, var

TOGETHER = """
counter fuses: 0..3 = 3
counter lit: 0..3 = 0
turn
  choose
    light
      gain 1 lit
    spoil
      lose 1 fuses
everybody wins when lit = 3
  "All are lit."
everybody loses at end of turn when fuses = 0
  "All are spoilt."
"""


@pytest.mark.parametrize(
    ("move", "winners", "said"),
    [("light", [0, 1], "Everybody has won."), ("spoil", [], "Everybody has lost.")],
)
def test_all_win_or_lose_together(move: str, winners: list[int], said: str) -> None:
    session = play(start(TOGETHER), move, move, move)
    assert session.over
    assert session.winners == winners
    assert session.together == ("everybody wins" if winners else "everybody loses")
    assert winner_sentence(session, ["Ann", "Bo"]).startswith(said)
    worth = WON if winners else -WON
    assert final_values(session.game.interpreter, session.state) == [worth, worth]
    assert lead(session.game.interpreter, session.state, 0) == worth
    ending = Chronicle(session).ending(len(session.history), None)
    assert ending == ("All are lit." if winners else "All are spoilt.")


def test_both_executors_end_alike() -> None:
    same_in_both(TOGETHER, players=3, games=4)
    same_in_both(ROUNDS, players=3, games=3)


ROUNDS = """
game "Tricks"
  players 2..3
  rounds until any(points[p] >= 4 for p in Player)
  starts anyone, then taker
counter points[Player]: 0..9 = 0
counter price[1..3]: 0..99 = 0
counter spare[Player, 1..2]: 0..9 = 2
var taker: Player = seat 1
turn
  choose
    win
      taker := left(me)
      gain 2 points for left(me)
      lose 1 points from left(me)
      gain 3 price[2]
      gain 1 spare[1]
      lose 1 spare[2] from left(me)
      end round
before score
  "Something may still be done."
  as taker
    may choose
      boast
        gain 1 price[1]
after each round
  score each Player into points
    add "Taken" 1 when me = taker and price[1] > 0
winner highest points
example "Who has won begins, and rounds go on"
  given 2 players
  do    win
  then  the round is not over
  then  points[seat 2] = 1
  then  price[2] = 3
  then  my points = 0
  then  spare[seat 1, 1] = 3
  then  spare[seat 2, 2] = 1
  do    seat 2: boast
  then  the round is over
  then  points[seat 2] = 2 after scoring
  then  seat 2 is to move
"""


def test_a_round_is_begun_by_whoever_a_value_names_until_enough_have_been_played() -> None:
    assert set(examples(ROUNDS).values()) == {""}
    session = start(ROUNDS)
    starters = []
    while not session.over:
        if "win" in moves(session):
            starters.append(session.seat)
        play(session, moves(session)[0])
    assert starters == [0, 1, 0]
    assert var(session, "points[seat 2]") == "4"
    assert session.winners == [1]


COINS = """
component Coin
  metal: tin, gold
  worth: 1..2 = 1
  called "{metal} {worth}"
  make 3 for each metal
zone purse[Player]: area of Coin
zone heap: pile of Coin
setup
  move each Coin to purse[seat 1]
turn
  choose
    pay
      move one(coin in {where} where coin.metal = gold) to purse[left(me)]
"""


def test_any_one_of_alike_pieces() -> None:
    text = COINS.replace("{where}", "my purse")
    session = play(start(text), "pay", "pay")
    assert session.seat == 0
    nothing = COINS.replace("{where}", "purse[left(me)]")
    assert "'one' finds nothing" in str(refused("E505", nothing, 2, "pay"))
    same_in_both(text.replace("make 3", "make 6") + "game ends when size(purse[seat 1]) = 7\n")


def test_pieces_that_differ_or_lie_in_an_order_are_not_alike() -> None:
    mixed = COINS.replace("{where} where coin.metal = gold", "my purse")
    assert "they aren't alike" in str(refused("E505", mixed, 2, "pay"))
    piled = COINS.replace("to purse[seat 1]", "to heap").replace("{where}", "heap")
    assert "they aren't alike" in str(refused("E505", piled, 2, "pay"))


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("gain 1 fuses for me", "E102"),
        ("gain 1 fuses[2]", "E102"),
        ("gain 1 fuzes", "E010"),
        ("gain one(x in 1..3) fuses", "E102"),
    ],
)
def test_what_is_refused(line: str, code: str) -> None:
    assert code in codes(TOGETHER.replace("gain 1 lit", line))


def test_no_score_stands_before_the_score() -> None:
    assert codes(
        ROUNDS.replace("  as taker\n", '  score each Player\n    add "x" 1\n  as taker\n')
    ) == ["E203"]
