"""Greedy seats inside the module: samples, choices and whole games are the interpreter's."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from benchmarks.equality import seated
from engine.agents.greedy import GreedyAgent
from engine.compile.layout import RNG_HIGH, RNG_LOW
from engine.compile.wasm.memory import CHANCE
from engine.game.interpreter import State
from engine.game.rng import Chance, derived
from engine.game.rng import seed as seed_words
from engine.game.session import Game
from engine.game.wasm_executor import Module
from engine.language.diagnostics import RulesError
from engine.rules.load import Loaded, load, load_text
from engine.study.matchup_runner import MatchupRunner
from engine.study.plan import Matchup, StudyPlan
from engine.study.simulate import simulate
from engine.study.wasm_batch_runner import bulk_for
from engine.study.wasm_policies import unplayable
from tests.agents.games import BLIND, LEAST
from tests.game.games import ready
from tests.scope import HALF, telling

ROOT = Path(__file__).parents[2]
ODDS = """\
game "Odds and ends"
  players 2..3

component Wedge
  value: 1..4
  var side: 1..2
  called "wedge {value}"
  make 4 for each value
component Ant
  var legs: 2..6
  value: 5..6
  called "ant with {legs}"
  make 3 for each value
component Mite
  colour: 1..2
  called "mite"
  make 2 for each colour

component Yarn
  tint: 1..2
  called "yarn"
  make 1 for each tint
component Knot
  var ends: 1..3
  called "knot"
  make 2

zone bag:           area of Wedge, face down, seen by none
zone hill:          area of Ant, face down, seen by none
zone deck:          pile of Mite, face down
zone line:          track of Mite, spaces 0..5
zone cup[Player]:   hand of Wedge
zone nest[Player]:  hand of Ant
zone blind[Player]: area of Wedge or Ant, seen by all but owner
zone out:           area of Wedge
zone box:           area of Yarn or Knot

var secret:               0..9 = 3, seen by none
counter gold[Player]:     0..40 = 4, seen by owner
counter luck[Player]:     0..9 = 1, seen by all but owner
var grudge[Player, 1..2]: 0..3 = 0, seen by owner
var marked:               Mite?
counter points[Player]:   0..200 = 0

setup
  move all Wedge to bag
  shuffle bag
  deal 4 from bag to each cup
  move all Ant to hill
  shuffle hill
  deal 1 from hill to each nest
  move all Mite to deck
  move 2 from deck to line at 0

turn
  choose
    throw(wedge in my cup)
      "Throw {wedge} away."
      move wedge to out
      gain 2 gold
    keep(wedge in my cup)
      "Keep {wedge} where only others see it."
      gain wedge.value * wedge.side points
      move wedge to my blind
    give(ant in my nest)
      "Let {ant} go."
      gain ant.legs + ant.value points
      move ant to my blind
    mark(mite in deck)
      "Mark one."
      marked := mite
      my grudge[1] := 2
    gamble
      "Roll what is in the cup."
      roll my cup
      if my luck < 5: gain 1 luck
      secret := my luck
      if not deck is empty: move 1 from deck to line at 3
    guess
      "Take what the secret is worth, or meet an error."
      my points := my points + secret * 10 / (9 - my luck)

game ends when round = 8 or cup is empty

