"""Tables of real positions at many sizes: nothing lies over anything else, is cut or sticks out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import cycle, product

import pytest

from tests.places import spot_of
from tests.scope import telling
from tests.viewer.audit import cut, outside, overlaps, tiny, twice
from tests.viewer.scene.scenes import (
    LIBRARY,
    PATCHED,
    SIZES,
    SMALL,
    VARIANTS,
    look_of,
    played,
    scene_of,
    stuffed,
)
from viewer.nodes import Box, Node
from viewer.scene.identity import Identities
from viewer.scene.present import present
from viewer.scene.scene import Marks, Scene

GAMES = {**LIBRARY, **VARIANTS, **PATCHED, "kalah": 2}
LEAST_TEXT = 6.0


def faults(nodes: Sequence[Node], box: Box) -> list[str]:
    return [
        *overlaps(nodes),
        *outside(nodes, box),
        *cut(nodes),
        *twice(nodes),
        *tiny(nodes, LEAST_TEXT),
    ]


def check(scene: Scene) -> list[Node]:
    nodes = present(scene)
    assert faults(nodes, scene.box) == []
    return nodes


@pytest.mark.parametrize("name", telling([*GAMES][::2], [*GAMES]))
def test_the_designed_tables_have_no_faults_at_any_size(name: str) -> None:
    for moves in telling([60], [0, 5000] if name in LIBRARY else []):
        session = played(name, GAMES[name], moves)
        for size in SIZES:
            check(scene_of(session, name, size))


@pytest.mark.parametrize("name", [*LIBRARY, *SMALL])
def test_the_automatic_tables_have_no_faults_at_any_size(name: str) -> None:
    players = {**LIBRARY, **SMALL}[name]
    for moves in telling([30], [0, 5000]):
        session = played(name, players, moves)
        for size in SIZES:
            check(scene_of(session, name, size, auto=True))


@pytest.mark.parametrize("name", LIBRARY)
def test_every_number_of_players_and_every_seat(name: str) -> None:
    most = LIBRARY[name]
    for players in telling([most], range(2, most)):
        session = played(name, players, 50)
        for seat in (None, *range(players)):
            for size in telling([(800, 1000)], [(1440, 900)]):
                check(scene_of(session, name, size, seat=seat))


@pytest.mark.parametrize(
    ("name", "language"),
    telling(
        list(zip(LIBRARY, cycle(["de", "fr"]), strict=False)), list(product(LIBRARY, ["de", "fr"]))
    ),
)
def test_other_languages_are_not_cut(name: str, language: str) -> None:
    session = played(name, LIBRARY[name], 60, language=language)
    for auto in (False, True):
        for size in ((1024, 640), (800, 1000)):
            check(scene_of(session, name, size, auto=auto, language=language))


@pytest.mark.parametrize(
    ("name", "counts"),
    [
        ("lost-cities-card", {"expedition": 60, "hand": 30, "discards": 60}),
        ("lost-cities-board", {"hand": 30, "found": 25, "camp": 20, "expedition": 22}),
        ("lost-cities-rivals", {"expedition": 60, "river": 60}),
        ("lost-cities-roll-and-write", {"hues": 30, "taken": 60}),
        ("go-fish", {"hand": 30, "books": 52}),
        ("goofspiel", {"prizes": 40, "spent": 60, "won": 60}),
    ],
)
def test_overfull_zones_keep_to_their_places(name: str, counts: dict[str, int]) -> None:
    session = played(name, {**LIBRARY, **SMALL}[name], 30)
    for auto in (False, True):
        for size in SIZES:
            scene = scene_of(session, name, size, auto=auto)
            view = stuffed(scene.view, counts)
            check(replace(scene, view=view, identities=Identities().follow(view)))


@pytest.mark.parametrize("name", LIBRARY)
def test_a_table_without_seats_badges_or_scale_is_shown(name: str) -> None:
    scene = scene_of(played(name, 2, 20), name)
    check(replace(scene, seats=(), badges={}))


def test_very_small_boxes_show_something_inside_of_them() -> None:
    for name in LIBRARY:
        scene = scene_of(played(name, 2, 20), name)
        for box in (Box(0, 0, 320, 240), Box(10, 10, 200, 600)):
            nodes = present(replace(scene, box=box, scale=0.3))
            assert nodes
            assert outside(nodes, box) == []


def test_every_piece_of_ones_hand_can_be_clicked() -> None:
    for name in ("lost-cities-card", "lost-cities-board", "go-fish", "whist"):
        players = {**LIBRARY, **SMALL}[name]
        scene = scene_of(played(name, players, 10), name)
        hand = next(z for z in scene.view.zones if z.kind == "hand" and z.owner == 0)
        spots = {spot for node in present(scene) for spot in node.spots}
        assert {hand.spot(n) for n in range(hand.count)} <= spots


def test_every_zone_that_is_not_hidden_has_a_spot_and_a_tip() -> None:
    for name in LIBRARY:
        scene = scene_of(played(name, LIBRARY[name], 40), name)
        nodes = present(scene)
        spots = {spot for node in nodes for spot in node.spots}
        for zone in scene.view.zones:
            look = scene.look.zones[zone.family]
            if look.presenter.me != "hidden":
                assert spot_of(zone.name) in spots, zone.name
        assert all(node.tip or not node.spots[0].place.family for node in nodes if node.block)


def test_hidden_pieces_are_not_told() -> None:
    session = played("lost-cities-card", 2, 0)
    hidden = [item.name for z in session.view(1).zones if z.owner == 1 for item in z.items]
    nodes = present(scene_of(session, "lost-cities-card"))
    told = " ".join(n.tip for n in nodes if any(str(s.place) == "hand[seat 2]" for s in n.spots))
    assert hidden
    assert not any(str(name) in told for name in hidden)


def test_marks_make_halos_and_labels() -> None:
    scene = scene_of(played("lost-cities-card", 2, 0), "lost-cities-card")
    marks = Marks(
        legal=frozenset({spot_of("hand[seat 1]", 0), spot_of("hand[seat 1]", 1)}),
        chosen=frozenset({spot_of("hand[seat 1]", 1)}),
        targets=frozenset({spot_of("discards[red]")}),
        focus=spot_of("deck"),
        labels={spot_of("discards[red]"): "DISCARD"},
    )
    nodes = check(replace(scene, marks=marks))
    by_spot = {spot: node for node in nodes for spot in node.spots if node.block}
    assert by_spot[spot_of("hand[seat 1]", 0)].glow == "legal"
    assert by_spot[spot_of("hand[seat 1]", 1)].glow == "chosen"
    assert by_spot[spot_of("discards[red]")].glow == "target"
    assert by_spot[spot_of("deck")].glow == "focus"
    assert by_spot[spot_of("hand[seat 1]", 0)].drag
    assert any(node.words and node.words.text == "DISCARD" for node in nodes)


def test_only_the_next_free_cell_of_a_sheet_glows() -> None:
    name = "lost-cities-roll-and-write"
    scene = scene_of(played(name, 2, 30), name)
    zone = next(z for z in scene.view.zones if z.name == "path[seat 1, red]")
    marks = Marks(targets=frozenset({spot_of(zone.name)}))
    nodes = present(replace(scene, marks=marks))
    glowing = [n.id for n in nodes if n.glow and n.id.startswith("cell:")]
    assert glowing == [f"cell:{zone.name}:{zone.count + 1}"]


def test_what_a_table_says_of_spaces_is_printed_on_them() -> None:
    name = "lost-cities-board"
    nodes = present(scene_of(played(name, 2, 0), name))
    printed = {
        n.words.text for n in nodes if n.words and n.id.startswith("label:path[seat 1, red]")
    }
    assert {"−20", "50"} <= printed


def test_columns_of_one_type_lie_above_each_other() -> None:
    scene = scene_of(played("lost-cities-card", 2, 30), "lost-cities-card")
    boxes = {str(n.spots[0].place): n.box for n in present(scene) if n.id.startswith("zone:")}
    for colour in look_of("lost-cities-card", 2).dimensions["Colour"]:
        if f"discards[{colour}]" in boxes:
            middles = {
                round(boxes[f"{family}{colour}]"].centre[0])
                for family in ("discards[", "expedition[seat 1, ", "expedition[seat 2, ")
            }
            assert max(middles) - min(middles) <= 2


def test_the_table_speaks_the_language_of_the_view() -> None:
    session = played("lost-cities-card", 2, 20, language="de")
    nodes = present(scene_of(session, "lost-cities-card", language="de"))
    tips = " ".join(node.tip for node in nodes)
    assert "Nachziehstapel" in tips
    assert "Expedition Rot" in tips or "Expedition Gelb" in tips
