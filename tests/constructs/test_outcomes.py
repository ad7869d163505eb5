"""Who wins or loses: as a statement and as an ending, for a seat, for whoever, for all."""

from __future__ import annotations

import pytest

from engine.agents.evaluation import lead
from engine.chronicle.chronicle import Chronicle
from engine.compile.lower import lower
from engine.study.simulate import simulate
from tests.constructs.tiny import codes, examples, load, play, same_in_both, start

ENDS = """
game "Ends"
  players 2..4
counter n[Player]: 0..9 = 0
turn
  choose
    up
      gain 1 n
    resign
      if my n < 9: me loses "Resigned."
    claim
      left(me) wins
    draw
      nobody wins "Agreed."
    spoil
      everybody loses
loses when my n = 3
  "Three is too much."
nobody wins at end of turn when n[seat 1] > n[seat 2] + 1
seat 2 wins when n[seat 2] > n[seat 1] + 1
example "A draw"
  do draw
  then the game is over
  then nobody wins
"""


@pytest.mark.parametrize(
    ("made", "winners", "said"),
    [
        (["resign"], [1, 2], "Resigned."),
        (["up", "resign"], [0, 2], "Resigned."),
        (["claim"], [1], ""),
        (["draw"], [], "Agreed."),
        (["spoil"], [], ""),
        (["up", "up", "up"] * 2 + ["up"], [1, 2], "Three is too much."),
    ],
)
def test_who_wins(made: list[str], winners: list[int], said: str) -> None:
    session = play(start(ENDS, 3), *made)
    assert session.over
    assert session.winners == winners
    assert Chronicle(session).ending(len(session.history), None) == said


def test_a_draw_is_between_a_win_and_a_loss() -> None:
    worth = {}
    for move in ("claim", "draw", "resign"):
        session = play(start(ENDS), move)
        worth[move] = [lead(session.game.interpreter, session.state, seat) for seat in (0, 1)]
    assert worth["draw"] == [0, 0]
    assert worth["resign"] == worth["claim"]
    assert worth["resign"][0] < 0 < worth["resign"][1]


def test_examples_and_both_executors() -> None:
    assert set(examples(ENDS).values()) == {""}
    same_in_both(ENDS, players=3, games=3)


def test_a_result_that_is_decided_while_scores_are_paid() -> None:
    text = ENDS + 'after last round\n  score each Player\n    add "N" my n\n'
    text += "  if n[seat 1] > 0: seat 2 wins\n"
    session = play(start(text.replace('nobody wins "Agreed."', "end game")), "up", "draw")
    assert session.winners == [1]


def test_a_simulation_shows_wins_draws_and_losses_instead_of_scores() -> None:
    report = simulate(load(ENDS), 2, 40, 1, ["random", "random"])
    first, second = report.seats
    assert first.mean is second.mean is None
    drawn = {report.games - seat.wins - seat.losses for seat in report.seats}
    assert drawn == {report.nobody}
    assert first.losses == second.wins > 0 < report.nobody


def test_where_all_win_or_lose_together_nobody_competes() -> None:
    from engine.compile.wasm.move_keys import sides

    text = 'turn\n  choose\n    a\n      {}\n    b\n      everybody loses "B."\n'
    assert sides(lower(load(text.format("everybody wins")).checked(), 3)) == 1
    assert sides(lower(load(text.format("me wins")).checked(), 3)) == 3


@pytest.mark.parametrize(
    ("old", "new", "code"),
    [
        ("loses when my n = 3", "loses after 2 more turns when my n = 3", "E203"),
        ("left(me) wins", "n wins", "E102"),
        ("turn\n", "setup\n  me wins\nturn\n", "E203"),
        ("left(me) wins", "nobody loses", "E001"),
    ],
)
def test_what_is_refused(old: str, new: str, code: str) -> None:
    assert code in codes(ENDS.replace(old, new, 1))
