"""What good players do, as a study tells it."""

import pytest

from engine import Game, load
from engine.study.good_play import PlayTip, tips
from engine.training.policy import policy_for


@pytest.fixture(scope="module")
def told() -> tuple[PlayTip, ...]:
    policy = policy_for(Game(load("lost-cities-card"), 2))
    assert policy is not None
    return tips(policy, games=15)


def test_low_cards_first_is_what_tips_the_choice_to_explore(told: tuple[PlayTip, ...]) -> None:
    low = [t for t in told if t.action == "explore" and "lower ones of the same colour" in t.what]
    assert low
    assert low[0].more.high < 0
    assert low[0].sentence.startswith("explore with less of this – your hand, lower")


def test_what_others_can_use_is_kept_from_them(told: tuple[PlayTip, ...]) -> None:
    fed = [t for t in told if t.action == "discard" and "others who could use it" in t.what]
    assert fed
    assert fed[0].chosen.value < fed[0].others.value


def test_intervals_hold_what_they_are_about(told: tuple[PlayTip, ...]) -> None:
    for tip in told:
        assert tip.weight.low > 0
        assert tip.more.low <= tip.chosen.value - tip.others.value <= tip.more.high
        assert tip.more.clear_of(0)
        if tip.sure:
            assert 0 <= tip.chosen.value <= 1
        assert tip.as_json()["words"] == tip.sentence


def test_it_says_the_same_again(told: tuple[PlayTip, ...]) -> None:
    policy = policy_for(Game(load("lost-cities-card"), 2))
    assert policy is not None
    assert tips(policy, games=15) == told
