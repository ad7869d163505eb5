"""The window that a game is played in.

It shows what `engine` lets a seat see and sends back the moves that a person makes. It imports
nothing of the engine but the public names of the package `engine` itself. Nothing is loaded before
it is asked for: without a screen, importing this must cost and demand nothing.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from PIL.Image import Image

    from engine import Loaded, Session
    from engine.language.diagnostics import Findings

from viewer.errors import NoWindow

__all__ = [
    "NoWindow", "book_pictures", "check_look", "for_paper", "piece_pictures", "pixels",
    "shot", "table_picture",
]  # fmt: skip


def check_look(loaded: Loaded, unsaved: Mapping[Path, str] | None = None) -> Findings:
    """Return what is wrong with the view files of a playable ruleset, by the fewest and by the most
    players. `unsaved`: texts by their resolved paths in the place of files. Needs no screen.
    """
    from engine import Game, RulesError
    from engine.language.diagnostics import Findings
    from engine.language.source import Source
    from engine.rules.load import display, read_beside
    from engine.storage.plain_file import is_there

    findings = Findings()
    if not any(is_there(path.with_suffix(".view.yaml")) for path in loaded.files):
        return findings
    from viewer.window.startup import missing

    try:
        from viewer.scene.look_loader import read_look, view_files
    except ImportError as problem:
        raise missing(problem, headless=True) from None
    for players in sorted(set(loaded.checked().header.players)):
        game = Game(loaded, players)
        try:
            read_look(game, unsaved=unsaved)
        except RulesError as problem:
            for path in view_files(game):
                with suppress(RulesError):  # its problem says that it can't be read
                    text = (unsaved or {}).get(path.resolve()) or read_beside(path, "view file")
                    findings.sources[display(path)] = Source(display(path), text)
            for diagnostic in problem.diagnostics:
                findings.add(diagnostic)
    return findings


def book_pictures(
    session: Session, families: Sequence[str], components: Sequence[str]
) -> tuple[dict[str, bytes], tuple[str, ...]]:
    """Return the pictures of a rulebook as WebP files, and which families of zones have numbers.

    `setup` is the table of a position, with a number on each of the families that it shows;
    `piece-NAME` are some pieces of a component. Raises NoWindow where nothing can be drawn.
    """
    data, places = table_picture(session, families)
    return {"setup": data, **piece_pictures(session, components)}, places


def piece_pictures(session: Session, components: Sequence[str]) -> dict[str, bytes]:
    """Return pictures of pieces as WebP files: `piece-NAME` are some of a component.

    Raises NoWindow where nothing can be drawn.
    """
    from viewer.window.startup import check_drawing

    check_drawing()
    from viewer.panels.book_pictures import pieces_picture
    from viewer.window.shot import webp

    drawn = {component: pieces_picture(session, component) for component in components}
    return {f"piece-{name}": webp(image) for name, image in drawn.items() if image is not None}


def table_picture(
    session: Session,
    families: Sequence[str] = (),
    close: Sequence[str] = (),
    badge: float | None = None,
) -> tuple[bytes, tuple[str, ...]]:
    """Return the table of a position as a WebP file, and which families of zones have numbers.

    `families`: those that get numbers. `close`: only the part of the table where these lie.
    `badge`: how high the numbers are, of a table that is 800 high; None for the usual height.
    Raises NoWindow where nothing can be drawn.
    """
    from viewer.window.startup import check_drawing

    check_drawing()
    from viewer.panels.book_pictures import BADGE, SIZE, BookTable
    from viewer.window.shot import picture, webp

    table = BookTable.of(session, families, BADGE if badge is None else badge)
    image = picture(table.nodes, table.theme, SIZE)
    box = table.around(close, SIZE) if close else None
    if box is not None:
        image = image.crop((round(box.x), round(box.y), round(box.right), round(box.bottom)))
    return webp(image), table.places()


def for_paper(data: bytes, width: int) -> bytes:
    """Return a picture as a JPEG on white, no wider than so many pixels: small in a PDF."""
    from viewer.artwork.paper import on_paper

    return on_paper(data, width)


def shot(
    session: Session, path: Path, size: tuple[int, int], seat: int | None, language: str
) -> None:
    """Write a picture of a position as a PNG; `seat` from 0, or the player who has to decide.

    Raises NoWindow where nothing can be drawn, OSError where nothing can be written.
    """
    from viewer.window.shot import write

    write(_drawn(session, size, seat, language), path)


def pixels(session: Session, size: tuple[int, int], seat: int | None, language: str) -> bytes:
    """Return the picture of `shot` as pixels: rows of red, green and blue from the top.

    Raises NoWindow where nothing can be drawn.
    """
    return _drawn(session, size, seat, language).convert("RGB").tobytes()


def _drawn(session: Session, size: tuple[int, int], seat: int | None, language: str) -> Image:
    from viewer.window.startup import check_drawing

    check_drawing()
    from viewer.panels import shot_app
    from viewer.window.shot import picture

    app = shot_app(session, seat, language)
    return picture(app.nodes, app.theme, size)
