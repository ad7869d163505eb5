"""View files: how a game shall look, in YAML. Every mistake is a diagnostic with line and column.

A view file says what the words of the rules look like (`dimensions`), how kinds of pieces are drawn
(`pieces`), the grid of the table (`layout`), and where and how each zone and variable is shown
(`zones`, `variables`). Whatever it leaves out is worked out from the rules.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    ValidationError,
)
from pydantic_core import PydanticCustomError

from engine import Code, Diagnostic, PlacedYaml, RulesError, Source, display, read_text
from viewer.table.kinds import presenter_words

CODE = Code.E606
"""The code of everything that can be wrong with a view file."""
SUFFIX = ".view.yaml"

PieceKind = Literal["card", "tile", "token", "pawn", "die", "coin"]


def _worded(value: Any) -> Any:
    """Read yes, no and numbers as the words that the rules write."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value) if isinstance(value, (int, float)) else value


Word = Annotated[str, BeforeValidator(_worded)]


def _known_presenter(word: str) -> str:
    """Return the name of a presenter. Raises what pydantic tells as it does of any such choice."""
    words = presenter_words()
    if word not in words:
        raise PydanticCustomError("literal_error", "no presenter", {"expected": ", ".join(words)})
    return word


Presenter = Annotated[str, AfterValidator(_known_presenter)]


class _Part(BaseModel):
    """A part of a view file: nothing in it may be misspelt."""

    model_config = ConfigDict(extra="forbid", frozen=True)


def _listed(value: Any) -> Any:
    """Read one word as a list of one."""
    return [value] if isinstance(value, str) else value


Families = Annotated[tuple[str, ...], BeforeValidator(_listed)]
"""One family of zones or several."""


class MemberSpec(_Part):
    """How one word of an enumeration looks: one colour, or three from light to dark."""

    colour: Word | list[Word] | None = None
    icon: str | None = None
    scene: str | None = None


class DimensionSpec(_Part):
    """How the words of an enumeration look; `use` takes over those of another game."""

    use: str | None = None
    members: dict[Word, MemberSpec] = {}


class BackSpec(_Part):
    """The back of a card."""

    colour: Word | list[Word] | None = None
    icon: str | None = None


class FaceSpec(_Part):
    """What is printed on a piece; words in braces are its attributes."""

    index: Word | None = None
    index_icon: str | None = None
    icon: str | None = None
    text: Word | None = None
    badge: Word | None = None
    scene: str | None = None
    shape: str | None = None
    hue: str | None = None
    colour: Word | list[Word] | None = None
    pips: bool | None = None
    footer: Word | None = None
    footer_icon: str | None = None
    size: float | None = None


class CaseSpec(FaceSpec):
    """What is different on pieces with certain attributes."""

    when: dict[str, Word | list[Word]]


class PieceSpec(FaceSpec):
    """A kind of pieces."""

    as_: PieceKind | None = Field(None, alias="as")
    back: BackSpec | None = None
    cases: list[CaseSpec] = []


class GridSpec(_Part):
    """A layout: tracks and areas."""

    cols: list[Word]
    rows: list[Word]
    areas: list[list[str]]


class LayoutSpec(_Part):
    """The layouts for wide and for tall windows."""

    wide: GridSpec | None = None
    tall: GridSpec | None = None


class SidesSpec(_Part):
    """Different things for the zones of the one who looks, and for those of others."""

    me: str
    others: str


class LabelsSpec(_Part):
    """What is printed on the cells of a zone, from a table of the rules.

    `tables` names another table for some indices. `icons` draws icons for some of the table's
    words; `.` as a word is nothing.
    """

    table: str | None = None
    tables: dict[Word, str] = {}
    icons: dict[Word, str] = {}


class ZoneSpec(_Part):
    """Where and how the zones of a family are shown."""

    in_: str | SidesSpec | None = Field(None, alias="in")
    as_: Presenter | SidesSpec | None = Field(None, alias="as")
    on: Families | None = None
    at: int | Literal["head", "foot", "gap"] | None = None
    title: bool | None = None
    frame: Literal["each", "band", "none"] | None = None
    icon: str | None = None
    overlap: float | None = None
    show: int | None = None
    sort: tuple[str, ...] | None = None
    badge: Literal["count", "score", "none"] | None = None
    flow: Literal["up", "down", "right"] | None = None
    merge: bool | None = None
    wide: bool | None = None
    labels: LabelsSpec | None = None
    symbols: LabelsSpec | None = None
    gap: int | None = None
    gap_icon: str | None = None
    head: float | None = None
    foot: float | None = None
    size: float | None = None
    grow: float | None = None
    chequer: bool | None = None
    edges: bool | None = None
    turn: Literal["none", "half", "seats"] | None = None
    cells: Literal["square", "hex", "rhombus"] | None = None


