"""What could be at a place, as the grammar and the checker know it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from engine.editor.locals import visible_locals
from engine.editor.workspace import name_in
from engine.language import syntax as s
from engine.language.allowed_next import upcoming
from engine.language.frozen import walk
from engine.language.recovery import JOINS, lead
from engine.rules.checker.header import STARTS
from engine.rules.checker.names import BUILT_IN, FOLDS, FUNCTIONS, Names
from engine.rules.files import examples, library
from engine.rules.load import Loaded
from engine.rules.zone_kinds import ZONE_KINDS

Sort = Literal[
    "zone", "variable", "table", "rule", "option", "type", "word", "attribute", "action", "local",
    "keyword", "text", "file",
]  # fmt: skip


@dataclass(frozen=True)
class Completion:
    """A word that could stand here, what it is, and a few words on it."""

    label: str
    sort: Sort
    detail: str = ""


def completions(loaded: Loaded, path: Path, line: int, column: int) -> list[Completion]:
    """Return what could be at a place (line and column from 1), what was begun left out."""
    source = loaded.findings.sources.get(name_in(loaded, path))
    names = loaded.names
    lines = source.text.split("\n") if source is not None else []
    if not 1 <= line <= max(1, len(lines)):
        return []
    text = lines[line - 1][: column - 1] if lines else ""
    before = re.sub(r"\w*$", "", text)
    if _comment(before):
        return []
    place = _Place(loaded, names or Names(loaded.findings), lines, line, before)
    return list(dict.fromkeys(_at(place)))


@dataclass(frozen=True)
class _Place:
    """Where something is to be completed: the line up to the word that was begun."""

    loaded: Loaded
    names: Names
    lines: list[str]
    line: int
    before: str

    @property
    def first(self) -> int:
        """Return the index of the first line of the top-level item."""
        at = self.line - 1
        if not self.before.strip() and not self.before and self.lines[at : at + 1]:
            return at
        while at > 0 and (
            not self.lines[at].strip()
            or self.lines[at].startswith("#")
            or lead(self.lines[at])
            or JOINS.match(self.lines[at])
        ):
            at -= 1
        return at

    @property
    def item(self) -> str:
        """Return the top-level item up to here."""
        return "\n".join([*self.lines[self.first : self.line - 1], self.before])

    @property
    def example(self) -> bool:
        """Return whether this stands in an example."""
        return self.item.startswith("example")


def _comment(before: str) -> bool:
    return "#" in re.sub(r'"(?:\\.|[^"\\])*"?', "", before)


def _at(place: _Place) -> Iterator[Completion]:
    before = place.before
    if re.sub(r'"(?:\\.|[^"\\])*"', "", before).count('"'):
        yield from _quoted(place)
        return
    for pattern, offer in _PLACES:
        found = re.search(pattern, before)
        if found:
            yield from offer(place, found)
            return
    grammar = upcoming(place.item)
    if grammar.name:
        yield from _values(place)
    if grammar.type:
        yield from _types(place.names)
    yield from _all(sorted(grammar.keywords), "keyword")


# ------------------------------------------------------------------ sorts of names


def _all(names: Iterable[str], sort: Sort, detail: str = "") -> Iterator[Completion]:
    return (Completion(name, sort, detail) for name in names)


def _zones(names: Names) -> Iterator[Completion]:
    return (Completion(zone.name, "zone", zone.kind) for zone in names.zones.values())


def _variables(names: Names) -> Iterator[Completion]:
    for variable in names.variables.values():
        kind = "counter" if variable.kind == "counter" else "variable"
        yield Completion(variable.name, "variable", kind)


def _types(names: Names) -> Iterator[Completion]:
    yield Completion("Player", "type", "the seats")
    if names.teams:
        yield Completion("Team", "type", "the teams")
    yield from _all(names.components, "type", "a component")
    known = [name for name in names.enums if name[:1].isupper() and "." not in name]
    yield from _all([*known, *names.aliases], "type", "a type")


def _words(names: Names) -> Iterator[Completion]:
    for word, owners in names.members.items():
        if not word.isdigit():
            yield Completion(word, "word", f"a word of {' and '.join(owners)}")


def _cells(place: _Place) -> Iterator[Completion]:
    """Offer the cells of boards by their names, where an example speaks of them."""
    for zone in place.names.zones.values() if place.example else ():
        named = (cell for row in zone.cells for cell in row if cell)
        yield from _all(named, "word", f"a cell of {zone.name}")


def _locals(place: _Place) -> Iterator[Completion]:
    known = visible_locals(place.lines, place.first, place.line, place.before)
    return _all(known, "local", "named above")


def _values(place: _Place) -> Iterator[Completion]:
    names = place.names
    yield from _locals(place)
    yield from _zones(names)
    yield from _variables(names)
    yield from _all(names.tables, "table", "a table")
    for name, node in names.rules.items():
        if " " not in name:
            yield Completion(name, "rule", f"{len(node.parameters)} in its brackets")
    yield from _all((n for n in names.procedures if " " not in n), "rule", "a procedure")
    yield from _all(names.options, "option", "an option")
    yield from _words(names)
    yield from _cells(place)
    yield from _all((*BUILT_IN, *FUNCTIONS, *FOLDS), "keyword", "in every game")


# ------------------------------------------------------------------ places


_Offer = Callable[[_Place, "re.Match[str]"], Iterator[Completion]]


def _keywords(*words: str) -> _Offer:
    """Return what offers some words of the language, whatever the rules say."""
    return lambda place, found: _all(words, "keyword")


def _counters(place: _Place, _: re.Match[str]) -> Iterator[Completion]:
    return (c for c in _variables(place.names) if c.detail == "counter")


def _after_my(place: _Place, _: re.Match[str]) -> Iterator[Completion]:
    for zone in place.names.zones.values():
        if any(d.type.names[:1] == ("Player",) for d in zone.indices):
            yield Completion(zone.name, "zone", zone.kind)
    for variable in place.names.variables.values():
        if any(d.type.names[:1] in (("Player",), ("Team",)) for d in variable.indices):
            yield Completion(variable.name, "variable", variable.kind)
    yield Completion("total", "keyword", "the points so far")
    if place.example:
        yield Completion("score", "keyword", "the points of the round")


def _a_zone(place: _Place, found: re.Match[str]) -> Iterator[Completion]:
    yield from _zones(place.names)
    yield Completion("my", "keyword", "one's own")
    if found.group().strip() in ("to", "from"):
        yield Completion("each", "keyword", "all of a family")
    yield from _locals(place)


def _attributes(place: _Place, found: re.Match[str]) -> Iterator[Completion]:
    names = place.names
    for component in _pieces_of(place, found["what"]) or list(names.components):
        own = (attribute.name for attribute in names.components[component].attributes)
        yield from _all(own, "attribute", f"of {component}")


def _pieces_of(place: _Place, what: str) -> list[str]:
    """Return the components that an expression before a dot can be; none if it isn't clear."""
    names = place.names
    kind: str = what
    if what in [c.label for c in _locals(place)]:
        item = place.item
        pattern = rf"\b{what}(?::\s*| in )(?:(?:\d+ of )?my )?(?P<kind>\w+)"
        found = list(re.finditer(pattern, item))
        kind = found[-1]["kind"] if found else what[:1].upper() + what[1:]
    if kind in names.components:
        return [kind]
    if kind in names.zones:
        return list(names.zones[kind].pieces)
    return []


