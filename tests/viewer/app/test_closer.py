"""A closer look: at what others have, and at where a piece would go."""

from tests.places import spot_of
from tests.viewer.app.hands import table
from viewer.nodes import hit
from viewer.panels import open_app

SIZE = (1440, 900)


def test_resting_on_somebody_elses_plate_shows_what_they_have_large() -> None:
    app = open_app("lost-cities-board", ["human", "random", "random", "random"], seed=4)
    nodes = app.nodes(SIZE)
    other = next(n for n in nodes for s in n.spots if not s.place.family and s.place.seats != (0,))
    x, y = other.box.centre
    under = hit(nodes, x, y)
    app.hover(under)
    assert app.rest(under, x, y)
    large = [n for n in app.nodes(SIZE) if n.id.startswith("large:")]
    assert large
    assert not any(n.spots or n.do for n in large), "it is only looked at"
    assert hit(app.nodes(SIZE), x, y) == under, "the pointer is still on the plate"
    app.hover(None)
    app.rest(None, 0, 0)
    assert not [n for n in app.nodes(SIZE) if n.id.startswith("large:")]
    app.closed()


def test_ones_own_plate_has_no_larger_one() -> None:
    app = open_app("lost-cities-board", ["human", "random", "random"], seed=4)
    nodes = app.nodes(SIZE)
    own = next(n for n in nodes if spot_of("seat 1") in n.spots)
    app.hover(own)
    app.rest(own, *own.box.centre)
    assert not [n for n in app.nodes(SIZE) if n.id.startswith("large:")]
    app.closed()


def test_a_chosen_card_shows_the_stone_that_its_piece_would_step_on() -> None:
    app = open_app("lost-cities-board", ["human", "human"], seed=4)
    table(app).people.reveal()
    offer = next(o for o in table(app).guest.offers if o.action == "begin")
    card = offer.arguments[0]
    table(app).turn.point(card.spots[:1], 0, 0)
    app.nodes(SIZE)
    cells = table(app).view.marks().cells
    assert {space for _, space in cells} == {1}
    app.closed()
