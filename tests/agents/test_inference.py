"""What seats that search infer from what others did."""

from __future__ import annotations

import base64
import struct
from pathlib import Path

import pytest

from engine.agents.inference import CHOSEN, FEWEST, chosen, infers
from engine.agents.parallel_search import forest
from engine.agents.registry import make_agent
from engine.agents.search_config import SampleSource, level_of
from engine.compile.policy_features import UNITS
from engine.game.knowledge import InformationSet
from engine.game.observation_history import ObservationHistories
from engine.game.rng import Chance
from engine.game.session import Game, Session
from engine.rules.load import load
from engine.study.one_game import game_seed
from tests.training.test_files import written


def source(game: Game, known: InformationSet) -> SampleSource:
    """Where a search takes its positions from."""
    return forest(game).source(game, known, Chance(2), level_of("mcts:400"))


def hands(game: Game, known: InformationSet, source: SampleSource) -> list[set[int]]:
    """What the other seat holds in the positions that are searched; in any if none are likelier."""
    zone = game.compiled.layout.families["hand"].address(1 - known.seat)
    states = [game.knowledge.sample(known, n) for n in source.likely or range(1000, 1000 + CHOSEN)]
    return [set(state[zone + 1 : zone + 1 + state[zone]]) for state in states]


def highest_first(folder: Path) -> Game:
    """The small game, of which it was learned to put down the highest card."""
    numbers = [0] * (3 * UNITS)
    numbers[2 * UNITS - 1] = numbers[3 * UNITS - 1] = 32_000
    weights = base64.b64encode(struct.pack(f"<{len(numbers)}h", *numbers)).decode()
    return Game(written(folder, names=["card"], size=3.0, weights=weights), 2)


def values(game: Game, hand: set[int]) -> list[int]:
    """What the cards of a hand are worth, the highest first."""
    pieces = game.compiled.setting.pieces
    return sorted((dict(pieces[piece].values)["value"] for piece in hand), reverse=True)


def highest(session: Session) -> list[int]:
    """The highest card of each seat."""
    seen = (session.view(seat).zones for seat in range(2))
    return [
        max(int(item.name or 0) for zone in zones if zone.family == "hand" for item in zone.items)
        for zones in seen
    ]


def test_who_always_puts_down_the_highest_card_has_no_higher_one(tmp_path: Path) -> None:
    game = highest_first(tmp_path)
    session = next(s for s in (Session(game, n) for n in range(99)) if highest(s) == [4, 5])
    session.play("put(4)")
    session.play("put(5)")
    known = session.information_set(0, history=True)
    told = hands(game, known, source(game, known))
    before = hands(game, known, SampleSource(()))
    assert sum(max(values(game, hand)) > 5 for hand in before) > CHOSEN // 3
    assert sum(max(values(game, hand)) > 5 for hand in told) < CHOSEN // 10


def test_what_others_did_tells_something_of_what_they_hold() -> None:
    game, right, luck = Game(load("lost-cities-card"), 2), 0, 0
    for deal in range(3):
        state = game.interpreter.start(game_seed(7, deal))
        agents = [make_agent("medium", seat) for seat in range(2)]
        following = ObservationHistories(game.knowledge, range(2))
        for number in range(48):
            seat, legal = game.interpreter.seat(state), game.interpreter.legal(state)
            known = following.information_set(state, seat)
            if number in (20, 33, 46):
                zone = game.compiled.layout.families["hand"].address(1 - seat)
                true = set(state[zone + 1 : zone + 1 + state[zone]])
                right += sum(len(true & hand) for hand in hands(game, known, source(game, known)))
                luck += sum(len(true & hand) for hand in hands(game, known, SampleSource(())))
            move = agents[seat].choose(game, known, legal, seat)
            following.see(state, move)
            game.interpreter.apply(state, move)
    assert right > 1.1 * luck


def test_nothing_is_inferred_without_a_past_or_what_was_learned(tmp_path: Path) -> None:
    game = Game(load("lost-cities-card"), 2)
    assert infers(game)
    assert source(game, Session(game, 4).information_set(0, history=True)).likely == []
    whist = Game(load("examples/whist.cairn"), 4)
    assert not infers(whist)
    assert not infers(Game(load("lost-cities-rivals"), 2))


@pytest.mark.parametrize("luck", [0, 1 << 23, (1 << 24) - 1])
def test_samples_are_chosen_as_often_as_they_are_likely(luck: int) -> None:
    logarithms = [-1.0] * 48 + [0.0] * 48
    found = chosen(logarithms, luck)
    assert len(found) == CHOSEN
    assert found == sorted(found)
    assert sum(number >= 48 for number in found) == pytest.approx(CHOSEN * 2 / 3, abs=1)
    assert max(found.count(number) for number in range(96)) <= 4


def test_few_samples_are_never_all_that_is_left() -> None:
    found = chosen([0.0] + [-40.0 - n / 9 for n in range(199)], 5)
    assert len(set(found)) > 40


def test_what_tells_nothing_changes_nothing() -> None:
    assert chosen([-3.0] * 100, 0) == []
    assert chosen([-3.0, 0.0] * (FEWEST // 2 - 1), 0) == []
    assert chosen([-1.0, float("nan")] * FEWEST, 0) == []
