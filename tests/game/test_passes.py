"""Passes that mean different things have different names for people, and one in saves."""

import pytest

from engine import Game, Session, load
from tests.game.games import named

SAID = {
    "en": ["Drop out", "Take no more cards", "Put no card into the box"],
    "de": ["Steige aus", "Nimm keine Karten mehr", "Lege keine Karte in die Schachtel"],
    "fr": [
        "Abandonne l'enchère",
        "Ne prends plus de cartes",
        "Ne range aucune carte dans la boîte",
    ],
}


def auction(language: str) -> Session:
    session = Session(Game(load(named("lost-cities-rivals")), 2, language=language), 3)
    for move in ("reveal", "reveal", "bid(2)"):
        session.play(move)
    return session


@pytest.mark.parametrize(("language", "names"), SAID.items())
def test_each_pass_is_shown_by_its_own_name_and_can_be_typed_so(
    language: str, names: list[str]
) -> None:
    session = auction(language)
    for name in names:
        (move,) = [x for x in session.legal() if x.text == "pass"]
        assert move.shown == name
        (option,) = [x for x in session.move_options() if x.text == "pass"]
        assert option.title == name
        assert session.explain(session.seat or 0, name).legal
        session.play(name)
    assert [x.text for x in session.history[-3:]] == ["pass"] * 3


def test_a_pass_is_still_made_and_saved_as_pass() -> None:
    session = auction("en")
    for _ in range(3):
        assert session.play("pass").text == "pass"


def test_the_only_meaning_of_pass_is_called_pass() -> None:
    game = Game(load(named("go")), 2)
    assert "pass" in [x.shown for x in Session(game).legal()]
