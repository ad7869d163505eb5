"""How a game looks: what its words, pieces, zones and variables are shown as, completely decided.

A look is made from the rules alone (`automatic`) and then changed by what view files say.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from viewer.faces.theme import Hues, distance, strength, turn_of
from viewer.table.facts import SEAT, Facts
from viewer.table.grid_layout import Grid

GREY = 0.2
"""Colours that are no stronger than this are as good as grey."""

ME, OTHERS = "me", "others"


@dataclass(frozen=True, slots=True)
class MemberLook:
    """How one word of a dimension looks."""

    hues: Hues
    icon: str = ""
    scene: str = ""


@dataclass(frozen=True, slots=True)
class FaceLook:
    """What is printed on a piece; words in braces are its attributes, `hue` is one of them."""

    hue: str = ""
    hues: Hues | None = None
    index: str = ""
    index_icon: str = ""
    icon: str = ""
    text: str = ""
    badge: str = ""
    scene: str = ""
    shape: str = ""
    footer: str = ""
    footer_icon: str = ""
    pips: bool = False
    size: float = 1.0


@dataclass(frozen=True)
class PieceLook:
    """How pieces of a kind look: usually, and in cases by their attributes."""

    kind: str
    face: FaceLook
    cases: tuple[tuple[tuple[tuple[str, tuple[str, ...]], ...], FaceLook], ...] = ()
    back: MemberLook | None = None

    def face_of(self, values: dict[str, str]) -> FaceLook:
        """Return what is printed on a piece with some attributes."""
        for conditions, face in self.cases:
            if all(values.get(name) in words for name, words in conditions):
                return face
        return self.face


@dataclass(frozen=True, slots=True)
class Labels:
    """Texts from a table of the rules on the cells of a zone, some of them as icons."""

    table: str
    tables: tuple[tuple[str, str], ...] = ()
    icons: tuple[tuple[str, str], ...] = ()

    def table_of(self, words: Sequence[str]) -> str:
        """Return the table for a zone with some indices."""
        own = dict(self.tables)
        return next((own[word] for word in words if word in own), self.table)

    def icon(self, word: str) -> str:
        """Return the icon that a word of the table is drawn as."""
        return dict(self.icons).get(word, "")


@dataclass(frozen=True, slots=True)
class Sides:
    """One thing for the zones of the one who looks (and for nobody's), another for the others'."""

    me: str
    others: str

    def of(self, *, mine: bool) -> str:
        """Return the one for a side."""
        return self.me if mine else self.others


@dataclass(frozen=True)
class ZoneLook:
    """Where and how the zones of a family are shown. `on`: on the cells of other zones."""

    area: Sides
    presenter: Sides
    on: tuple[str, ...] = ()
    at: int | str | None = None
    title: bool | None = None
    frame: str = ""
    icon: str = ""
    overlap: float = 0.235
    show: int = 2
    sort: tuple[str, ...] = ()
    badge: str = ""
    flow: str = "up"
    merge: bool = False
    wide: bool = True
    labels: Labels | None = None
    symbols: Labels | None = None
    gap: int | None = None
    gap_icon: str = ""
    head: float = 0.0
    foot: float = 0.0
    size: float = 1.0
    grow: float = 1.0
    chequer: bool = False
    edges: bool = False
    turn: str = "none"
    """Of a board: `half` turned for all, `seats`: for all but the first seat."""
    cells: str = "square"
    """Of a board: `square`; `hex`: six sides, every second row moved by half a cell; `rhombus`:
    each row by half a cell more."""


@dataclass(frozen=True, slots=True)
class VariableLook:
    """Where and how a variable is shown."""

    area: Sides
    icon: str = ""
    hide: bool = False
    presenter: str = "value"
    """`value`, `mark`: a small sign for yes on the seat's plate, `cell`: on the zones in `on`."""
    on: tuple[str, ...] = ()
    mark: str = "cross"
    title: bool = True
    always: bool = False
    """Whether a view file asks for it: it is shown also while its value is the usual one."""


@dataclass(frozen=True)
class Look:
    """How a whole game looks."""

    facts: Facts
    dimensions: dict[str, dict[str, MemberLook]]
    pieces: dict[str, PieceLook]
    zones: dict[str, ZoneLook]
    variables: dict[str, VariableLook]
    plates: Sides
    questions: str = ""
    """The area in which numbers and words are asked for; empty: beside the table."""
    wide: Grid | None = None
    tall: Grid | None = None
    designed: bool = False
    """Whether a view file has its hand in it."""
    language: str = "en"
    order: tuple[str, ...] = field(default=())
    """Families in the order in which they are laid out."""

    def member(self, dimension: str, word: str) -> MemberLook | None:
        """Return how a word of a dimension looks, found in another dimension when it must be."""
        found = self.dimensions.get(dimension, {}).get(word)
        if found is None and dimension:
            facts = self.facts.words
            for other, members in self.dimensions.items():
                if other != dimension and other != SEAT and word in members:
                    shared = set(facts.get(other, ())) <= set(facts.get(dimension, ()))
                    if shared:
                        return members[word]
        return found

    def in_hues(self, hues: Sequence[Hues]) -> Look:
        """Return it with the words of each enumeration in these colours, each in one like its own:
        what the rules call white stays white.
        """
        dimensions = {}
        for name, members in self.dimensions.items():
            near = sorted(
                (distance(member.hues.mid, hue.mid), number, word)
                for word, member in members.items()
                for number, hue in enumerate(hues)
            )
            taken: dict[str, int] = {}
            for _, number, word in near:
                if word not in taken and number not in taken.values():
                    taken[word] = number
            spare = {word: n % len(hues) for n, word in enumerate(members) if word not in taken}
            # Of two that are neighbours on the circle of hues none gets the other's colour.
            round_ = sorted((turn_of(members[w].hues.mid), w) for w in taken if _hued(members[w]))
            back = sorted((turn_of(hues[taken[w]].mid), taken[w]) for _, w in round_)
            found = taken | spare | {w: n for (_, w), (_, n) in zip(round_, back, strict=True)}
            dimensions[name] = {w: replace(m, hues=hues[found[w]]) for w, m in members.items()}
        return replace(self, dimensions=dimensions)

    def counted(self) -> dict[str, str]:
        """Return the kind of piece of each family in which pieces are only counted."""
        zones = self.facts.zones.values()
        return {zone.name: zone.pieces[0] for zone in zones if zone.counted and zone.pieces}

    def seat(self, number: int) -> MemberLook | None:
        """Return how a seat looks."""
        return self.dimensions.get(SEAT, {}).get(f"seat {number + 1}")


def _hued(member: MemberLook) -> bool:
    """Tell whether a word's colour is one of the rainbow's, not white, grey or black."""
    return strength(member.hues.mid) > GREY
