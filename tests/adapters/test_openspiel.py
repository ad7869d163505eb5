"""Games as OpenSpiel's: its random simulation with copies, CFR on Kuhn poker, observers."""

from __future__ import annotations

import pickle
from importlib import import_module
from typing import Any

import numpy as np
import pytest

from engine.game.rng import Chance
from tests.adapters import suites
from tests.classics.test_small_poker import CARDS, KUHN, LEDUC, RANKS
from tests.game.games import named, ready
from tests.scope import ALL, often

pyspiel: Any = import_module("pyspiel")
ours: Any = import_module("engine.adapters.openspiel")
CFR_ROUNDS = often(120)


def opened(name: str, **given: Any) -> Any:
    return pyspiel.load_game("cairn", {"ruleset": str(named(name)), **given})


def walked(state: Any, seed: int, moves: int) -> list[Any]:
    """Copies of the states of a random game in which seats choose."""
    chance = Chance(seed)
    found: list[Any] = []
    while not state.is_terminal() and len(found) < moves:
        if not state.is_chance_node():
            found.append(state.clone())
        legal = state.legal_actions()
        state.apply_action(legal[chance.below(len(legal))])
    return found


@pytest.mark.parametrize(
    ("name", "chance"), [("kuhn", "explicit"), ("nim", "sampled"), ("goofspiel", "sampled")]
)
def test_the_random_simulation_of_openspiel_passes(name: str, chance: str) -> None:
    suites.openspiel(named(name), 0, chance, most=8)


def test_counterfactual_regret_reaches_the_value_of_kuhn_poker() -> None:
    cfr = import_module("open_spiel.python.algorithms.cfr")
    expected = import_module("open_spiel.python.algorithms.expected_game_score")
    exploitability = import_module("open_spiel.python.algorithms.exploitability")
    game = opened("kuhn", chance="explicit", reward="margin")
    solver = cfr.CFRSolver(game)
    for _ in range(CFR_ROUNDS):
        solver.evaluate_and_update_policy()
    policy = solver.average_policy()
    value = expected.policy_value(game.new_initial_state(), [policy, policy])
    assert value[0] == pytest.approx(-1 / 18, abs=0.01)
    assert value[1] == -value[0]
    assert exploitability.exploitability(game, policy) < (0.01 if CFR_ROUNDS > 100 else 0.03)


@pytest.mark.parametrize(
    ("name", "cards", "names"), [("kuhn", RANKS, KUHN), ("leduc", CARDS, LEDUC)]
)
def test_histories_share_information_states_just_as_in_openspiel(
    name: str, cards: tuple[str, ...], names: dict[str, str]
) -> None:
    game = opened(name, chance="explicit", reward="margin")
    pairs = set()
    for state in _decisions(game.new_initial_state(), often(300) if name == "leduc" else 60):
        seat, other = state.current_player(), _theirs(name, state, cards, names)
        assert other.current_player() == seat
        pairs.add((state.information_state_string(seat), other.information_state_string(seat)))
    assert len(pairs) >= 12
    ours_, theirs = zip(*pairs, strict=True)
    assert len({*ours_}) == len({*theirs}) == len(pairs)


def _theirs(name: str, state: Any, cards: tuple[str, ...], names: dict[str, str]) -> Any:
    """OpenSpiel's own state after the same deal and the same moves."""
    game, other = state.play.game, pyspiel.load_game(f"{name}_poker").new_initial_state()
    made, here = [], state.position
    while here.before is not None:
        made.append(game.wording.notation(here.before.state, here.move))
        here = here.before
    zones = game.viewer.view(here.state, None).zones
    dealt = [str(zone.items[0].name) for zone in zones if zone.family == "hand"]
    top = next(str(zone.items[-1].name) for zone in zones if zone.family == "deck")
    for card in dealt:
        other.apply_action(cards.index(card))
    for text in reversed(made):
        other.apply_action(
            next(
                action
                for action in other.legal_actions()
                if other.action_to_string(other.current_player(), action) == names[text]
            )
        )
        if other.is_chance_node():
            other.apply_action(cards.index(top))
    return other


def _decisions(state: Any, most: int) -> list[Any]:
    """States in which a seat chooses, depth first."""
    waiting = [state]
    found: list[Any] = []
    while waiting and len(found) < most:
        here = waiting.pop()
        if here.is_terminal():
            continue
        if not here.is_chance_node():
            found.append(here)
        waiting += [here.child(action) for action in here.legal_actions()]
    return found


