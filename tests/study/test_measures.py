"""What is written down of a game: against games played by hand, and by the other executor."""

from itertools import pairwise
from pathlib import Path

import pytest

from engine.agents.evaluation import final_values
from engine.agents.registry import make_agent
from engine.compile import layout as state_at
from engine.compile.program import STALL
from engine.game.session import Game, Session
from engine.rules.load import load, load_text
from engine.study import game_record as at
from engine.study.game_record import Columns, row_of
from engine.study.matchup_runner import MatchupRunner
from engine.study.one_game import agent_seed, game_seed
from engine.study.plan import GameRange, Matchup, StudyPlan
from engine.study.wasm_batch_runner import bulk_for
from engine.study.wins import UNFINISHED
from tests.agents.games import CIRCLE, LEAST
from tests.scope import HALF, RULESETS, telling
from tests.study.playing import CARD, games_of, race


def test_a_row_says_what_a_session_shows() -> None:
    game = Game(CARD, 2)
    columns = Columns(game)
    agents = [make_agent("random", agent_seed(4, 1, seat)) for seat in (1, 2)]
    row = row_of(columns, game_seed(4, 1), agents, close=False)
    session = Session(game, game_seed(4, 1))
    agents = [make_agent("random", agent_seed(4, 1, seat)) for seat in (1, 2)]
    legal, taken, lead = [], [], []
    while (seat := session.seat) is not None:
        moves = game.interpreter.legal(session.state)
        legal.append(len(moves))
        move = agents[seat].choose(game, session.information_set(seat), moves, seat)
        taken.append(session.apply(move).text.split("(")[0])
        if session.over or session.state[state_at.ACTIVE] != seat:
            values = final_values(game.interpreter, session.state)
            lead.append(values.index(max(values)) if values[0] != values[1] else -1)
    assert row[at.DECISIONS] == len(legal)
    assert row[at.LEGAL] == sum(legal)
    assert (row[at.SINGLE], row[at.WIDEST]) == (legal.count(1), max(legal))
    assert row[columns.scores : columns.scores + 2] == session.scores
    assert row[at.WINNERS] == sum(1 << seat for seat in session.winners)
    for i, (_, name) in enumerate(columns.slots):
        assert row[columns.taken + i] == taken.count(name)
    sole = [x for x in lead if x >= 0]
    assert row[at.CHANGES] == sum(a != b for a, b in pairwise(sole))
    assert sum(row[columns.turns : columns.turns + 2]) == len(legal)


@pytest.mark.parametrize("path", HALF, ids=lambda path: path.stem)
def test_both_executors_write_the_same_rows(path: Path) -> None:
    loaded = load(path)
    low, high = loaded.checked().header.players
    for players in {low, high}:
        table = Matchup(loaded, {}, ("random",) * players, close=0)
        ready = MatchupRunner(StudyPlan((table,), 9)).measured(0)
        bulk = bulk_for(ready.game, table.seats)
        assert bulk is not None
        for number, row in enumerate(bulk.rows(9, 1, 4), 1):
            assert row is not None
            assert list(row) == ready._one(number, close=False)


@pytest.mark.parametrize(
    ("name", "agent"),
    telling(
        [("lost-cities-rivals", "random"), ("reversi", "greedy")],
        [(str(path), "random") for path in RULESETS],
    ),
)
def test_both_executors_look_closely_at_the_same(name: str, agent: str) -> None:
    loaded = load(name)
    table = Matchup(loaded, {}, (agent,) * loaded.checked().header.players[0])
    ready = MatchupRunner(StudyPlan((table,), 9)).measured(0)
    assert ready.closely is not None
    (row,) = ready.closely.rows(9, 1, 1)
    assert row is not None
    assert dict(zip(ready.columns.names, row, strict=True)) == dict(
        zip(ready.columns.names, ready._one(1, close=True), strict=True)
    )


def test_a_close_look_changes_no_game() -> None:
    game = Game(load("auf-und-ab"), 2)
    columns = Columns(game)
    rows = []
    for close in (False, True):
        agents = [make_agent("random", agent_seed(1, 1, seat)) for seat in (1, 2)]
        rows.append(row_of(columns, game_seed(1, 1), agents, close=close))
    assert rows[0] == rows[1][: columns.bulk]
    assert len(rows[1]) == columns.width == len(columns.names)


@pytest.mark.parametrize(
    "name", ["lost-cities-card", "lost-cities-rivals", "lost-cities-roll-and-write"]
)
def test_the_lines_of_the_score_add_up_to_it(name: str) -> None:
    games = games_of(load(name), 5)
    columns = games.columns
    for seat in range(2):
        lines = range(columns.deltas + seat, columns.bulk, 2)
        assert list(games.sums(lines)) == list(games.column(columns.scores + seat))


def test_multiplying_gauges_by_how_much_it_made_of_it() -> None:
    games = games_of(race(), 30)
    first = games.columns.deltas
    for game, winners in enumerate(games.column(at.WINNERS).tolist()):
        winner = winners.bit_length() - 1
        steps, times = games.column(first + winner), games.column(first + 2 + winner)
        assert times[game] == 2 * steps[game]
        assert games.column(first + 2 + 1 - winner)[game] == 0


def test_requirements_are_asked_in_their_order() -> None:
    games = games_of(race(), 40)
    watch = games.columns.watch
    tried, refused, affected, tried_next = (
        games.watched(name)
        for name in ("tried_0_jump", "refused_0_jump", "affected_0_jump", "tried_1_jump")
    )
    for game in range(games.close):
        assert tried[game] == games.column(at.DECISIONS)[game]
        assert tried_next[game] == tried[game] - refused[game]
        assert refused[game] == affected[game] == min(4, tried[game])
    assert [demand.quote for demand in watch.demands] == ["long(my way)", "size(my way) < goal - 1"]


def test_rules_and_endings_are_counted() -> None:
    games = games_of(race(), 10)
    watch = games.columns.watch
    ending = [part.kind for part in watch.parts].index("ending")
    assert set(games.watched(f"begins_{ending}_{watch.parts[ending].name}")) == {1}
    asked = games.watched("asked_long")
    assert list(asked) == list(games.column(at.DECISIONS))[:10]


def test_the_lowest_score_can_win() -> None:
    games = games_of(load_text(LEAST, Path("least.cairn")), 20)
    one, other = (games.column(games.columns.scores + seat) for seat in range(2))
    places = games.column(games.columns.places)
    for a, b, place, winners in zip(one, other, places, games.column(at.WINNERS), strict=True):
        assert a > 0 < b
        assert (place == 1) == (a <= b) == bool(winners & 1)


@pytest.mark.parametrize("close", [0, 5])
def test_a_game_that_goes_round_in_circles_is_unfinished(close: int) -> None:
    table = Matchup(load_text(CIRCLE, Path("circle.cairn")), {}, ("random", "random"), close=close)
    tables = MatchupRunner(StudyPlan((table,), 8))
    row = tables.play(GameRange(0, 3, 1)).rows
    assert row[at.WINNERS] == UNFINISHED
    assert row[at.DECISIONS] == STALL
