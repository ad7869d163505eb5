"""One replay of a decision gives a record, and everything that is shown about it reads that."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from engine import Session, load, load_text
from engine.chronicle.chronicle import Chronicle
from engine.chronicle.happenings import (
    MOST_KEPT,
    Acts,
    Announced,
    Began,
    Chose,
    Replays,
    Rolled,
    TurnBegan,
)
from engine.chronicle.rows import DecisionRow
from engine.chronicle.secrecy import WORLDS
from engine.compile import layout as at
from engine.game.interpreter import PASS, SILENT, Listener, Move, State
from engine.game.session import Game
from engine.language.diagnostics import RulesError
from tests.table.rows import rows_of
from tests.viewer.app.hands import EXAMPLES, game

COUNTING = """\
game "Counting"
  players 2
  aim     "Count."

component Pawn
  make 1

zone home: spot of Pawn, face up
zone away: spot of Pawn, face up

counter steps: 0..9 = 0

setup
  move all Pawn to home

turn
  choose
    walk(many in 1..2500) "Walk."
      for each n in 1..many
        move all from home to away
        move all from away to home
      announce "{many} steps."
    slip "Slip."
      steps := 9
      steps := steps + 1

game ends at end of turn when steps = 5
"""


def counted(session: Session, monkeypatch: pytest.MonkeyPatch) -> list[Move]:
    """Every move that the traced program makes from now on."""
    made: list[Move] = []
    interpreter = session.game.tracer.interpreter
    apply = interpreter.apply

    def count(state: State, move: Move, listener: Listener = SILENT) -> None:
        made.append(move)
        apply(state, move, listener)

    monkeypatch.setattr(interpreter, "apply", count)
    return made


def counting(tmp_path: Path) -> Session:
    return Session(Game(load_text(COUNTING, tmp_path / "counting.cairn"), 2), 1)


def test_several_readers_and_viewers_of_a_decision_replay_it_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # A setting of its own: other tests may have replayed the same decision in a shared one.
    session = Session(Game(load(EXAMPLES / "liars-dice.cairn"), 2), 1)
    for move in ("bid(1, 3)", "doubt"):
        session.play(move)
    made, chronicle = counted(session, monkeypatch), Chronicle(session)
    for viewer in (0, 1):
        assert chronicle.said(2, viewer) and chronicle.stages(2, viewer)
        rows = chronicle.rows(2, viewer)
        (row,) = rows_of(DecisionRow, rows)
        assert len(rows) > 1 and row.title
        chronicle.turned(row, viewer)
        chronicle.passing(2, viewer)
    assert chronicle.fired(2, None)
    assert len(made) == 1
    for viewers in (1, 2):
        assert chronicle.fired(2, viewers - 1)
        assert len(made) <= 1 + viewers * WORLDS
    before = len(made)
    assert chronicle.stages(2, 0) and len(made) == before


def test_a_record_has_what_happened_in_order_with_the_position_then() -> None:
    session = Session(game(str(EXAMPLES / "liars-dice.cairn"), 2), 1)
    for move in ("bid(1, 3)", "doubt"):
        session.play(move)
    made = session.history[-1]
    record = Replays(session.game).record(made.state, made.move)
    assert record.happenings[0] == Chose(list(made.state), made.seat, made.move)
    kinds = list(dict.fromkeys(type(x) for x in record.happenings))
    assert kinds.index(Began) < kinds.index(Announced) < kinds.index(Rolled)
    assert {Acts, TurnBegan} <= {*kinds}
    assert record.after == session.state
    pairs = zip(record.happenings, record.happenings[1:], strict=False)
    assert all(a.now is b.now for a, b in pairs if a.now == b.now)


def test_a_record_of_a_long_loop_is_bounded_and_keeps_what_comes_after(tmp_path: Path) -> None:
    session = counting(tmp_path)
    session.play("walk(2500)")
    made = session.history[-1]
    record = Replays(session.game).record(made.state, made.move)
    assert MOST_KEPT <= len(record.happenings) < MOST_KEPT + 20
    assert any(isinstance(x, TurnBegan) for x in record.happenings)
    assert Chronicle(session).said(1, None) == ["2500 steps."]
    assert record.after == session.state


def test_what_stops_a_decision_is_reported_when_the_result_is_asked_for(tmp_path: Path) -> None:
    session = counting(tmp_path)
    move = next(x.move for x in session.legal() if x.text == "slip")
    record = Replays(session.game).record(session.state, move)
    assert any(isinstance(x, Began) for x in record.happenings)
    for _ in range(2):
        with pytest.raises(RulesError, match="steps"):
            _ = record.after


def test_others_may_ask_about_a_secret_pass_in_a_second_choice() -> None:
    """The others don't see that a seat has come to the second choice of its secret turn."""
    session, dice = Session(Game(load("lost-cities-roll-and-write"), 2), 4), random.Random(4)
    passed = False
    while not passed:
        legal = list(session.game.interpreter.legal(session.state))
        passed = PASS in legal and bool(session.state[at.HIDING])
        session.apply(PASS if passed else dice.choice(legal))
    chronicle, number = Chronicle(session), len(session.history)
    other = 1 - session.history[-1].seat
    known, all_of_it = (chronicle.fired(number, viewer) for viewer in (other, None))
    assert {part.span for part in known} <= {part.span for part in all_of_it}
