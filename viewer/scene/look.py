"""How a game looks: what its words, pieces, zones and variables are shown as, completely decided.

A look is made from the rules alone (`automatic`) and then changed by what view files say. Each part
of it is also what a view file may say of it: only the fields that were said count then.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Annotated, Any, Literal, Self

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    model_validator,
)
from pydantic_core import PydanticCustomError

from engine.rules.types import seat_word
from viewer.artwork.icons import icon_names
from viewer.artwork.scenes import scene_names
from viewer.artwork.theme import AUTO_HUES, Hues, distance, hues_from, strength, turn_of
from viewer.scene.facts import SEAT, Facts
from viewer.scene.grid_layout import Grid

GREY = 0.2
"""Colours that are no stronger than this are as good as grey."""
_SHAPES = ("round", "square", "hex", "diamond", "tile", "shield", "pebble", "man", "figure")
_KEYS = {"area": "in", "presenter": "as", "kind": "as", "hues": "colour"}
"""What fields are called in view files, where that is something else."""

PieceKind = Literal["card", "tile", "token", "pawn", "die", "coin", "halves"]


def _worded(value: Any) -> Any:
    """Read a truth as the word that the rules write."""
    return ("yes" if value else "no") if isinstance(value, bool) else value


def _listed(value: Any) -> Any:
    """Read one word as a list of one."""
    return [value] if isinstance(value, str | bool) else value


def _hues(value: Any) -> Any:
    """Read one colour, or three from light to dark."""
    if isinstance(value, Hues):
        return value
    known = isinstance(value, str) or (
        isinstance(value, list) and all(isinstance(part, str) for part in value)
    )
    hues = hues_from(value) if known else None
    if hues is None:
        message = "a colour is its name, 'rrggbb', or three of those from light to dark"
        raise PydanticCustomError("said", message, {"word": ""})
    return hues


def _both(value: Any) -> Any:
    """Read one word as that for both sides."""
    return {"me": value, "others": value} if isinstance(value, str) else value


def _drawn(what: str, names: Callable[[], Sequence[str]]) -> AfterValidator:
    """Return the check that something of a name can be drawn; an empty name is nothing."""

    def check(word: str) -> str:
        if word and word not in names():
            message, given = f"there is no {what} '{{word}}'", {"word": word, "known": names()}
            raise PydanticCustomError("said", message, given)
        return word

    return AfterValidator(check)


Part = Annotated[float, Field(ge=0, le=1, allow_inf_nan=False)]
"""A part of something."""
Times = Annotated[float, Field(ge=0.1, le=10, allow_inf_nan=False)]
"""How many times as large as usual."""
Room = Annotated[float, Field(ge=0, le=50, allow_inf_nan=False)]
"""How many cells."""
Count = Annotated[int, Field(ge=0, le=1000)]
Word = Annotated[str, BeforeValidator(_worded)]
Words = Annotated[tuple[Word, ...], BeforeValidator(_listed)]
Colour = Annotated[Hues, BeforeValidator(_hues)]
Icon = Annotated[str, _drawn("icon", icon_names)]
Scene = Annotated[str, _drawn("scene", scene_names)]
Shape = Annotated[str, _drawn("shape", lambda: _SHAPES)]


class LookPart(BaseModel):
    """A part of a look; in a view file nothing in it may be misspelt."""

    model_config = ConfigDict(
        extra="forbid", frozen=True, validate_by_name=True, validate_by_alias=True,
        alias_generator=lambda name: _KEYS.get(name, name),
    )  # fmt: skip

    @model_validator(mode="before")
    @classmethod
    def _said(cls, data: Any) -> Any:
        """Leave out keys behind which nothing stands."""
        if not isinstance(data, dict):
            return data
        return {key: value for key, value in data.items() if value is not None}

    def changed(self, said: LookPart) -> Self:
        """Return it with what another says in the place of its own."""
        names = said.model_fields_set & type(self).model_fields.keys()
        return self.model_copy(update={name: getattr(said, name) for name in names})


class BackLook(LookPart):
    """The back of a card."""

    hues: Colour = AUTO_HUES[-1]
    icon: Icon = ""


class MemberLook(BackLook):
    """How one word of a dimension looks."""

    scene: Scene = ""


class FaceLook(LookPart):
    """What is printed on a piece; words in braces are its attributes, `hue` is one of them."""

    hue: str = ""
    hues: Colour | None = None
    index: Word = ""
    index_icon: Icon = ""
    icon: Icon = ""
    text: Word = ""
    badge: Word = ""
    scene: Scene = ""
    shape: Shape = ""
    footer: Word = ""
    footer_icon: Icon = ""
    pips: bool = False
    size: Times = 1.0


class CaseLook(FaceLook):
    """What is different on pieces with certain attributes."""

    when: dict[str, Words]


class PieceLook(FaceLook):
    """How pieces of a kind look: usually, and in cases by their attributes."""

    kind: PieceKind = "card"
    back: BackLook = BackLook()
    cases: tuple[CaseLook, ...] = ()

    def face_of(self, values: dict[str, str]) -> FaceLook:
        """Return what is printed on a piece with some attributes."""
        for case in self.cases:
            if all(values.get(name) in words for name, words in case.when.items()):
                return self.changed(case)
        return self


class Labels(LookPart):
    """Texts from a table of the rules on the cells of a zone.

    `tables` names another table for some indices. `icons` draws icons for some of the table's
    words.
    """

    table: str = ""
    tables: dict[Word, str] = {}
    icons: dict[Word, Icon] = {}

    def table_of(self, words: Sequence[str]) -> str:
        """Return the table for a zone with some indices."""
        return next((self.tables[word] for word in words if word in self.tables), self.table)


@dataclass(frozen=True, slots=True)
class Sides:
    """One thing for the zones of the one who looks (and for nobody's), another for the others'."""

    me: str
    others: str

    def of(self, *, mine: bool) -> str:
        """Return the one for a side."""
        return self.me if mine else self.others


AnySides = Annotated[Sides, BeforeValidator(_both)]


class ZoneLook(LookPart):
    """Where and how the zones of a family are shown. `on`: on the cells of other zones.

    `turn`: a board is turned for all (`half`), or for all but the first seat (`seats`).
    `cells`: those of a `hex` board have six sides, every second row is moved by half a cell; in a
    `rhombus` each row is by half a cell more; a `point` is where lines cross. `hues`: of a board of
    points, its ground and its lines; of a board of squares, the light and the dark ones; of another
    board, the cells. `borders`: the words for seats whose colours the first and last row have as an
    edge, and the first and last column.
    """

    area: AnySides = Sides("", "")
    presenter: AnySides = Sides("", "")
    on: Words = ()
    at: Annotated[int, Field(ge=-1000, le=1000)] | Literal["head", "foot", "gap"] | None = None
    title: bool | None = None
    frame: Literal["each", "band", "none"] | None = None
    icon: Icon = ""
    overlap: Part = 0.235
    show: Count = 2
    sort: tuple[str, ...] = ()
    badge: Literal["count", "score", "none"] | None = None
    flow: Literal["up", "down", "right"] = "up"
    merge: bool = False
    wide: bool = True
    labels: Labels | None = None
    symbols: Labels | None = None
    gap: Annotated[int, Field(ge=-1000, le=1000)] | None = None
    gap_icon: Icon = ""
    head: Room = 0.0
    foot: Room = 0.0
    size: Times = 1.0
    grow: Times = 1.0
    chequer: bool = False
    edges: bool = False
    turn: Literal["none", "half", "seats"] = "none"
    cells: Literal["square", "hex", "rhombus", "point"] = "square"
    hues: Colour | None = None
    borders: Words = ()


class VariableSpec(LookPart):
    """Where and how a variable is shown; the area `plate` is the seat's own.

    A `mark` is a small sign for yes on the seat's plate. `on`: the zones that it crosses out.
    """

    area: AnySides = Sides("info", "info")
    presenter: Literal["value", "mark"] = "value"
    icon: Icon = ""
    hide: bool = False
    on: Words = ()
    mark: str = "cross"
    title: bool = True


class VariableLook(VariableSpec):
    """How a variable is shown, with what no view file says.

    `cell`: at the zones in `on`. `always`: a view file asks for it, so that it is shown also while
    its value is the usual one.
    """

    cell: bool = False
    always: bool = False


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
    low: Grid | None = None
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
            dimensions[name] = {
                w: m.model_copy(update={"hues": hues[found[w]]}) for w, m in members.items()
            }
        return replace(self, dimensions=dimensions)

    def counted(self) -> dict[str, str]:
        """Return the kind of piece of each family in which pieces are only counted."""
        zones = self.facts.zones.values()
        return {zone.name: zone.pieces[0] for zone in zones if zone.counted and zone.pieces}

    def seat(self, number: int) -> MemberLook | None:
        """Return how a seat looks."""
        return self.dimensions.get(SEAT, {}).get(seat_word(number))


def _hued(member: MemberLook) -> bool:
    """Return whether a word's colour is one of the rainbow's, not white, grey or black."""
    return strength(member.hues.mid) > GREY
