"""What could stand at a place, as the grammar and the checker know it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, TypeVar

from engine.editor.locals import visible_locals
from engine.editor.workspace import name_in
from engine.language import syntax as s
from engine.language.recovery import JOINS, lead
from engine.language.upcoming import Upcoming, upcoming
from engine.rules.checker.declarations import STARTS
from engine.rules.checker.names import BUILT_IN, FOLDS, FUNCTIONS, Names
from engine.rules.files import library
from engine.rules.load import Loaded
from engine.rules.zone_kinds import ZONE_KINDS

Sort = Literal[
    "zone", "variable", "table", "rule", "option", "type", "word", "attribute", "action", "local",
    "keyword", "text", "file",
]  # fmt: skip


T = TypeVar("T")


@dataclass(frozen=True)
class Completion:
    """A word that could stand here, what it is, and a few words on it."""

    label: str
    sort: Sort
    detail: str = ""


def completions(loaded: Loaded, path: Path, line: int, column: int) -> list[Completion]:
    """Return what could stand at a place (line and column from 1), what was begun left out."""
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
        """Tell whether this stands in an example."""
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
    yield from _by_grammar(place, grammar)


def _by_grammar(place: _Place, grammar: Upcoming) -> Iterator[Completion]:
    if grammar.name:
        yield from _values(place)
    if grammar.type:
        yield from _types(place.names)
    yield from (Completion(word, "keyword") for word in sorted(grammar.keywords))


# ------------------------------------------------------------------ sorts of names


def _zones(names: Names) -> Iterator[Completion]:
    for zone in names.zones.values():
        yield Completion(zone.name, "zone", zone.kind)


def _variables(names: Names) -> Iterator[Completion]:
    for variable in names.variables.values():
        kind = "counter" if variable.kind == "counter" else "variable"
        yield Completion(variable.name, "variable", kind)


def _counters(place: _Place, _: re.Match[str]) -> Iterator[Completion]:
    yield from (c for c in _variables(place.names) if c.detail == "counter")


def _types(names: Names) -> Iterator[Completion]:
    yield Completion("Player", "type", "the seats")
    if names.teams:
        yield Completion("Team", "type", "the teams")
    for name in names.components:
        yield Completion(name, "type", "a component")
    known = [name for name in names.enums if name[:1].isupper() and "." not in name]
    for name in [*known, *names.aliases]:
        yield Completion(name, "type", "a type")


def _words(names: Names) -> Iterator[Completion]:
    for word, owners in names.members.items():
        if not word.isdigit():
            yield Completion(word, "word", f"a word of {' and '.join(owners)}")


def _locals(place: _Place) -> Iterator[Completion]:
    for name in visible_locals(place.lines, place.first, place.line, place.before):
        yield Completion(name, "local", "named above")


def _values(place: _Place) -> Iterator[Completion]:
    names = place.names
    yield from _locals(place)
    yield from _zones(names)
    yield from _variables(names)
    yield from (Completion(name, "table", "a table") for name in names.tables)
    for name, node in names.rules.items():
        if " " not in name:
            yield Completion(name, "rule", f"{len(node.parameters)} in its brackets")
    yield from (Completion(n, "rule", "a procedure") for n in names.procedures if " " not in n)
    yield from (Completion(name, "option", "an option") for name in names.options)
    yield from _words(names)
    yield from (Completion(w, "keyword", "in every game") for w in (*BUILT_IN, *FUNCTIONS, *FOLDS))


# ------------------------------------------------------------------ places


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
    yield from (c for c in _locals(place))


def _attributes(place: _Place, found: re.Match[str]) -> Iterator[Completion]:
    names = place.names
    wanted = _pieces_of(place, found["what"]) or list(names.components)
    for component in wanted:
        for attribute in names.components[component].attributes:
            yield Completion(attribute.name, "attribute", f"of {component}")


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
    for kind in ZONE_KINDS.values():
        yield Completion(kind.name, "keyword", kind.means)


def _contents(place: _Place, _: re.Match[str]) -> Iterator[Completion]:
    yield from (c for c in _types(place.names) if c.label not in ("Player", "Team"))
    yield Completion("mark", "keyword", "crosses that are written")


def _modifiers(place: _Place, _: re.Match[str]) -> Iterator[Completion]:
    known = (
        "face up", "face down", "seen by owner", "seen by all", "seen by none",
        "seen by all but owner", "spaces 1..9", "at most 9", "3 by 3", "hexes",
    )  # fmt: skip
    yield from (Completion(word, "keyword") for word in known)


def _seen_by(place: _Place, _: re.Match[str]) -> Iterator[Completion]:
    known = ("owner", "all", "none", "all but owner")
    yield from (Completion(word, "keyword") for word in known)


def _starts(place: _Place, _: re.Match[str]) -> Iterator[Completion]:
    yield from (Completion(word, "keyword") for word in STARTS)


def _ranked(place: _Place, _: re.Match[str]) -> Iterator[Completion]:
    yield Completion("total", "keyword", "the points of all rounds")
    yield from (c for c in _variables(place.names) if c.detail == "counter")


def _actions(place: _Place, _: re.Match[str]) -> Iterator[Completion]:
    index = place.names.index
    for key in index.declarations:
        if key.sort == "action":
            yield Completion(key.name, "action", "an action")
    if place.example:
        yield Completion("pass", "action", "where a choice may be left")
        yield Completion("any", "keyword", "any turn")


def _given(place: _Place, _: re.Match[str]) -> Iterator[Completion]:
    yield from (Completion(name, "option", "an option") for name in place.names.options)
    yield Completion("my", "keyword", "seat 1's")
    yield from _zones(place.names)
    yield from _variables(place.names)
    for word in ("players", "round", "roll", "seat", "top of", "bottom of"):
        yield Completion(word, "keyword")


def _given_value(place: _Place, found: re.Match[str]) -> Iterator[Completion]:
    """Offer what an option can be, or the words that the pieces of a zone are called by."""
    names, what = place.names, found["what"]
    kinds: list[str] = []
    if what in names.options:
        kind = names.options[what].domain.type
        kinds = [kind.name] if kind.kind == "enum" else []
        if kind.kind == "truth":
            yield from (Completion(word, "word") for word in ("yes", "no"))
    elif what in names.zones:
        for piece in names.zones[what].pieces:
            for attribute in names.components[piece].attributes:
                if attribute.domain.type.kind == "enum":
                    kinds.append(attribute.domain.type.name)
    for name in dict.fromkeys(kinds):
        for member in names.enums[name].members if name in names.enums else ():
            yield Completion(member.name, "word", f"a word of {name}")


def _patched(place: _Place, found: re.Match[str]) -> Iterator[Completion]:
    kind = found["kind"]
    index = place.names.index
    known: dict[str, Iterable[str]] = {
        "option": place.names.options, "table": place.names.tables, "zone": place.names.zones,
        "rule": place.names.rules, "to": place.names.procedures,
        "var": [v.name for v in place.names.variables.values() if v.kind == "var"],
        "counter": [v.name for v in place.names.variables.values() if v.kind == "counter"],
        "type": [t.label for t in _types(place.names)], "component": place.names.components,
        "action": [k.name for k in index.declarations if k.sort == "action"],
    }  # fmt: skip
    for name in known.get(kind, ()):
        yield Completion(name, "text", kind)


def _set(place: _Place, _: re.Match[str]) -> Iterator[Completion]:
    names = place.names
    for kind, known in (
        ("option", names.options), ("variable", names.variables), ("table", names.tables),
        ("zone", names.zones),
    ):  # fmt: skip
        yield from (Completion(name, "text", kind) for name in known)
    for word in ("players", "rounds", "starts", "subtitle", "aim", "winner", "teams"):
        yield Completion(word, "keyword")


def _fix(place: _Place, _: re.Match[str]) -> Iterator[Completion]:
    yield from (Completion(name, "option", "an option") for name in place.names.options)


def _bases(place: _Place) -> Iterator[Completion]:
    folder = place.loaded.path.parent
    beside = sorted(folder.glob("*.cairn")) if folder.is_dir() else []
    for path in dict.fromkeys((*beside, *library())):
        if path.resolve() != place.loaded.path.resolve():
            yield Completion(path.stem, "file", "a game")


_Offer = Callable[[_Place, "re.Match[str]"], Iterator[Completion]]
_PLACES: tuple[tuple[str, _Offer], ...] = (
    (r"(?P<what>\w+)\)?\.$", _attributes),
    (r"\bmy $", _after_my),
    (r"\bseen by $", _seen_by),
    (r"^\s*(?:add |replace )?zone\b[^:\"]*:\s*$", _zone_kinds),
    (r"^\s*(?:add |replace )?zone\b[^:]*:[^,]*\bof $", _contents),
    (r"^\s*(?:add |replace )?zone\b[^:]*:.*,\s*$", _modifiers),
    (r"^\s*(?:set )?starts .*(?:then )?$", _starts),
    (r"^\s*(?:set )?winner .*(?:highest|lowest) $", _ranked),
    (r"^\s*do\s+(?:seat \d+:? )?(?:.*, )?$", _actions),
    (r"^\s*then\s+.*\b(?:can|cannot|can't)(?: not)? $", _actions),
    (r"^advice $", _actions),
    (r"^\s*given (?:my )?(?P<what>\w+)(?:\[[^]]*\])? (?:=|has|is) (?:.*, )?$", _given_value),
    (r"^\s*given\s+$", _given),
    (r"^(?:remove|replace) (?P<kind>option|table|zone|rule|to|var|counter|type|component|action) $",
     _patched),
    (r"^set $", _set),
    (r"^fix $", _fix),
    (r"^\s*(?:gain|lose|pay) (?:at most )?\S.*\s$", _counters),
    (r"^\s*(?:shuffle|swap|erase) $", _a_zone),
    (r"\b(?:top of|bottom of) $", _a_zone),
    (r"^\s*(?:move|deal|write)\b.*\b(?:to|from|into|in) $", _a_zone),
)  # fmt: skip


# ------------------------------------------------------------------ quotations


def _quoted(place: _Place) -> Iterator[Completion]:
    before = place.before
    if before.rfind("{") > before.rfind("}"):
        inside = before[before.rfind("{") + 1 :]
        dot = re.search(r"(?P<what>\w+)\.$", inside)
        yield from _attributes(place, dot) if dot else _values(place)
    elif place.example and re.search(r'\bbecause "[^"]*$', before):
        yield from _reasons(place.loaded)
    elif place.example and re.search(r'\bmy "[^"]*$', before):
        yield from _labels(place.loaded)
    elif re.search(r'^(?:add to|(?:remove|replace) phase) "[^"]*$', before):
        yield from _phases(place.loaded)
    elif re.search(r'^variant "[^"]*" of "[^"]*$', before):
        yield from _bases(place)


def _reasons(loaded: Loaded) -> Iterator[Completion]:
    for node in _nodes(loaded.items, s.Require):
        if node.because is not None:
            yield Completion(node.because, "text", "because")
    for item in loaded.items:
        if isinstance(item, s.Rule) and item.words:
            yield Completion(item.words, "text", f"rule {item.name}")


def _labels(loaded: Loaded) -> Iterator[Completion]:
    for node in _nodes(loaded.items, s.LedgerLine):
        yield Completion(node.label, "text", "a line of the score")


def _phases(loaded: Loaded) -> Iterator[Completion]:
    for node in _nodes(loaded.items, s.Phase):
        yield Completion(node.title, "text", "a phase")


def _nodes(node: object, kind: type[T]) -> Iterator[T]:
    """Yield every node of a kind in a piece of syntax."""
    return (found for found in s.nodes_in(node, s.Example) if isinstance(found, kind))
