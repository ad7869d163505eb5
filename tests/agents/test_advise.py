"""Hints: the legal moves ranked, and why the first is to be preferred, in words."""

from __future__ import annotations

import pytest

import engine
from engine.agents.hints import Advised, hint, sentence
from engine.agents.parallel_search import ParallelSearch, SearchUnavailable
from engine.game.session import Game, Session
from engine.language.diagnostics import RulesError
from engine.moves.notation import MoveText
from engine.rules.catalogue import ENGLISH, Catalogue
from engine.rules.load import load

CARD = Game(load("lost-cities-card"), 2)


def found(text: str, lead: float | None, wins: float | None) -> Advised:
    return Advised((0,), text, "", MoveText(text), 10, lead, wins)


@pytest.mark.parametrize(
    ("best", "other", "words"),
    [
        (
            (9.2, 0.7),
            (1.8, 0.6),
            "a(1): expected lead at the end, in points: +9, against +2 with b.",
        ),
        (
            (-9.2, 0.3),
            (-19.7, 0.1),
            "a(1): expected lead at the end, in points: −9, against −20 with b.",
        ),
        (
            (3.0, 0.5),
            (2.5, 0.5),
            "a(1): expected lead at the end, in points: +3, against +2 with b.",
        ),
        (
            (2.9, 0.5),
            (0.0, 0.5),
            "a(1): expected lead at the end, in points: +3, against 0 with b.",
        ),
        (
            (1.4, 0.5),
            (0.6, 0.5),
            "a(1): expected lead at the end, in points: +1.4, against +0.6 with b.",
        ),
        ((2.0, 0.71), (2.1, 0.6), "a(1): wins 71 of 100 games, against 60 with b."),
        ((None, 0.71), (None, 0.6), "a(1): wins 71 of 100 games, against 60 with b."),
        (
            (2.0, 0.6),
            (2.1, 0.6),
            "a(1): expected lead at the end, in points: +2, about as much as with b.",
        ),
        ((None, 0.6), (None, 0.6), "a(1) and b seem equally good."),
    ],
)
def test_the_sentence_says_what_makes_the_difference(
    best: tuple[float | None, float], other: tuple[float | None, float], words: str
) -> None:
    assert sentence([found("a(1)", *best), found("b", *other)], ENGLISH) == words


def test_a_front_end_names_moves_in_its_own_way() -> None:
    moves = [found("a(1)", 9.2, 0.7), found("b", 1.8, 0.6)]
    named = sentence(moves, ENGLISH, lambda move: f"“{move.text.upper()}”", named=True)
    assert named == "Expected lead at the end, in points: +9, against +2 with “B”."
    level = sentence([moves[0], moves[0]], ENGLISH, lambda move: "“A 1”", named=True)
    assert level == "Expected lead at the end, in points: +9, about as much as with “A 1”."


def test_sentences_can_be_read_in_other_languages() -> None:
    moves = [found("a(1)", 9.2, 0.7), found("b", 1.8, 0.6)]
    assert sentence(moves, Catalogue("de")) == (
        "a(1): zu erwartender Vorsprung am Ende, in Punkten: +9, gegen +2 mit b."
    )
    assert sentence(moves[:1], Catalogue("fr")) == "a(1) est le seul coup permis."


def test_a_hint_ranks_the_legal_moves() -> None:
    session = Session(CARD, 4)
    given = hint(session, iterations=400)
    assert sorted(x.text for x in given.moves) == sorted(x.text for x in session.legal())
    assert {x.text: x.words for x in given.moves} == {x.text: x.words for x in session.legal()}
    assert {x.text: x.move for x in given.moves} == {x.text: x.move for x in session.legal()}
    assert given.best.tries > min(x.tries for x in given.moves) > 0
    assert given.iterations == sum(x.tries for x in given.moves) == 400
    assert given.best.shown in given.sentence
    assert given.seat == 0


def test_the_same_position_gets_the_same_hint() -> None:
    session = Session(CARD, 4)
    other = Session(CARD, 4)
    other.state = CARD.knowledge.sample(session.information_set(0), 5)
    assert hint(session, iterations=200) == hint(other, iterations=200)


def test_a_hint_takes_as_long_as_it_is_given() -> None:
    assert hint(Session(CARD, 4), seconds=0.02).iterations > 0
    assert hint(Session(CARD, 4), seconds=5, iterations=50).iterations == 50


def test_hints_are_public() -> None:
    assert engine.hint is hint


def test_a_single_move_needs_no_search() -> None:
    session = Session(Game(load("lost-cities-rivals"), 2), 4)
    assert hint(session, iterations=10**6).sentence == "reveal is the only legal move."


def test_no_hint_after_the_end() -> None:
    session = Session(CARD, 1)
    while not session.over:
        session.apply(CARD.interpreter.legal(session.state)[0])
    with pytest.raises(RulesError, match="the game is over"):
        hint(session)


def test_without_a_search_the_next_moment_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    def unable(*_: object) -> None:
        raise SearchUnavailable("it is too large")

    monkeypatch.setattr(ParallelSearch, "_plant", unable)
    given = hint(Session(CARD, 4), iterations=100)
    assert (given.without, given.iterations) == ("it is too large", 0)
    leads = [x.lead for x in given.moves if x.lead is not None]
    assert given.best.lead == max(leads)
    assert all(x.wins is None for x in given.moves)
