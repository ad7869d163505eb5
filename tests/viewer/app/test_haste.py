"""The first frame after a click leaves out what is dear and isn't looked at first."""

from __future__ import annotations

from tests.viewer.app.hands import app_with, table

SIZE = (1440.0, 900.0)
ANSWERS = ("answer", "confirm")


def test_the_log_waits_for_the_frame_after_the_click() -> None:
    app = app_with("lost-cities-board", seats=["human", "random", "random", "random"])
    for number in range(25):
        guest = table(app).guest
        while not guest.offers:
            guest.table.play_agent()
            table(app).turn.changed()
        shown = app.nodes(SIZE)
        places = [n for n in shown if n.glow == "target" or (n.do and n.do.word in ANSWERS)]
        place = (places or [n for n in shown if n.glow == "legal"])[-(number % 2)]
        app.click(place, *place.box.centre)
        app.nodes(SIZE, hasty=True)
        assert app.shell.behind, "the log was made in the first frame"
