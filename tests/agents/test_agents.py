"""Agents choose legal moves from what their seat knows, and greedy goes by the ledger."""

from collections.abc import Sequence

import pytest

from engine.agents.agent import Agent
from engine.agents.evaluation import WON, final_values, lead, scores_now
from engine.agents.greedy import GreedyAgent
from engine.agents.registry import make_agent
from engine.game.interpreter import Move
from engine.game.knowledge import InformationSet
from engine.game.session import Game, Session
from engine.language.diagnostics import RulesError
from engine.rules.load import load
from engine.study.one_game import played
from tests.agents.games import BLIND, LEAST, game, won
from tests.scope import ALL, often

CARD = Game(load("lost-cities-card"), 2)


class Checked:
    """An agent that is held to what it may do."""

    def __init__(self, inner: Agent) -> None:
        self.inner = inner

    def choose(self, game: Game, known: InformationSet, legal: Sequence[Move], seat: int) -> Move:
        before = list(legal), known
        move = self.inner.choose(game, known, legal, seat)
        assert move in legal
        assert (list(legal), known) == before
        return move


CHEAP = ["random", "greedy", "easy"]
"""Those that don't think long; see test_search for the others."""


@pytest.mark.parametrize("name", CHEAP)
def test_agents_choose_legal_moves_and_change_nothing(name: str) -> None:
    agents = [Checked(make_agent(name, seat)) for seat in (1, 2)]
    assert CARD.interpreter.over(played(CARD, 5, agents))


@pytest.mark.parametrize("name", CHEAP)
def test_the_same_seed_gives_the_same_game(name: str) -> None:
    one, other = (played(CARD, 5, [make_agent(name, 1), make_agent(name, 2)]) for _ in range(2))
    assert one == other


def test_random_makes_every_legal_move_equally_often() -> None:
    session = Session(CARD, 3)
    legal = CARD.interpreter.legal(session.state)
    player = make_agent("random", 7)
    chosen = [
        player.choose(CARD, session.information_set(0), legal, 0) for _ in range(200 * len(legal))
    ]
    assert all(140 < chosen.count(move) < 265 for move in legal)


@pytest.mark.skipif(not ALL, reason="whole games: CAIRN_ALL=1")
def test_greedy_beats_random() -> None:
    games = often(30)
    assert won(CARD, ("greedy", "random"), games)[0] >= games * 0.85


def test_greedy_reads_a_ledger_that_is_paid_into_a_counter_and_lowest_wins() -> None:
    small = game(LEAST)
    session = Session(small, 4)
    hand = [card.name for zone in session.view(0).zones for card in zone.items if zone.owner == 0]
    least = min(int(name or 0) for name in hand)
    legal = session.legal()
    move = GreedyAgent(1).choose(small, session.information_set(0), [x.move for x in legal], 0)
    assert next(x.text for x in legal if x.move == move) == f"keep({least})"
    first, second = won(small, ("greedy", "random"), 100)
    assert first > second + 20


def test_greedy_cannot_peek_at_pieces_that_its_moves_name_by_their_place() -> None:
    first, second = won(game(BLIND), ("greedy", "random"), 400)
    assert abs(first - second) < 80


@pytest.mark.parametrize("seed", range(5))
def test_greedy_decides_the_same_where_its_seat_sees_the_same(seed: int) -> None:
    session = Session(CARD, seed)
    for _ in range(9):
        session.apply(session.legal()[0].move)
    seat = session.state[1]
    known = session.information_set(seat)
    other = CARD.knowledge.sample(known, 99)
    assert other != session.state
    choices = {
        GreedyAgent(1).choose(
            CARD, CARD.knowledge.observe(state, seat), CARD.interpreter.legal(state), seat
        )
        for state in (session.state, other)
    }
    assert len(choices) == 1


def test_choosing_is_not_heard_as_a_score() -> None:
    session = Session(CARD, 1)
    make_agent("greedy", 1).choose(
        CARD, session.information_set(0), CARD.interpreter.legal(session.state), 0
    )
    assert session.results == []


def test_the_standing_is_as_if_the_game_ended_here() -> None:
    session = Session(CARD, 1)
    assert scores_now(CARD, session.state) == [0, 0]
    session.play(session.legal()[0].text)
    total = sum(ledger.total or 0 for ledger in session.ledgers(0))
    assert scores_now(CARD, session.state) == [total, 0]
    assert lead(CARD.interpreter, session.state, 0) == total
    assert lead(CARD.interpreter, session.state, 1) == -total
    small = game(LEAST)
    state = small.interpreter.start(1)
    small.interpreter.apply(state, small.interpreter.legal(state)[0])
    assert final_values(small.interpreter, state)[0] == -(scores_now(small, state)[0] or 0) < 0


def test_a_seat_that_has_won_outright_is_worth_more_than_any_score() -> None:
    text = LEAST.replace("round ends when", "wins when size(my kept) = 1\n\nround ends when")
    small = game(text)
    state = small.interpreter.start(1)
    small.interpreter.apply(state, small.interpreter.legal(state)[0])
    assert final_values(small.interpreter, state) == [WON, -WON]


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        (
            "gredy",
            "there is no agent 'gredy'; did you mean 'greedy'? "
            "a seat can be random, greedy, mcts, easy, medium, safe, risky, defensive or hard",
        ),
        (
            "",
            "there is no agent ''; a seat can be random, greedy, mcts, easy, medium, safe, risky, "
            "defensive or hard",
        ),
    ],
)
def test_an_unknown_agent_is_refused_with_the_known_ones(name: str, sentence: str) -> None:
    with pytest.raises(RulesError) as caught:
        make_agent(name, 1)
    assert str(caught.value) == sentence