class VariableSpec(_Part):
    """Where and how a variable is shown; `plate` is the seat's own."""

    in_: str | SidesSpec | None = Field(None, alias="in")
    as_: Literal["value", "mark"] | None = Field(None, alias="as")
    icon: str | None = None
    hide: bool = False
    on: Families | None = None
    mark: str | None = None
    title: bool = True


class PlatesSpec(_Part):
    """Where the seats' plates are shown."""

    in_: str | SidesSpec = Field(alias="in")


class ViewFile(_Part):
    """A whole view file."""

    view: Literal["1"]
    dimensions: dict[str, DimensionSpec] = {}
    pieces: dict[str, PieceSpec] = {}
    layout: LayoutSpec = LayoutSpec()
    zones: dict[str, ZoneSpec] = {}
    variables: dict[str, VariableSpec] = {}
    plates: PlatesSpec | None = None
    questions: str | None = None
    minutes: str | None = None


class ViewSheet:
    """A view file as it was read: its text, its data with places, what is wrong with it."""

    def __init__(self, path: Path, text: str | None = None) -> None:
        """Read a file, or the text that would stand in it. Raises RulesError when it can't be read
        at all.
        """
        self.path = path
        source = Source(display(path), read_text(path, "view file") if text is None else text)
        self.places = PlacedYaml(source, CODE, "this view file")
        self.problems: list[Diagnostic] = []
        self.file = self._validate()

    def _validate(self) -> ViewFile:
        if not isinstance(self.places.data, dict):
            raise RulesError(self.places.problem((), "a view file begins with 'view: 1'"))
        try:
            return ViewFile.model_validate(_folded(self.places.data))
        except ValidationError as problem:
            self.problems += [self._told(e) for e in problem.errors()]
            raise RulesError(*_once(self.problems)) from None

    def _told(self, error: Any) -> Diagnostic:
        """Return what pydantic found as people are told it."""
        path = [key for key in error["loc"] if key != "[key]"]
        kind = error["type"]
        if kind == "extra_forbidden":
            name = str(path[-1])
            known = _fields_at(path[:-1])
            return self.problem(path, f"'{name}' means nothing here", known, name, on_key=True)
        if kind == "missing":
            return self.problem(path[:-1], f"'{path[-1]}' is missing here")
        if kind == "literal_error":
            known = [k.strip("'") for k in str(error["ctx"]["expected"]).split(", ")]
            known = [k.strip("'") for part in known for k in part.split(" or ")]
            value = str(error["input"])
            message = f"'{value}' isn't possible here; it can be {', '.join(known)}"
            return self.problem(path, message, known, value)
        return self.problem(path, str(error["msg"]).lower())

    def problem(
        self,
        path: Sequence[Any],
        message: str,
        known: Iterable[str] = (),
        word: str = "",
        *,
        on_key: bool = False,
    ) -> Diagnostic:
        """Return a finding at a place of the data; its fix is the nearest of the known words."""
        near = difflib.get_close_matches(word, list(known), 1, 0.6) if word else []
        if near:
            message += f"; did you mean '{near[0]}'?"
        fix = near[0] if near else None
        return self.places.problem(path, message, on_key=on_key, fix=fix)


def _folded(data: dict[str, Any]) -> dict[str, Any]:
    """Return data in which the members of dimensions stand under the word `members`."""
    dimensions = data.get("dimensions")
    if not isinstance(dimensions, dict):
        return data
    return data | {"dimensions": {name: _dimension(body) for name, body in dimensions.items()}}


def _dimension(body: Any) -> Any:
    if not isinstance(body, dict):
        return body
    use = {"use": body["use"]} if "use" in body else {}
    return {**use, "members": {name: member for name, member in body.items() if name != "use"}}


def _fields_at(path: Sequence[Any]) -> list[str]:
    """Return what may stand at a place of a view file."""
    kinds: dict[str, type[BaseModel]] = {
        "pieces": PieceSpec, "zones": ZoneSpec, "variables": VariableSpec, "plates": PlatesSpec,
    }  # fmt: skip
    model: type[BaseModel] = ViewFile
    if path:
        model = kinds.get(str(path[0]), ViewFile)
        if path[0] == "dimensions":
            model = MemberSpec
        if path[0] == "layout":
            model = LayoutSpec if len(path) == 1 else GridSpec
        if "cases" in path:
            model = CaseSpec
        if "back" in path:
            model = BackSpec
    return [field.alias or name for name, field in model.model_fields.items()]


def _once(problems: Sequence[Diagnostic]) -> list[Diagnostic]:
    """Return findings without those that a union of kinds made twice over."""
    seen: dict[tuple[int, int], Diagnostic] = {}
    for problem in problems:
        key = (problem.span.line, problem.span.column)
        if key not in seen or (seen[key].fix is None and problem.fix):
            seen[key] = problem
    return list(seen.values())
