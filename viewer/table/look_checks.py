"""Checks of a view file against the rules: every name in it must be one of theirs."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import product
from typing import Any

from engine import Diagnostic
from viewer.faces.icons import has_icon, icon_names
from viewer.faces.scenes import has_scene, scene_names
from viewer.faces.theme import hues_from
from viewer.table.facts import SEAT, Facts
from viewer.table.grid_layout import is_rectangular, read_track
from viewer.table.kinds import presenter_words
from viewer.table.look import Look
from viewer.table.viewfile import (
    FaceSpec,
    GridSpec,
    MemberSpec,
    PieceSpec,
    SidesSpec,
    VariableSpec,
    ViewFile,
    ViewSheet,
    ZoneSpec,
)

PLATE = "plate"
_SHAPES = ("round", "square", "hex", "diamond", "tile", "shield", "pebble")


class Checker:
    """Finds everything in a view file that the rules don't know."""

    def __init__(self, sheet: ViewSheet, facts: Facts) -> None:
        self.sheet = sheet
        self.facts = facts
        self.problems: list[Diagnostic] = []

    def check(self, file: ViewFile) -> None:
        """Look at every part of the file."""
        for name, spec in file.dimensions.items():
            self._dimension(name, spec.members)
        for name, piece in file.pieces.items():
            self._piece(name, piece)
        areas = self._layouts(file)
        for name, zone in file.zones.items():
            self._zone(name, zone, areas)
        for name, variable in file.variables.items():
            self._variable(name, variable, areas)
        if file.plates is not None:
            self._area(["plates", "in"], file.plates.in_, areas)
        if file.minutes is not None and not (file.minutes.isdigit() and int(file.minutes) > 0):
            self._say(["minutes"], f"'{file.minutes}' is no number of minutes")
        if file.questions is not None:
            self._area(["questions"], file.questions, areas)

    def _say(
        self,
        path: Sequence[Any],
        message: str,
        known: Iterable[str] = (),
        word: str = "",
        *,
        on_key: bool = False,
    ) -> None:
        self.problems.append(self.sheet.problem(path, message, known, word, on_key=on_key))

    def _known(self, path: Sequence[Any], word: str, known: Iterable[str], what: str) -> bool:
        """Complain of a key that the rules don't have."""
        if word in known:
            return True
        self._say(path, f"the rules have no {what} '{word}'", known, word, on_key=True)
        return False

    # -------------------------------------------------------------- words

    def _dimension(self, name: str, members: dict[str, MemberSpec]) -> None:
        path = ["dimensions", name]
        if not self._known(path, name, self.facts.words, "enumeration"):
            return
        for word, member in members.items():
            where = [*path, word]
            words = self.facts.words[name]
            if name == SEAT:
                if not _is_seat(word):
                    self._say(where, "seats are 'seat 1', 'seat 2' and so on", on_key=True)
            elif word not in words and not self._optional():
                self._known(where, word, words, f"{name}")
            self._colour([*where, "colour"], member.colour)
            self._icon([*where, "icon"], member.icon)
            self._scene([*where, "scene"], member.scene)

    def _optional(self) -> bool:
        return False

    def _colour(self, path: Sequence[Any], colour: str | list[str] | None) -> None:
        if colour is not None and hues_from(colour) is None:
            self._say(path, "a colour is its name, 'rrggbb', or three of those from light to dark")

    def _icon(self, path: Sequence[Any], icon: str | None) -> None:
        if icon and not has_icon(icon):
            self._say(path, f"there is no icon '{icon}'", icon_names(), icon)

    def _scene(self, path: Sequence[Any], scene: str | None) -> None:
        if scene and not has_scene(scene):
            self._say(path, f"there is no scene '{scene}'", scene_names(), scene)

    # -------------------------------------------------------------- pieces

    def _piece(self, name: str, piece: PieceSpec) -> None:
        path = ["pieces", name]
        if not self._known(path, name, self.facts.pieces, "component"):
            return
        self._face(path, name, piece)
        if piece.back is not None:
            self._colour([*path, "back", "colour"], piece.back.colour)
            self._icon([*path, "back", "icon"], piece.back.icon)
        attributes = {a.name: a for a in self.facts.pieces[name].attributes}
        for number, case in enumerate(piece.cases):
            where = [*path, "cases", number]
            self._face(where, name, case)
            for attribute in case.when:
                self._known([*where, "when", attribute], attribute, attributes, "attribute")

    def _face(self, path: list[Any], name: str, face: FaceSpec) -> None:
        attributes = [a.name for a in self.facts.pieces[name].attributes]
        if face.hue and face.hue not in attributes:
            message = f"{name} has no attribute '{face.hue}'"
            self._say([*path, "hue"], message, attributes, face.hue)
        for field in ("index", "text", "badge", "footer"):
            self._braces([*path, field], name, getattr(face, field), attributes)
        self._icon([*path, "icon"], face.icon)
        self._icon([*path, "index_icon"], face.index_icon)
        self._icon([*path, "footer_icon"], face.footer_icon)
        self._scene([*path, "scene"], face.scene)
        self._colour([*path, "colour"], face.colour)
        if face.shape and face.shape not in _SHAPES:
            self._say([*path, "shape"], f"there is no shape '{face.shape}'", _SHAPES, face.shape)

    def _braces(self, path: list[Any], name: str, text: Any, attributes: list[str]) -> None:
        """Complain of words in braces that are no attributes."""
        parts = str(text or "").split("{")[1:]
        for part in parts:
            word = part.partition("}")[0]
            if word not in (*attributes, "name"):
                self._say(path, f"{name} has no attribute '{word}'", attributes, word)

    # -------------------------------------------------------------- layout

    def _layouts(self, file: ViewFile) -> set[str]:
        """Check the grids, and return the areas that all of them have."""
        found: list[set[str]] = []
        for name in ("wide", "tall"):
            grid: GridSpec | None = getattr(file.layout, name)
            if grid is not None:
                self._tracks(["layout", name], grid)
                found.append({area for row in grid.areas for area in row} - {"."})
        return set.intersection(*found) if found else set()

    def _tracks(self, path: list[Any], grid: GridSpec) -> None:
        for field in ("cols", "rows"):
            for number, text in enumerate(getattr(grid, field)):
                if read_track(text) is None:
                    message = (
                        f"'{text}' is no size; sizes are such as 1fr, 2.5c, 120px, auto, 2c+1fr"
                    )
                    self._say([*path, field, number], message)
        if len(grid.areas) != len(grid.rows):
            message = f"there are {len(grid.rows)} rows, but {len(grid.areas)} rows of areas"
            self._say([*path, "areas"], message, on_key=True)
        for number, row in enumerate(grid.areas):
            if len(row) != len(grid.cols):
                message = f"there are {len(grid.cols)} columns, but {len(row)} areas in this row"
                self._say([*path, "areas", number], message)
        names = {area for row in grid.areas for area in row} - {"."}
        for name in sorted(names):
            if not is_rectangular(grid.areas, name):
                self._say([*path, "areas"], f"the area '{name}' is no rectangle", on_key=True)

    def _area(self, path: list[Any], value: str | SidesSpec | None, areas: set[str]) -> None:
        """Complain of an area that no layout has, or not every layout."""
        if value is None or not areas:
            return
        sides = [([], value)] if isinstance(value, str) else [
            (["me"], value.me), (["others"], value.others)
        ]  # fmt: skip
        for step, name in sides:
            if name not in areas and name != PLATE:
                message = f"not every layout has an area '{name}'"
                self._say([*path, *step], message, areas, name)

    # -------------------------------------------------------------- zones

    def _zone(self, name: str, zone: ZoneSpec, areas: set[str]) -> None:
        path = ["zones", name]
        if not self._known(path, name, self.facts.zones, "zone"):
            return
        self._area([*path, "in"], zone.in_, areas)
        if isinstance(zone.as_, SidesSpec):
            for side in ("me", "others"):
                word = getattr(zone.as_, side)
                known = presenter_words()
                if word not in known:
                    message = f"'{word}' isn't possible here; it can be {', '.join(known)}"
                    self._say([*path, "as", side], message, known, word)
        for other in zone.on or ():
            if other not in self.facts.zones:
                message = f"the rules have no zone '{other}'"
                self._say([*path, "on"], message, self.facts.zones, other)
        self._icon([*path, "icon"], zone.icon)
        self._icon([*path, "gap_icon"], zone.gap_icon)
        for field in ("labels", "symbols"):
            given = getattr(zone, field)
            if given is None:
                continue
            tables = self.facts.table_names
            named = [(["tables", word], table) for word, table in given.tables.items()]
            for step, table in [(["table"], given.table or ""), *named]:
                if table and table not in tables:
                    message = f"the rules have no table '{table}'"
                    self._say([*path, field, *step], message, tables, table)
            for word, icon in given.icons.items():
                self._icon([*path, field, "icons", word], icon)
        self._sort([*path, "sort"], name, zone.sort or ())

    def _sort(self, path: list[Any], name: str, sort: Sequence[str]) -> None:
        pieces = self.facts.zones[name].pieces
        known = [a.name for p in pieces for a in self.facts.pieces[p].attributes]
        for number, word in enumerate(sort):
            if word not in known:
                message = f"the pieces in {name} have no attribute '{word}'"
                self._say([*path, number], message, known, word)

    def _variable(self, name: str, variable: VariableSpec, areas: set[str]) -> None:
        path = ["variables", name]
        if not self._known(path, name, self.facts.variables, "variable"):
            return
        self._area([*path, "in"], variable.in_, areas)
        self._icon([*path, "icon"], variable.icon)
        for other in variable.on or ():
            if other not in self.facts.zones:
                message = f"the rules have no zone '{other}'"
                self._say([*path, "on"], message, self.facts.zones, other)


