"""Which picture a piece is: its attributes, by the look of its kind and of its words."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import lru_cache

from engine import Item, ZoneView
from viewer.artwork.backs import Back
from viewer.artwork.cards import Card, PlainCard
from viewer.artwork.halves import Halves
from viewer.artwork.men import Figurine, Man, SmoothStone
from viewer.artwork.pieces import Coin, Die, Disc, Pawn, Pebble, Token
from viewer.artwork.sheet import HandMark
from viewer.artwork.theme import AUTO_HUES, Hues, Theme, blend
from viewer.nodes import Picture
from viewer.scene.default_look import SEAT_MARKS, SUITS, short_for
from viewer.scene.facts import SEAT
from viewer.scene.look import Look, PieceLook

SIZES = {
    "card": (1 / 1.4, 1.0),
    "tile": (0.36, 0.36),
    "token": (0.34, 0.34),
    "coin": (0.34, 0.34),
    "pawn": (0.27, 0.36),
    "die": (0.5, 0.5),
    "halves": (0.31, 0.62),
    "written": (0.5, 0.5),
}
"""Width and height of kinds of pieces, in card heights."""
PIPS = {str(number): number for number in range(1, 11)}
"""What is shown as so many signs of a suit."""
_BRACES = re.compile(r"\{(\w+)\}")
_STEPS = 20
_SMALL = 34.0
"""Cards lower than this are drawn without a scene."""


PLAIN = AUTO_HUES[-1]
"""The colours of what has none of its own."""


class Dresser:
    """Finds pictures for pieces by a look."""

    def __init__(self, look: Look, theme: Theme) -> None:
        self.look = look
        self.theme = theme

    # -------------------------------------------------------------- sizes

    def kind(self, component: str) -> str:
        """Return what kind of piece a component is."""
        found = self.look.pieces.get(component)
        return found.kind if found else "written"

    def proportions(self, components: tuple[str, ...]) -> tuple[float, float]:
        """Return the width and height of the largest of some pieces."""
        kinds = [self.kind(name) for name in components] or ["written"]
        sizes = [SIZES[kind] for kind in kinds]
        return max(w for w, _ in sizes), max(h for _, h in sizes)

    # -------------------------------------------------------------- pieces

    def piece(
        self,
        zone: ZoneView,
        item: Item | None,
        w: float,
        h: float,
        shape: int = 0,
        strip: int = 0,
        beside: float = 0.0,
        *,
        paper: bool = False,
    ) -> Picture:
        """Return the picture of a piece, its back when it isn't known; `shape` varies pebbles.

        `strip`, `beside`: so many pixels of a card are seen, of its upper edge or of its left.
        `paper`: it is written on paper, not on the table.
        """
        facts = self.look.facts.zones[zone.family]
        if item is not None and facts.written:
            seat = self.look.member(SEAT, str(item.name)) if facts.written == SEAT else None
            if seat is not None and self.look.zones[zone.family].cells == "point":
                return SmoothStone(seat.hues)
            return self.written(facts.written, str(item.name), paper=paper)
        component = item.component if item is not None else ""
        component = component or (facts.pieces[0] if facts.pieces else "")
        look = self.look.pieces.get(component)
        if look is None:
            return Token(PLAIN)
        if item is None and facts.counted:
            return self.face(component, {}, "", shape=shape)
        if item is None or item.name is None:
            return self.back(look, " ".join(value for _, value in item.values) if item else "")
        name = item.shown or str(item.name)
        face = self.face(component, dict(item.values), name, small=h < _SMALL, shape=shape)
        if not isinstance(face, (Card, PlainCard)):
            return face
        if strip:
            return replace(face, strip=strip)
        wide, high = round(w), round(h)
        if beside and face.corner(wide, high).reach > beside:
            # In steps, so that a card less in a hand doesn't mean that all are drawn anew.
            step = max(1, wide // _STEPS)
            return replace(face, beside=int(beside) // step * step)
        return face

    def back(self, look: PieceLook, words: str = "") -> Picture:
        """Return the back of a kind of pieces; `words`: what can be read on it."""
        back = look.back
        if look.kind == "die":
            return Die(back.hues)
        if look.kind == "halves":
            return Halves(back.hues)
        if look.kind == "card":
            return Back(back.hues, back.icon or "rose", words=words)
        return Token(back.hues, "square", "" if words else back.icon, words)

    def written(self, kind: str, value: str, *, paper: bool) -> Picture:
        """Return what is written on paper or the table: a mark, a seat's sign, a number, a word."""
        if kind == "mark":
            return HandMark("cross", self.theme.ink_dark if paper else self.theme.ink)
        member = self.look.member(kind, value)
        if kind == SEAT and member is not None:
            if member.icon in SEAT_MARKS:
                kind = "cross" if member.icon == SEAT_MARKS[0] else "circle"
                on_table = blend(member.hues.mid, member.hues.light, 0.35)
                return HandMark(kind, member.hues.dark if paper else on_table)
            return Disc(member.hues, "", member.icon)
        if member is not None:
            return Token(member.hues, "square", member.icon)
        return Token(PLAIN, "square", "", value)

    def face(
        self, component: str, values: dict[str, str], name: str, *, small: bool = False,
        shape: int = 0,
    ) -> Picture:  # fmt: skip
        """Return the face of a piece with some attributes."""
        printed = _Printed(self.look, component, values, name)
        kind, face, hues, icon = printed.kind, printed.face, printed.hues, printed.icon
        text = printed.text(face.text)
        if kind == "card":
            return _card(printed, small=small)
        if kind == "die":
            return _die(printed)
        if kind == "halves":
            return Halves(face.hues, printed.halves)
        if kind == "pawn":
            return Pawn(hues, icon, printed.text(face.badge), big=face.size > 1)
        if kind == "coin":
            return Coin(text) if face.hues is None else Coin(text, face.hues)
        if face.shape == "pebble":
            return Pebble(hues, shape)
        if face.shape == "man" and not text:
            return Man(hues, face.icon)
        if face.shape == "figure" and icon:
            return Figurine(hues, icon)
        return Token(hues, face.shape or "round", "" if text and not face.icon else icon, text)


