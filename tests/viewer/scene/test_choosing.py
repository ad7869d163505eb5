"""What a person sees while choosing: ghosts, labels, spaces of tracks; and others' in large."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine import Session
from engine.table.preview import Preview
from tests.places import spot_of
from tests.viewer.audit import cut, outside, overlaps, twice
from tests.viewer.scene.scenes import LIBRARY, NAMES, SMALL, look_of, played, scene_of
from viewer.nodes import Box, Node, Spot, TablePlace
from viewer.scene.present import present
from viewer.scene.scene import Marks
from viewer.scene.zoom import PREFIX, enlarged


def by_id(nodes: list[Node]) -> dict[str, Node]:
    return {node.id: node for node in nodes}


def test_a_chosen_card_is_lifted_and_shown_pale_where_it_may_go() -> None:
    scene = scene_of(played("lost-cities-card", 2, 0), "lost-cities-card")
    spot, column, pile = spot_of("hand[seat 1]", 2), "expedition[seat 1, red]", "discards[red]"
    marks = Marks(
        chosen=frozenset({spot}),
        targets=frozenset({spot_of(column), spot_of(pile)}),
        labels={spot_of(column): "PLAY", spot_of(pile): "DISCARD"},
    )
    before = present(scene)
    nodes = present(replace(scene, marks=marks))
    assert [*overlaps(nodes), *outside(nodes, scene.box), *cut(nodes), *twice(nodes)] == []
    piece = next(n for n in nodes if spot in n.spots)
    assert piece.box.y < next(n for n in before if spot in n.spots).box.y
    named = by_id(nodes)
    for zone, title in ((column, "PLAY"), (pile, "DISCARD")):
        ghost = named[f"ghost:{zone}"]
        assert ghost.picture == piece.picture
        assert ghost.opacity < 1
        assert spot_of(zone) in ghost.spots
        label = next(n for n in nodes if n.words is not None and n.words.text == title)
        x, y = label.box.centre
        assert ghost.box.holds(x, y)


def test_a_ghost_is_shown_only_where_such_a_piece_may_lie() -> None:
    scene = scene_of(played("lost-cities-board", 2, 0), "lost-cities-board")
    marks = Marks(
        chosen=frozenset({spot_of("hand[seat 1]", 0)}),
        targets=frozenset({spot_of("camp[seat 1]"), spot_of("expedition[seat 1, red]")}),
    )
    ghosts = [n.id for n in present(replace(scene, marks=marks)) if n.id.startswith("ghost:")]
    assert "ghost:expedition[seat 1, red]" in ghosts
    assert not any("camp" in ghost for ghost in ghosts)


def walking(session: Session) -> tuple[TablePlace, int]:
    """Return the first space that a legal move leads to."""
    assert session.seat is not None
    for offer in session.move_options():
        for cell in Preview(session, session.seat).landings(offer):
            return cell
    raise AssertionError("no move leads anywhere")


def test_a_move_along_a_track_glows_where_it_leads_and_nowhere_else() -> None:
    name = "lost-cities-board"
    sessions = (played(name, 2, moves) for moves in range(20, 60))
    own = (s for s in sessions if s.seat == 0)
    session = next(s for s in own if any(Preview(s, 0).landings(o) for o in s.move_options()))
    zone, space = walking(session)
    marks = Marks(targets=frozenset({Spot(zone)}), cells=frozenset({(zone, space)}))
    scene = scene_of(session, name)
    nodes = present(replace(scene, marks=marks))
    several = Marks(targets=marks.targets, cells=frozenset((zone, n) for n in range(1, 9)))
    assert twice(present(replace(scene, marks=several))) == []
    glowing = [n.id for n in nodes if n.glow == "target"]
    assert len(glowing) == 1
    assert glowing[0].startswith("cell:")
    assert glowing[0].endswith(f":{space}")


def test_landings_are_those_of_the_move_and_change_nothing() -> None:
    session = played("lost-cities-board", 2, 40)
    assert session.seat is not None
    state, moves = list(session.state), len(session.history)
    for offer in session.move_options():
        told = Preview(session, session.seat).landings(offer)
        assert told == frozenset() or any(zone in dict(told) for zone in offer.targets)
    assert (list(session.state), len(session.history)) == (state, moves)


@pytest.mark.parametrize("name", [*LIBRARY, "go-fish", "liars-dice"])
def test_what_others_have_can_be_shown_in_large(name: str) -> None:
    players = {**LIBRARY, **SMALL}[name]
    session = played(name, players, 40)
    for size in ((1440, 900), (800, 1000)):
        scene = scene_of(session, name, size)
        box = scene.box.inset(scene.box.w * 0.08, scene.box.h * 0.08)
        for seat in range(players):
            nodes = enlarged(scene, seat, box)
            told = [n for n in nodes if n.id != f"{PREFIX}ground"]
            assert [*overlaps(told), *outside(nodes, box), *cut(nodes), *twice(nodes)] == []
            assert all(n.id.startswith(PREFIX) for n in nodes)
            own = {z.name for z in scene.view.zones if z.owner == seat}
            shown = {str(place) for n in nodes for place, _ in n.spots}
            look = look_of(name, players)
            wanted = {
                z.name for z in scene.view.zones if z.name in own
                and not look.zones[z.family].on and look.zones[z.family].presenter.me != "hidden"
                and not (look.zones[z.family].merge and z.kind == "track")
                and look.zones[z.family].area.me != look.zones[z.family].area.others
            }  # fmt: skip
            assert wanted <= shown
            assert twice([*nodes, *present(scene)]) == []


def test_some_zones_can_be_shown_in_large() -> None:
    scene = scene_of(played("lost-cities-card", 2, 40), "lost-cities-card")
    nodes = enlarged(scene, ["expedition[seat 2, red]"], Box(100, 100, 400, 500))
    assert any(spot_of("expedition[seat 2, red]") in n.spots for n in nodes)
    assert enlarged(scene, ["nothing"], Box(100, 100, 400, 500)) == []


def test_what_is_hidden_stays_hidden_in_large() -> None:
    session = played("lost-cities-card", 2, 0)
    nodes = enlarged(scene_of(session, "lost-cities-card"), 1, Box(0, 0, 800, 700))
    names = [i.name for z in session.view(1).zones if z.owner == 1 for i in z.items]
    told = " ".join(n.tip for n in nodes)
    assert names
    assert not any(str(name) in told for name in names)


def test_an_auction_shows_who_leads_and_who_still_bids() -> None:
    name = "lost-cities-rivals"
    sessions = (played(name, 4, moves) for moves in range(3, 60))
    session = next(s for s in sessions if any(v.name == "leader" for v in s.view(0).variables))
    values = {v.name: v.value for v in session.view(0).variables}
    nodes = by_id(present(scene_of(session, name)))
    words = {n.id: n.words.text for n in nodes.values() if n.words}
    assert words["counter:price:value"] == values["price"]
    assert words["counter:leader:value"] == NAMES[int(str(values["leader"])[5:]) - 1]
    for seat in range(1, 5):
        bids = values[f"bidding[seat {seat}]"] == "yes"
        mark = nodes[f"counter:bidding[seat {seat}]"]
        assert (mark.opacity == 1) == bids
        assert nodes[f"plate:{seat}"].box.holds(*mark.box.centre)


def test_counts_are_never_cut() -> None:
    scene = scene_of(played("lost-cities-rivals", 4, 33), "lost-cities-rivals", (1024, 640))
    texts = [n.words.text for n in present(scene) if n.words and n.id.startswith("count:")]
    assert texts
    assert all(text.isdigit() for text in texts)
