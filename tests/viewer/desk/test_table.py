"""What a person does at the table: choosing, why not, going back, looking back, trying out."""

from __future__ import annotations

import pytest

from engine import Item, RulesError
from engine.table.log_rows import DecisionRow
from engine.table.match import Match
from tests.table.rows import rows_of
from tests.viewer.desk.hands import (
    answers,
    desk_with,
    glowing,
    node,
    nodes,
    press,
    settle,
    table,
    texts,
)
from viewer import commands as cmd
from viewer.desk.desk import Desk
from viewer.nodes import WHOLE, Spot

CARD = "lost-cities-card"
HAND = "hand[seat 1]"


def at(desk: Desk) -> Match:
    return table(desk).match


def click(desk: Desk, spot: Spot) -> None:
    """Click the nearest node that stands for a spot."""
    found = max((n for n in nodes(desk) if spot in n.spots), key=lambda n: n.z)
    desk.click(found, *found.box.centre)


def colour_of(desk: Desk, index: int) -> str:
    zone = next(z for z in at(desk).view().zones if z.name == HAND)
    return str(dict(zone.items[index].values)["colour"])


def drag(desk: Desk, one: Spot, other: Spot) -> None:
    found = next(n for n in nodes(desk) if one in n.spots)
    desk.lift(found)
    onto = next(n for n in nodes(desk) if other in n.spots)
    desk.drop(found, onto)


# ------------------------------------------------------------------ choosing


def test_a_piece_and_a_place_are_a_move() -> None:
    desk = desk_with(CARD)
    colour = colour_of(desk, 0)
    click(desk, (HAND, 0))
    assert {n.glow for n in nodes(desk) if (HAND, 0) in n.spots} == {"chosen"}
    click(desk, (f"discards[{colour}]", WHOLE))
    assert at(desk).session.history[0].text.startswith("discard(")


def test_the_same_by_dragging() -> None:
    desk = desk_with(CARD)
    colour = colour_of(desk, 2)
    drag(desk, (HAND, 2), (f"expedition[seat 1, {colour}]", WHOLE))
    assert at(desk).session.history[0].text.startswith("explore(")


def test_dropping_where_it_cannot_go_says_why_and_makes_nothing() -> None:
    desk = desk_with(CARD)
    other = next(c for c in ("red", "blue", "green") if c != colour_of(desk, 2))
    drag(desk, (HAND, 2), (f"expedition[seat 1, {other}]", WHOLE))
    assert not at(desk).session.history
    assert desk.shell.tip is not None and "You can" in desk.shell.tip.text


def test_escape_lets_go() -> None:
    desk = desk_with(CARD)
    click(desk, (HAND, 0))
    desk.key("escape")
    assert not table(desk).turn.narrowing.picks
    desk.key("escape")
    assert desk.shell.overlay == "menu"


def test_what_a_lonely_piece_would_do_is_confirmed() -> None:
    desk = desk_with(CARD, seed=1)
    click(desk, (HAND, 0))
    assert table(desk).turn.narrowing.ready is None
    assert "or" in node(desk, "prompt:title").words.text  # type: ignore[union-attr]


def test_a_number_is_stepped_and_typed() -> None:
    desk = desk_with("examples/liars-dice.cairn")
    first = table(desk).turn.entry.number
    press(desk, "step:more")
    assert table(desk).turn.entry.number == (first or 0) + 1
    desk.key("7")
    assert table(desk).turn.entry.number == 7
    desk.key("enter")
    assert table(desk).turn.narrowing.picks and not at(desk).session.history
    assert answers(desk)
    desk.key("backspace")
    assert not table(desk).turn.narrowing.picks


def test_moves_can_be_made_from_the_list_by_number() -> None:
    desk = desk_with(CARD)
    offers = at(desk).offers
    desk.key("m")
    assert "1" in texts(desk)
    desk.key("3")
    assert at(desk).session.history[0].text == offers[2].text


