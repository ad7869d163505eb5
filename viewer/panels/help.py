"""The help beside the table: the book of the game, scrolled, and what of it is pointed at."""

from __future__ import annotations

from itertools import accumulate
from typing import TYPE_CHECKING

from viewer import commands as cmd
from viewer.app.help_book import HelpBook
from viewer.app.help_pages import HELP
from viewer.commands import Everywhere
from viewer.nodes import Box, Node
from viewer.panels.help_parts import LaidPart, laid
from viewer.panels.panel_builder import PanelBuilder

if TYPE_CHECKING:
    from viewer.app.table_screen import TableScreen

STEP = 36.0
"""So far one step of the wheel goes; a finger in a browser moves as much."""
HEAD = 28.0
BAR, SIDES = 32.0, 8.0
"""What is free at the right for what scrolls, and at the left for what marks a part."""


def help_pages(table: TableScreen, builder: PanelBuilder, box: Box) -> None:
    """Fill a box with the book of the game."""
    translate, theme = table.translate, builder.theme
    head = box.head(builder.control(HEAD))
    contents, keys = translate("help_contents"), translate("help_keys")
    labels: list[tuple[str, str, cmd.AnyCommand, str]] = [
        ("contents", contents, cmd.ShowPart(0), ""), ("keys", keys, Everywhere.HELP, "?"),
    ]  # fmt: skip
    labels = [row for row in labels if builder.allows(row[2])]
    places = builder.beside([row[1] for row in labels], head, 12.5, 34, 6)
    for place, (name, label, do, key) in zip(places, labels, strict=True):
        builder.button(f"{HELP}:{name}", place, label, do, shown_key=key, size=12.5)
    box = box.cut(top=head.h + builder.px(8))
    reading = table.help.reading
    if reading.book is None:
        said = reading.problem or translate("help_reading")
        builder.text(f"{HELP}:none", said, box, 14, theme.ink_soft)
    elif box.h > builder.px(STEP):
        _book(table, builder, box, reading.book)


def _book(table: TableScreen, builder: PanelBuilder, box: Box, book: HelpBook) -> None:
    room = box.w - builder.px(BAR + SIDES)
    parts = _laid(table, builder, room, book)
    tops = [0.0, *accumulate(part.high for part in parts)]
    step, shell, pages = builder.px(STEP), table.shell, table.help
    last = max(0.0, tops[-1] - box.h + builder.px(20))
    if pages.wanted is not None and pages.wanted < len(parts):
        shell.scrolls[HELP] = float(round(tops[pages.wanted] / step))
        pages.wanted = None
    shown = int(box.h // step)
    pages.page = max(1.0, shown - 1.0)
    count = shown + int(-(-last // step))
    first, box = builder.scroller(shell, HELP, box, count, shown)
    top = box.y - min(first * step, last)
    at, clip = pages.at, builder.clip
    builder.clip = box
    for part, y in zip(parts, tops, strict=False):
        place = Box(box.x + builder.px(SIDES), top + y, room, part.high)
        if place.overlaps(box):
            _part(builder, part, place, box, lit=part.part.number == at)
    builder.clip = clip


def _laid(table: TableScreen, builder: PanelBuilder, room: float, book: HelpBook) -> list[LaidPart]:
    """Return the parts of the book at a width, as before where nothing of that has changed."""
    safe, trying = table.shell.prefs.palette == "safe", table.translate("learn_try")
    allowed = builder.allows(cmd.TryPosition(0))
    key = (id(book), round(room, 2), builder.theme, builder.scale, builder.z, safe, trying, allowed)

    def made() -> list[LaidPart]:
        return [laid(part, builder, room, safe=safe, trying=trying) for part in book.parts]

    return table.shell.cache.kept(HELP, key, made)


def _part(builder: PanelBuilder, part: LaidPart, place: Box, clip: Box, *, lit: bool) -> None:
    """Add a part where it is seen now; what can be pointed at has a ground of its own."""
    if part.part.spoken:
        number, px, theme = part.part.number, builder.px, builder.theme
        do = cmd.SpeakOf(number)
        ground = Node(
            f"{HELP}:at:{number}", _within(place, clip), builder.z + 1, do=do, scroll=HELP,
            clip=clip,
        )  # fmt: skip
        builder.add(ground)
        if lit:
            under = Box(place.x - px(7), place.y - px(1), place.w + px(10), place.h)
            builder.panel(f"{HELP}:lit!", under, theme.field, theme.gold, radius=5)
    for node in part.nodes:
        box = Box(node.box.x + place.x, node.box.y + place.y, node.box.w, node.box.h)
        if box.overlaps(clip):
            within = clip
            if node.clip is not None:
                own = node.clip
                moved = Box(own.x + place.x, own.y + place.y, own.w, own.h)
                within = _within(moved, clip)
            scroll = HELP if node.do is not None else ""
            builder.add(node._replace(box=box, clip=within, scroll=scroll))


def _within(box: Box, clip: Box) -> Box:
    """Return what of a box is within another."""
    x, y = max(box.x, clip.x), max(box.y, clip.y)
    right, bottom = min(box.right, clip.right), min(box.bottom, clip.bottom)
    return Box(x, y, max(0.0, right - x), max(0.0, bottom - y))
