"""Counters: variables with their values, as fields on the table or as small signs on a plate.

A counter always takes the same room, whatever its value is and whether it is there at all.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine import VariableView
from engine.rules.said import joined
from viewer.artwork.pieces import Coin, Disc
from viewer.artwork.widgets import Panel
from viewer.nodes import Box, Node, Picture
from viewer.scene.default_look import icon_for
from viewer.scene.facts import SEAT
from viewer.scene.flow_layout import Block, Size
from viewer.scene.scene_builder import Z_ZONE, SceneBuilder, worded

_COINS = ("coin", "coins")
_ABSENT = 0.5
"""How clearly a field is seen whose variable isn't there at the moment."""
LARGE = 1.9
"""A field grows by so much where there is room."""
_LONGEST = 12
_MOST_LINES = 6


class Counter(Block):
    """The variables of a family: their title and value, or one value for each index."""

    def __init__(
        self,
        builder: SceneBuilder,
        variables: Sequence[VariableView],
        *,
        on_plate: bool = False,
        absent: bool = False,
    ) -> None:
        """Prepare for variables of a family of the same owner. `absent`: they aren't there now."""
        self.builder = builder
        self.on_plate = on_plate
        self.absent = absent
        self.variables = tuple(variables)
        first = self.variables[0]
        self.name = first.name
        self.look = builder.look.variables.get(first.family)
        self.facts = builder.facts.variables.get(first.family)
        self.title = worded(first.heading or first.family)
        self.icon = self.look.icon if self.look else ""
        self.shows_title = self.look is None or self.look.title
        self.mark = on_plate and self.look is not None and self.look.presenter == "mark"

    @property
    def plain(self) -> bool:
        """Return whether it is one number, which is there and known."""
        value = self.variables[0].value or ""
        return len(self.variables) == 1 and not self.absent and value.lstrip("-").isdigit()

    @property
    def quiet(self) -> bool:
        """Tell whether it says nothing: what the rules keep for themselves, until it is otherwise.

        A yes or no that is as it began, and a value of one turn that nothing has changed yet.
        """
        usual = "" if self.facts is None or (self.look and self.look.always) else self.facts.usual
        return bool(usual) and all(v.value == usual for v in self.variables)

    # -------------------------------------------------------------- values

    def _value(self, variable: VariableView) -> str:
        return "–" if self.absent and variable.value is None else self.builder.value(variable)

    def text(self) -> str:
        """Return the values in words; of yes and no, for what it is yes."""
        if len(self.variables) == 1:
            return self._value(self.variables[0])
        if all(v.value in ("yes", "no", None) for v in self.variables):
            return ", ".join(self._index(v) for v in self.variables if v.value == "yes") or "–"
        return " · ".join(f"{self._index(v)} {self._value(v)}" for v in self.variables)

    def _index(self, variable: VariableView) -> str:
        """Return what a variable of a family is the value of."""
        match variable.place.indices:
            case (int() as seat,):
                return self.builder.seat_name(seat)
        return joined(" ", variable.about)

    def tip(self) -> str:
        """Return what is said of it."""
        return self.title if self.absent else f"{self.title}: {self.text()}"

    # -------------------------------------------------------------- sizes

    def _longest(self) -> str:
        """Return about the longest text that it may ever show."""
        facts = self.facts
        if facts is None or len(self.variables) > 1:
            return self.text()
        if facts.dimension == SEAT:
            names = [self.builder.seat_name(n) for n in range(self.builder.players)]
            return max(names, key=len)
        if facts.dimension:
            words = [worded(word) for word in self.builder.facts.words.get(facts.dimension, ())]
            return max((*words, "–"), key=len)[:_LONGEST]
        return "8" * facts.digits if facts.kind == "number" else "Nein"

    def _room(self, size: float, font: str = "text") -> float:
        """Return how wide a value may become when it is written in a size."""
        if len(self.variables) > 1:
            return size * _LONGEST * 0.8
        return self.builder.wide(self._longest(), size, font, "bold")

    @property
    def _high(self) -> float:
        return self.builder.small * 1.75

    @property
    def _signed(self) -> bool:
        """Return whether a sign stands left of its value: its icon, or that of what it names."""
        if len(self.variables) > 1:
            return False
        dimension = self.facts.dimension if self.facts else ""
        words = self.builder.facts.words.get(dimension, ())
        named = bool(words) and all(icon_for(word) for word in words)
        return bool(self.icon) or dimension == SEAT or named

    @property
    def _lines(self) -> list[str]:
        """Return the lines of values where a family has a few of them."""
        texts = [f"{worded(self._index(v))}  {self._value(v)}" for v in self.variables]
        truths = all(v.value in ("yes", "no", None) for v in self.variables)
        return texts if 1 < len(texts) <= _MOST_LINES and not truths else []

    def _tall(self) -> Size:
        """Return the size of a field with the title above the value."""
        p = self.builder
        high = p.text * 3.5
        if self._lines:
            wide = max(p.wide(f"{line}00", p.text, "text", "bold") for line in self._lines)
            return Size(min(wide, p.text * 12) + p.gap * 2, p.text * (2.0 + 1.3 * len(self._lines)))
        title = p.wide(self.title, p.small, weight="semibold") if self.shows_title else 0.0
        value = min(self._room(p.text * 1.5, "title"), p.text * 9)
        sign = high * 0.75 if self._signed else 0.0
        return Size(min(max(title, value) + p.gap * 2.4 + sign, p.text * 14), high)

    def least(self, unit: float) -> Size:
        """Return the least size: an icon or the title, and the value."""
        if not self.on_plate:
            return self._tall()
        builder = self.builder
        label = min(builder.wide(self.title, builder.small), builder.small * 6)
        wide = min(self._room(builder.small), builder.small * 9)
        wide += (self._high if self.icon else label) + builder.small * 1.6
        return Size(wide, self._high)

    def best(self, unit: float) -> Size:
        """Return the best size."""
        least = self.least(unit)
        wide, high = (1.4, 1.0) if self.on_plate else (LARGE, LARGE)
        return Size(least.w * wide, least.h * high)

    def short(self) -> float:
        """Return its width in a line with others: an icon or a bit of the title, and the value."""
        builder = self.builder
        if self.mark:
            return builder.text * 1.5
        value = min(self._room(builder.small), builder.small * 5)
        return value + builder.small * (2.6 if self.icon else 5.5)

    # -------------------------------------------------------------- nodes

    def nodes(self, box: Box, unit: float) -> list[Node]:
        """Return a field with the title or icon on the left and the value on the right.

        What is over or says nothing leaves its room empty; what isn't told now is seen only where
        someone has designed that.
        """
        if self.mark:
            return self._sign_on_plate(box)
        if self.quiet:
            return []
        passing = self.facts is not None and self.facts.passing
        if self.absent and (passing or not self.builder.look.designed):
            return []
        if not self.on_plate:
            return self._standing(box)
        builder, theme = self.builder, self.builder.theme
        name = self.name
        high = min(box.h, self._high * 1.1)
        box = Box(box.x, box.centre[1] - high / 2, box.w, high)
        picture = Panel(theme.field, theme.field_line, round(high / 2))
        nodes = [Node(f"counter:{name}", box, Z_ZONE, picture=picture, tip=self.tip())]
        inner = box.inset(min(builder.small * 0.7, box.w * 0.08), 0)
        value = self.text()
        wide = min(builder.wide(value, builder.small, weight="bold") + 2, inner.w * 0.75)
        if self.icon:
            side = high * 0.62
            place = Box(inner.x, box.centre[1] - side / 2, side, side)
            picture_icon = builder.icon(self.icon, theme.gold)
            nodes.append(Node(f"counter:{name}:icon", place, Z_ZONE + 1, picture_icon))
            wide = inner.w - side - builder.small * 0.3
        else:
            left = Box(inner.x, box.y, inner.w - wide - builder.small * 0.4, high)
            nodes += builder.words(
                f"counter:{name}:title", left, self.title, builder.small, theme.ink_soft,
                align="left",
            )  # fmt: skip
        right = Box(inner.right - wide, box.y, wide, high)
        nodes += builder.words(
            f"counter:{name}:value", right, value, builder.small, theme.ink,
            weight="bold", align="right", whole=value.isdigit(),
        )  # fmt: skip
        return nodes

    def _sign_on_plate(self, box: Box) -> list[Node]:
        """Return a small sign for yes, a faint one for no, nothing when it isn't there."""
        value = self.variables[0].value
        if self.absent or value is None:
            return []
        theme = self.builder.theme
        side = min(box.w, box.h)
        yes = value not in ("no", "0", "none")
        colour = theme.gold if yes else theme.ink_faint
        picture = self.builder.icon(self.icon or "check", colour)
        place = box.middle(side * 0.8, side * 0.8)
        shown = 1.0 if yes else 0.35
        return [
            Node(f"counter:{self.name}", place, Z_ZONE + 1, picture, opacity=shown, tip=self.tip())
        ]

    def _sign(self) -> Picture | None:
        """Return the picture that stands left of the value."""
        builder = self.builder
        seat = self.variables[0].seat
        if seat is not None:
            letter = builder.seat_name(seat).strip()[:1].upper()
            return Disc(builder.seat_hues(seat), letter)
        if self.icon in _COINS:
            return Coin()
        icon = self.icon or icon_for(self.variables[0].value or "")
        return builder.icon(icon, builder.theme.gold) if icon else None

    def _standing(self, box: Box) -> list[Node]:
        """Return a field with the title above the value, and a sign left of them."""
        p, theme = self.builder, self.builder.theme
        name = self.name
        tall = self._tall()
        high = min(box.h, tall.h * LARGE, tall.h * max(1.0, box.w / tall.w))
        box = Box(box.x, box.centre[1] - high / 2, box.w, high)
        picture = Panel(
            theme.panel, theme.panel_line, round(min(10 * p.scale, high / 4)), 0, theme.panel_top
        )
        shown = _ABSENT if self.absent else 1.0
        nodes = [
            Node(f"counter:{name}", box, Z_ZONE, picture, opacity=shown, tip=self.tip(), block=True)
        ]
        inner = box.inset(min(p.gap, box.w * 0.06), high * 0.1)
        sign = self._sign()
        if self._signed:
            side = min(inner.h * 0.82, inner.w * 0.4)
            place = Box(inner.x, inner.centre[1] - side / 2, side, side)
            if sign is not None:
                nodes.append(Node(f"counter:{name}:icon", place, Z_ZONE + 1, sign, opacity=shown))
            left = min(side + p.gap * 0.6, inner.w - 1.0)
            inner = inner.cut(left=left)
        share = 1.0 / (1.6 + len(self._lines)) if self._lines else 0.38
        part = inner.h * share if self.shows_title else 0.0
        if part:
            top = inner.head(part)
            size = p.small * min(1.5, high / tall.h)
            nodes += p.words(
                f"counter:{name}:title", top, self.title, size, theme.ink_soft, weight="semibold"
            )
        low = inner.cut(top=part)
        if self._lines:
            return nodes + self._column(low)
        value = self.text()
        large = p.text * (1.5 if len(value) <= 8 else 1.05) * high / tall.h
        colour = theme.ink_faint if self.absent else theme.gold
        return nodes + p.words(
            f"counter:{name}:value", low, value, large, colour,
            font="title", weight="bold", whole=value.isdigit(),
        )  # fmt: skip

    def _column(self, box: Box) -> list[Node]:
        """Return a line for each value."""
        p, nodes, name = self.builder, list[Node](), f"counter:{self.name}:value"
        for number, place in enumerate(box.split(len(self._lines), 1)):
            size, line = min(p.text * 1.2, place.h * 0.72), self._lines[number]
            nodes += p.words(f"{name}{number}", place, line, size, p.theme.gold, weight="bold")
        return nodes