def _zone_kinds(place: _Place, _: re.Match[str]) -> Iterator[Completion]:
    return (Completion(kind.name, "keyword", kind.means) for kind in ZONE_KINDS.values())


def _contents(place: _Place, _: re.Match[str]) -> Iterator[Completion]:
    yield from (c for c in _types(place.names) if c.label not in ("Player", "Team"))
    yield Completion("mark", "keyword", "crosses that are written")


def _ranked(place: _Place, found: re.Match[str]) -> Iterator[Completion]:
    yield Completion("total", "keyword", "the points of all rounds")
    yield from _counters(place, found)


def _actions(place: _Place, _: re.Match[str]) -> Iterator[Completion]:
    yield from _all(_action_names(place), "action", "an action")
    if place.example:
        yield Completion("pass", "action", "where a choice may be left")
        yield Completion("any", "keyword", "any turn")


def _action_names(place: _Place) -> list[str]:
    return [key.name for key in place.names.index.declarations if key.sort == "action"]


def _given(place: _Place, found: re.Match[str]) -> Iterator[Completion]:
    yield from _options(place, found)
    yield Completion("my", "keyword", "seat 1's")
    yield from _zones(place.names)
    yield from _cells(place)
    yield from _variables(place.names)
    yield from _all(("players", "round", "roll", "seat", "top of", "bottom of"), "keyword")


def _given_value(place: _Place, found: re.Match[str]) -> Iterator[Completion]:
    """Offer what an option can be, or the words that the pieces of a zone are called by."""
    names, what = place.names, found["what"]
    kinds: list[str] = []
    if what in names.options:
        kind = names.options[what].domain.type
        kinds = [kind.name] if kind.kind == "enum" else []
        if kind.kind == "truth":
            yield from _all(("yes", "no"), "word")
    elif what in names.zones:
        for piece in names.zones[what].pieces:
            for attribute in names.components[piece].attributes:
                if attribute.domain.type.kind == "enum":
                    kinds.append(attribute.domain.type.name)
    for name in dict.fromkeys(kinds):
        members = names.enums[name].members if name in names.enums else ()
        yield from _all((member.name for member in members), "word", f"a word of {name}")


def _options(place: _Place, _: re.Match[str]) -> Iterator[Completion]:
    return _all(place.names.options, "option", "an option")


