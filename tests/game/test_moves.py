"""Moves in notation, and explanations of any move, legal or not."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.compile.program import STALL
from engine.game.session import Session
from engine.language.diagnostics import RulesError
from engine.moves.notation import read_move
from tests.constructs.tiny import play, start
from tests.game.playing import FEW, sessions

COLOURS = ("yellow", "blue", "white", "green", "red", "purple")
CARDS = [f"{colour} {value}" for colour in COLOURS for value in ("wager", *range(2, 11))]
EVERYTHING = [
    *(f"{action}({card})" for action in ("explore", "discard") for card in CARDS),
    *(f"take({colour})" for colour in COLOURS),
    "draw",
]


@FEW
@given(sessions())
def test_every_legal_move_is_read_back_without_loss(session: Session) -> None:
    texts = [x.text for x in session.legal()]
    assert len(set(texts)) == len(texts)
    for legal in session.legal():
        assert str(read_move(legal.text)) == legal.text
        spaced = "  " + legal.text.replace("(", " ( ").replace(")", " ) ").upper()
        before = list(session.state)
        for written in (legal.text, spaced):
            fair, session.fair = session.fair, False
            decision = session.play(written)
            assert (decision.move, decision.text) == (legal.move, legal.text)
            session.undo()
            session.fair = fair
        assert session.state == before


@FEW
@given(sessions(most=80))
def test_explain_says_legal_for_legal_moves_and_no_others(session: Session) -> None:
    texts = {x.text for x in session.legal()}
    assert texts <= set(EVERYTHING) or session.over
    for seat in range(session.game.players):
        for move in EVERYTHING:
            why = session.explain(seat, move)
            assert why.legal == (seat == session.seat and move in texts), move
            assert why.sentence.endswith((".", "!", "?"))
            assert read_move(move).said in why.move
            assert why.render()


@FEW
@given(
    sessions(most=40),
    st.one_of(
        st.text(max_size=60),
        st.text(alphabet="explordcta( )[],159 yw", max_size=40),
        st.builds("{}({}".format, st.sampled_from(["explore", "take", "pass", "draw"]), st.text()),
        st.builds("{}({})".format, st.sampled_from(["explore", "discard"]), st.text()),
    ),
)
def test_explain_takes_any_text(session: Session, text: str) -> None:
    legal = {x.text for x in session.legal()}
    for seat in (0, 1):
        why = session.explain(seat, text)
        assert why.sentence
        if why.legal:
            assert why.move in legal
    if str(read_move(text)).casefold() not in {x.casefold() for x in legal}:
        before = list(session.state)
        with pytest.raises(RulesError) as caught:
            session.play(text)
        assert caught.value.diagnostics[0].code == "E604"
        assert session.state == before


@given(st.text(max_size=200))
@FEW
def test_reading_a_move_never_raises_and_is_stable(text: str) -> None:
    once = str(read_move(text))
    assert str(read_move(once)) == once


def test_why_not_points_at_the_rule_and_its_values() -> None:
    session = start("""
        component Card
          value: 1..3
          make 1 for each value
        zone deck: row of Card
        zone mat: row of Card
        setup
          move all Card to deck
        rule rises(card: Card)
          "Cards must rise."
          mat is empty or card.value > last(mat).value
        turn
          choose
            lay(card in deck)
              require rises(card)
              move card to mat
            wait
    """)  # fmt: skip
    play(session, "lay(2)")
    why = session.explain(1, "lay(1)")
    assert (why.legal, why.rule, why.sentence) == (False, "rises", "Cards must rise.")
    assert why.facts == ("The last in mat is 2.",)


def test_no_move_can_be_made_after_the_end() -> None:
    session = play(start("turn\n  choose\n    stop\n      end game\n"), "stop")
    assert session.over
    assert session.legal() == []
    with pytest.raises(RulesError) as caught:
        session.play("stop")
    assert caught.value.diagnostics[0].code == "E604"
    assert not session.explain(0, "stop").legal


def test_a_game_that_goes_round_in_circles_is_reported_as_a_stall() -> None:
    session = start("turn\n  choose\n    go\n")
    move = session.legal()[0]
    for _ in range(STALL):
        session.apply(move.move, move.text)
    with pytest.raises(RulesError) as caught:
        session.play("go")
    found = caught.value.diagnostics[0]
    assert found.code == "E506"
    assert f"{STALL:,}" in found.message
