"""Moves are numbers: each legal move goes to its number and back, alike in both executors."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.compile.move_numbers import MOST_WHOLE
from engine.game.interpreter import State
from engine.game.rng import Chance
from engine.game.session import Game, Session
from engine.game.wasm_executor import Module
from engine.language.diagnostics import Findings
from engine.language.format import format_text
from engine.language.source import Source
from engine.rules.load import load_text
from tests.game.games import FEWER, ready, walk
from tests.game.playing import indistinguishable, swapped

DECISIONS = 40

SEVERAL = """\
game "Several"
  players 2

component Card
  rank: 1..{ranks}
  called "{{rank}}"
  make {copies} for each rank

zone deck:         pile of Card, face down
zone heap:         area of Card
zone hand[Player]: hand of Card

setup
  move all Card to deck
  shuffle deck
  deal 7 from deck to each hand

turn
  choose
    lay(cards in {taken} of my hand)
      move cards to heap
    exchange(given in my hand, wanted in heap)
      move given to heap
      move wanted to my hand
    pass

game ends at end of turn when size(deck) < 20 or size(hand[seat 1]) < 4
"""


def several(ranks: int, copies: int, taken: str) -> Game:
    text = SEVERAL.format(ranks=ranks, copies=copies, taken=taken)
    return Game(load_text(text, Path("several.cairn")), 2)


def check(game: Game, module: Module, state: State) -> None:
    """Each legal move has numbers of its own, both executors agree, and the mask has just those."""
    numbering = game.numbering
    moves = game.interpreter.legal(state)
    paths = [numbering.path(state, move) for move in moves]
    assert len(set(paths)) == len(moves)
    assert all(0 <= number < numbering.size for path in paths for number in path)
    for move, path in zip(moves, paths, strict=True):
        assert numbering.move(state, *path) == move
        for step in range(len(path)):
            assert path[step] in numbering.mask(state, *path[:step])
    assert numbering.mask(state) == tuple(sorted({path[0] for path in paths}))
    module.load(state)
    for step in range(max(map(len, paths))):
        told = [path[step] if step < len(path) else -1 for path in paths]
        assert module.numbers(step) == told


@pytest.mark.parametrize("path", FEWER, ids=[path.stem for path in FEWER])
def test_each_legal_move_goes_to_its_number_and_back(path: Path) -> None:
    game = ready(path)
    module = Module(game.numbering.compiled, numbered=game.numbering.numbers)
    for session in walk(Session(game, 5), Chance(9), DECISIONS):
        check(game, module, session.state)


@pytest.mark.parametrize("path", FEWER, ids=[path.stem for path in FEWER])
def test_numbers_depend_only_on_what_the_seat_that_chooses_can_see(path: Path) -> None:
    game = ready(path)
    for session in walk(Session(game, 3), Chance(4), DECISIONS):
        assert session.seat is not None
        numbers = game.numbering.mask(session.state)
        for group in indistinguishable(game, session.state, session.seat):
            other = swapped(game, session.state, group[0], group[-1])
            assert game.numbering.mask(other) == numbers


@pytest.mark.parametrize("taken", ["2", "up to 3", "1..4"])
@pytest.mark.parametrize(("ranks", "copies"), [(40, 1), (8, 5)])
def test_several_pieces_are_one_number_while_the_game_has_few(
    ranks: int, copies: int, taken: str
) -> None:
    game = several(ranks, copies, taken)
    assert game.numbering.size <= MOST_WHOLE or not game.numbering.whole
    module = Module(game.numbering.compiled, numbered=game.numbering.numbers)
    for seed in range(3):
        for session in walk(Session(game, seed), Chance(seed), 12):
            check(game, module, session.state)


def test_two_of_a_hand_are_counted_as_combinations() -> None:
    pairs_of_different_ranks = 40 * 39 // 2
    exchanges = 40 * 40
    assert several(40, 1, "2").numbering.size == pairs_of_different_ranks + exchanges + 1
    pairs_of_eight_ranks = 8 * 9 // 2
    assert several(8, 5, "2").numbering.size == pairs_of_eight_ranks + 8 * 8 + 1


def test_beyond_the_limit_each_argument_of_several_has_a_number() -> None:
    game = several(40, 1, "4")  # 91,390 sets of four
    numbering = game.numbering
    assert not numbering.whole
    assert numbering.size == (1 + 4 * 40) + 40 * 40 + 1
    session = Session(game, 1)
    move = next(m for m in game.interpreter.legal(session.state) if len(m) == 5)
    path = numbering.path(session.state, move)
    assert len(path) == 5
    with pytest.raises(ValueError, match="number for each"):
        numbering.number(session.state, move)
    begun = numbering.mask(session.state, *path[:2])
    assert len(begun) <= 6, "of seven cards in hand, one is already chosen"


def test_a_number_that_no_legal_move_has_is_refused() -> None:
    game = several(8, 5, "2")
    session = Session(game, 1)
    free = next(
        n for n in range(game.numbering.size) if n not in game.numbering.mask(session.state)
    )
    with pytest.raises(ValueError, match="no legal move"):
        game.numbering.move(session.state, free)


def test_comments_sentences_formatting_and_examples_leave_the_numbers_alone() -> None:
    plain = SEVERAL.format(ranks=8, copies=5, taken="up to 3")
    worded = plain.replace("pass\n", 'pass\n      "Do nothing."\n').replace(
        "component Card", "# The cards.\ncomponent Card"
    )
    worded += '\nexample "Nothing"\n  then  size(my hand) = 7\n'
    told = []
    ragged = Source("several.cairn", worded.replace("  rank:", "  rank :"))
    for text in (plain, worded, format_text(ragged, Findings())):
        game = Game(load_text(text, Path("several.cairn")), 2)
        session = Session(game, 2)
        told.append(
            (
                game.numbering.size,
                [game.numbering.mask(s.state) for s in walk(session, Chance(1), 9)],
            )
        )
    assert told[0] == told[1] == told[2]
