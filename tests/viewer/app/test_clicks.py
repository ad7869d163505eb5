"""A click means what it is on, or says why not: nothing else is ever made by it."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from engine import Session
from engine.table.guest import Guest
from engine.table.move_selection import Narrowing
from tests.places import spot_of
from tests.viewer.app.hands import SIZE, app_with, game, nodes, quick, table
from viewer import commands as cmd
from viewer.app.controller import AppController
from viewer.nodes import Node, Spot
from viewer.panels import open_app

CARD = "lost-cities-card"
KALAH = "rulesets/kalah.cairn"
GAMES = [pytest.param(name, id=Path(name).stem) for name in quick()]


def at(app: AppController) -> Guest:
    return table(app).guest


def on(app: AppController, spot: Spot) -> Node:
    return max((n for n in nodes(app) if spot in n.spots), key=lambda n: n.z)


def test_no_card_in_hand_draws_another() -> None:
    app = app_with(CARD)
    at(app).make(next(o for o in at(app).offers if o.action == "discard"))
    table(app).turn.changed()
    assert any(o.action == "draw" for o in at(app).offers)
    before = len(at(app).session.history)
    for index in range(7):
        found = on(app, spot_of("hand[seat 1]", index))
        app.click(found, *found.box.centre)
        assert len(at(app).session.history) == before
        assert app.shell.tip is not None


def test_a_rules_sentence_is_kept_for_what_it_refuses() -> None:
    app = app_with(CARD)
    fits = at(app).session.game.rules.rules["fits"].words or ""
    legal = next(o for o in at(app).offers if o.action == "explore")
    index = legal.arguments[0].index or 0
    found = on(app, spot_of("hand[seat 1]", index))
    table(app).turn.reasons.why(found.spots, *found.box.centre)
    assert app.shell.tip is not None and app.shell.tip.text
    assert fits and fits not in app.shell.tip.text


def played_by_clicks(app: AppController, family: str) -> list[str]:
    """Click everything that means zones of a family; return the moves that were made."""
    made = []
    for one in nodes(app):
        if any(place.family == family for place, _ in one.spots):
            before = len(at(app).session.history)
            app.click(one, *one.box.centre)
            made += [move.text for move in at(app).session.history[before:]]
            app.key("escape")
    return made


def test_a_click_where_a_pass_leaves_a_mark_does_not_pass() -> None:
    app = app_with("lost-cities-roll-and-write", players=2)
    assert any(o.text == "pass" for o in at(app).offers)
    assert played_by_clicks(app, "track") == []
    assert not [n.id for n in nodes(app) if n.glow and n.spots[0].place.family == "track"]
    assert [n.id for n in nodes(app) if isinstance(n.do, cmd.Answer)]  # its button


def test_a_click_where_dice_may_move_a_piece_does_not_roll_them() -> None:
    app = app_with("examples/steep-paths.cairn", players=2)
    for _ in range(4):
        assert {o.action for o in at(app).offers} == {"again", "pass"}
        assert played_by_clicks(app, "way") == []
        at(app).make(at(app).offers[-1])
        table(app).turn.changed()


def test_what_is_chosen_later_says_so() -> None:
    app = app_with("lost-cities-board")
    camp = on(app, spot_of("camp[seat 1]", 0))
    app.click(camp, *camp.box.centre)
    assert app.shell.tip is not None
    assert app.shell.tip.text == app.shell.translate("later")


def test_a_card_of_ones_own_answers_what_is_asked_of_its_kind() -> None:
    app = app_with("examples/go-fish.cairn")
    hand = next(zone for zone in at(app).view().zones if zone.name == "hand[seat 1]")
    found = on(app, spot_of("hand[seat 1]", 3))
    rank = dict(hand.items[3].values)["rank"]
    app.click(found, *found.box.centre)
    assert [made.text for made in at(app).session.history] == [f"ask(seat 2, {rank})"]


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
    app = app_with(KALAH)
    for _ in range(30):
        if at(app).session.over:
            break
        seat = at(app).session.seat
        for glow in (n for n in nodes(app) if n.glow == "legal" and n.spots):
            assert glow.spots[0].place.seats == (seat or 0,)
        before = len(at(app).session.history)
        other = f"house[seat {2 - (seat or 0)}, 4]"
        found = on(app, spot_of(other))
        app.click(found, *found.box.centre)
        assert len(at(app).session.history) == before
        at(app).make(at(app).offers[-1])
        table(app).turn.changed()


def test_a_house_sows_its_own_seeds() -> None:
    app = app_with(KALAH)
    found = on(app, spot_of("house[seat 1, 3]"))
    app.click(found, *found.box.centre)
    assert at(app).session.history[0].text == "sow(3)"


@pytest.mark.parametrize("name", GAMES)
def test_what_does_not_glow_makes_no_move(name: str) -> None:
    chance = random.Random(7)
    app = app_with(name, seed=7)
    for _ in range(8):
        if at(app).session.over:
            break
        dull = [n for n in nodes(app) if n.spots and not n.glow and n.do is None and n.z < 1000]
        before = len(at(app).session.history)
        lit = {s for n in nodes(app) if n.glow for s in n.spots}
        lit |= {Spot(s.place) for s in lit}
        for one in chance.sample(dull, min(6, len(dull))):
            if any(s in lit or (s[0], -1) in lit for s in one.spots):
                continue  # it is on something that glows
            app.click(one, *one.box.centre)
            assert len(at(app).session.history) == before, one.id
            app.key("escape")
            app.open("")
        at(app).make(chance.choice(at(app).offers))
        table(app).turn.changed()


def test_a_wrong_drop_says_why_with_the_card_that_decides_what_fits_and_links_to_the_rule() -> None:
    app = app_with("lost-cities-board", seed=5, language="de")
    hand = next(z for z in at(app).view().zones if z.name == "hand[seat 1]")
    held = hand.spot([i.name for i in hand.items].index("green 10"))
    turn = table(app).turn
    turn.lift([held])
    turn.drop([spot_of("expedition[seat 1, green]")], 0, 0)
    assert app.shell.tip is not None
    assert app.shell.tip.text.split("\n")[1:3] == [
        "Die niedrigste ist Grün 4.",
        "Hierher kannst du spielen:",
    ]
    assert app.shell.tip.tone == "bad" and not app.shell.tip.foot.startswith("opens")
    link = next(n for n in nodes(app) if n.id == "prompt:rule")
    assert isinstance(link.do, cmd.ShowRule) and link.do.line == 83
    turn.reasons.rest(on(app, spot_of("deck")), 0, 0)
    assert app.shell.tip is not None and app.shell.tip.tone == "plain"


def roads() -> AppController:
    """A desk with men at 4, 4, 6 and 8 and a die of 2, which is picked."""
    title = "Dice are used one by one, in any order"
    app = open_app("examples/two-roads.cairn", ["human", "human"], begins=title)
    die = next(n for n in app.nodes(SIZE) if n.glow == "legal")
    app.click(die, *die.box.centre)
    return app


def space(app: AppController, number: int) -> Node:
    return next(n for n in nodes(app) if n.space == number and n.glow == "target")


def test_a_click_on_a_space_takes_the_only_move_that_comes_there() -> None:
    app = roads()
    found = space(app, 10)
    app.click(found, *found.box.centre)
    assert at(app).session.history[-1].text == "run(2, a of seat 1)"


def test_a_click_on_a_space_lights_the_pieces_that_can_come_there() -> None:
    app = roads()
    before = len(at(app).session.history)
    found = space(app, 6)
    for _ in range(2):
        app.click(found, *found.box.centre)
        lit = [n for n in nodes(app) if n.glow == "target" and n.spots and n.space is None]
        assert sorted(n.spots[0][1] for n in lit) == [0, 1]
        assert len(at(app).session.history) == before
        assert not [n for n in nodes(app) if n.space == 6 and n.glow]  # it tells no more apart
    assert app.shell.tip is not None
    assert "with b of Player 1" in app.shell.tip.text
    app.click(lit[0], *lit[0].box.centre)
    assert len(at(app).session.history) == before + 1


def test_a_piece_is_dragged_to_the_space_that_it_comes_to() -> None:
    app = roads()
    man = on(app, spot_of("road[seat 1]", 0))
    target = space(app, 6)
    app.lift(man)
    app.drop(man, target)
    assert at(app).session.history[-1].text == "run(2, b of seat 1)"
