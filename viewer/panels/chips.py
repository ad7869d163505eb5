"""Pieces spoken of in a line of text: small coloured chips."""

from __future__ import annotations

from engine import LogChip as Named
from viewer.desk.i18n import capital
from viewer.faces.icons import has_icon
from viewer.faces.widgets import Chip
from viewer.nodes import Box
from viewer.panels.kit import Kit
from viewer.table.look import Look
from viewer.table.piece_pictures import chip_of, filled

LETTERS = 3
"""A longer text of letters alone is a word, not what stands in the corner of a card."""


def chip_picture(named: Named, look: Look) -> Chip | None:
    """Return the chip of what a row names; None for what has no colour of its own."""
    if named.item is not None:
        found = chip_of(look, named.item)
        if found is None:
            return None
        hues, icon, text = found
        piece = look.pieces[named.item.component]
        values = dict(named.item.values)
        text = text or filled(piece.face_of(values).badge, values, named.text)
        if text.isalpha() and len(text) > LETTERS and " " not in named.text:
            text = capital(named.text)  # what a piece is called in the person's language
        icon = icon if has_icon(icon) else ""
        return Chip(hues, text or ("" if icon else named.text), icon)
    for members in look.dimensions.values():
        member = members.get(named.word)
        if member is not None:
            text = "" if has_icon(member.icon) else named.text
            return Chip(member.hues, text, member.icon if has_icon(member.icon) else "")
    return None


def chip(kit: Kit, name: str, named: Named, x: float, y: float, high: float, room: float,
         picture: Chip | None) -> float:  # fmt: skip
    """Add a chip, or plain words where there is none; return how wide it is."""
    if picture is None:
        box = Box(x, y, min(room, kit.width(named.text, 13, weight="semibold") + 1), high)
        return kit.line(name, named.text, box, 13, weight="semibold")
    wide = high * 1.35
    if picture.text and picture.icon:
        wide = high * 1.15 + kit.width(picture.text, 14, "title", "bold") + kit.px(6)
    elif picture.text:
        wide = kit.width(picture.text, 14, "title", "bold") + kit.px(12)
    wide = min(wide, room)
    kit.picture(name, Box(x, y, wide, high), picture, up=2, tip=named.text)
    return wide
