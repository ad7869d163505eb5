"""What everybody has heard of a piece that its owner can't see: variables at its place."""

from __future__ import annotations

from engine.game.session import Game, Session
from engine.rules.load import load
from tests.test_project import ROOT

BEACONS = ROOT / "examples/beacons.cairn"


def told(session: Session, seat: int, state: list[int] | None = None) -> dict[str, str | None]:
    """What a seat reads of all marks."""
    view = session.game.viewer.view(session.state if state is None else state, seat)
    return {v.name: v.value for v in view.variables if v.family == "told"}


def test_all_see_what_was_told_and_only_the_owner_not_of_what() -> None:
    session = Session(Game(load(BEACONS), 3), 4, fair=False)
    move = next(x.text for x in session.legal() if x.text.startswith("tell(seat 2"))
    session.play(move)
    hill = move.split(", ")[1].strip(")")
    marks = told(session, 0)
    places = [name for name, value in marks.items() if value == hill]
    assert places and all("seat 2" in name for name in places)
    assert told(session, 1) == told(session, 2) == marks
    known = session.information_set(1)
    for number in range(20):  # whatever its owner takes to be possible
        state = session.game.knowledge.sample(known, number)
        assert told(session, 0, state) == marks
    place = int(places[0].strip("]")[-1])
    session.play(f"play({place})")
    assert told(session, 0)[places[0]] in (None, "none")
    session.undo()
    assert told(session, 0) == marks
