"""The table of a position for a browser, with the letters of answers where their moves lead."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine import Session
from engine.rules.catalogue import capital
from engine.rules.types import seat_word
from engine.table.move_selection import way_of
from viewer.artwork.theme import TABLE
from viewer.nodes import Box, Node, Spot
from viewer.page.drawing import Drawing
from viewer.panels.screen import scale_of
from viewer.scene.identity import Identities
from viewer.scene.look_loader import read_look
from viewer.scene.present import present
from viewer.scene.scene import Marks, Scene, SeatInfo

LETTERS = "ABCDEFGH"
_LEAST_SCALE = 0.6
"""Text is at least so large, in parts of what it is in a window of 1440×900."""


def drawn_position(
    session: Session, answers: Sequence[str], size: tuple[int, int]
) -> dict[str, Any]:
    """Return a position as a message `nodes` has it, seen by who decides, at a size in pixels.

    `answers`: what a question offers; a move among them has its letter at its place.
    """
    seat = session.seat or 0
    view = session.view(seat)
    look = read_look(session.game, session.game.language)
    words = session.game.wording.catalogue
    names = [capital(words.name(seat_word(number))) for number in range(session.game.players)]
    scale = max(_LEAST_SCALE, scale_of(*size))
    scene = Scene(
        view, look, Box(0, 0, *map(float, size)), scale, _marks(session, answers),
        Identities().follow(view, look.counted()), tuple(map(SeatInfo, names)),
    )  # fmt: skip
    nodes = sorted(present(scene), key=lambda node: node.z)
    drawing = Drawing(TABLE, scale, _label)
    return {
        "fresh": True,
        "size": list(size),
        "nodes": {node.id: drawing.node(node) for node in nodes},
        "order": [node.id for node in nodes],
        "pictures": drawing.pictures,
    }


def _label(node: Node) -> str:
    return node.tip or (node.words.text if node.words is not None else node.id)


def _marks(session: Session, answers: Sequence[str]) -> Marks:
    """Return the letters of the answers that are moves, each on what its move takes or reaches."""
    if session.over:
        return Marks()
    shown = {legal.text: legal.shown for legal in session.legal()}
    ways = {shown[offer.text]: way_of(offer) for offer in session.move_options()}
    letters: dict[Spot, str] = {}
    for letter, answer in zip(LETTERS, answers, strict=False):
        for spot in ways[answer].first[:1] if answer in ways else ():
            letters[spot] = f"{letters.get(spot, '')} {letter}".strip()
    return Marks(legal=frozenset(letters), labels=letters)