class _Printed:
    """What is printed on a piece with some attributes: its colours, its icon, its texts."""

    def __init__(self, look: Look, component: str, values: dict[str, str], name: str) -> None:
        self.values = values
        self.name = name
        self.kind = look.pieces[component].kind
        self.face = look.pieces[component].face_of(values)
        facts = look.facts.pieces.get(component)
        attributes = facts.attributes if facts else ()
        hue = next((a for a in attributes if a.name == self.face.hue and a.name in values), None)
        self.member = look.member(hue.dimension, values[hue.name]) if hue else None
        """The word that colours it, as it looks."""
        self.hues = self.member.hues if self.member else self.face.hues or PLAIN
        self.icon = self.face.icon or (self.member.icon if self.member else "")
        self.index = self.text(self.face.index)

    @property
    def halves(self) -> tuple[int, int]:
        """Return the pips of a tile's two halves."""
        first, second = (PIPS.get(self.text(t), 0) for t in (self.face.index, self.face.footer))
        return first, second

    def text(self, template: str) -> str:
        """Return a text of its face."""
        return filled(template, self.values, self.name)


def _card(printed: _Printed, *, small: bool) -> Picture:
    """Return a card: with a landscape, or plain like a playing card."""
    face, member, index, hues = printed.face, printed.member, printed.index, printed.hues
    note = printed.text(face.footer)
    if member is not None and member.icon in SUITS:
        return PlainCard(index, member.icon, hues, PIPS.get(index, 0), note)
    scene = face.scene or (member.scene if member else "")
    if not scene and member is None:
        return PlainCard(index, face.icon, hues, note=note)
    note = "" if face.footer_icon and note == "0" else note
    return Card(
        hues, index, printed.icon, "" if small else scene, face.index_icon,
        printed.text(face.badge), note, note_icon=face.footer_icon if note else "",
    )  # fmt: skip


def _die(printed: _Printed) -> Picture:
    """Return a die: pips, a number, or a colour and its icon."""
    face, index = printed.face, printed.index
    hues = printed.hues if printed.member else None
    if face.pips and 1 <= PIPS.get(index, 0) <= 6:
        return Die(hues, pips=PIPS[index])
    return Die(hues, text=index, icon="" if index or hues is None else printed.icon)


@lru_cache(maxsize=4096)
def _filled(template: str, values: tuple[tuple[str, str], ...], name: str) -> str:
    known = dict(values)

    def put(match: re.Match[str]) -> str:
        word = match[1]
        return name if word == "name" else short_for(known.get(word, ""))

    return _BRACES.sub(put, template)


def filled(template: str, values: dict[str, str], name: str) -> str:
    """Return a text with attributes put in for the words in braces; `{name}` is the whole name."""
    return _filled(template, tuple(values.items()), name) if template else ""


def chip_of(look: Look, item: Item) -> tuple[Hues, str, str] | None:
    """Return the picture of a piece in a line of text: its colour, its icon, its corner's text."""
    if item.component not in look.pieces or item.name is None:
        return None
    printed = _Printed(look, item.component, dict(item.values), item.shown)
    text = item.shown if printed.kind == "halves" else printed.index
    return printed.hues, printed.icon, text
