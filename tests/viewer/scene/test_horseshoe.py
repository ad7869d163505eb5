"""A horseshoe: numbered places along two edges, with what lies in the gap."""

from __future__ import annotations

from engine import Game, Session, load
from tests.viewer.scene.scenes import scene_of
from viewer.nodes import Node
from viewer.scene.present import present


def nodes() -> dict[str, Node]:
    session = Session(Game(load("backgammon"), 2), 1)
    return {node.id: node for node in present(scene_of(session, "backgammon"))}


def test_the_first_half_is_below_from_right_to_left_and_the_second_above() -> None:
    found = nodes()
    boxes = {n: found[f"zone:point[{n}]"].box for n in range(1, 25)}
    lower = [boxes[n].x for n in range(12, 0, -1)]
    upper = [boxes[n].x for n in range(13, 25)]
    assert lower == sorted(lower)
    assert upper == sorted(upper)
    assert all(abs(a - b) < 1 for a, b in zip(lower, upper, strict=True))
    assert max(boxes[n].bottom for n in range(13, 25)) < min(boxes[n].y for n in range(1, 13))


def test_the_gap_is_wider_than_the_rest_and_holds_the_zones_that_lie_on_it() -> None:
    found = nodes()
    six, seven = found["zone:point[6]"].box, found["zone:point[7]"].box
    for name in ("zone:bar[seat 1]", "zone:bar[seat 2]"):
        assert seven.x < found[name].box.centre[0] < six.centre[0]
    assert six.x - seven.x > 1.9 * (found["zone:point[5]"].box.x - six.x)


def test_men_are_piled_from_the_edge_inwards() -> None:
    session = Session(Game(load("backgammon"), 2), 1)
    all_nodes = present(scene_of(session, "backgammon"))
    for number in (6, 13):
        place = next(n.box for n in all_nodes if n.id == f"zone:point[{number}]")
        men = [n.box for n in all_nodes
               if n.id.startswith("piece:") and place.x <= n.box.centre[0] <= place.right
               and place.y <= n.box.centre[1] <= place.bottom]  # fmt: skip
        assert len(men) == 5
        assert len({round(man.y) for man in men}) == 5
