"""Many games at once: each is the game that the interpreter plays, bit for bit."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from engine import Game, RulesError, load_text, make_agent
from engine.adapters.batched import BatchedGames
from engine.adapters.stepping import REWARDS, Reward, Stepping
from engine.compile import layout as at
from engine.compile.wasm.batches import Autoreset
from engine.game.rng import derived
from tests.constructs.test_told import CARDS
from tests.constructs.tiny import start
from tests.game.games import FEWER, named, ready
from tests.scope import often

STEPS = often(24)
GAMES = 2


def single(games: BatchedGames, reward: Reward = "winning", most: int = 10_000) -> list[Stepping]:
    """A game for each, at the same position."""
    found = []
    for index in range(len(games)):
        one = Stepping(games.game, reward, most)
        one.state = games.state(index)
        found.append(one)
    return found


def same(games: BatchedGames, index: int, one: Stepping) -> None:
    """Check that a game shows what one that is played alone does, in Python."""
    seat, game = games.seats[index], games.game
    top = max(one.state[at.TOP], games.game.compiled.program.stack)
    assert games.state(index)[:top] == one.state[:top]
    row = game.tensor.row(game.knowledge.observe(one.state, seat))
    assert games.observations[index, : game.tensor.size].tobytes() == row.tobytes()
    assert games.observations[index].tobytes() == one.row(seat).tobytes()
    if one.over or one.cut:
        assert not games.masks[index].any()
    else:
        assert seat == one.seat
        assert games.masks[index].tobytes() == game.action_space.mask(one.state, one.begun)
        assert games.masks[index].tobytes() == one.mask(seat).tobytes()


@pytest.mark.parametrize("path", FEWER, ids=[path.stem for path in FEWER])
def test_each_is_the_game_that_is_played_alone(path: Path) -> None:
    games = BatchedGames(ready(path), GAMES, seed=5, reward="points")
    alone = single(games, "points")
    for _ in range(STEPS):
        chosen = games.sample()
        games.step(chosen)
        for index, one in enumerate(alone):
            if games.ended[index] or not one.over:
                rewards = one.step(int(chosen[index]))
                assert games.rewards[index].tolist() == rewards
                assert games.ended[index] == one.over
            else:
                one.reset(0)
                one.state = games.state(index)
            same(games, index, one)


@pytest.mark.parametrize("reward", REWARDS)
@pytest.mark.parametrize("name", ["nim", "tic-tac-toe", "three-at-the-card-game", "wolf"])
def test_rewards_come_to_what_the_game_gives(name: str, reward: Reward) -> None:
    games = BatchedGames(ready(named(name)), 8, 1, reward=reward, autoreset=Autoreset.DISABLED)
    alone, sums = single(games, reward), np.zeros_like(games.rewards)
    while not games.ended.all():
        games.step(games.sample())
        sums += games.rewards
    for index, one in enumerate(alone):
        one.state = games.state(index)
        assert sums[index].tolist() == pytest.approx(one.standing())
        same(games, index, one)


def test_a_move_of_several_numbers_is_chosen_step_by_step() -> None:
    games = BatchedGames(ready(named("king-of-the-hill")), 2, 3)
    assert not games.game.action_space.whole
    alone, begun = single(games), 0
    for _ in range(24):
        chosen = games.sample()
        games.step(chosen)
        for index, one in enumerate(alone):
            one.step(int(chosen[index]))
            begun += bool(one.begun)
            same(games, index, one)
    assert begun > 10


@pytest.mark.parametrize("agent", ["random", "greedy"])
def test_agents_choose_as_they_do_elsewhere(agent: str) -> None:
    game, seed, count = ready(named("knock")), 11, 2
    games = BatchedGames(game, count, seed, agents={1: agent}, autoreset=Autoreset.DISABLED)
    for index in range(count):
        one = Stepping(game)
        one.reset(derived(seed, index + 1))
        player = make_agent(agent, derived(seed, index + 1, 2))
        games.reset(seed)
        while not one.over:
            if one.seat == 1:
                known = game.knowledge.observe(one.state, 1)
                move = player.choose(game, known, game.interpreter.legal(one.state), 1)
                one.step(game.numbering.number(one.state, move))
            else:
                same(games, index, one)
                number = one.legal()[-1]
                one.step(number)
                chosen = np.argmax(games.masks, axis=1)
                chosen[index] = number
                games.step(chosen)
        assert games.ended[index]
        assert games.state(index) == one.state


def shown(games: BatchedGames, steps: int) -> Iterator[tuple[bytes, ...]]:
    for _ in range(steps):
        games.step(games.sample())
        yield tuple(
            array.tobytes()
            for array in (games.observations, games.masks, games.rewards, games.seats, games.ended)
        )


def test_threads_and_seeds_change_nothing_and_everything() -> None:
    game = ready(named("knock"))
    one, two, other = (
        BatchedGames(game, 7, seed, agents={1: "greedy"}, threads=threads)
        for seed, threads in ((4, 1), (4, 3), (5, 1))
    )
    played = list(shown(one, 40))
    assert list(shown(two, 40)) == played
    assert list(shown(other, 40)) != played
    one.reset(4)
    assert list(shown(one, 40)) == played
    two.close()


@pytest.mark.parametrize("threads", [1, 2])
def test_a_game_that_has_ended_is_dealt_anew_when_it_should_be(threads: int) -> None:
    game = ready(named("tic-tac-toe"))
    next_, same_, never = (
        BatchedGames(game, 4, 2, autoreset=mode, threads=threads) for mode in Autoreset
    )
    while not never.ended.any():
        chosen = never.sample()
        for games in (next_, same_, never):
            games.step(chosen)
    over = never.ended.copy()
    assert (next_.ended == over).all()
    assert (same_.ended == over).all()
    assert (next_.observations == never.observations).all()
    assert (same_.finals[over] == never.observations[over]).all()
    assert same_.masks.any(axis=1).all()
    last = never.observations.copy()
    next_.step(next_.sample())
    assert not next_.ended[over].any()
    assert not next_.rewards[over].any()
    assert (next_.observations[over] == same_.observations[over]).all()
    never.step(never.sample())
    assert never.ended[over].all()
    assert not never.rewards[over].any()
    assert (never.observations[over] == last[over]).all()
    never.reset(which=over)
    assert not never.ended[over].any()
    assert (never.observations[over] == next_.observations[over]).all()


def test_what_is_not_allowed_loses() -> None:
    games = BatchedGames(ready(named("nim")), 3, 1)
    wrong = np.argmin(games.masks, axis=1)
    right = np.argmax(games.masks, axis=1)
    games.step(np.array([wrong[0], right[1], -(10**12)]))
    assert games.illegal.tolist() == games.ended.tolist() == [True, False, True]
    assert games.rewards[[0, 2], games.seats[[0, 2]]].tolist() == [-1, -1]
    games.step(np.argmax(games.masks, axis=1))
    assert not games.illegal.any()


def test_a_game_may_be_cut_short() -> None:
    games = BatchedGames(ready(named("lost-cities-card")), 2, 1, agents={1: "random"}, most=10)
    for _ in range(100):
        games.step(games.sample())
        if games.cut.any():
            break
    assert games.cut.all()
    assert not games.ended.any()
    assert not games.masks.any()
    assert games.state(0)[at.DECISIONS] == 10


def test_rules_that_show_values_have_the_same_rows() -> None:
    game = start(CARDS).game
    games = BatchedGames(game, 2, 3, autoreset=Autoreset.SAME_STEP, most=20)
    alone = single(games, most=20)
    met = 0
    while not games.cut.any():
        chosen = games.sample()
        games.step(chosen)
        for index, one in enumerate(alone):
            seat = one.seat
            one.step(int(chosen[index]))
            if games.cut[index]:
                assert games.finals[index].tobytes() == one.row(seat).tobytes()
            else:
                same(games, index, one)
                met += len(game.knowledge.facts.revealed(one.state))
    assert met > 3


FAILS = """
game "Fails"
  players 2

