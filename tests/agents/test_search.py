"""The agents that search: budgets, determinism, what they may know, and that they play well."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from functools import reduce
from itertools import chain, islice
from operator import xor
from pathlib import Path

import pytest

from engine.agents import parallel_search as forests
from engine.agents.parallel_search import SearchUnavailable, forest
from engine.agents.registry import agent_names, check_name, make_agent
from engine.agents.search import SearchAgent
from engine.agents.search_config import LEVELS, Level, SearchParams, level_of
from engine.agents.wasm_tree import max_playout_length
from engine.compile.wasm.memory import WORK
from engine.compile.wasm.module import MOST_WORK
from engine.game.interpreter import Move
from engine.game.rng import Chance
from engine.game.session import Game, Session
from engine.game.wasm_executor import Module
from engine.language.diagnostics import RulesError
from engine.rules.load import load
from engine.study.one_game import agent_seed, game_seed, played
from tests.agents.games import CHARACTERS, FORCED, LEAST, PARTNERS, TOGETHER, WRONG, game, won
from tests.game.games import FEWER, named, ready, walk
from tests.scope import seats, telling

CARD = Game(load("lost-cities-card"), 2)


def chosen(here: Game, budget: str, seed: int = 1, moves: Sequence[str] = ()) -> str:
    """What an agent does at the beginning of a game or after some moves."""
    session = Session(here, seed)
    for move in moves:
        session.play(move)
    seat = session.seat
    assert seat is not None
    legal = session.legal()
    found = make_agent(budget, 7).choose(
        here, session.information_set(seat), [x.move for x in legal], seat
    )
    return next(x.text for x in legal if x.move == found)


# ------------------------------------------------------------------ names and budgets


def test_the_strongest_is_named_last() -> None:
    assert agent_names()[-1] == "hard"
    order = [LEVELS[name].iterations for name in ("easy", "medium", "hard")]
    assert order == sorted(order)


@pytest.mark.parametrize(
    ("name", "iterations", "seconds"),
    [("mcts:2000", 2000, 0.0), ("mcts:1.5s", 10_000_000, 1.5), ("search:.5s", 10_000_000, 0.5),
     ("mcts:3 s", 10_000_000, 3.0)],
)  # fmt: skip
def test_a_search_may_be_given_a_budget(name: str, iterations: int, seconds: float) -> None:
    check_name(name)
    level = level_of(name)
    assert (level.iterations, level.seconds) == (iterations, seconds)


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        (
            "mcts:",
            "'mcts:' names no budget; write mcts:2000 for 2,000 iterations a decision, "
            "or mcts:1.5s for 1.5 seconds",
        ),
        (
            "mcts:fast",
            "'mcts:fast' names no budget; write mcts:2000 for 2,000 iterations a decision, "
            "or mcts:1.5s for 1.5 seconds",
        ),
        ("mcts:0", "'mcts:0': a decision may take 1 to 10,000,000 iterations"),
        (
            "mcts:99999999999999999999",
            "'mcts:99999999999999999999': a decision may take 1 to 10,000,000 iterations",
        ),
        ("mcts:0s", "'mcts:0s': a decision may take 0.01 to 600 seconds"),
        ("mcts:9999s", "'mcts:9999s': a decision may take 0.01 to 600 seconds"),
        ("hard:2s", "'hard' takes no budget; only mcts does, as in mcts:2000"),
        ("greedy:3", "'greedy' takes no budget; only mcts does, as in mcts:2000"),
        (
            "mtcs:3",
            "there is no agent 'mtcs:3'; did you mean 'mcts'? "
            "a seat can be random, greedy, mcts, easy, medium, safe, risky, defensive or hard",
        ),
    ],
)
def test_what_is_no_budget_is_refused_with_what_is(name: str, sentence: str) -> None:
    with pytest.raises(RulesError) as caught:
        check_name(name)
    assert str(caught.value) == sentence
    assert caught.value.diagnostics[0].code == "E603"


# ------------------------------------------------------------------ what it may know


def distribution(here: Game, state: list[int], seat: int) -> tuple[list[object], int]:
    """How often each legal move is tried in a position as a seat knows it, and how likely what was
    learned is to take it.
    """
    known = here.knowledge.observe(state, seat)
    legal = here.interpreter.legal(state)
    if len(legal) == 1:
        return [], 1
    level = Level(40, trees=2)
    found = forest(here).search(here, known, len(legal), Chance(3), level)
    return [
        *found,
        forest(here).ask(here, known, lambda tree, policy, state: tree.rates(state)),
    ], len(legal)


@pytest.mark.parametrize("path", FEWER, ids=[path.stem for path in FEWER])
def test_what_a_seat_cannot_see_makes_no_difference(path: Path) -> None:
    here = ready(path)
    for number, session in enumerate(islice(walk(Session(here, 11), Chance(11), 60), 2, None, 7)):
        seat = session.seat
        assert seat is not None
        other = here.knowledge.sample(session.information_set(seat), 1000 + number)
        assert distribution(here, session.state, seat) == distribution(here, other, seat)


# ------------------------------------------------------------------ legal and the same again


@pytest.mark.parametrize("path", FEWER, ids=[path.stem for path in FEWER])
def test_only_legal_moves_with_any_number_of_players(path: Path) -> None:
    low, high = seats(path)
    for players in range(low, high + 1):
        here = ready(path, players)
        player = SearchAgent(players, Level(12))
        for session in islice(walk(Session(here, players), Chance(players), 50), 0, None, 6):
            seat = session.seat
            assert seat is not None
            legal = here.interpreter.legal(session.state)
            before = list(session.state)
            assert player.choose(here, session.information_set(seat), legal, seat) in legal
            assert session.state == before


def test_the_same_seed_gives_the_same_game() -> None:
    budget = "mcts:30"
    one = played(CARD, 5, [make_agent(budget, 1), make_agent(budget, 2)])
    again = Game(load("lost-cities-card"), 2)
    assert one == played(again, 5, [make_agent(budget, 1), make_agent(budget, 2)])


@pytest.mark.parametrize("cores", [1, 2, 3])
def test_cores_make_no_difference(cores: int, monkeypatch: pytest.MonkeyPatch) -> None:
    session = Session(CARD, 2)
    legal = CARD.interpreter.legal(session.state)
    level = Level(600, trees=3, params=SearchParams(settled=0.0))
    monkeypatch.setattr(forests, "cores", lambda: cores)
    found = forest(CARD).search(CARD, session.information_set(0), len(legal), Chance(1), level)
    monkeypatch.setattr(forests, "cores", lambda: 1)
    alone = forest(Game(load("lost-cities-card"), 2))
    assert found == alone.search(CARD, session.information_set(0), len(legal), Chance(1), level)
    assert sum(f.visits for f in found) == 600


def test_a_limit_of_time_ends_the_search() -> None:
    session = Session(CARD, 2)
    legal = CARD.interpreter.legal(session.state)
    level = level_of("mcts:0.5s")
    found = forest(CARD).search(CARD, session.information_set(0), len(legal), Chance(1), level)
    assert 0 < sum(f.visits for f in found) < level.iterations


# ------------------------------------------------------------------ how well it plays


@pytest.mark.parametrize(
    ("name", "players", "budget", "against", "games"),
    telling(
        [("lost-cities-card", 2, "mcts:100", "random", 2)],
        [
            ("lost-cities-roll-and-write", 2, "mcts:100", "greedy", 4),
            ("lost-cities-card", 2, "mcts:800", "greedy", 2),
            ("lost-cities-rivals", 3, "mcts:200", "random", 3),
            ("short-game", 2, "mcts:60", "random", 2),
        ],
    ),
)
def test_it_beats_those_who_do_not_look_ahead(
    name: str, players: int, budget: str, against: str, games: int
) -> None:
    here = Game(load(name), players)
    assert won(here, [budget, *[against] * (players - 1)], games)[0] == games


def test_nobody_beats_it_at_noughts_and_crosses() -> None:
    here = ready(named("tic-tac-toe"))
    wins = won(here, ["mcts:2000", "random"], 10)
    assert wins[0] >= 8
    assert wins[1] == 0
    assert won(here, ["mcts:2000", "mcts:2000"], 2) == [0, 0]


def test_it_takes_matches_as_bouton_showed_in_1901() -> None:
    """A heap for which the heaps' sizes, in binary, cancel each other out is a lost one: whoever
    can leaves such heaps.
    """
    here = ready(named("nim"))
    heaps = here.compiled.layout.families["heap"]

    def cancels(state: list[int]) -> bool:
        return not reduce(xor, (state[heaps.address(n)] for n in range(4)))

    asked = 0
    for session in chain(*(walk(Session(here, seed), Chance(seed), 60) for seed in range(8))):
        seat, state = session.seat, session.state
        left = sum(state[heaps.address(n)] for n in range(4))
        if seat is not None and 1 < left <= 10 and not cancels(state):
            legal = here.interpreter.legal(state)
            player = SearchAgent(1, Level(12_000, trees=2))
            after = list(state)
            here.interpreter.apply(
                after, player.choose(here, session.information_set(seat), legal, seat)
            )
            assert cancels(after)
            asked += 1
    assert asked > 15


def test_the_lowest_may_win() -> None:
    small = game(LEAST)
    session = Session(small, 4)
    hand = [card.name for zone in session.view(0).zones for card in zone.items if zone.owner == 0]
    most = max(int(name or 0) for name in hand)
    assert len(set(hand)) == 3
    assert chosen(small, "mcts:400", 4) != f"keep({most})"  # two of the three are kept


@pytest.mark.parametrize(
    "ending",
    ["winner highest pool\n", "wins when pool >= 7\n", "wins when pool > 6\nwinner highest pool\n"],
)
def test_all_may_play_against_the_game(ending: str) -> None:
    assert chosen(game(TOGETHER + ending), "mcts:300") == "help"


def test_what_a_partner_gets_counts_as_ones_own() -> None:
    assert chosen(game(PARTNERS, 4), "mcts:400") == "treat"
    assert chosen(game(PARTNERS, 4), "greedy") == "treat"


def test_partners_win_together_in_a_module_too() -> None:
    here = game(PARTNERS, 4)
    for number, row in enumerate(Module(here.compiled).random_games(7, 1, 20), 1):
        choosers = [make_agent("random", agent_seed(7, number, seat)) for seat in (1, 2, 3, 4)]
        end = played(here, game_seed(7, number), choosers)
        assert list(row.winners) == here.interpreter.winners(end)


def test_characters_differ_in_what_they_like() -> None:
    likes = {"safe": "save", "risky": "risk", "defensive": "spoil"}
    assert {name: chosen(game(CHARACTERS), name) for name in likes} == likes


def test_a_game_that_goes_round_in_circles_ends_nevertheless() -> None:
    assert chosen(game(FORCED), "mcts:100") == "leave"


# ------------------------------------------------------------------ where it can't be done


def test_an_error_of_the_rules_is_told_as_such() -> None:
    with pytest.raises(RulesError) as caught:
        chosen(game(WRONG), "mcts:50")
    found = caught.value.diagnostics[0]
    assert found.code == "E503"
    assert found.span.line
    assert found.notes == ("met while an agent was looking ahead",)


def test_where_no_search_is_possible_it_plays_as_greedy(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def unable(*_: object) -> None:
        raise SearchUnavailable("wasmtime isn't installed (pip install wasmtime)")

    monkeypatch.setattr(forests.ParallelSearch, "_plant", unable)
    here = Game(load("lost-cities-card"), 2)
    session = Session(here, 1)
    legal: list[Move] = here.interpreter.legal(session.state)
    player = make_agent("mcts:100", 3)
    with caplog.at_level(logging.WARNING):
        moves = [player.choose(here, session.information_set(0), legal, 0) for _ in range(2)]
    greedy = make_agent("greedy", 3)
    assert moves == [greedy.choose(here, session.information_set(0), legal, 0) for _ in range(2)]
    assert [record.getMessage() for record in caplog.records] == [
        "Lost Cities can't be searched, so it is played as by greedy: "
        "wasmtime isn't installed (pip install wasmtime)"
    ]


CIRCLING = """
game "Ring"
  players 2
