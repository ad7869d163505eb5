"""A hint at the table: why a move is advised, with moves by their titles."""

from dataclasses import replace

import pytest

from engine.agents.hints import hint
from engine.game.session import Game, Session
from engine.rules.load import load
from engine.table.advice import advice_of
from engine.table.agent_worker import Thought


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", "Wins 60 of 100 games, against 50 with “Take 1, 1”."),
        ("de", "Gewinnt 60 von 100 Spielen, gegen 50 mit “Take 1, 1”."),
    ],
)
def test_why_a_move_is_advised_has_no_notation(language: str, words: str) -> None:
    session = Session(Game(load("nim"), 2, language=language), 1)
    found = {move.text: move for move in hint(session, iterations=20).moves}
    best, other = found["take(4, 7)"], found["take(1, 1)"]
    moves = replace(best, wins=0.6, reason=""), replace(other, wins=0.5)
    thought = Thought(0, move=best.move, advised=moves)
    said = advice_of(thought, session.move_options(), session.game.wording.catalogue)
    assert said.move is not None and said.move.text == "take(4, 7)"
    assert said.reason == words
