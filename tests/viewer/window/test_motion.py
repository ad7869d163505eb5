"""How things get from one list of nodes to the next."""

from dataclasses import dataclass

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.places import spot_of
from viewer.nodes import Box, Node
from viewer.window.animation import FADE, FLIGHT_Z, MOVE, Motion, Pose


@dataclass(frozen=True, slots=True)
class Side:
    """A picture of a side of a card."""

    name: str

    def svg(self, width: int, height: int) -> str:
        return f"<svg>{self.name}{width}{height}</svg>"


def turns_over(old: object, new: object) -> bool:
    return old == Side("back") and new != old


def card(id: str = "card", x: float = 0.0, **other: object) -> Node:
    node = Node(id, Box(x, 100, 90, 130), z=10, spots=(spot_of("hand", 0),))
    return node._replace(**other)  # type: ignore[arg-type]


def pose(motion: Motion, id: str, now: float) -> Pose:
    return next(pose for node, pose in motion.shown(now) if node.id == id)


def order(motion: Motion, now: float) -> list[str]:
    return [node.id for node, _ in motion.shown(now)]


def test_what_is_there_first_is_there_at_once() -> None:
    motion = Motion()
    motion.show([card(x=40)], 0.0)
    assert pose(motion, "card", 0.0).box.x == 40
    assert not motion.moving()


def test_it_moves_ever_nearer_and_arrives() -> None:
    motion = Motion()
    motion.show([card()], 0.0)
    motion.show([card(x=100)], 1.0)
    places = [pose(motion, "card", 1.0 + MOVE * part / 10).box.x for part in range(11)]
    assert places[0] == 0
    assert places[-1] == 100
    assert places == sorted(places)
    assert places[5] > 80  # faster at first
    assert not motion.moving()


def test_it_is_on_its_way_until_it_has_been_shown_there() -> None:
    motion = Motion()
    motion.show([card()], 0.0)
    assert not motion.moving()
    motion.show([card(x=100), card("new")], 0.0)
    for part in (0.0, 0.5, 0.99):
        assert motion.moving()
        assert pose(motion, "card", MOVE * part).box.x < 100
    assert motion.moving()
    assert pose(motion, "card", MOVE + 1).box.x == 100
    assert not motion.moving()


def test_a_new_aim_is_followed_from_where_it_is() -> None:
    motion = Motion()
    motion.show([card()], 0.0)
    motion.show([card(x=100)], 0.0)
    half = pose(motion, "card", MOVE / 2).box.x
    motion.show([card(x=0)], MOVE / 2)
    assert pose(motion, "card", MOVE / 2).box.x == pytest.approx(half)
    assert pose(motion, "card", MOVE * 2).box.x == 0


def test_speed_and_reduced_motion() -> None:
    for speed, still in ((2.0, MOVE / 2), (0.0, 0.0)):
        motion = Motion()
        motion.speed = speed
        motion.show([card()], 0.0)
        motion.show([card(x=100)], 0.0)
        assert pose(motion, "card", still).box.x == 100
        assert not motion.moving()


def test_new_ones_fade_in_and_gone_ones_out() -> None:
    motion = Motion()
    motion.show([card("one"), card("two")], 0.0)
    motion.show([card("two"), card("three")], 0.0)
    assert pose(motion, "one", FADE / 2).opacity == pytest.approx(0.5)
    assert 0 < pose(motion, "three", FADE / 2).opacity < 1
    assert order(motion, FADE) == ["two", "three"]
    assert pose(motion, "three", MOVE).opacity == 1


def test_one_that_comes_back_leaves_no_ghost() -> None:
    motion = Motion()
    motion.show([card("one"), card("two")], 0.0)
    motion.show([card("two")], 0.0)
    motion.show([card("one"), card("two")], FADE / 2)
    assert sorted(order(motion, FADE * 0.6)) == ["one", "two"]


def test_it_turns_over_in_the_middle_of_its_way() -> None:
    motion = Motion(turns_over)
    motion.show([card(picture=Side("back"))], 0.0)
    motion.show([card(x=100, picture=Side("seven"))], 0.0)
    early, late = pose(motion, "card", MOVE * 0.05), pose(motion, "card", MOVE * 0.7)
    assert early.picture == Side("back")
    assert late.picture == Side("seven")
    widths = [pose(motion, "card", MOVE * part / 20).wide for part in range(21)]
    assert min(widths) < 0.4
    assert widths[-1] == 1
    assert pose(motion, "card", MOVE).picture == Side("seven")