var place[Player]: 1..12 = 1
turn
  choose
    go(steps in {1, 11})
      my place := (my place + steps - 1) mod 12 + 1
wins when my place = 13 - 1 and place[left(me)] = 6 and round > 1
"""


def test_where_play_goes_in_circles_a_playout_is_judged_soon() -> None:
    assert max_playout_length(Module(game(CIRCLING).compiled)) == 60
    card_game = Game(load("lost-cities-card"), 2)
    usual = [len(played_moves(card_game, seed)) for seed in range(3)]
    assert max_playout_length(Module(card_game.compiled)) < 5 * max(usual)


def test_where_each_move_takes_long_an_iteration_is_judged_soon() -> None:
    here = Game(load(Path(__file__).parents[1] / "found/chess-naive-refused.cairn"), 2)
    session = Session(here, 1)
    known, moves = session.information_set(0), len(session.legal())
    found = [forest(here).search(here, known, moves, Chance(3), Level(6)) for _ in range(2)]
    assert found[0] == found[1]
    assert sum(move.visits for move in found[0]) == 6
    assert {move.wins for move in found[0] if move.visits} == {0.5}  # nobody has won yet
    worked = forest(here).trees[0].module.word(WORK)
    assert MOST_WORK < worked < 1.2 * MOST_WORK  # the last decision is finished


def played_moves(here: Game, seed: int) -> list[Move]:
    """A game at random."""
    chance, state, made = Chance(seed), here.interpreter.start(seed), []
    while not here.interpreter.over(state):
        legal: list[Move] = here.interpreter.legal(state)
        made.append(legal[chance.below(len(legal))])
        here.interpreter.apply(state, made[-1])
    return made