def _patched(place: _Place, found: re.Match[str]) -> Iterator[Completion]:
    kind = found["kind"]
    known: dict[str, Iterable[str]] = {
        "option": place.names.options, "table": place.names.tables, "zone": place.names.zones,
        "rule": place.names.rules, "to": place.names.procedures,
        "var": [v.name for v in place.names.variables.values() if v.kind == "var"],
        "counter": [v.name for v in place.names.variables.values() if v.kind == "counter"],
        "type": [t.label for t in _types(place.names)], "component": place.names.components,
        "action": _action_names(place),
    }  # fmt: skip
    return _all(known.get(kind, ()), "text", kind)


def _set(place: _Place, _: re.Match[str]) -> Iterator[Completion]:
    names = place.names
    for kind, known in (
        ("option", names.options), ("variable", names.variables), ("table", names.tables),
        ("zone", names.zones),
    ):  # fmt: skip
        yield from _all(known, "text", kind)
    words = ("players", "rounds", "starts", "subtitle", "aim", "kind", "minutes", "winner", "teams")
    yield from _all(words, "keyword")


def _bases(place: _Place) -> Iterator[Completion]:
    folder = place.loaded.path.parent
    beside = sorted(folder.glob("*.cairn")) if folder.is_dir() else []
    for path in dict.fromkeys((*beside, *library(), *examples())):
        if path.resolve() != place.loaded.path.resolve():
            yield Completion(path.stem, "file", "a game")


_PLACES: tuple[tuple[str, _Offer], ...] = (
    (r"(?P<what>\w+)\)?\.$", _attributes),
    (r"\bmy $", _after_my),
    (r"\bseen by $", _keywords("owner", "all", "none", "all but owner")),
    (r"^\s*(?:add |replace )?zone\b[^:\"]*:\s*$", _zone_kinds),
    (r"^\s*(?:add |replace )?zone\b[^:]*:[^,]*\bof $", _contents),
    (r"^\s*(?:add |replace )?zone\b[^:]*:.*,\s*$", _keywords(
        "face up", "face down", "seen by owner", "seen by all", "seen by none",
        "seen by all but owner", "spaces 1..9", "at most 9", "3 by 3", "hexes", "columns a..h",
        "rows 8..1",
    )),
    (r"^\s*(?:set )?starts .*(?:then )?$", _keywords(*STARTS)),
    (r"^\s*(?:set )?winner .*(?:highest|lowest) $", _ranked),
    (r"^\s*do\s+(?:seat \d+:? )?(?:.*, )?$", _actions),
    (r"\b(?:can|cannot|can't)(?: not)? $", _actions),
    (r"^\s*choose repeatedly with $", _keywords("highest", "lowest")),
    (r"^advice $", _actions),
    (r"^\s*given (?:my )?(?P<what>\w+)(?:\[[^]]*\])? (?:=|has|is) (?:.*, )?$", _given_value),
    (r"^\s*given\s+$", _given),
    (r"^(?:remove|replace) (?P<kind>option|table|zone|rule|to|var|counter|type|component|action) $",
     _patched),
    (r"^set $", _set),
    (r"^fix $", _options),
    (r"^\s*(?:gain|lose|pay) (?:at most )?\S.*\s$", _counters),
    (r"^\s*(?:shuffle|swap|erase|set up) $", _a_zone),
    (r"\b(?:top of|bottom of) $", _a_zone),
    (r"^\s*(?:move|deal|write)\b.*\b(?:to|from|into|in) $", _a_zone),
)  # fmt: skip


# ------------------------------------------------------------------ quotations


def _quoted(place: _Place) -> Iterator[Completion]:
    before, items = place.before, place.loaded.items
    if before.rfind("{") > before.rfind("}"):
        inside = before[before.rfind("{") + 1 :]
        dot = re.search(r"(?P<what>\w+)\.$", inside)
        yield from _attributes(place, dot) if dot else _values(place)
    elif place.example and re.search(r'\bbecause "[^"]*$', before):
        for node in walk(items, s.Example):
            if isinstance(node, s.Require) and node.because is not None:
                yield Completion(node.because, "text", "because")
            elif isinstance(node, s.Rule) and node.words:
                yield Completion(node.words, "text", f"rule {node.name}")
    elif place.example and re.search(r'\bmy "[^"]*$', before):
        lines = (n.label for n in walk(items, s.Example) if isinstance(n, s.LedgerLine))
        yield from _all(lines, "text", "a line of the score")
    elif re.search(r'^(?:add to|(?:remove|replace) phase) "[^"]*$', before):
        phases = (n.title for n in walk(items, s.Example) if isinstance(n, s.Phase))
        yield from _all(phases, "text", "a phase")
    elif re.search(r'^variant "[^"]*" of "[^"]*$', before):
        yield from _bases(place)
