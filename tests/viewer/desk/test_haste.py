"""The first frame after a click leaves out what is dear and isn't looked at first."""

from __future__ import annotations

from tests.viewer.desk.hands import desk_with, table

SIZE = (1440.0, 900.0)
ANSWERS = ("answer", "confirm")


def test_the_log_waits_for_the_frame_after_the_click() -> None:
    desk = desk_with("lost-cities-board", seats=["human", "random", "random", "random"])
    for number in range(25):
        match = table(desk).match
        while not match.offers:
            match.play_agent()
            table(desk).turn.changed()
        shown = desk.nodes(SIZE)
        places = [n for n in shown if n.glow == "target" or (n.do and n.do.word in ANSWERS)]
        place = (places or [n for n in shown if n.glow == "legal"])[-(number % 2)]
        desk.click(place, *place.box.centre)
        desk.nodes(SIZE, hasty=True)
        assert desk.shell.behind, "the log was made in the first frame"
