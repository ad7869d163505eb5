"""Positions that were found are kept for the next process, and found again as they were."""

from pathlib import Path

import pytest

from engine.rules.load import load
from engine.teach.constructs import constructs
from engine.teach.plan import plan_for
from engine.teach.position_cache import keep_positions, kept_positions
from engine.teach.positions import Witnesses


def test_positions_are_kept_as_they_were_found() -> None:
    loaded = load("lost-cities-card")
    rows = Witnesses(loaded, constructs(loaded.checked())).search()
    keep_positions("a digest", rows)
    assert kept_positions("a digest", len(rows)) == rows
    assert kept_positions("a digest", len(rows) + 1) is None
    assert kept_positions("another", len(rows)) is None


def test_a_damaged_file_is_as_if_it_were_not_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    keep_positions("to be damaged", [[]])
    assert kept_positions("to be damaged", 1) == [[]]
    (kept,) = (tmp_path / "cairn" / "teach").glob("*.json")
    for text in ("{", "[]", '{"states": [[9, ["a"]]], "shown": []}', '{"states": 3}'):
        kept.write_text(text, encoding="utf-8")
        assert kept_positions("to be damaged", 1) is None


def test_an_example_stands_before_a_random_game_and_refusals_before_all() -> None:
    plan = plan_for(load("lost-cities-card"))
    for point in plan.points:
        shown = plan.positions(point)
        titled = [bool(position.title) for position in shown]
        assert titled == sorted(titled, reverse=True), point.key