def unseated(look: Look) -> dict[str, str]:
    """Return the families of zones that lie `on` others where nobody would see them, and why."""
    found = {}
    for name, zone in look.zones.items():
        hosts = [host for host in zone.on if host in look.zones]
        reasons = [reason for host in hosts if (reason := _no_ladder(look, name, host))]
        if reasons:
            found[name] = f"'{name}' would not be shown: {reasons[0]}"
        elif hosts and (lost := _without_cell(look, name, hosts)):
            listed = " or ".join(f"'{host}'" for host in hosts)
            found[name] = f"{lost} would not be shown: {listed} has no such index"
    return found


def _no_ladder(look: Look, name: str, host: str) -> str:
    """Return why nothing of some zones can lie on others; empty if it can."""
    guest, under = look.facts.zones[name], look.facts.zones[host]
    shown = look.zones[host].presenter
    ladder = ("ladder", "mini") if under.cells else ("ladder",)
    if shown.me not in ladder and shown.others not in ladder:
        return f"only a ladder has cells to lie on, and '{host}' is shown as a {shown.me}"
    if guest.owner is not None and under.owner is None:
        return f"it belongs to players, and '{host}' doesn't"
    return ""


def _without_cell(look: Look, name: str, hosts: Sequence[str]) -> str:
    """Return the first zone for which none of others has a cell, quoted; empty if all have."""
    lines = [look.facts.zones[host].free_members for host in hosts]
    for key in product(*look.facts.zones[name].free_members):
        fits = (
            len(sides) <= len(key) and all(w in side for w, side in zip(key, sides, strict=False))
            for sides in lines
        )
        if not any(fits):
            return f"'{name}[{', '.join(key)}]'" if key else f"'{name}'"
    return ""


def _is_seat(word: str) -> bool:
    return word.startswith("seat ") and word[5:].isdigit()
