"""View files: how a game shall look, in YAML. Every error is a diagnostic with line and column.

A view file says what the words of the rules look like (`dimensions`), how kinds of pieces are drawn
(`pieces`), the grid of the table (`layout`), and where and how each zone and variable is shown
(`zones`, `variables`). Whatever it leaves out is computed from the rules.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import fields
from pathlib import Path
from typing import Any, Literal

from pydantic import Field, ValidationError, model_validator

from engine import Code, Diagnostic, RulesError
from engine.language.diagnostics import nearest
from engine.language.placed_yaml import PlacedYaml
from engine.language.source import Source
from engine.rules.load import display, read_beside
from viewer.scene.grid_layout import Grid
from viewer.scene.look import (
    AnySides,
    BackLook,
    CaseLook,
    Labels,
    LookPart,
    MemberLook,
    PieceLook,
    VariableSpec,
    Word,
    ZoneLook,
)

CODE = Code.E606
"""The code of everything that can be wrong with a view file."""
SUFFIX = ".view.yaml"


class DimensionSpec(LookPart):
    """How the words of an enumeration look; `use` takes over those of another game."""

    use: str | None = None
    members: dict[Word, MemberLook] = Field(default_factory=dict)

    @model_validator(mode="before")
    @classmethod
    def _folded(cls, data: Any) -> Any:
        """Put the words under `members`: in a file they are beside `use`."""
        if not isinstance(data, dict):
            return data
        members = {name: member for name, member in data.items() if name != "use"}
        return {"use": data.get("use"), "members": members}


class LayoutSpec(LookPart):
    """The layouts for wide and for tall windows, and for a phone that lies."""

    wide: Grid | None = None
    tall: Grid | None = None
    low: Grid | None = None


class PlatesSpec(LookPart):
    """Where the seats' plates are shown."""

    area: AnySides


class ViewFile(LookPart):
    """A whole view file."""

    view: Literal["1"]
    dimensions: dict[str, DimensionSpec] = Field(default_factory=dict)
    pieces: dict[str, PieceLook] = Field(default_factory=dict)
    layout: LayoutSpec = LayoutSpec()
    zones: dict[str, ZoneLook] = Field(default_factory=dict)
    variables: dict[str, VariableSpec] = Field(default_factory=dict)
    plates: PlatesSpec | None = None
    questions: str | None = None
    minutes: str | None = None
    """Only in files of before: the header of the rules says it now."""


_PARTS: dict[object, type[LookPart]] = {
    "dimensions": MemberLook, "pieces": PieceLook, "back": BackLook, "cases": CaseLook,
    "layout": LayoutSpec, "zones": ZoneLook, "labels": Labels, "symbols": Labels,
    "variables": VariableSpec, "plates": PlatesSpec,
}  # fmt: skip
"""What stands, perhaps under a name of the rules, behind a key of a view file."""

_KEYS = "there are keys with their values in this place, such as {icon: sun}"
_SHAPES = {
    "model_type": _KEYS, "dataclass_type": _KEYS, "dict_type": _KEYS,
    "tuple_type": "there is a list in this place, such as [a, b]",
}  # fmt: skip


class ViewSheet:
    """A view file as it was read: its text, its data with places, what is wrong with it."""

    def __init__(self, path: Path, text: str | None = None) -> None:
        """Read a file, or the text that would stand in it. Raises RulesError when it can't be read
        at all.
        """
        self.path = path
        source = Source(display(path), read_beside(path, "view file") if text is None else text)
        self.places = PlacedYaml(source, CODE, "this view file")
        self.file = self._validate()

    def _validate(self) -> ViewFile:
        if not isinstance(self.places.data, dict):
            raise RulesError(self.places.problem((), "a view file begins with 'view: 1'"))
        try:
            return ViewFile.model_validate(self.places.data, by_alias=True, by_name=False)
        except ValidationError as problem:
            raise RulesError(*_once([self._plain_problem(e) for e in problem.errors()])) from None

    def _plain_problem(self, error: Any) -> Diagnostic:
        """Return what pydantic found as people are told it."""
        path = [key for key in error["loc"] if key != "[key]"]
        kind = error["type"]
        if kind in ("extra_forbidden", "unexpected_keyword_argument"):
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
        if kind == "said":
            said = error["ctx"]
            return self.problem(path, error["msg"], said.get("known", ()), said["word"])
        return self.problem(path, _SHAPES.get(kind, str(error["msg"]).lower()))

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
        fix = nearest(word, known) if word else None
        if fix:
            message += f"; did you mean '{fix}'?"
        return self.places.problem(path, message, on_key=on_key, fix=fix)


def _fields_at(path: Sequence[Any]) -> list[str]:
    """Return what may stand at a place of a view file."""
    if path[:1] == ["layout"] and len(path) > 1:
        return [field.name for field in fields(Grid)]
    model = next((_PARTS[step] for step in reversed(path) if step in _PARTS), ViewFile)
    return [field.alias or name for name, field in model.model_fields.items()]


def _once(problems: Sequence[Diagnostic]) -> list[Diagnostic]:
    """Return findings without those that a union of kinds made twice over."""
    seen: dict[tuple[int, int], Diagnostic] = {}
    for problem in problems:
        key = (problem.span.line, problem.span.column)
        if key not in seen or (seen[key].fix is None and problem.fix):
            seen[key] = problem
    return list(seen.values())
