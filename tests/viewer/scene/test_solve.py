"""The grid solver: tracks, shares, the largest cards that fit."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from viewer.nodes import Box
from viewer.scene.grid_layout import Grid, Track, is_rectangular, read_track, solve


def nothing(name: str, card: float, width: float | None) -> float:
    return 0.0


@pytest.mark.parametrize(
    ("text", "track"),
    [
        ("1fr", Track(fr=1)),
        ("120px", Track(px=120)),
        ("2.5c", Track(c=2.5)),
        ("auto", Track(auto=True)),
        ("3.0c + 1fr", Track(c=3, fr=1)),
        ("auto+0.5fr+10px", Track(auto=True, fr=0.5, px=10)),
    ],
)
def test_tracks_are_sums(text: str, track: Track) -> None:
    assert read_track(text) == track


@pytest.mark.parametrize("text", ["", "1", "fr", "1 em", "1fr+", "-1fr", "1fr 2c", "c"])
def test_other_words_are_no_tracks(text: str) -> None:
    assert read_track(text) is None


def test_shares_and_pixels_fill_the_box() -> None:
    grid = Grid((Track(px=100), Track(fr=1), Track(fr=3)), (Track(fr=1),), (("a", "b", "c"),))
    boxes = solve(grid, Box(0, 0, 520, 100), 1.0, 10, nothing, 50).boxes
    assert boxes["a"] == Box(0, 0, 100, 100)
    assert boxes["b"] == Box(110, 0, 100, 100)
    assert boxes["c"] == Box(220, 0, 300, 100)


def test_pixels_grow_with_the_scale() -> None:
    grid = Grid((Track(px=100), Track(fr=1)), (Track(fr=1),), (("a", "b"),))
    assert solve(grid, Box(0, 0, 500, 100), 2.0, 0, nothing, 50).boxes["a"].w == 200


def test_cards_are_as_large_as_rows_and_columns_allow() -> None:
    grid = Grid((Track(fr=1), Track(c=1)), (Track(c=2), Track(c=1)), (("a", "b"), ("c", "d")))

    def need(name: str, card: float, width: float | None) -> float:
        return card * 3 if name == "a" and width is None else 0.0

    assert solve(grid, Box(0, 0, 4000, 300), 1.0, 0, need, 500).card == pytest.approx(100, rel=0.03)
    assert solve(grid, Box(0, 0, 200, 900), 1.0, 0, need, 500).card == pytest.approx(50, rel=0.08)
    assert solve(grid, Box(0, 0, 4000, 3000), 1.0, 0, need, 120).card == 120


def test_who_needs_more_than_an_even_share_gets_it() -> None:
    grid = Grid((Track(fr=1),), (Track(fr=1), Track(fr=1)), (("a",), ("b",)))

    def need(name: str, card: float, width: float | None) -> float:
        return 70.0 if name == "b" and width is not None else 0.0

    boxes = solve(grid, Box(0, 0, 100, 100), 1.0, 0, need, 50).boxes
    assert (boxes["a"].h, boxes["b"].h) == (30, 70)


def test_empty_areas_take_no_row() -> None:
    grid = Grid((Track(fr=1),), (Track(c=1), Track(fr=1)), (("a",), ("b",)))
    assert grid.without({"a"}) == Grid((Track(fr=1),), (Track(fr=1),), (("b",),))


def test_areas_must_be_rectangles() -> None:
    assert is_rectangular([["a", "a"], ["a", "a"]], "a")
    assert not is_rectangular([["a", "a"], ["a", "b"]], "a")


tracks = st.builds(
    Track,
    fr=st.sampled_from([0.0, 0.5, 1.0]),
    px=st.sampled_from([0.0, 30.0, 400.0]),
    c=st.sampled_from([0.0, 0.6, 1.0, 2.9]),
    auto=st.booleans(),
)


@given(
    st.lists(tracks, min_size=1, max_size=4),
    st.lists(tracks, min_size=1, max_size=5),
    st.floats(50, 3000),
    st.floats(50, 3000),
    st.floats(0, 2),
)
def test_areas_never_overlap_or_leave_the_box(
    cols: list[Track], rows: list[Track], wide: float, high: float, need: float
) -> None:
    areas = tuple(tuple(f"{x}.{y}" for x in range(len(cols))) for y in range(len(rows)))
    box = Box(5, 7, wide, high)
    solved = solve(
        Grid(tuple(cols), tuple(rows), areas), box, 1.0, 4, lambda n, c, w: c * need, high * 0.3
    )
    for place in solved.boxes.values():
        assert place.x >= box.x - 0.01
        assert place.y >= box.y - 0.01
        assert place.right <= box.right + 0.01 or wide < 4 * len(cols)
        assert place.bottom <= box.bottom + 0.01 or high < 4 * len(rows)
    for one, other in itertools.combinations(solved.boxes.values(), 2):
        assert not one.inset(0.01).overlaps(other.inset(0.01))
