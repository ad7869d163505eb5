"""From view files to a look: the automatic look, changed by what the files of a game say.

A variant has its base's view file, and its own on top of it if there is one.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, replace
from pathlib import Path
from typing import Any

from pydantic import BaseModel

from engine import Diagnostic, Game, RulesError, library
from viewer.faces.icons import has_icon, icon_names
from viewer.faces.scenes import has_scene, scene_names
from viewer.faces.theme import Hues, hues_from
from viewer.table.default_look import automatic
from viewer.table.facts import Facts, facts_of
from viewer.table.grid_layout import Grid, read_track
from viewer.table.kinds import AUTO
from viewer.table.look import (
    FaceLook,
    Labels,
    Look,
    MemberLook,
    PieceLook,
    Sides,
    VariableLook,
    ZoneLook,
)
from viewer.table.look_checks import Checker, unseated
from viewer.table.viewfile import (
    SUFFIX,
    FaceSpec,
    GridSpec,
    LabelsSpec,
    MemberSpec,
    PieceSpec,
    SidesSpec,
    VariableSpec,
    ViewFile,
    ViewSheet,
    ZoneSpec,
)

__all__ = ["has_icon", "has_scene", "icon_names", "read_look", "scene_names", "view_files"]


def view_files(game: Game) -> list[Path]:
    """Return the view files that a game has, its base's first."""
    beside = [path.with_suffix("").with_suffix(SUFFIX) for path in _rule_files(game)]
    return [path for path in beside if path.is_file()]


def _rule_files(game: Game) -> list[Path]:
    """Return the files that a game was made from, each after what it builds on."""
    return list(dict.fromkeys(reversed(game.loaded.files)))


def read_look(game: Game, language: str = "", unsaved: Mapping[Path, str] | None = None) -> Look:
    """Return the look of a game; `unsaved`: texts by their resolved paths in the place of files.

    Raises RulesError with every mistake of its view files.
    """
    facts = facts_of(game)
    look = automatic(facts, language or "en")
    problems: list[Diagnostic] = []
    own = _rule_files(game)[-1].with_suffix("").with_suffix(SUFFIX)
    sheets: list[ViewSheet] = []
    for path in view_files(game):
        sheet = ViewSheet(path, (unsaved or {}).get(path.resolve()))
        sheets.append(sheet)
        checker = Checker(sheet, facts)
        file = sheet.file
        if path != own:
            file = _pruned(file, facts)
        used = {name: _used(name, checker, spec.use) for name, spec in file.dimensions.items()}
        checker.check(file)
        problems += checker.problems
        if not checker.problems:
            look = composed(look, file, used)
    problems = problems or _unseen(look, sheets)
    if problems:
        raise RulesError(*problems)
    return look


def _unseen(look: Look, sheets: list[ViewSheet]) -> list[Diagnostic]:
    """Return what the files lay where nobody would see it, each where it was said last."""
    problems = []
    for name, message in unseated(look).items():
        saying = [s for s in sheets if name in s.file.zones and s.file.zones[name].on is not None]
        problems.append(saying[-1].problem(["zones", name, "on"], message))
    return problems


def _pruned(file: ViewFile, facts: Facts) -> ViewFile:
    """Return the view file of a game's base without what the variant has taken away."""
    changes = {
        "zones": {n: z for n, z in file.zones.items() if n in facts.zones},
        "variables": {n: v for n, v in file.variables.items() if n in facts.variables},
        "pieces": {n: p for n, p in file.pieces.items() if n in facts.pieces},
        "dimensions": {n: d for n, d in file.dimensions.items() if n in facts.words},
    }
    return file.model_copy(update=changes)


def _used(name: str, checker: Checker, use: str | None) -> dict[str, MemberSpec]:
    """Return the words of a dimension that another game's view file describes."""
    if use is None:
        return {}
    places = [checker.sheet.path.parent, *(path.parent for path in library()[:1])]
    for folder in places:
        path = folder / f"{use}{SUFFIX}"
        if path.is_file() and path != checker.sheet.path:
            other = ViewSheet(path).file
            if name in other.dimensions:
                return other.dimensions[name].members
    known = [p.name.removesuffix(SUFFIX) for f in places for p in f.glob(f"*{SUFFIX}")]
    message = f"no view file '{use}' describes {name}"
    checker.problems.append(checker.sheet.problem(["dimensions", name, "use"], message, known, use))
    return {}


# ------------------------------------------------------------------ putting together


