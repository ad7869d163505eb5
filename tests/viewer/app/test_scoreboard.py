"""The lines that a score is made of."""

from __future__ import annotations

from pathlib import Path

from engine import Game, LedgerRow, Session, load
from engine.agents.evaluation import scores_now
from engine.game.ledger import grouped
from engine.language.source import Span
from engine.table.scoreboard import scores_on_the_way
from engine.table.seats import HUMAN
from tests.viewer.app.hands import app_with, table
from viewer import commands as cmd
from viewer.app.i18n import Translator
from viewer.app.scoreboard import result_rows

HERE = Span("game.cairn", 1, 1, 1, 2)


def row(label: str, kind: str, value: int | None, group: str = "") -> LedgerRow:
    return LedgerRow(label, kind, value, HERE, group)


def test_a_sum_with_a_line_that_is_not_known_is_not_known() -> None:
    known = row("red cards", "add", 3, "red"), row("red bets", "times", -4, "red")
    hidden = row("blue cards", "add", None, "blue"), row("blue cost", "add", -5, "blue")
    assert [(g.label, g.total) for g in grouped(known + hidden)] == [("red", -12), ("blue", None)]


def test_a_factor_of_one_is_no_line() -> None:
    rows = (
        row("red cards", "add", 3, "red"),
        row("red bets", "times", 1, "red"),
        row("Bonus", "times", 1),
        row("Long row", "times", 2),
    )
    told = [(g.label, g.total, len(g.rows), g.factor) for g in grouped(rows)]
    assert told == [("red", 3, 1, False), ("Long row", 2, 1, True)]


def test_a_result_is_told_part_by_part_and_of_several_rounds_round_by_round() -> None:
    for settings, labels in (
        ({}, {"Yellow", "Blue", "White", "Green", "Red"}),
        ({"matches": "2"}, {"Round 1", "Round 2"}),
    ):
        app = app_with("lost-cities-card", options=settings)
        session = table(app).guest.session
        while not session.over:
            session.play(session.written_moves()[0])
        told = result_rows(session, Translator("en"))
        assert {row.label for row in told} <= labels and told
        for seat in range(2):
            values = [r.values[seat].replace("−", "-") or "0" for r in told]
            assert sum(map(int, values)) == session.scores[seat]


PURSES = """game "Purses"
  players 2
  rounds  2
  aim     "Have the most gold."

counter gold[Player]: 0..9 = 2
counter turns: 0..9 = 0

turn
  phase "Dig"
    choose
      dig
        gain 1 gold
        gain 1 turns
      rest
        gain 1 turns

round ends when turns >= 2

after each round
  turns := 0
  score each Player into gold
    add "Tax" -2
    add "Fine" -3 when gold[me] > 8

winner highest gold
"""


def test_the_curve_goes_through_what_the_row_of_each_round_says(tmp_path: Path) -> None:
    path = tmp_path / "fines.cairn"
    path.write_text(
        f'{PURSES}\nafter last round\n  score each Player into gold\n    add "Owed" -9\n'
    )
    session = Session(Game(load(path), 2), 1)
    for move in ("dig", "dig", "rest", "rest"):
        session.play(move)
    told = [(row.label, row.values) for row in result_rows(session, Translator("en"))]
    assert told[0] == ("Round 1", ("1", "1"))
    curve = scores_on_the_way(session, 2)
    assert (curve[2], curve[4]) == ((1, 1), (0, 0))
    assert curve[2] != tuple(scores_now(session.game, session.at(2).state))


def test_what_is_found_on_the_way_and_what_nobody_can_pay_count_to_their_round(
    tmp_path: Path,
) -> None:
    path = tmp_path / "purses.cairn"
    path.write_text(PURSES)
    session = Session(Game(load(path), 2), 1)
    for move in ("dig", "rest", "rest", "rest"):
        session.play(move)
    assert session.scores == [0, 0]
    told = [(row.label, row.values) for row in result_rows(session, Translator("en"))]
    assert told == [("Round 1", ("1", "0")), ("Round 2", ("−1", "0"))]
    assert list(scores_on_the_way(session, 4).items()) == [
        (0, (0, 0)), (1, (1, 0)), (2, (1, 0)), (3, (0, 0)), (4, (0, 0)),
    ]  # fmt: skip
    path.write_text(PURSES.replace("rounds  2", "rounds  1"))
    session = Session(Game(load(path), 2), 1)
    for move in ("dig", "rest"):
        session.play(move)
    told = [(row.label, row.values) for row in result_rows(session, Translator("en"))]
    assert told == [("Tax", ("−2", "−2")), ("On the way", ("3", "2"))]


def test_again_with_other_seats() -> None:
    app = app_with("lost-cities-card")
    before = list(table(app).guest.table.seats)
    app.run(cmd.Again(turned=True))
    after = table(app).guest.table.seats
    assert before[0] == HUMAN and after == [before[1], HUMAN]
