"""A closer look: at what others have, and at where a piece would go."""

from tests.viewer.desk.hands import table
from viewer.nodes import hit
from viewer.panels import open_desk

SIZE = (1440, 900)


def test_resting_on_somebody_elses_plate_shows_what_they_have_large() -> None:
    desk = open_desk("lost-cities-board", ["human", "random", "random", "random"], seed=4)
    nodes = desk.nodes(SIZE)
    other = next(n for n in nodes for s in n.spots if s[0].startswith("seat ") and s[0] != "seat 1")
    x, y = other.box.centre
    under = hit(nodes, x, y)
    desk.hover(under)
    assert desk.rest(under, x, y)
    large = [n for n in desk.nodes(SIZE) if n.id.startswith("large:")]
    assert large
    assert not any(n.spots or n.do for n in large), "it is only looked at"
    assert hit(desk.nodes(SIZE), x, y) == under, "the pointer is still on the plate"
    desk.hover(None)
    desk.rest(None, 0, 0)
    assert not [n for n in desk.nodes(SIZE) if n.id.startswith("large:")]
    desk.closed()


def test_ones_own_plate_has_no_larger_one() -> None:
    desk = open_desk("lost-cities-board", ["human", "random", "random"], seed=4)
    nodes = desk.nodes(SIZE)
    own = next(n for n in nodes if ("seat 1", -1) in n.spots)
    desk.hover(own)
    desk.rest(own, *own.box.centre)
    assert not [n for n in desk.nodes(SIZE) if n.id.startswith("large:")]
    desk.closed()


def test_a_chosen_card_shows_the_stone_that_its_piece_would_step_on() -> None:
    desk = open_desk("lost-cities-board", ["human", "human"], seed=4)
    table(desk).match.lift()
    offer = next(o for o in table(desk).match.offers if o.action == "begin")
    card = offer.arguments[0]
    table(desk).turn.point(((str(card.zone), int(card.index or 0)),), 0, 0)
    desk.nodes(SIZE)
    cells = table(desk).view.marks().cells
    assert {space for _, space in cells} == {1}
    desk.closed()