def test_the_move_is_said_before_it_is_made() -> None:
    desk = desk_with("examples/go-fish.cairn")
    glow = glowing(desk)
    desk.click(glow[0], *glow[0].box.centre)
    ready = table(desk).turn.narrowing.ready
    if ready is not None and ready.words:
        assert table(desk).text.named(ready.words).split()[0] in texts(desk)


# ------------------------------------------------------------------ why


def test_why_not_says_the_rule_and_the_line() -> None:
    desk = desk_with(CARD, seed=1)
    sitting = at(desk)
    # Lay a high card, then try a lower one of the same colour.
    session = sitting.session
    for _ in range(400):
        if session.over:
            break
        seat = session.seat or 0
        refused = _refused(desk, seat)
        if refused is not None:
            click(desk, (f"hand[seat {seat + 1}]", refused))
            colour = dict(_hand(desk, seat)[refused].values)["colour"]
            click(desk, (f"expedition[seat {seat + 1}, {colour}]", WHOLE))
            assert desk.shell.tip is not None
            assert "must be higher" in desk.shell.tip.text
            assert "line" in desk.shell.tip.foot
            return
        offers = sitting.offers
        best = [o for o in offers if o.action == "explore"] or offers
        sitting.make(best[-1])
        table(desk).turn.changed()
    pytest.fail("there never was a card that didn't fit")


def _hand(desk: Desk, seat: int) -> list[Item]:
    view = at(desk).view()
    return list(next(z for z in view.zones if z.name == f"hand[seat {seat + 1}]").items)


def _refused(desk: Desk, seat: int) -> int | None:
    """Return the index of a card that can be discarded and not played."""
    offers = at(desk).offers
    if not any(o.action == "discard" for o in offers):
        return None
    played = {i for o in offers if o.action == "explore" for a in o.arguments for i in a.same}
    return next((i for i in range(len(_hand(desk, seat))) if i not in played), None)


def test_resting_on_a_target_says_why_it_is_legal() -> None:
    desk = desk_with(CARD)
    click(desk, (HAND, 0))
    target = next(n for n in nodes(desk) if n.glow == "target")
    desk.rest(target, 10, 10)
    assert desk.shell.tip is not None and desk.shell.tip.tone == "plain"
    desk.rest(None, 0, 0)
    assert desk.shell.tip is None


def test_a_ledger_line_leads_to_its_line_of_the_rules() -> None:
    desk = desk_with(CARD)
    click(desk, (HAND, 0))
    click(desk, (f"expedition[seat 1, {colour_of(desk, 0)}]", WHOLE))
    desk.do(cmd.ShowTab("scores"))
    why = next(n for n in nodes(desk) if n.id.endswith(":why"))
    assert "line" in why.tip
    desk.click(why, *why.box.centre)
    assert table(desk).tab == "rules" and table(desk).editor is not None and table(desk).editor.jump


def test_resting_on_a_seat_shows_its_ledger() -> None:
    desk = desk_with(CARD)
    click(desk, (HAND, 0))
    click(desk, (f"expedition[seat 1, {colour_of(desk, 0)}]", WHOLE))
    plate = next(n for n in nodes(desk) if ("seat 1", WHOLE) in n.spots)
    desk.rest(plate, *plate.box.centre)
    assert desk.shell.tip is not None
    assert "cost  −20" in desk.shell.tip.text


def test_the_focus_is_seen_and_goes_from_left_to_right() -> None:
    desk = desk_with(CARD)
    nodes(desk)
    places = []
    for _ in range(8):
        desk.key("tab")
        ring = node(desk, "focus!")
        places.append(ring.box.x)
    assert places == sorted(places)
    desk.key("left")
    assert node(desk, "focus!").box.x == places[-2]
    desk.key("shift+up")
    assert node(desk, "focus!").box.y < 700
    desk.key("w")
    assert desk.shell.tip is not None


# ------------------------------------------------------------------ going back


