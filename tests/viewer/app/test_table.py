"""What a person does at the table: choosing, why not, going back, looking back, trying out."""

from __future__ import annotations

import pytest

from engine import Item, RulesError
from engine.chronicle.rows import DecisionRow
from engine.table.guest import Guest
from tests.places import spot_of
from tests.table.rows import rows_of
from tests.viewer.app.hands import (
    answers,
    app_with,
    glowing,
    node,
    nodes,
    press,
    settle,
    table,
    texts,
)
from viewer import commands as cmd
from viewer.app.controller import AppController
from viewer.nodes import Spot

CARD = "lost-cities-card"
HAND = "hand[seat 1]"


def at(app: AppController) -> Guest:
    return table(app).guest


def click(app: AppController, spot: Spot) -> None:
    """Click the nearest node that means a spot."""
    found = max((n for n in nodes(app) if spot in n.spots), key=lambda n: n.z)
    app.click(found, *found.box.centre)


def colour_of(app: AppController, index: int) -> str:
    zone = next(z for z in at(app).view().zones if z.name == HAND)
    return str(dict(zone.items[index].values)["colour"])


def drag(app: AppController, one: Spot, other: Spot) -> None:
    found = next(n for n in nodes(app) if one in n.spots)
    app.lift(found)
    onto = next(n for n in nodes(app) if other in n.spots)
    app.drop(found, onto)


# ------------------------------------------------------------------ choosing


def test_a_piece_and_a_place_are_a_move() -> None:
    app = app_with(CARD)
    colour = colour_of(app, 0)
    click(app, spot_of(HAND, 0))
    assert {n.glow for n in nodes(app) if spot_of(HAND, 0) in n.spots} == {"chosen"}
    click(app, spot_of(f"discards[{colour}]"))
    assert at(app).session.history[0].text.startswith("discard(")


def test_the_same_by_dragging() -> None:
    app = app_with(CARD)
    colour = colour_of(app, 2)
    drag(app, spot_of(HAND, 2), spot_of(f"expedition[seat 1, {colour}]"))
    assert at(app).session.history[0].text.startswith("explore(")


def test_dropping_where_it_cannot_go_says_why_and_makes_nothing() -> None:
    app = app_with(CARD)
    other = next(c for c in ("red", "blue", "green") if c != colour_of(app, 2))
    drag(app, spot_of(HAND, 2), spot_of(f"expedition[seat 1, {other}]"))
    assert not at(app).session.history
    assert app.shell.tip is not None and "You can" in app.shell.tip.text


def test_escape_lets_go() -> None:
    app = app_with(CARD)
    click(app, spot_of(HAND, 0))
    app.key("escape")
    assert not table(app).turn.narrowing.picks
    app.key("escape")
    assert app.shell.overlay == "menu"


def test_what_a_lonely_piece_would_do_is_confirmed() -> None:
    app = app_with(CARD, seed=1)
    click(app, spot_of(HAND, 0))
    assert table(app).turn.narrowing.ready is None
    assert "or" in node(app, "prompt:title").words.text  # type: ignore[union-attr]


def test_a_number_is_stepped_and_typed() -> None:
    app = app_with("examples/liars-dice.cairn")
    first = table(app).turn.entry.number
    press(app, "step:more")
    assert table(app).turn.entry.number == (first or 0) + 1
    app.key("7")
    assert table(app).turn.entry.number == 7
    app.key("enter")
    assert table(app).turn.narrowing.picks and not at(app).session.history
    assert answers(app)
    app.key("backspace")
    assert not table(app).turn.narrowing.picks


def test_moves_can_be_made_from_the_list_by_number() -> None:
    app = app_with(CARD)
    offers = at(app).offers
    app.key("m")
    assert "1" in texts(app)
    app.key("3")
    assert at(app).session.history[0].text == offers[2].text


def test_the_move_is_said_before_it_is_made() -> None:
    app = app_with("examples/go-fish.cairn")
    glow = glowing(app)
    app.click(glow[0], *glow[0].box.centre)
    ready = table(app).turn.narrowing.ready
    if ready is not None and ready.words:
        assert table(app).text.named(ready.words).split()[0] in texts(app)


# ------------------------------------------------------------------ why


def test_why_not_says_the_rule_and_the_line() -> None:
    app = app_with(CARD, seed=1)
    # Lay a high card, then try a lower one of the same colour.
    session = at(app).session
    for _ in range(400):
        if session.over:
            break
        seat = session.seat or 0
        refused = _refused(app, seat)
        if refused is not None:
            click(app, spot_of(f"hand[seat {seat + 1}]", refused))
            colour = dict(_hand(app, seat)[refused].values)["colour"]
            click(app, spot_of(f"expedition[seat {seat + 1}, {colour}]"))
            assert app.shell.tip is not None
            assert "must be higher" in app.shell.tip.text
            assert "line" in app.shell.tip.foot
            return
        offers = at(app).offers
        best = [o for o in offers if o.action == "explore"] or offers
        at(app).make(best[-1])
        table(app).turn.changed()
    pytest.fail("there never was a card that didn't fit")


def _hand(app: AppController, seat: int) -> list[Item]:
    view = at(app).view()
    return list(next(z for z in view.zones if z.name == f"hand[seat {seat + 1}]").items)


def _refused(app: AppController, seat: int) -> int | None:
    """Return the index of a card that can be discarded and not played."""
    offers = at(app).offers
    if not any(o.action == "discard" for o in offers):
        return None
    played = {i for o in offers if o.action == "explore" for a in o.arguments for i in a.same}
    return next((i for i in range(len(_hand(app, seat))) if i not in played), None)