winner highest points
"""


QUICK = ("lost-cities-card", "lost-cities-rivals", "lost-cities-roll-and-write")
"""Games of the library that the interpreter plays in a moment."""
LIBRARY = (*QUICK, "lost-cities-board", "lost-cities-board-2018")


@pytest.fixture(scope="module")
def odds() -> Loaded:
    """A game with something of everything that can be hidden."""
    loaded = load_text(ODDS, Path("odds.cairn"))
    loaded.checked()
    return loaded


def numbers_of_players(loaded: Loaded) -> range:
    low, high = loaded.checked().header.players
    return range(low, high + 1)


def both(loaded: Loaded, seats: tuple[str, ...], games: int) -> int:
    """Compare games by both executors; return how many of them the interpreter had to play."""
    return seated(loaded, seats, games, 3, {})


def positions(game: Game, seed: int, most: int) -> Iterator[State]:
    """Some positions of a random game."""
    interpreter, chance = game.interpreter, Chance(seed)
    state = interpreter.start(seed)
    for step in range(most):
        if interpreter.over(state):
            return
        if step % 5 == 4:
            yield state
        moves = interpreter.legal(state)
        try:
            interpreter.apply(state, moves[chance.below(len(moves))])
        except RulesError:
            return


def same_samples(game: Game, seed: int, most: int) -> int:
    """Compare samples of all seats; return in how many positions."""
    module, count = Module(game.compiled, seated=True), 0
    for count, state in enumerate(positions(game, seed, most), 1):
        for seat in range(game.players):
            known = game.knowledge.observe(state, seat)
            module.load(state)
            module.call("observe", seat)
            for number in (count, (1 << 31) - count):
                module.call("resample", number)
                assert module.state() == game.knowledge.sample(known, number)
    return count


def same_choices(game: Game, seed: int, most: int) -> None:
    """Compare what greedy seats choose, decision by decision."""
    module, seats = Module(game.compiled, seated=True), range(game.players)
    module.seat([1] * game.players)
    agents = [GreedyAgent(derived(seed, seat)) for seat in seats]
    for seat in seats:
        words = [0] * (RNG_HIGH + 1)
        seed_words(words, derived(seed, seat))
        module.write(CHANCE + 8 * seat, words[RNG_LOW:])
    state = game.interpreter.start(seed)
    for _ in range(most):
        if game.interpreter.over(state):
            return
        seat, legal = game.interpreter.seat(state), game.interpreter.legal(state)
        known = game.knowledge.observe(state, seat)
        move = agents[seat].choose(game, known, legal, seat)
        module.load(state)
        assert legal[module.call("chosen")] == move
        assert module.state() == state
        game.interpreter.apply(state, move)


@pytest.mark.parametrize("path", HALF, ids=lambda path: path.stem)
def test_the_module_samples_and_chooses_as_agents_do(path: Path) -> None:
    loaded = load(path)
    every = numbers_of_players(loaded)
    for players in every if path.stem in LIBRARY else every[-1:]:
        game = ready(path, players)
        assert unplayable(game, ("greedy",) * players) is None
        same_samples(game, 5, 10)
        same_choices(game, 6, 4)


@pytest.mark.parametrize("players", [2, 3])
def test_samples_of_everything_that_can_be_hidden(odds: Loaded, players: int) -> None:
    game = Game(odds, players, {})
    assert sum(same_samples(game, seed, 60) for seed in range(4)) > 10


@pytest.mark.parametrize("path", HALF, ids=lambda path: path.stem)
def test_whole_games_are_the_interpreters(path: Path) -> None:
    loaded = load(path)
    players = numbers_of_players(loaded)
    for count in players if path.stem in QUICK else players[-1:]:
        seats = ["random"] * count
        seats[count - 2] = "greedy"
        assert both(loaded, tuple(seats), 1) == 0


@pytest.mark.parametrize("name", telling(QUICK[:1], QUICK))
def test_whole_games_of_greedy_seats_alone(name: str) -> None:
    loaded = load(name)
    for players in numbers_of_players(loaded):
        assert both(loaded, ("greedy",) * players, 1) == 0


@pytest.mark.parametrize("text", [LEAST, BLIND])
def test_small_games(text: str) -> None:
    loaded = load_text(text, Path("small.cairn"))
    for seats in [("greedy", "greedy"), ("random", "greedy")]:
        both(loaded, seats, 12)


def test_a_game_with_errors_and_everything_hidden(odds: Loaded) -> None:
    for seats in [("greedy", "random"), ("greedy", "greedy", "greedy")]:
        both(odds, seats, 12)


@pytest.mark.parametrize("name", ["lost-cities-card", "goofspiel"])
@pytest.mark.parametrize("deals", [1, 2])
def test_rows_of_studies_with_greedy_seats(name: str, deals: int) -> None:
    loaded = load(name) if "-" in name else load(ROOT / "examples" / f"{name}.cairn")
    table = Matchup(loaded, {}, ("random", "greedy"), deals, close=0)
    ready = MatchupRunner(StudyPlan((table,), 9)).measured(0)
    bulk = bulk_for(ready.game, table.seats, deals)
    assert bulk is not None
    for number, row in enumerate(bulk.rows(9, 2, 3), 2):
        assert row is not None
        assert list(row) == ready._one(number, close=False)


def test_what_is_told_is_left_to_the_interpreter() -> None:
    loaded = load_text(
        LEAST.replace(
            '"Keep {card}."', '"Keep {card}."\n      show count(x in deck where x.value = 1) to me'
        ),
        Path("told.cairn"),
    )
    assert unplayable(Game(loaded, 2), ("random", "random")) is None
    one = simulate(loaded, 2, 2, 1, ("greedy", "random"))
    assert one.decisions > 0
    with pytest.raises(RulesError, match="plays only random seats by these rules") as caught:
        simulate(loaded, 2, 2, 1, ("greedy", "random"), executor="wasm")
    assert caught.value.diagnostics[0].code == "E603"