def test_a_face_that_only_changes_changes_at_once() -> None:
    motion = Motion(turns_over)
    motion.show([card(picture=Side("six"))], 0.0)
    motion.show([card(picture=Side("seven"))], 0.0)
    assert pose(motion, "card", 0.0) == Pose(card().box, picture=Side("seven"), z=10)


def test_pieces_fly_above_the_table_but_below_what_covers_it() -> None:
    motion = Motion()
    others = [card("other", x=300, z=50), card("tip", x=0, z=1000)]
    motion.show([card(), *others], 0.0)
    motion.show([card(x=300), *others], 0.0)
    assert order(motion, MOVE / 2) == ["other", "card", "tip"]
    assert pose(motion, "card", MOVE / 2).z == FLIGHT_Z
    assert order(motion, MOVE) == ["card", "other", "tip"]


def test_zones_do_not_fly() -> None:
    motion = Motion()
    zone = card("zone", spots=(spot_of("hand"),))
    motion.show([zone, card("other", z=20)], 0.0)
    motion.show([zone.at(Box(50, 100, 90, 130)), card("other", z=20)], 0.0)
    assert order(motion, MOVE / 2) == ["zone", "other"]


def test_what_scrolls_and_what_is_still_jumps() -> None:
    motion = Motion()
    window = Box(0, 0, 500, 500)
    motion.show([card(clip=window), card("a!")], 0.0)
    motion.show([card(x=80, clip=window), card("a!", x=80), card("b!")], 0.0)
    assert not motion.moving()
    assert {p.box.x for n, p in motion.shown(0.0) if n.id != "b!"} == {80}
    motion.show([card(x=80, clip=window)], 0.0)
    assert order(motion, 0.0) == ["card"]


def test_a_dragged_piece_follows_and_flies_home() -> None:
    motion = Motion()
    motion.show([card()], 0.0)
    motion.hold("card", 200, -30)
    assert pose(motion, "card", 0.0).box == Box(200, 70, 90, 130)
    motion.show([card(x=5)], 0.0)
    assert pose(motion, "card", 0.0).box.x == 205
    motion.release("card", 1.0)
    assert 5 < pose(motion, "card", 1.0 + MOVE / 4).box.x < 205
    assert pose(motion, "card", 1.0 + MOVE).box.x == 5
    motion.hold("nobody", 1, 1)
    motion.release("nobody", 1.0)


def test_turning_goes_the_short_way() -> None:
    motion = Motion()
    motion.show([card(turn=-170)], 0.0)
    motion.show([card(turn=170)], 0.0)
    assert pose(motion, "card", MOVE / 2).turn < -170


@given(st.lists(st.lists(st.integers(0, 5), unique=True), min_size=1, max_size=6))
def test_in_the_end_exactly_the_last_list_is_shown(lists: list[list[int]]) -> None:
    motion = Motion(turns_over)
    for number, ids in enumerate(lists):
        nodes = [card(str(i), x=number * 10 + i, z=i) for i in ids]
        motion.show(nodes, number * MOVE / 3)
    done = len(lists) * MOVE + 1
    last = [card(str(i), x=(len(lists) - 1) * 10 + i, z=i) for i in lists[-1]]
    assert sorted(order(motion, done)) == sorted(node.id for node in last)
    for node in last:
        assert pose(motion, node.id, done) == Pose(node.box, z=node.z)
    assert not motion.moving()


def test_what_can_be_chosen_rises_and_is_lit_under_the_pointer() -> None:
    motion = Motion()
    nodes = [card(glow="legal", drag=True), card("other", 300.0, glow="legal")]
    motion.show(nodes, 0.0, jump=True)
    motion.pointed = "card"
    (node, here), (other, there) = motion.shown(0.0)
    assert (node.glow, other.glow) == ("chosen", "legal")
    assert here.box.y < 100 == there.box.y
    motion.pointed = "other"
    (node, here), (other, there) = motion.shown(0.0)
    assert (node.glow, other.glow) == ("legal", "chosen")
    assert here.box.y == 100 == there.box.y  # a place is only lit


def test_what_means_nothing_stays_as_it_is_under_the_pointer() -> None:
    motion = Motion()
    motion.show([card(drag=True)], 0.0)
    motion.pointed = "card"
    assert motion.shown(0.0)[0][0].glow == ""
    assert pose(motion, "card", 0.0).box.y == 100
