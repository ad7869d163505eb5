"""What has changed on the screen lies in few rectangles, and in nothing but them."""

from hypothesis import given
from hypothesis import strategies as st

from viewer.window.atlas import PAGE, ShelfPacker
from viewer.window.dirty_rects import MOST, Rect, area, gather, meets

WIDTH, HEIGHT = 1440, 900
sides = st.integers(-50, 1500)
rects = st.lists(
    st.tuples(sides, sides, sides, sides).map(
        lambda s: (min(s[0], s[2]), min(s[1], s[3]), max(s[0], s[2]), max(s[1], s[3]))
    ),
    max_size=60,
)


def within(inner: Rect, outer: Rect) -> bool:
    return (
        outer[0] <= inner[0]
        and outer[1] <= inner[1]
        and outer[2] >= inner[2]
        and outer[3] >= inner[3]
    )


@given(rects)
def test_every_change_lies_in_one_of_few_rectangles(changes: list[Rect]) -> None:
    found = gather(changes, WIDTH, HEIGHT)
    assert len(found) <= MOST
    for left, top, right, bottom in changes:
        seen = (max(0, left), max(0, top), min(WIDTH, right), min(HEIGHT, bottom))
        assert not area(seen) or any(within(seen, rect) for rect in found)
    for rect in found:
        assert within(rect, (0, 0, WIDTH, HEIGHT))


def test_far_changes_are_not_drawn_together() -> None:
    near, far = (10, 10, 60, 60), (1300, 800, 1400, 890)
    assert sorted(gather([near, far], WIDTH, HEIGHT)) == [near, far]


@given(st.lists(st.tuples(st.integers(1, 600), st.integers(1, 400)), max_size=200))
def test_pictures_on_a_page_do_not_overlap(sizes: list[tuple[int, int]]) -> None:
    page = ShelfPacker()
    placed: list[Rect] = []
    for width, height in sizes:
        at = page.put(width, height)
        if at is not None:
            rect = (at[0], at[1], at[0] + width, at[1] + height)
            assert within(rect, (0, 0, PAGE, PAGE))
            placed.append(rect)
    assert not any(meets(one, other) for i, one in enumerate(placed) for other in placed[:i])


def test_a_page_takes_many_cards() -> None:
    page = ShelfPacker()
    assert all(page.put(150, 210) for _ in range(13 * 9))
    assert page.put(2100, 10) is None