def test_resting_on_a_target_says_why_it_is_legal() -> None:
    app = app_with(CARD)
    click(app, spot_of(HAND, 0))
    target = next(n for n in nodes(app) if n.glow == "target")
    app.rest(target, 10, 10)
    assert app.shell.tip is not None and app.shell.tip.tone == "plain"
    app.rest(None, 0, 0)
    assert app.shell.tip is None


def test_a_ledger_line_leads_to_its_line_of_the_rules() -> None:
    app = app_with(CARD)
    click(app, spot_of(HAND, 0))
    click(app, spot_of(f"expedition[seat 1, {colour_of(app, 0)}]"))
    app.do(cmd.ShowTab("scores"))
    why = next(n for n in nodes(app) if n.id.endswith(":why"))
    assert "line" in why.tip
    app.click(why, *why.box.centre)
    assert table(app).tab == "rules" and table(app).editor is not None and table(app).editor.jump


def test_resting_on_a_seat_shows_its_ledger() -> None:
    app = app_with(CARD)
    click(app, spot_of(HAND, 0))
    click(app, spot_of(f"expedition[seat 1, {colour_of(app, 0)}]"))
    plate = next(n for n in nodes(app) if spot_of("seat 1") in n.spots)
    app.rest(plate, *plate.box.centre)
    assert app.shell.tip is not None
    assert "cost  −20" in app.shell.tip.text


def test_the_focus_is_seen_and_goes_from_left_to_right() -> None:
    app = app_with(CARD)
    nodes(app)
    places = []
    for _ in range(8):
        app.key("tab")
        ring = node(app, "focus!")
        places.append(ring.box.x)
    assert places == sorted(places)
    app.key("left")
    assert node(app, "focus!").box.x == places[-2]
    app.key("shift+up")
    assert node(app, "focus!").box.y < 700
    app.key("w")
    assert app.shell.tip is not None


# ------------------------------------------------------------------ going back


def test_undo_and_redo_and_the_reason_when_refused() -> None:
    app = app_with(CARD)
    at(app).make(at(app).offers[-1])
    table(app).turn.changed()
    first = at(app).session.history[0].text
    app.key("z")
    assert not at(app).session.history
    app.key("y")
    assert at(app).session.history[0].text == first
    draw = next(o for o in at(app).offers if o.action == "draw")
    at(app).make(draw)
    table(app).turn.changed()
    app.key("z")
    assert len(at(app).session.history) == 2
    assert "can't be taken back" in app.shell.toasts[-1].text


def test_undo_takes_agents_answers_with_it() -> None:
    app = app_with("examples/nim.cairn", seats=["human", "greedy"])
    at(app).make(at(app).offers[0])
    table(app).turn.changed()
    settle(app)
    assert len(at(app).session.history) == 2
    app.key("z")
    assert not at(app).session.history


# ------------------------------------------------------------------ looking back


def test_looking_back_shows_the_past_and_forbids_to_play() -> None:
    app = app_with(CARD)
    for _ in range(4):
        at(app).make(at(app).offers[-1])
        table(app).turn.changed()
    now = at(app).view()
    entry = next(n for n in nodes(app) if n.id.startswith("log:1:"))
    app.click(entry, *entry.box.centre)
    assert at(app).looking == 1
    assert at(app).view() != now
    assert not glowing(app)
    click(app, spot_of(HAND, 0))
    assert app.shell.tip is not None and "a past position" in app.shell.tip.text
    press(app, "banner:forward")
    assert at(app).looking == 2
    app.key("escape")
    assert at(app).looking is None and at(app).view() == now


def test_a_study_game_leaves_the_game_as_it_is() -> None:
    app = app_with(CARD)
    for _ in range(4):
        at(app).make(at(app).offers[-1])
        table(app).turn.changed()
    played = [d.text for d in at(app).session.history]
    app.do(cmd.LookAt(2))
    press(app, "banner:what_if")
    assert len(at(app).session.history) == 2
    at(app).make(at(app).offers[0])
    table(app).turn.changed()
    app.key("z")
    app.key("z")
    assert len(at(app).session.history) == 1
    press(app, "banner:end_what_if")
    assert [d.text for d in at(app).session.history] == played


def test_the_log_names_pieces_with_chips() -> None:
    app = app_with(CARD)
    at(app).make(at(app).offers[-1])
    table(app).turn.changed()
    entry = rows_of(DecisionRow, table(app).text.entries())[0]
    assert entry.chips and entry.chips[0].item is not None
    assert any(n.id.startswith("log:1:1:0") for n in nodes(app))


# ------------------------------------------------------------------ hints


def test_a_hint_is_a_legal_move_that_enter_makes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("engine.table.agent_worker.ADVICE_SECONDS", 0.05)
    app = app_with(CARD)
    app.key("h")
    adviser = at(app).adviser
    assert adviser is not None
    assert adviser.done.wait(300)
    app.tick(1.0)
    advice = at(app).advice
    assert advice is not None and advice.move is not None
    assert any(n.glow == "target" for n in nodes(app))
    assert advice.reason in texts(app)
    wanted = advice.move.text
    app.key("enter")
    assert at(app).session.history[0].text == wanted


def test_why_not_never_raises_for_any_spot() -> None:
    app = app_with("lost-cities-board")
    for found in nodes(app):
        if found.spots:
            try:
                app.click(found, *found.box.centre)
            except RulesError as problem:
                pytest.fail(f"{found.id}: {problem}")
            if at(app).session.history:
                app.key("z")


def test_a_heap_that_nobody_sees_into_takes_no_more_room_than_a_pile() -> None:
    look = table(app_with("examples/liars-dice.cairn")).view.look
    assert look.zones["box"].presenter.me == "deck" and look.zones["box"].area.me == "info"
    assert look.zones["cup"].presenter.me == "fan"
