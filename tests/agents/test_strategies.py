"""The agents `always:ACTION` and `never:ACTION`."""

from collections import Counter

import pytest

from engine.agents.registry import agent_names, make_agent
from engine.game.session import Game, Session
from engine.language.diagnostics import RulesError
from engine.rules.load import load
from engine.study.one_game import agent_seed, final_scores, game_seed, played
from engine.study.wasm_policies import seated, seating, unplayable
from engine.training.policy import policy_for
from tests.cli.conftest import run_here
from tests.scope import telling

CARD = Game(load("lost-cities-card"), 2)
PIG = Game(load("examples/pig.cairn"), 2)


def actions(game: Game, names: tuple[str, str], seat: int) -> tuple[Counter[str], Counter[str]]:
    """How often a seat takes each action in a game, and how often it could."""
    taken, legal = Counter[str](), Counter[str]()
    agents = [make_agent(name, number) for number, name in enumerate(names)]
    session = Session(game, 3)
    while (here := session.seat) is not None:
        moves = session.legal()
        known = session.information_set(here)
        choice = agents[here].choose(game, known, [x.move for x in moves], here)
        called = {x.move: x.text.partition("(")[0] for x in moves}
        if here == seat and len(set(called.values())) > 1:
            legal.update(set(called.values()))
            taken[called[choice]] += 1
        session.apply(choice)
    return taken, legal


@pytest.mark.parametrize("game", [CARD, PIG], ids=lambda game: game.loaded.name)
def test_an_action_is_always_taken_or_never(game: Game) -> None:
    assert (policy_for(game) is not None) is (game is CARD)
    action = "discard" if game is CARD else "pass"
    taken, legal = actions(game, (f"always:{action}", "random"), 0)
    assert taken[action] == legal[action] > 5
    taken, legal = actions(game, (f"never:{action}", "random"), 0)
    assert taken[action] == 0 and legal[action] > 5


@pytest.mark.parametrize(
    "seats",
    telling(
        [("always:discard", "medium")],
        [("never:draw", "random"), ("medium", "never:discard")],
    ),
)
def test_the_module_plays_them_as_they_choose(seats: tuple[str, str]) -> None:
    assert unplayable(CARD, seats) is None
    how = seating(seats)
    assert how is not None
    module = seated(CARD, how)
    (row,) = module.seated_games(5, 1, 1)
    agents = [make_agent(name, agent_seed(5, 1, seat)) for seat, name in enumerate(seats, 1)]
    state = played(CARD, game_seed(5, 1), agents)
    assert [rank[0] for rank in row.ranks] == final_scores(CARD, state)


def test_the_module_plays_them_only_by_a_policy() -> None:
    why = "without a trained policy, the executor wasm can't play 'always:' and 'never:' seats"
    assert unplayable(PIG, ("always:pass", "random")) == why


def test_seats_that_rate_moves_otherwise_play_on_after_a_trap() -> None:
    how = seating(("always:discard", "medium"))
    assert how is not None
    module, other = (seated(CARD, how) for _ in range(2))
    module._renew()
    assert module.seated_games(5, 1, 3) == other.seated_games(5, 1, 3)


def test_a_strategy_names_an_action_of_the_game() -> None:
    done = run_here("sim", "lost-cities-card", "--agents", "always:sing,random", "--games", 2)
    sentence = "'always:sing': Lost Cities has no action 'sing'; its actions are explore, discard, "
    assert done.code == 1 and sentence in done.err
    with pytest.raises(RulesError, match="has no action 'sing'"):
        actions(CARD, ("always:sing", "random"), 0)
    with pytest.raises(RulesError, match="there is no agent 'always'"):
        make_agent("always", 1)
    assert not {"always", "never"} & set(agent_names())
