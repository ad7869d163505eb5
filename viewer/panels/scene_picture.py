"""A true picture of a table in small, as it will be when play begins, on the start screen."""

from __future__ import annotations

from viewer.app.game_setup import GameSetup
from viewer.artwork.widgets import Ground
from viewer.nodes import Box, Node
from viewer.panels.panel_builder import PanelBuilder
from viewer.panels.smaller import smaller
from viewer.scene.identity import Identities
from viewer.scene.present import present
from viewer.scene.scene import Scene, SeatInfo

TABLE = (1120.0, 720.0)
"""The table is laid out in this size, and then made smaller."""
LEAST = 76.0
MOST = 300.0
"""How high a picture is, unscaled."""


def scene_picture(setup: GameSetup, builder: PanelBuilder, box: Box) -> bool:
    """Add the picture to the middle of a box once it is known; return whether it has room."""
    high = min(box.h - builder.px(8), builder.px(MOST), box.w * TABLE[1] / TABLE[0])
    if high < builder.px(LEAST):
        return False
    if setup.dealt is None:
        return True
    factor = high / TABLE[1]
    wide = TABLE[0] * factor
    place = Box(box.x + (box.w - wide) / 2, box.y + (box.h - high) / 2, wide, high)
    builder.add(Node("table", place, builder.z + 1, Ground(builder.theme), block=True))
    session, look = setup.dealt
    view = session.view(0)
    scene = Scene(
        view, look, Box(0, 0, *TABLE), 0.8, identities=Identities().follow(view, look.counted()),
        seats=_seats(setup, session.game.players), theme=builder.theme,
    )  # fmt: skip
    for number, node in enumerate(present(scene)):
        small = smaller(node, place, factor)
        if small is not None:
            builder.add(small._replace(id=f"table:{number}", z=builder.z + 2 + node.z, clip=place))
    return True


def _seats(setup: GameSetup, players: int) -> tuple[SeatInfo, ...]:
    names = [setup.person(seat) or str(seat + 1) for seat in range(players)]
    return tuple(SeatInfo(name) for name in names)
