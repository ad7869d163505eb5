"""Ratings against strengths that are known, and round robins of every size."""

import math
import random

import pytest

from engine.language.diagnostics import RulesError
from engine.rules.load import load
from engine.study.arena import Arena, arena_plan, match_ups, whole_turns
from engine.study.ratings import MIDDLE, SCALE, Deal, ratings, strengths
from engine.study.run import carry_out
from tests.scope import ALL
from tests.study.playing import CARD, ROOT


def test_three_in_four_is_190_points() -> None:
    one, other = strengths(2, {(0, 1): (75_000, 25_000)})
    assert SCALE * (one - other) == pytest.approx(400 * math.log10(3), abs=0.1)
    assert one + other == pytest.approx(0)


def test_strengths_are_found_again_from_games() -> None:
    true = [1.2, 0.3, -0.4, -1.1]
    chance = random.Random(2)
    strata: list[list[Deal]] = []
    for i in range(4):
        for j in range(i + 1, 4):
            wins = 1 / (1 + math.exp(true[j] - true[i]))
            drawn = [float(chance.random() < wins) for _ in range(400)]
            strata.append([(((i, j), w, 1 - w),) for w in drawn])
    found = ratings(4, strata, seed=1)
    for rating, strength in zip(found, true, strict=True):
        wanted = MIDDLE + SCALE * strength
        assert abs(rating.value - wanted) < 30
        assert rating.low < wanted < rating.high
        assert 20 < rating.high - rating.low < 90
    assert sum(r.value for r in found) / 4 == pytest.approx(MIDDLE)


def test_who_wins_everything_has_a_rating_too() -> None:
    deal: Deal = (((0, 1), 2.0, 0.0),)
    best, worst = ratings(2, [[deal] * 20])
    assert best.low < best.value < best.high < 2500
    assert worst.value < best.value
    least = ratings(2, [[deal] * 5])[0]
    assert least.low < best.low
    true = MIDDLE + SCALE * math.log(0.95 / 0.05) / 2  # 19 of 20: ten games are easily won
    assert least.low < true < least.high


def test_few_deals_show_little() -> None:
    def width(deals: int) -> float:
        rows: list[Deal] = [(((0, 1), 1.0, 1.0),), (((0, 1), 2.0, 0.0),)] * 10
        found = ratings(2, [rows[:deals]])[0]
        assert found.low < found.value < found.high
        return found.high - found.low

    assert width(1) > 250
    assert width(1) > width(2) > width(5) > width(20) > 60


@pytest.mark.skipif(not ALL, reason="hundreds of drawn ratings: CAIRN_ALL=1")
def test_intervals_from_few_deals_hold_the_truth() -> None:
    """Each covers the true rating as often as it says, or nearly: it is drawn only 60 times."""
    chance = random.Random(4)
    held = 0
    for _ in range(60):
        deals: list[Deal] = []
        for _ in range(4):
            won = float(sum(chance.random() < 0.8 for _ in range(2)))
            deals.append((((0, 1), won, 2 - won),))
        found = ratings(2, [deals])[0]
        held += found.low <= MIDDLE + SCALE * math.log(4) / 2 <= found.high
    assert held >= 54


def test_who_has_met_nobody_has_no_rating() -> None:
    alone = ratings(3, [[(((0, 1), 1.0, 1.0),)] * 30])[2]
    assert (alone.low, alone.high) == (-math.inf, math.inf)


def test_the_same_seed_the_same_intervals() -> None:
    deals: list[Deal] = [(((0, 1), 1.0, 0.0),), (((0, 1), 0.0, 1.0),)] * 20
    assert ratings(2, [deals], seed=3) == ratings(2, [deals], seed=3)


def test_match_ups() -> None:
    assert match_ups("abc", 2) == [("a", "b"), ("a", "c"), ("b", "c")]
    assert match_ups("abcd", 3)[0] == ("a", "b", "c")
    assert match_ups("ab", 3) == [("a", "a", "b"), ("a", "b", "b")]
    assert whole_turns(10, 3) == 12


def test_every_deal_is_played_from_all_seats() -> None:
    plan = arena_plan(CARD, {}, ("greedy", "random"), 2, 5)
    (table,) = plan.tables
    assert [table.deal(n) for n in (1, 2, 3, 4)] == [1, 1, 2, 2]
    assert [table.seated(n)[0] for n in (1, 2, 3)] == ["greedy", "random", "greedy"]


def test_an_arena_of_two() -> None:
    plan = arena_plan(CARD, {}, ("random", "greedy"), 2, 1)
    arena = Arena(("random", "greedy"), carry_out(plan, [20]), 1)
    best, worst = arena.results
    assert (best.agent, worst.agent) == ("greedy", "random")
    assert best.rating.low > worst.rating.high
    assert best.wins.value + worst.wins.value == pytest.approx(1)
    (pair,) = arena.pairs
    assert (pair.one, pair.meetings) == ("greedy", 20)
    assert pair.points.value == pytest.approx(best.wins.value)
    assert pair.ahead is not None and best.score is not None and worst.score is not None
    assert pair.ahead.value == pytest.approx(best.score.value - worst.score.value)
    assert "greedy gets " in arena.text()
    assert [a["agent"] for a in arena.as_json()["agents"]] == ["greedy", "random"]


def test_an_arena_of_more_seats_than_agents() -> None:
    rivals = load("lost-cities-rivals")
    plan = arena_plan(rivals, {}, ("greedy", "random"), 3, 1)
    tables = carry_out(plan, [3, 3])
    arena = Arena(("greedy", "random"), tables, 1)
    assert arena.games == 6
    (pair,) = arena.pairs
    assert pair.meetings == 2 * 6
    shares = {result.agent: result.wins.value for result in arena.results}
    assert sum(shares.values()) == pytest.approx(
        sum(sum(games.of_agent(name, games.wins)) / 6 for games in tables for name in shares)
    )


@pytest.mark.parametrize("names", [("mcts", "mcts:5000"), ("mcts:1", "mcts:01")])
def test_an_agent_is_named_once_however_it_is_written(names: tuple[str, str]) -> None:
    with pytest.raises(RulesError) as caught:
        arena_plan(CARD, {}, ("random", *names), 2, 1)
    message = f"'{names[0]}' and '{names[1]}' are the same agent; each can be named once"
    assert caught.value.diagnostics[0].message == message
    assert len(arena_plan(CARD, {}, ("mcts:1", "mcts:2"), 2, 1).tables) == 1


def test_partners_play_for_the_same_agent_and_count_as_one() -> None:
    whist = load(ROOT / "examples" / "whist.cairn")
    plan = arena_plan(whist, {}, ("greedy", "random"), 4, 1)
    (table,) = plan.tables
    assert table.seats == ("greedy", "random", "greedy", "random")
    arena = Arena(("greedy", "random"), carry_out(plan, [8]), 1)
    (pair,) = arena.pairs
    assert pair.meetings == 8
    assert sum(result.wins.value for result in arena.results) == pytest.approx(1)
