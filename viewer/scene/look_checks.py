"""Checks of a view file against the rules: every name in it must be one of theirs."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from itertools import product
from typing import Any

from engine import Diagnostic
from engine.rules.types import seat_of
from viewer.scene.facts import SEAT, Facts
from viewer.scene.grid_layout import Grid, is_rectangular
from viewer.scene.look import FaceLook, Look, MemberLook, PieceLook, Sides, VariableSpec, ZoneLook
from viewer.scene.presenter_registry import presenter_words
from viewer.scene.viewfile import ViewFile, ViewSheet

PLATE = "plate"
MINUTES = re.compile(r"[1-9][0-9]{0,4}")


class Checker:
    """Finds everything in a view file that the rules don't know."""

    def __init__(self, sheet: ViewSheet, facts: Facts) -> None:
        self.sheet = sheet
        self.facts = facts
        self.problems: list[Diagnostic] = []

    def check(self, file: ViewFile) -> None:
        """Look at every part of the file."""
        for name, dimension in file.dimensions.items():
            self._dimension(name, dimension.members)
        for name, piece in file.pieces.items():
            self._piece(name, piece)
        areas = self._layouts(file)
        for name, zone in file.zones.items():
            self._zone(name, zone, areas)
        for name, variable in file.variables.items():
            self._variable(name, variable, areas)
        if file.plates is not None:
            self._area(["plates", "in"], file.plates.area, areas)
        if file.minutes is not None and not MINUTES.fullmatch(file.minutes):
            self._say(["minutes"], f"'{file.minutes[:20]}' is no number of minutes")
        if file.questions is not None:
            self._area(["questions"], Sides(file.questions, file.questions), areas)

    def _say(self, path: Sequence[Any], message: str, *, on_key: bool = False) -> None:
        self.problems.append(self.sheet.problem(path, message, on_key=on_key))

    def _known(
        self, path: Sequence[Any], word: str, known: Collection[str], message: str,
        *, on_key: bool = False,
    ) -> bool:  # fmt: skip
        """Complain of a word that isn't known."""
        if word not in known:
            self.problems.append(self.sheet.problem(path, message, known, word, on_key=on_key))
        return word in known

    def _ours(self, path: Sequence[Any], known: Collection[str], what: str) -> bool:
        """Complain of a key that the rules don't have."""
        message = f"the rules have no {what} '{path[-1]}'"
        return self._known(path, str(path[-1]), known, message, on_key=True)

    # -------------------------------------------------------------- words and pieces

    def _dimension(self, name: str, members: dict[str, MemberLook]) -> None:
        path = ["dimensions", name]
        if not self._ours(path, self.facts.words, "enumeration"):
            return
        for word in members:
            if name != SEAT:
                self._ours([*path, word], self.facts.words[name], name)
            elif seat_of(word) is None:
                self._say([*path, word], "seats are 'seat 1', 'seat 2' and so on", on_key=True)

    def _piece(self, name: str, piece: PieceLook) -> None:
        path = ["pieces", name]
        if not self._ours(path, self.facts.pieces, "component"):
            return
        attributes = [a.name for a in self.facts.pieces[name].attributes]
        self._face(path, name, piece, attributes)
        for number, case in enumerate(piece.cases):
            where = [*path, "cases", number]
            self._face(where, name, case, attributes)
            for attribute in case.when:
                self._ours([*where, "when", attribute], attributes, "attribute")

    def _face(self, path: list[Any], name: str, face: FaceLook, attributes: list[str]) -> None:
        """Complain of a hue, and of words in braces, that are no attributes."""
        said = [("hue", face.hue)] if face.hue else []
        for field in ("index", "text", "badge", "footer"):
            parts = getattr(face, field).split("{")[1:]
            said += [(field, word) for part in parts if (word := part.partition("}")[0]) != "name"]
        for field, word in said:
            self._known([*path, field], word, attributes, f"{name} has no attribute '{word}'")

    # -------------------------------------------------------------- layout

    def _layouts(self, file: ViewFile) -> set[str]:
        """Check the grids, and return the areas that all of them have."""
        grids = {"wide": file.layout.wide, "tall": file.layout.tall, "low": file.layout.low}
        found = [self._grid(["layout", name], grid) for name, grid in grids.items() if grid]
        return set.intersection(*found) if found else set()

    def _grid(self, path: list[Any], grid: Grid) -> set[str]:
        path = [*path, "areas"]
        if len(grid.areas) != len(grid.rows):
            message = f"there are {len(grid.rows)} rows, but {len(grid.areas)} rows of areas"
            self._say(path, message, on_key=True)
        for number, row in enumerate(grid.areas):
            if len(row) != len(grid.cols):
                message = f"there are {len(grid.cols)} columns, but {len(row)} areas in this row"
                self._say([*path, number], message)
        for name in sorted(grid.names()):
            if not is_rectangular(grid.areas, name):
                self._say(path, f"the area '{name}' is no rectangle", on_key=True)
        return set(grid.names())

    def _area(self, path: list[Any], sides: Sides, areas: set[str]) -> None:
        """Complain of an area that no layout has, or not every layout."""
        for name, side in _each(sides):
            if areas and name != PLATE:
                message = f"not every layout has an area '{name}'"
                self._known([*path, side], name, areas, message)

    # -------------------------------------------------------------- zones

    def _zone(self, name: str, zone: ZoneLook, areas: set[str]) -> None:
        path = ["zones", name]
        if not self._ours(path, self.facts.zones, "zone"):
            return
        if "area" in zone.model_fields_set:
            self._area([*path, "in"], zone.area, areas)
        if "presenter" in zone.model_fields_set:
            possible = presenter_words()
            for word, side in _each(zone.presenter):
                message = f"'{word}' isn't possible here; it can be {', '.join(possible)}"
                self._known([*path, "as", side], word, possible, message)
        self._hosts(path, zone.on)
        for number, word in enumerate(zone.borders):
            if seat_of(word) is None:
                self._say([*path, "borders", number], "seats are 'seat 1', 'seat 2' and so on")
        for field, given in (("labels", zone.labels), ("symbols", zone.symbols)):
            if given is not None:
                named = [(["tables", word], table) for word, table in given.tables.items()]
                for step, table in [(["table"], given.table), *named]:
                    message = f"the rules have no table '{table}'"
                    tables = ("", *self.facts.tables)
                    self._known([*path, field, *step], table, tables, message)
        pieces = self.facts.zones[name].pieces
        known = [a.name for p in pieces for a in self.facts.pieces[p].attributes]
        for number, word in enumerate(zone.sort):
            message = f"the pieces in {name} have no attribute '{word}'"
            self._known([*path, "sort", number], word, known, message)

    def _hosts(self, path: list[Any], on: Sequence[str]) -> None:
        for other in on:
            message = f"the rules have no zone '{other}'"
            self._known([*path, "on"], other, self.facts.zones, message)

    def _variable(self, name: str, variable: VariableSpec, areas: set[str]) -> None:
        path = ["variables", name]
        if self._ours(path, self.facts.variables, "variable"):
            if "area" in variable.model_fields_set:
                self._area([*path, "in"], variable.area, areas)
            self._hosts(path, variable.on)


def _each(sides: Sides) -> list[tuple[str, str]]:
    """Return each word of two sides once, with the key that it is behind."""
    return list({sides.me: "me", sides.others: "others"}.items())


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
    if shown.me == "horseshoe" and look.zones[host].gap is not None:
        return "" if look.zones[name].at == "gap" else "a horseshoe has room only 'at: gap'"
    if shown.me not in ladder and shown.others not in ladder:
        return f"only a ladder has cells to lie on, and '{host}' is shown as a {shown.me}"
    if guest.owner is not None and under.owner is None:
        return f"it belongs to players, and '{host}' doesn't"
    return ""


def _without_cell(look: Look, name: str, hosts: Sequence[str]) -> str:
    """Return the first zone for which none of others has a cell, quoted; empty if all have."""
    if all(look.zones[host].presenter.me == "horseshoe" for host in hosts):
        return ""  # it has one gap for all
    lines = [look.facts.zones[host].free_members for host in hosts]
    for key in product(*look.facts.zones[name].free_members):
        fits = (
            len(sides) <= len(key) and all(w in side for w, side in zip(key, sides, strict=False))
            for sides in lines
        )
        if not any(fits):
            return f"'{name}[{', '.join(key)}]'" if key else f"'{name}'"
    return ""
