"""Undo and redo: in a study game to the start, in a fair game as far as nobody has learned more."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.game.rng import Chance
from engine.game.session import Session
from engine.language.diagnostics import RulesError
from tests.constructs.tiny import moves, play, start
from tests.game.playing import FEW, playout, sessions


@FEW
@given(sessions(most=200, fair=False))
def test_a_study_game_goes_back_to_the_first_position(session: Session) -> None:
    first = Session(session.game, session.seed, fair=False).state
    states = [list(d.state) for d in session.history]
    texts = [d.text for d in session.history]
    last, results = list(session.state), list(session.results)
    while session.history:
        assert session.undo().text == texts[len(session.history)]
        assert session.state == states[len(session.history)]
    assert session.state == first
    assert session.results == []
    while session.undone:
        session.redo()
    assert session.state == last
    assert session.results == results


@FEW
@given(sessions(most=150, fair=False), st.integers(1, 20), st.integers(0, 100))
def test_another_move_after_an_undo_forgets_what_could_be_redone(
    session: Session, steps: int, which: int
) -> None:
    steps = min(steps, len(session.history))
    for _ in range(steps):
        session.undo()
    if not session.undone:
        return
    wanted = session.undone[-1].text
    legal = [text for text in session.written_moves() if text != wanted]
    if legal:
        session.play(legal[which % len(legal)])
        with pytest.raises(RulesError):
            session.redo()


def test_there_is_nothing_to_take_back_at_the_start() -> None:
    session = playout(0, 1, 0)
    with pytest.raises(RulesError) as caught:
        session.undo()
    assert caught.value.diagnostics[0].code == "E604"


def test_a_played_card_may_be_taken_back_in_a_fair_game() -> None:
    session = playout(0, 3, 0)
    before = list(session.state)
    session.play(next(x.text for x in session.legal() if x.text.startswith("explore")))
    assert session.why_no_undo() is None
    session.undo()
    assert session.state == before


def test_a_drawn_card_may_not() -> None:
    session = playout(0, 3, 1)
    session.play("draw")
    with pytest.raises(RulesError) as caught:
        session.undo()
    assert "seen" in str(caught.value)
    assert len(session.history) == 2


def test_a_card_taken_from_the_discards_may() -> None:
    session = Session(playout(0, 3, 0).game, 4)
    play(session, next(x.text for x in session.legal() if x.text.startswith("discard")), "draw")
    play(session, next(x.text for x in session.legal() if x.text.startswith("explore")))
    taken = next(x.text for x in session.legal() if x.text.startswith("take"))
    play(session, taken)
    assert session.undo().text == taken


def test_a_shuffle_may_not_be_taken_back_in_a_fair_game() -> None:
    text = """
        component Card
          value: 1..9
          make 1 for each value
        zone deck: pile of Card, face down
        setup
          move all Card to deck
        turn
          choose
            mix
              shuffle deck
            go
    """
    s = play(start(text), "mix")
    assert s.why_no_undo() == "chance has decided something since."
    assert play(start(text), "go").why_no_undo() is None
    assert play(start(text, fair=False), "mix").why_no_undo() is None


REVEALING = """
component Card
  value: 1..6
  make 1 for each value
zone deck: pile of Card, face down
zone hand[Player]: hand of Card
zone mat: row of Card
setup
  move all Card to deck
  shuffle deck
  deal 2 from deck to each hand
turn
  choose
    lay(card in my hand)
      move card to mat
    wait
"""


def test_who_has_seen_another_s_card_may_not_decide_again_what_came_before() -> None:
    s = play(start(REVEALING), "wait")
    play(s, moves(s)[0])  # seat 2 shows a card
    s.undo()  # which tells seat 2 nothing new …
    why = s.why_no_undo()  # … but seat 1 has seen it
    assert why == "seat 1 has seen something since."
    play(s, "wait")
    s.undo()
    assert s.why_no_undo() == why  # and that isn't forgotten when another move is made


def test_a_session_hears_only_of_its_own_scores() -> None:
    one = playout(0, 1, 0)
    Session(one.game, 2)
    interpreter, chance = one.game.interpreter, Chance(1)
    while not one.over:
        legal = one.legal()
        one.play(legal[chance.below(len(legal))].text)
    assert len(one.results) == 1
    one.game.interpreter.run(list(one.history[-1].state), interpreter.program.round_end)
    assert len(one.results) == 1  # what an agent tries is none of the session's