def test_a_copy_goes_its_own_way_and_is_kept_whole() -> None:
    for state in walked(opened("knock", players=2).new_initial_state(), 3, 6):
        copy = state.clone()
        assert str(copy) == str(state)
        copy.apply_action(copy.legal_actions()[-1])
        assert copy.history() != state.history()
        again = pickle.loads(pickle.dumps(state))
        assert str(again) == str(state)
        game, kept = pyspiel.deserialize_game_and_state(
            pyspiel.serialize_game_and_state(state.get_game(), state)
        )
        assert (str(kept), str(game)) == (str(state), str(state.get_game()))


def test_observers_show_what_a_seat_everybody_or_all_seats_know() -> None:
    state = walked(opened("lost-cities-card").new_initial_state(), 3, 3)[-1]
    kinds, observers = pyspiel.PrivateInfoType, {}
    for kind in (kinds.SINGLE_PLAYER, kinds.NONE, kinds.ALL_PLAYERS):
        wanted = pyspiel.IIGObservationType(True, False, kind)
        observer = state.get_game().make_py_observer(wanted)
        observer.set_from(state, 0)
        observers[kind] = observer.tensor.copy(), observer.string_from(state, 0)
    own, none, all_ = (observers[k] for k in (kinds.SINGLE_PLAYER, kinds.NONE, kinds.ALL_PLAYERS))
    assert "hand[seat 1], Card" in own[1]
    assert "hand[seat 1], Card" not in none[1]
    assert "hand[seat 2], Card" in all_[1]
    assert not np.array_equal(own[0], none[0])
    tensor = ready(named("lost-cities-card")).tensor
    known = ready(named("lost-cities-card")).knowledge.observe(state.position.state, 0)
    assert own[0].tolist() == tensor.numbers(known)


def test_a_state_is_sampled_that_a_seat_can_not_tell_from_this_one() -> None:
    others = set()
    for state in walked(opened("knock", players=2).new_initial_state(), 3, 6):
        seat = state.current_player()
        for chance in (0.1, 0.6, 0.9):
            other = state.resample_from_infostate(seat, lambda chance=chance: chance)
            assert other.information_state_string(seat) == state.information_state_string(seat)
            assert other.legal_actions() == state.legal_actions()
            others.add(str(other) == str(state))
            assert str(pickle.loads(pickle.dumps(other))) == str(other)
            other.apply_action(other.legal_actions()[0])
    assert False in others


@pytest.mark.skipif(not ALL, reason="half a minute")
def test_is_mcts_wins_against_uniform_play() -> None:
    ismcts = import_module("open_spiel.python.algorithms.ismcts")
    mcts = import_module("open_spiel.python.algorithms.mcts")
    game, won, chance = opened("knock", players=2), 0, np.random.RandomState(1)
    for number in range(20):
        state, seat = game.new_initial_state(), number % 2
        bot = ismcts.ISMCTSBot(
            game=game,
            uct_c=1.4,
            max_simulations=50,
            evaluator=mcts.RandomRolloutEvaluator(1, chance),
            random_state=np.random.RandomState(number),
        )
        while not state.is_terminal():
            free = [a for a, _ in state.chance_outcomes()] if state.is_chance_node() else None
            if free is None and state.current_player() == seat:
                state.apply_action(bot.step(state))
            else:
                state.apply_action(int(chance.choice(free or state.legal_actions())))
        won += state.returns()[seat] > 0
    assert won >= 18


def test_perfect_recall_keeps_apart_what_looks_the_same_now() -> None:
    game = opened("pig")
    states = walked(game.new_initial_state(), 1, 12)
    texts = [state.information_state_string(0) for state in states]
    assert len(set(texts)) == len(texts)
    tensor = np.array(states[-1].information_state_tensor(0))
    assert tensor.shape == (game.information_state_tensor_size(),)


def test_a_ruleset_is_registered_under_a_name() -> None:
    assert ours.register(named("nim"), reward="points") == "cairn_nim"
    game = pyspiel.load_game("cairn_nim")
    assert (game.num_players(), game.num_distinct_actions()) == (2, 64)
    assert game.new_initial_state().get_game().get_type().short_name == "cairn_nim"


def test_what_openspiel_is_told_of_a_game() -> None:
    kind = opened("tic-tac-toe").get_type()
    assert kind.information == pyspiel.GameType.Information.PERFECT_INFORMATION
    assert kind.utility == pyspiel.GameType.Utility.ZERO_SUM
    kind = opened("whist").get_type()
    assert kind.information == pyspiel.GameType.Information.IMPERFECT_INFORMATION
    kuhn = opened("kuhn", reward="points", chance="explicit")
    assert (kuhn.min_utility(), kuhn.max_utility()) == (0, 4)
    assert kuhn.max_chance_outcomes() == 3
    with pytest.raises(ValueError, match="sampled or explicit"):
        opened("kuhn", chance="loaded")