def composed(look: Look, file: ViewFile, used: Mapping[str, Mapping[str, MemberSpec]]) -> Look:
    """Return a look changed by a checked view file."""
    dimensions = dict(look.dimensions)
    for name, spec in file.dimensions.items():
        members = {**used.get(name, {}), **spec.members}
        old = dimensions.get(name, {})
        dimensions[name] = {**old, **{w: _member(m, old.get(w)) for w, m in members.items()}}
    layout = file.layout
    zones = {**look.zones}
    for name, zone in file.zones.items():
        zones[name] = _zone(zone, zones[name])
    pieces = {**look.pieces}
    for name, piece in file.pieces.items():
        pieces[name] = _piece(piece, pieces[name])
    variables = {**look.variables}
    for name, variable in file.variables.items():
        old_one = variables.get(name, VariableLook(Sides("info", "info")))
        variables[name] = _variable(variable, old_one)
    order = [*file.zones, *(name for name in look.order if name not in file.zones)]
    return replace(
        look,
        dimensions=dimensions,
        pieces=pieces,
        zones=zones,
        variables=variables,
        plates=_sides(file.plates.in_) if file.plates else look.plates,
        questions=file.questions or look.questions,
        wide=_grid(layout.wide) if layout.wide else look.wide,
        tall=_grid(layout.tall) if layout.tall else look.tall,
        designed=look.designed or layout.wide is not None,
        order=tuple(order) if file.zones else look.order,
    )


def _member(spec: MemberSpec, old: MemberLook | None) -> MemberLook:
    old = old or MemberLook(Hues("#b6bfca", "#66727f", "#333d48"))
    hues = hues_from(spec.colour) if spec.colour else None
    return MemberLook(
        hues or old.hues,
        old.icon if spec.icon is None else spec.icon,
        old.scene if spec.scene is None else spec.scene,
    )


def said(spec: BaseModel, decided: FaceLook | ZoneLook | VariableLook) -> dict[str, Any]:
    """Return what a view file says under the names that the look has for it, too."""
    known = {field.name for field in fields(decided)} & spec.model_fields_set
    return {name: value for name in known if (value := getattr(spec, name)) is not None}


def _face(spec: FaceSpec, old: FaceLook) -> FaceLook:
    changes = said(spec, old)
    if spec.colour is not None:
        changes["hues"] = hues_from(spec.colour)
    return replace(old, **changes)


def _piece(spec: PieceSpec, old: PieceLook) -> PieceLook:
    face = _face(spec, old.face)
    cases = []
    for case in spec.cases:
        when = tuple(
            (name, tuple([words] if isinstance(words, str) else words))
            for name, words in case.when.items()
        )
        cases.append((when, _face(case, face)))
    back = old.back
    if spec.back is not None:
        base = back or MemberLook(Hues("#3d5a80", "#293f66", "#18253f"))
        hues = hues_from(spec.back.colour) if spec.back.colour else None
        back = MemberLook(hues or base.hues, spec.back.icon or base.icon)
    return PieceLook(spec.as_ or old.kind, face, tuple(cases), back)


def _sides(value: str | SidesSpec) -> Sides:
    if isinstance(value, str):
        return Sides(value, value)
    return Sides(value.me, value.others)


def _zone(spec: ZoneSpec, old: ZoneLook) -> ZoneLook:
    changes = said(spec, old)
    if spec.in_ is not None:
        changes["area"] = _sides(spec.in_)
    if spec.as_ is not None:
        new = _sides(spec.as_)
        me = old.presenter.me if new.me == AUTO else new.me
        others = old.presenter.others if new.others == AUTO else new.others
        changes["presenter"] = Sides(me, others)
    for field in ("labels", "symbols"):
        given: LabelsSpec | None = getattr(spec, field)
        if given is not None:
            tables = tuple(given.tables.items())
            changes[field] = Labels(given.table or "", tables, tuple(given.icons.items()))
    return replace(old, **changes)


def _variable(spec: VariableSpec, old: VariableLook) -> VariableLook:
    changes = said(spec, old)
    if spec.in_ is not None:
        changes["area"] = _sides(spec.in_)
    if spec.as_ is not None:
        changes["presenter"] = spec.as_
    return replace(old, **changes, always=True)


def _grid(spec: GridSpec) -> Grid:
    cols = tuple(track for text in spec.cols if (track := read_track(text)))
    rows = tuple(track for text in spec.rows if (track := read_track(text)))
    return Grid(cols, rows, tuple(tuple(row) for row in spec.areas))
