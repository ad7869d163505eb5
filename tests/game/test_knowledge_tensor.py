"""What a seat knows as a row of numbers: exact, the same in both executors, and nothing hidden."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from engine import Game, InformationSet, Session, load
from engine.compile.wasm.batches import BatchRecipe
from engine.game.interpreter import State
from engine.game.rng import Chance
from engine.game.wasm_executor import Module
from tests.game.games import FEWER, named, ready, walk
from tests.game.playing import indistinguishable, swapped
from tests.scope import often

DECISIONS = often(24)


def known(path: Path, seed: int) -> Iterator[tuple[State, InformationSet]]:
    """What every seat and a spectator know in the positions of a random game."""
    game = ready(path)
    for session in walk(Session(game, seed), Chance(seed + 1), DECISIONS):
        for seat in range(game.players + 1):
            yield session.state, game.knowledge.observe(session.state, seat)


@pytest.mark.parametrize("path", FEWER, ids=[path.stem for path in FEWER])
def test_rows_are_equal_exactly_where_information_sets_are(path: Path) -> None:
    tensor = ready(path).tensor
    by_row: dict[bytes, InformationSet] = {}
    by_set: dict[InformationSet, bytes] = {}
    for seed in (1, 1, 2):
        for _, one in known(path, seed):
            row = tensor.row(one)
            assert row.shape == (tensor.size,)
            assert row.tolist() == tensor.numbers(one), "each number is exact in 32 bits"
            assert by_set.setdefault(one, row.tobytes()) == row.tobytes()
            other = by_row.setdefault(row.tobytes(), one)
            assert read(path, other) == read(path, one)


def read(path: Path, one: InformationSet) -> object:
    """An information set; where pieces may be alike, how many of them lie where."""
    game = ready(path)
    kinds = game.compiled.program.data.get("kind", ())
    if len({*kinds}) == len(kinds):
        return one
    zones = [z for z in game.compiled.layout.zones.values() if z.tells_apart]
    lying = [[kinds[p] if p >= 0 else p for p in z.lying(one.state)] for z in zones]
    cells = game.compiled.layout.cells.values()
    return lying, one.holes, [one.state[a] for c in cells for a in c.addresses]


@pytest.mark.parametrize("path", FEWER, ids=[path.stem for path in FEWER])
def test_what_is_hidden_from_a_seat_changes_no_bit(path: Path) -> None:
    game, count = ready(path), 0
    for state, one in known(path, 5):
        if one.seat == game.players:
            continue
        row = game.tensor.row(one).tobytes()
        count += 1
        if count % 5 == 0:
            sample = game.knowledge.sample(one, count)
            assert game.tensor.row(game.knowledge.observe(sample, one.seat)).tobytes() == row
        for group in indistinguishable(game, state, one.seat)[:2]:
            other = swapped(game, state, group[0], group[-1])
            assert game.tensor.row(game.knowledge.observe(other, one.seat)).tobytes() == row


@pytest.mark.parametrize("path", FEWER, ids=[path.stem for path in FEWER])
def test_both_executors_make_the_same_row_bit_for_bit(path: Path) -> None:
    game = ready(path)
    batch = BatchRecipe(game.numbering.numbers, game.tensor.recipe)
    module = Module(game.numbering.compiled, seated=True, batch=batch)
    place, size = module.emitted.free, game.tensor.size
    module.reserve(place + 4 * size)
    met = 0
    for seed in (3, 7, 8):
        for session in walk(Session(game, seed), Chance(seed), 2 * DECISIONS):
            module.load(session.state)
            for seat in range(game.players):
                module.call("row", seat, place)
                ours = game.tensor.row(game.knowledge.observe(session.state, seat))
                assert module.words(place, size).tobytes() == ours.tobytes()
                met += 1
    assert met >= 30


def test_pieces_that_nobody_can_tell_apart_may_change_places() -> None:
    game = Game(load("lost-cities-card"), 2)
    kinds, met = game.compiled.program.data["kind"], 0
    for session in walk(Session(game, 4), Chance(2), 15):
        one, everything = session.state, game.tensor.everything(session.state)
        for first in range(len(kinds)):
            same = [n for n in range(first + 1, len(kinds)) if kinds[n] == kinds[first]]
            for second in same[:1]:
                other = swapped(game, one, first, second)
                met += other != one
                assert game.tensor.numbers(game.tensor.everything(other)) == game.tensor.numbers(
                    everything
                )
    assert met > 20


def test_a_person_can_read_a_row() -> None:
    session = Session(Game(load("lost-cities-card"), 2), 5)
    tensor = session.game.tensor
    assert len(tensor.columns) == tensor.size == sum(part.size for part in tensor.parts)
    text = tensor.text(session.information_set(0))
    lines = text.splitlines()
    assert "pieces in zones: hand[seat 1], Card yellow 6 = 1" in lines
    assert "pieces in zones: hand[seat 2], pieces = 8" in lines
    assert not [line for line in lines if line.startswith("pieces in zones: hand[seat 2], Card")]
    assert text == tensor.read(tensor.row(session.information_set(0)).tolist())


def test_a_row_for_nobody_and_one_for_everything() -> None:
    session = Session(Game(load("lost-cities-card"), 2), 5)
    tensor = session.game.tensor
    open_, all_ = tensor.public(session.state), tensor.everything(session.state)
    assert "Card yellow 6 = 1" not in tensor.text(open_)
    assert "hand[seat 2], Card" in tensor.text(all_)
    assert tensor.text(all_) != tensor.text(session.information_set(0)) != tensor.text(open_)


def test_what_was_remembered_is_told_by_a_fingerprint() -> None:
    session = Session(ready(named("lost-cities-card")), 5)
    for _ in walk(session, Chance(1), 12):
        pass
    tensor = session.game.tensor
    with_past = session.information_set(0, history=True)
    assert with_past.past
    row, other = tensor.numbers(session.information_set(0)), tensor.numbers(with_past)
    assert row[:-3] == other[:-3]
    assert row[-3:] == [0, 0, 0] != other[-3:]