counter n: 0..9 = 0

turn
  choose
    up
      n := n + 5

game ends at end of turn when n > 20
"""


def test_rules_that_fail_say_where() -> None:
    games = BatchedGames(Game(load_text(FAILS, Path("fails.cairn")), 2), 2)
    games.step([0, 0])
    with pytest.raises(RulesError, match="n"):
        games.step([0, 0])


FAILURES = {
    "a move after which nothing is legal": ("""
turn
  choose
    go
      require n = 0
      n := 1

wins when n = 2
""", "E501"),
    "a deal": ("""
setup
  n := 9
  n := n + 5

turn
  choose
    go
      skip

wins when n = 2
""", "E503"),
    "a decision of an agent": ("""
turn
  choose
    go
      if me = seat 2: n := n + 10

wins when n = 2
""", "E503"),
}  # fmt: skip


@pytest.mark.parametrize(("rules", "code"), FAILURES.values(), ids=list(FAILURES))
def test_wherever_rules_fail_it_is_said(rules: str, code: str) -> None:
    text = f'game "Fails"\n  players 2\n\ncounter n: 0..9 = 0\n{rules}'
    with pytest.raises(RulesError) as caught:
        games = BatchedGames(Game(load_text(text, Path("fails.cairn")), 2), 2,
                             agents={1: "random"})  # fmt: skip
        games.step([0, 0])
    found = caught.value.diagnostics[0]
    assert found.code == code and found.span.line > 5


def test_games_in_which_nothing_is_to_be_chosen_are_refused() -> None:
    text = """
game "Alone"
  players 2

turn
  choose
    go
      seat 1 wins "Done."
"""
    game = Game(load_text(text, Path("alone.cairn")), 2)
    with pytest.raises(ValueError, match="nothing was to be chosen"):
        BatchedGames(game, 2, agents={0: "random"})


def test_what_cannot_be_is_refused() -> None:
    game = ready(named("nim"))
    for given in ({"n": 0}, {"most": 0}, {"threads": 3}, {"reward": "fun"},
                  {"agents": {2: "random"}}, {"agents": {1: "hard"}},
                  {"agents": {0: "random", 1: "random"}}):  # fmt: skip
        with pytest.raises(ValueError, match=r"game|seats|reward|executor"):
            BatchedGames(game, **{"n": 2, **given})  # type: ignore[arg-type]
    with pytest.raises(RulesError):
        BatchedGames(game, 2, agents={1: "nobody"})
    with pytest.raises(MemoryError):
        BatchedGames(ready(named("lost-cities-card")), 1_000_000)
    games = BatchedGames(game, 2)
    for actions in ([1], [[1, 2]], [1.0, 2.0]):
        with pytest.raises(ValueError, match="2 integers"):
            games.step(actions)
    with pytest.raises(ValueError, match="2 truths"):
        games.reset(which=np.zeros(3, np.bool_))
