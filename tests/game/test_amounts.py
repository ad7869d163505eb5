"""A button for a move that takes nothing says how much the move is about."""

from pathlib import Path

import pytest

from engine.game.session import Game, Session
from engine.rules.load import load
from engine.table.move_selection import Narrowing


@pytest.mark.parametrize(
    ("sentence", "label"),
    [
        ("Put in {size(hand) + 1} chips.", "bet 3"),
        ("Put in a chip.", "bet"),
        ("Put in {size(hand)} of {size(deck)} chips.", "bet"),
        ("Give {me} all of it.", "bet"),
    ],
)
def test_a_button_says_how_much(tmp_path: Path, sentence: str, label: str) -> None:
    path = tmp_path / "small.cairn"
    path.write_text(
        'game "Small"\n  players 2\n\ncomponent Chip\n  make 5\n\nzone deck: pile of Chip\n'
        "zone hand: area of Chip\n\nsetup\n  move all Chip to deck\n  deal 2 from deck to hand\n\n"
        f'turn\n  choose\n    bet "{sentence}"\n      move all from hand to deck\n'
        '    wait "Wait."\n      shuffle deck\n\ngame ends when round = 2\n',
        encoding="utf-8",
    )
    options = Session(Game(load(path), 2), 1).move_options()
    assert [option.label for option in options] == [label, "wait"]


def test_a_question_shows_it() -> None:
    session = Session(Game(load("holdem"), 2), 1)
    question = Narrowing.of(session.move_options()).question
    assert question is not None
    labels = {choice.label for choice in question.choices}
    assert labels == {"bet 2", "call 1", "fold"}
