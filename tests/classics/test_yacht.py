"""Yacht, and the same game in OpenSpiel.

OpenSpiel differs from the printed rules in two points. Its four of a kind counts the fifth die,
too, which the test adds. Its full house may be five dice of one number; an option says so.
"""

from __future__ import annotations

import random
from importlib import import_module
from typing import Any

import pytest

from engine import Game, Session, load
from engine.game.options import read_options
from tests.scope import ALL

pyspiel = import_module("pyspiel")
GAMES = 1000 if ALL else 2
BOXES = {
    "ones": "Ones", "twos": "Twos", "threes": "Threes", "fours": "Fours", "fives": "Fives",
    "sixes": "Sixes", "full_house": "Full House", "four_of_a_kind": "Four of a Kind",
    "little_straight": "Small Straight", "big_straight": "Large Straight", "choice": "Chance",
    "yacht": "Yacht",
}  # fmt: skip


@pytest.fixture(scope="module")
def game() -> Game:
    rules = load("yacht")
    return Game(rules, 2, read_options(rules.checked(), {"equal_house": "yes"}))


class Mirror:
    """A game of OpenSpiel in which the dice fall as they do in ours."""

    def __init__(self, dice: list[int]) -> None:
        self.state: Any = pyspiel.load_game("yacht").new_initial_state()
        self.first(dice)

    def first(self, dice: list[int]) -> None:
        """Let the dice of a new turn fall."""
        self.dice = list(dice)
        self._fall(range(5))

    def _fall(self, places: Any) -> None:
        number = sum((self.dice[place] - 1) * 6**n for n, place in enumerate(places))
        self.state.apply_action(number)

    def names(self) -> dict[str, int]:
        seat = self.state.current_player()
        return {self.state.action_to_string(seat, a): a for a in self.state.legal_actions()}

    def again(self, rolled: list[int], after: list[int]) -> None:
        """Roll dice of these faces again, so that all dice show what comes after."""
        places = []
        for face in rolled:
            places.append(next(n for n, d in enumerate(self.dice) if d == face and n not in places))
        left = list(after)
        for n, face in enumerate(self.dice):
            if n not in places:
                left.remove(face)
        places.sort()
        asked = "Reroll dice: " + ",".join(map(str, places))
        self.state.apply_action(self.names()[asked])
        for place, face in zip(places, left, strict=True):
            self.dice[place] = face
        self._fall(places)

    def writing(self) -> dict[str, int]:
        """Keep all dice where that is asked, and return where they may be written."""
        names = self.names()
        if "Keep all (proceed to scoring)" in names:
            self.state.apply_action(names["Keep all (proceed to scoring)"])
            names = self.names()
        return {name.removeprefix("Score in "): action for name, action in names.items()}


def faces(session: Session) -> list[int]:
    tray = next(zone for zone in session.view(None).zones if zone.family == "tray")
    return [int(str(item.name)) for item in tray.items]


def fifth(dice: list[int]) -> int:
    """Return what the fifth die beside four equal ones shows; 0 where no four are equal."""
    four = next((face for face in dice if dice.count(face) >= 4), 0)
    return sum(dice) - 4 * four if four else 0


@pytest.mark.parametrize("seed", range(GAMES))
def test_openspiel_has_the_same_moves_and_scores(seed: int, game: Game) -> None:
    chance, session = random.Random(seed), Session(game, seed)
    mirror, more = Mirror(faces(session)), [0, 0]
    while not session.over:
        legal = [move.text for move in session.legal()]
        rolls = len([name for name in mirror.names() if name.startswith("Reroll")])
        assert (rolls > 0) == any(text.startswith("again") for text in legal)
        move, seat = chance.choice(legal), session.seat
        before = faces(session)
        assert seat is not None
        if move.startswith("again"):
            session.play(move)
            mirror.again([int(x) for x in move[6:-1].split(" + ")], faces(session))
            continue
        boxes = mirror.writing()
        assert {BOXES[x[6:-1]] for x in legal if x.startswith("enter")} == set(boxes)
        session.play(move)
        if move == "enter(four_of_a_kind)":
            more[seat] += fifth(before)
        mirror.state.apply_action(boxes[BOXES[move[6:-1]]])
        if not session.over:
            mirror.first(faces(session))
    assert mirror.state.is_terminal()
    said = [int(part.split(")")[0]) for part in str(mirror.state).split("(total: ")[1:]]
    ours = [score + extra for score, extra in zip(session.scores, more, strict=True)]
    assert said == ours
