"""What is printed on pieces and isn't part of their names: `Footprints: 2–5 → 1, 6–10 → 2`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache

from engine.game.session import Game
from engine.language.frozen import walk
from engine.moves.notation import natural
from engine.rules import model as m
from engine.teach.plan import LessonPlan
from engine.teach.positions import ByDigest, game_of

_Key = tuple[str, str]
"""A component and an attribute of it."""


def unnamed(rules: m.Ruleset) -> dict[_Key, m.Attribute]:
    """Return the attributes that pieces have for good and that their names don't say.

    Whose a piece is isn't among them: its place shows that.
    """
    found: dict[_Key, m.Attribute] = {}
    for piece in rules.components.values():
        if piece.called is None:
            continue
        told = {part.name for part in walk(piece.called) if isinstance(part, m.Attr)}
        found |= {
            (piece.name, a.name): a
            for a in piece.attributes
            if not (a.name in told or a.changes or a.domain.type.is_seat)
        }
    return found


def read_from(rules: m.Ruleset, node: m.Model) -> Iterator[_Key]:
    """Yield which of these attributes something reads."""
    known = unnamed(rules)
    for part in walk(node):
        if isinstance(part, m.Attr):
            pairs = ((name, part.name) for name in part.piece.type.names)
            yield from (pair for pair in pairs if pair in known)


def printed_lines(plan: LessonPlan, component: str) -> list[tuple[str, str]]:
    """Return the attributes that the names of pieces don't say: each with which pieces have what.

    Raises RulesError where the game can't be compiled.
    """
    if all(owner != component for owner, _ in unnamed(plan.rules)):
        return []
    players = plan.players or plan.rules.header.players[0]
    return list(_lines(ByDigest.of(plan.loaded), players, plan.language, component))


@lru_cache(maxsize=40)
def _lines(
    key: ByDigest, players: int, language: str, component: str
) -> tuple[tuple[str, str], ...]:
    game = game_of(key.loaded, players, (), language)
    catalogue = game.wording.catalogue
    return tuple(
        (
            catalogue.name(attribute.name).replace("_", " "),
            catalogue.semicolon.join(_gives(_grouped(game, component, attribute))),
        )
        for (owner, _), attribute in unnamed(game.rules).items()
        if owner == component
    )


def _gives(groups: dict[str, list[str]]) -> Iterator[str]:
    """Yield which pieces have which value."""
    for value, pieces in groups.items():
        yield f"{', '.join(_runs(pieces))} → {value}"


def _grouped(game: Game, component: str, attribute: m.Attribute) -> dict[str, list[str]]:
    """Return what pieces are called by what they have; what makes no difference is left out."""
    state, wording = game.interpreter.start(1), game.wording
    pieces = [p for p in wording.setting.pieces if p.component == component]
    values = {p.number: dict(p.values) for p in pieces}
    names = {p.number: wording.shown_piece(p.number, state) for p in pieces}
    asked = {
        n: wording.shown(v[attribute.name], attribute.domain.type, state) for n, v in values.items()
    }
    for other in game.rules.components[component].attributes:
        kind = other.domain.type
        if other is attribute or other.changes or kind.kind == "truth":
            continue
        shorter = {
            n: _without(names[n], wording.shown(v[other.name], kind, state))
            for n, v in values.items()
        }
        if all(shorter.values()) and _tells(shorter, asked):
            names = shorter
    found: dict[str, dict[str, None]] = {}
    for number in sorted(names, key=lambda n: natural([names[n]])):
        found.setdefault(asked[number], {})[names[number]] = None
    return {value: list(found[value]) for value in sorted(found, key=lambda x: natural([x]))}


def _without(name: str, word: str) -> str:
    """Return a name without a word."""
    return " ".join(part for part in name.split() if part != word)


def _tells(names: dict[int, str], values: dict[int, str]) -> bool:
    """Return whether names show the values of the pieces that have them."""
    pairs = {(names[number], values[number]) for number in names}
    return len(pairs) == len({name for name, _ in pairs})


def _runs(words: Iterable[str]) -> list[str]:
    """Return words of which numbers that follow one another are written as `2–5`."""
    found: list[str] = []
    numbers: list[int] = []
    for word in words:
        if word.isdecimal() and (not numbers or int(word) == numbers[-1] + 1):
            numbers.append(int(word))
            continue
        found += _span(numbers)
        numbers = [int(word)] if word.isdecimal() else []
        found += [] if word.isdecimal() else [word]
    return [*found, *_span(numbers)]


def _span(numbers: list[int]) -> list[str]:
    if len(numbers) < 3:
        return [str(number) for number in numbers]
    return [f"{numbers[0]}–{numbers[-1]}"]