def test_undo_and_redo_and_the_reason_when_refused() -> None:
    desk = desk_with(CARD)
    at(desk).make(at(desk).offers[-1])
    table(desk).turn.changed()
    first = at(desk).session.history[0].text
    desk.key("z")
    assert not at(desk).session.history
    desk.key("y")
    assert at(desk).session.history[0].text == first
    draw = next(o for o in at(desk).offers if o.action == "draw")
    at(desk).make(draw)
    table(desk).turn.changed()
    desk.key("z")
    assert len(at(desk).session.history) == 2
    assert "can't be taken back" in desk.shell.toasts[-1].text


def test_undo_takes_agents_answers_with_it() -> None:
    desk = desk_with("examples/nim.cairn", seats=["human", "greedy"])
    at(desk).make(at(desk).offers[0])
    table(desk).turn.changed()
    settle(desk)
    assert len(at(desk).session.history) == 2
    desk.key("z")
    assert not at(desk).session.history


# ------------------------------------------------------------------ looking back


def test_looking_back_shows_the_past_and_forbids_to_play() -> None:
    desk = desk_with(CARD)
    for _ in range(4):
        at(desk).make(at(desk).offers[-1])
        table(desk).turn.changed()
    now = at(desk).view()
    entry = next(n for n in nodes(desk) if n.id.startswith("log:1:"))
    desk.click(entry, *entry.box.centre)
    assert at(desk).looking == 1
    assert at(desk).view() != now
    assert not glowing(desk)
    click(desk, (HAND, 0))
    assert desk.shell.tip is not None and "a past position" in desk.shell.tip.text
    press(desk, "banner:forward")
    assert at(desk).looking == 2
    desk.key("escape")
    assert at(desk).looking is None and at(desk).view() == now


def test_a_study_game_leaves_the_game_as_it_is() -> None:
    desk = desk_with(CARD)
    for _ in range(4):
        at(desk).make(at(desk).offers[-1])
        table(desk).turn.changed()
    played = [d.text for d in at(desk).session.history]
    desk.do(cmd.LookAt(2))
    press(desk, "banner:fork")
    assert len(at(desk).session.history) == 2
    at(desk).make(at(desk).offers[0])
    table(desk).turn.changed()
    desk.key("z")
    desk.key("z")
    assert len(at(desk).session.history) == 1
    press(desk, "banner:end_study")
    assert [d.text for d in at(desk).session.history] == played


def test_the_log_names_pieces_with_chips() -> None:
    desk = desk_with(CARD)
    at(desk).make(at(desk).offers[-1])
    table(desk).turn.changed()
    entry = rows_of(DecisionRow, table(desk).text.entries())[0]
    assert entry.chips and entry.chips[0].item is not None
    assert any(n.id.startswith("log:1:1:0") for n in nodes(desk))


# ------------------------------------------------------------------ hints


def test_a_hint_is_a_legal_move_that_enter_makes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("engine.table.agent_worker.ADVICE_SECONDS", 0.05)
    desk = desk_with(CARD)
    desk.key("h")
    agents = table(desk).turn.agents
    assert agents.adviser is not None
    assert agents.adviser.done.wait(300)
    desk.tick(1.0)
    assert agents.advice is not None
    assert any(n.glow == "target" for n in nodes(desk))
    assert agents.reason in texts(desk)
    wanted = agents.advice.text
    desk.key("enter")
    assert at(desk).session.history[0].text == wanted


def test_why_not_never_raises_for_any_spot() -> None:
    desk = desk_with("lost-cities-board")
    for found in nodes(desk):
        if found.spots:
            try:
                desk.click(found, *found.box.centre)
            except RulesError as problem:
                pytest.fail(f"{found.id}: {problem}")
            if at(desk).session.history:
                desk.key("z")


def test_a_heap_that_nobody_sees_into_takes_no_more_room_than_a_pile() -> None:
    look = table(desk_with("examples/liars-dice.cairn")).view.look
    assert look.zones["box"].presenter.me == "deck" and look.zones["box"].area.me == "info"
    assert look.zones["cup"].presenter.me == "fan"
