"""Variables that are indexed as zones are: their values lie at the cells, and nowhere else."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from engine import Game, Session, load
from tests.viewer.table.scenes import played, scene_of
from viewer.nodes import Box, Node
from viewer.panels import shot_desk
from viewer.table.facts import facts_of
from viewer.table.present import present

STALLS = Path(__file__).parents[1] / "made" / "stalls.cairn"


@cache
def stalls() -> Game:
    return Game(load(str(STALLS)), 2)


def shown(session: Session) -> dict[str, Node]:
    return {node.id: node for node in shot_desk(session, 0).nodes((1280, 720))}


def within(inner: Box, outer: Box) -> bool:
    return (
        inner.x >= outer.x - 1 and inner.right <= outer.right + 1
        and inner.y >= outer.y - 1 and inner.bottom <= outer.bottom + 1
    )  # fmt: skip


def test_each_value_lies_on_the_zone_of_its_index() -> None:
    nodes = shown(Session(stalls(), 1))
    for good in facts_of(stalls()).words["Good"]:
        badge = nodes[f"value:price[{good}]"]
        assert badge.words is not None and badge.words.text.endswith("3")
        assert within(badge.box, nodes[f"zone:stall[{good}]"].box)
    assert not [name for name in nodes if name.startswith("counter:price")]


def test_a_value_changes_at_its_cell_and_of_yes_and_no_only_yes_is_said() -> None:
    session = Session(stalls(), 1)
    for _ in range(3):
        offer = next(o for o in session.offers() if "cloth" in o.text)
        session.play(offer.text)
    nodes = shown(session)
    badge = nodes["value:price[cloth]"]
    assert badge.words is not None and badge.words.text.endswith("0")
    assert "value:shut[cloth]" in nodes
    assert "value:shut[grain]" not in nodes


def test_what_a_table_of_the_rules_says_is_printed_on_the_spaces_of_a_track() -> None:
    nodes = present(scene_of(played("lost-cities-board", 2, 6), "lost-cities-board"))
    printed = {n.id.split(":")[-1]: n.words.text for n in nodes if n.id[:6] == "label:" and n.words}
    assert printed["1"] == "−20" and printed["9"] == "50"
