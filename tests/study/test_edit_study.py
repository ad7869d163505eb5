"""What an edit does to play is said in one line, and only what is clear."""

from pathlib import Path

import numpy as np
import pytest

from engine.rules.load import load_text
from engine.study.edit_effect import NOTHING, edit_effect
from engine.study.edit_study import OTHER_PLAYERS, SAME, EditStudy
from engine.study.text_players import Interrupted, TextPlayers
from tests.scope import ALL
from tests.study.playing import RACE, games_of, race

LONGER = RACE.replace("3..9 = 5", "3..9 = 9")
NO_JUMP = LONGER.replace("size(my way) < goal - 1", "size(my way) > goal")
MORE = RACE.replace("players 2", "players 3")


def test_a_line_names_what_is_clearly_different_and_new() -> None:
    before, after = games_of(race(), 300), games_of(load_text(LONGER, Path("race.cairn")), 300)
    line = edit_effect(before, after, None).line
    assert line.startswith("the first player wins 81 → 70 % (±7), scores 9.3 → 17.1 (±")
    assert "games 5.0 decisions longer (±0.2)" in line
    assert line.endswith("'jump' 18 → 31 % of choices (±1), in 300 games")
    back = edit_effect(after, before, None).line
    assert "decisions shorter" in back
    gone = "\n".join(RACE.split("    jump")[0].splitlines()) + "\n\ngame ends when size(my way) > 3"
    fewer = games_of(load_text(gone, Path("race.cairn")), 100)
    assert "'jump' is gone: 19 % of choices" in edit_effect(before, fewer, None).line
    assert "'jump' is new: 19 % of choices" in edit_effect(fewer, before, None).line


def test_nothing_is_said_of_what_chance_may_have_made() -> None:
    games = games_of(race(), 300)
    same = edit_effect(games, games, None)
    assert same.line == "no clear difference in 300 games" and not same.changes
    few = games.among(np.arange(1, 30))
    other = games_of(load_text(LONGER, Path("race.cairn")), 300)
    assert edit_effect(few, other, None).line == "no clear difference in 29 games"


def test_two_texts_that_finish_no_game_in_common_are_not_compared() -> None:
    games = games_of(race(), 20)
    one, other = games.among(np.arange(1, 11)), games.among(np.arange(11, 21))
    for first in (None, np.arange(1, 6)):
        found = edit_effect(one, other, first)
        assert not found.games and found.line == NOTHING
    assert edit_effect(games, one, np.arange(1, 11)).line == NOTHING
    assert edit_effect(games, one, np.arange(1, 10)).games == 10


def test_what_two_trainings_do_differently_is_noise() -> None:
    before, after = games_of(race(), 300), games_of(load_text(LONGER, Path("race.cairn")), 300)
    # The games of a text's second training are those of the other text: as far apart as the texts.
    mixed = games_of(race(), 300)
    mixed.rows = np.concatenate([before.rows[:150], after.rows[150:]])
    told = edit_effect(mixed, after, np.arange(1, 151))
    assert told.line == "no clear difference in 300 games"
    told = edit_effect(before, after, np.arange(1, 151))
    assert "games 5.0 decisions longer (±0.5)" in told.line  # by chance alone it is ±0.2


def test_a_text_that_plays_the_same_or_for_others_is_told_at_once() -> None:
    study = EditStudy(0.2)
    study.open(race(), lambda: True)
    said = RACE.replace("Go one step.", "Take a step.")
    assert study.effect(load_text(said, Path("race.cairn"))).line == SAME
    assert study.effect(load_text(MORE, Path("race.cairn")), lambda: True).line == OTHER_PLAYERS
    assert study.reference is not None and study.reference.players == 3


def test_both_texts_train_for_what_the_slower_one_can_afford(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    study, asked = EditStudy(1.0), list[int]()
    study.open(race(), lambda: True)
    slower = load_text(LONGER, Path("race.cairn"))

    def trained(_: TextPlayers, seed: int, steps: int, *more: object) -> None:
        asked.append(steps)
        if len(asked) == 4:
            raise Interrupted

    monkeypatch.setattr(TextPlayers, "affordable", lambda x, _: 3 if x.loaded is slower else 7)
    monkeypatch.setattr(TextPlayers, "trained", trained)
    with pytest.raises(Interrupted):
        study.effect(slower)
    assert asked == [3, 3, 3, 3]


@pytest.mark.skipif(not ALL, reason="trains players")
def test_players_learn_each_text_and_an_interrupted_edit_is_part_of_the_next() -> None:
    study = EditStudy(4.0)
    study.open(race())
    with pytest.raises(Interrupted):
        study.effect(load_text(LONGER, Path("race.cairn")), lambda: True)
    line = study.effect(load_text(NO_JUMP, Path("race.cairn"))).line
    assert "games 10 decisions longer" in line and "'step' 71 → 100 % of choices" in line
