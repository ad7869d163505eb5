"""From view files to a look: the automatic look, changed by what the files of a game say.

A variant has its base's view file, and its own on top of it if there is one.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from engine import Diagnostic, Game, RulesError, library
from engine.storage.plain_file import is_below, is_there
from viewer.scene.default_look import automatic
from viewer.scene.facts import Facts, facts_of
from viewer.scene.look import (
    Look,
    MemberLook,
    PieceLook,
    Sides,
    VariableLook,
    VariableSpec,
    ZoneLook,
)
from viewer.scene.look_checks import Checker, unseated
from viewer.scene.presenter_registry import AUTO
from viewer.scene.viewfile import SUFFIX, ViewFile, ViewSheet


def view_files(game: Game) -> list[Path]:
    """Return the view files that a game has, its base's first."""
    beside = [path.with_suffix("").with_suffix(SUFFIX) for path in _rule_files(game)]
    return [path for path in beside if is_there(path)]


def _rule_files(game: Game) -> list[Path]:
    """Return the files that a game was made from, each after what it builds on."""
    return list(dict.fromkeys(reversed(game.loaded.files)))


def read_look(game: Game, language: str = "", unsaved: Mapping[Path, str] | None = None) -> Look:
    """Return the look of a game; `unsaved`: texts by their resolved paths in the place of files.

    Raises RulesError with every error of its view files.
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


def _used(name: str, checker: Checker, use: str | None) -> dict[str, MemberLook]:
    """Return the words of a dimension that another game's view file describes."""
    if use is None:
        return {}
    places = [checker.sheet.path.parent, *(path.parent for path in library()[:1])]
    for folder in places if is_below(use) else ():
        path = folder / f"{use}{SUFFIX}"
        if is_there(path) and path != checker.sheet.path:
            other = ViewSheet(path).file
            if name in other.dimensions:
                return other.dimensions[name].members
    known = [p.name.removesuffix(SUFFIX) for f in places for p in f.glob(f"*{SUFFIX}")]
    message = f"no view file '{use}' describes {name}"
    checker.problems.append(checker.sheet.problem(["dimensions", name, "use"], message, known, use))
    return {}


# ------------------------------------------------------------------ putting together


def composed(look: Look, file: ViewFile, used: Mapping[str, Mapping[str, MemberLook]]) -> Look:
    """Return a look changed by a checked view file."""
    dimensions = dict(look.dimensions)
    for name, spec in file.dimensions.items():
        members = dict(dimensions.get(name, {}))
        for word, member in {**used.get(name, {}), **spec.members}.items():
            members[word] = members.get(word, MemberLook()).changed(member)
        dimensions[name] = members
    old = VariableLook()
    variables = {n: _variable(v, look.variables.get(n, old)) for n, v in file.variables.items()}
    return replace(
        look,
        dimensions=dimensions,
        pieces=look.pieces | {n: _piece(p, look.pieces[n]) for n, p in file.pieces.items()},
        zones=look.zones | {n: _zone(z, look.zones[n]) for n, z in file.zones.items()},
        variables=look.variables | variables,
        plates=file.plates.area if file.plates else look.plates,
        questions=file.questions or look.questions,
        wide=file.layout.wide or look.wide,
        tall=file.layout.tall or look.tall,
        low=file.layout.low or look.low,
        designed=look.designed or file.layout.wide is not None,
        order=tuple(dict.fromkeys((*file.zones, *look.order))),
    )


def _piece(spec: PieceLook, old: PieceLook) -> PieceLook:
    kept = {"back": old.back.changed(spec.back), "cases": spec.cases}
    return old.changed(spec).model_copy(update=kept)


def _zone(spec: ZoneLook, old: ZoneLook) -> ZoneLook:
    new, before = old.changed(spec), old.presenter
    me = before.me if new.presenter.me == AUTO else new.presenter.me
    others = before.others if new.presenter.others == AUTO else new.presenter.others
    return new.model_copy(update={"presenter": Sides(me, others)})


def _variable(spec: VariableSpec, old: VariableLook) -> VariableLook:
    cell = old.cell and "presenter" not in spec.model_fields_set
    return old.changed(spec).model_copy(update={"always": True, "cell": cell})
