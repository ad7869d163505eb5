"""A click means what it lies on, or says why not: nothing else is ever made by it."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from engine import Session
from engine.table.match import Match
from tests.viewer.desk.hands import SIZE, desk_with, game, nodes, quick, table
from viewer import commands as cmd
from viewer.desk.desk import Desk
from viewer.desk.move_selection import Narrowing
from viewer.nodes import Node, Spot
from viewer.panels import open_desk

CARD = "lost-cities-card"
KALAH = "examples/kalah.cairn"
GAMES = [pytest.param(name, id=Path(name).stem) for name in quick()]


def at(desk: Desk) -> Match:
    return table(desk).match


def on(desk: Desk, spot: Spot) -> Node:
    return max((n for n in nodes(desk) if spot in n.spots), key=lambda n: n.z)


def test_no_card_in_hand_draws_another() -> None:
    desk = desk_with(CARD)
    at(desk).make(next(o for o in at(desk).offers if o.action == "discard"))
    table(desk).turn.changed()
    assert any(o.action == "draw" for o in at(desk).offers)
    before = len(at(desk).session.history)
    for index in range(7):
        found = on(desk, ("hand[seat 1]", index))
        desk.click(found, *found.box.centre)
        assert len(at(desk).session.history) == before
        assert desk.shell.tip is not None


def test_a_rules_sentence_is_kept_for_what_it_refuses() -> None:
    desk = desk_with(CARD)
    fits = at(desk).session.game.rules.rules["fits"].words or ""
    legal = next(o for o in at(desk).offers if o.action == "explore")
    index = legal.arguments[0].index or 0
    found = on(desk, ("hand[seat 1]", index))
    table(desk).turn.why(found.spots, *found.box.centre)
    assert desk.shell.tip is not None and desk.shell.tip.text
    assert fits and fits not in desk.shell.tip.text


def played_by_clicks(desk: Desk, family: str) -> list[str]:
    """Click everything that stands for zones of a family; return the moves that were made."""
    made = []
    for one in nodes(desk):
        if any(name.startswith(f"{family}[") for name, _ in one.spots):
            before = len(at(desk).session.history)
            desk.click(one, *one.box.centre)
            made += [move.text for move in at(desk).session.history[before:]]
            desk.key("escape")
    return made


def test_a_click_where_a_pass_leaves_a_mark_does_not_pass() -> None:
    desk = desk_with("lost-cities-roll-and-write", players=2)
    assert any(o.text == "pass" for o in at(desk).offers)
    assert played_by_clicks(desk, "track") == []
    assert not [n.id for n in nodes(desk) if n.glow and n.spots[0][0].startswith("track[")]
    assert [n.id for n in nodes(desk) if isinstance(n.do, cmd.Answer)]  # its button


def test_a_click_where_dice_may_move_a_piece_does_not_roll_them() -> None:
    desk = desk_with("examples/steep-paths.cairn", players=2)
    for _ in range(4):
        assert {o.action for o in at(desk).offers} == {"again", "pass"}
        assert played_by_clicks(desk, "way") == []
        at(desk).make(at(desk).offers[-1])
        table(desk).turn.changed()


def test_what_is_chosen_later_says_so() -> None:
    desk = desk_with("lost-cities-board")
    camp = on(desk, ("camp[seat 1]", 0))
    desk.click(camp, *camp.box.centre)
    assert desk.shell.tip is not None
    assert desk.shell.tip.text == desk.shell.translate("later")


def test_a_card_of_ones_own_answers_what_is_asked_of_its_kind() -> None:
    desk = desk_with("examples/go-fish.cairn")
    hand = next(zone for zone in at(desk).view().zones if zone.name == "hand[seat 1]")
    found = on(desk, ("hand[seat 1]", 3))
    rank = dict(hand.items[3].values)["rank"]
    desk.click(found, *found.box.centre)
    assert [made.text for made in at(desk).session.history] == [f"ask(seat 2, {rank})"]


def test_what_would_complete_a_set_can_be_asked_for_like_the_rest() -> None:
    session = Session(game("examples/go-fish.cairn", 2), 1)
    for _ in range(80):
        ranks = {o.arguments[1].text for o in session.move_options()}
        if len(ranks) < 2:
            break
        asked = Narrowing.of(session.move_options(), session.seat).question
        told = {c.pick.value for c in asked.choices} if asked is not None else set()
        assert told == ranks
        session.apply(session.legal()[0].move)


def test_only_houses_of_ones_own_glow_and_sow() -> None:
    desk = desk_with(KALAH)
    for _ in range(30):
        if at(desk).session.over:
            break
        seat = at(desk).session.seat
        for glow in (n for n in nodes(desk) if n.glow == "legal" and n.spots):
            assert f"seat {(seat or 0) + 1}" in glow.spots[0][0]
        before = len(at(desk).session.history)
        other = f"house[seat {2 - (seat or 0)}, 4]"
        found = on(desk, (other, -1))
        desk.click(found, *found.box.centre)
        assert len(at(desk).session.history) == before
        at(desk).make(at(desk).offers[-1])
        table(desk).turn.changed()


def test_a_house_sows_its_own_seeds() -> None:
    desk = desk_with(KALAH)
    found = on(desk, ("house[seat 1, 3]", -1))
    desk.click(found, *found.box.centre)
    assert at(desk).session.history[0].text == "sow(3)"


@pytest.mark.parametrize("name", GAMES)
def test_what_does_not_glow_makes_no_move(name: str) -> None:
    chance = random.Random(7)
    desk = desk_with(name, seed=7)
    for _ in range(8):
        if at(desk).session.over:
            break
        dull = [n for n in nodes(desk) if n.spots and not n.glow and n.do is None and n.z < 1000]
        before = len(at(desk).session.history)
        lit = {s for n in nodes(desk) if n.glow for s in n.spots}
        lit |= {(s[0], -1) for s in lit}
        for one in chance.sample(dull, min(6, len(dull))):
            if any(s in lit or (s[0], -1) in lit for s in one.spots):
                continue  # it lies on something that glows
            desk.click(one, *one.box.centre)
            assert len(at(desk).session.history) == before, one.id
            desk.key("escape")
            desk.open("")
        at(desk).make(chance.choice(at(desk).offers))
        table(desk).turn.changed()


def test_a_wrong_drop_says_why_with_the_card_that_decides_what_fits_and_links_to_the_rule() -> None:
    desk = desk_with("lost-cities-board", seed=5, language="de")
    hand = next(z for z in at(desk).view().zones if z.name == "hand[seat 1]")
    held = ("hand[seat 1]", [i.name for i in hand.items].index("green 10"))
    turn = table(desk).turn
    turn.lift([held])
    turn.drop([("expedition[seat 1, green]", -1)], 0, 0)
    assert desk.shell.tip is not None
    assert desk.shell.tip.text.split("\n")[1:3] == [
        "Die niedrigste ist Grün 4.",
        "Hierher kannst du spielen:",
    ]
    assert desk.shell.tip.tone == "bad" and not desk.shell.tip.foot.startswith("opens")
    link = next(n for n in nodes(desk) if n.id == "prompt:rule")
    assert isinstance(link.do, cmd.ShowRule) and link.do.line == 81
    turn.rest(on(desk, ("deck", -1)), 0, 0)
    assert desk.shell.tip is not None and desk.shell.tip.tone == "plain"


def roads() -> Desk:
    """A desk with men at 4, 4, 6 and 8 and a die of 2, which is picked."""
    title = "Dice are used one by one, in any order"
    desk = open_desk("examples/two-roads.cairn", ["human", "human"], example=title)
    die = next(n for n in desk.nodes(SIZE) if n.glow == "legal")
    desk.click(die, *die.box.centre)
    return desk


def space(desk: Desk, number: int) -> Node:
    return next(n for n in nodes(desk) if n.space == number and n.glow == "target")


def test_a_click_on_a_space_takes_the_only_move_that_comes_there() -> None:
    desk = roads()
    found = space(desk, 10)
    desk.click(found, *found.box.centre)
    assert at(desk).session.history[-1].text == "run(2, a of seat 1)"


def test_a_click_on_a_space_lights_the_pieces_that_can_come_there() -> None:
    desk = roads()
    before = len(at(desk).session.history)
    found = space(desk, 6)
    for _ in range(2):
        desk.click(found, *found.box.centre)
        lit = [n for n in nodes(desk) if n.glow == "target" and n.spots and n.space is None]
        assert sorted(n.spots[0][1] for n in lit) == [0, 1]
        assert len(at(desk).session.history) == before
        assert not [n for n in nodes(desk) if n.space == 6 and n.glow]  # it tells no more apart
    assert desk.shell.tip is not None
    assert "with b of Player 1" in desk.shell.tip.text
    desk.click(lit[0], *lit[0].box.centre)
    assert len(at(desk).session.history) == before + 1


def test_a_piece_is_dragged_to_the_space_that_it_comes_to() -> None:
    desk = roads()
    man = on(desk, ("road[seat 1]", 0))
    target = space(desk, 6)
    desk.lift(man)
    desk.drop(man, target)
    assert at(desk).session.history[-1].text == "run(2, b of seat 1)"
