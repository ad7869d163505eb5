"""A position written down in the words of an example: what `given` would have to say for it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from engine.compile import layout as at
from engine.game.interpreter import State
from engine.game.session import Game
from engine.rules.types import seat_word

_JOINTS = ("x", "at", "in", "after", "because", "and", "or", "supposing")
"""What would end or change a piece's name in an example."""


@dataclass(frozen=True)
class GivenThing:
    """One thing that is given: the place, and the pieces there, or its value.

    `items`: each as it is written, equal ones together. `zone`: whether it is one. `stock`: it is
    dealt from.
    """

    place: str
    items: tuple[str, ...] = ()
    sign: str = "="
    zone: bool = False
    stock: bool = False

    @property
    def line(self) -> str:
        """Return it as it is after `given`."""
        if self.zone and not self.items:
            return f"{self.place} is empty"
        return f"{self.place} {self.sign} {', '.join(self.items)}".strip()


def told_of(game: Game, state: State, deals: Sequence[State]) -> list[GivenThing]:
    """Return what `given` has to say for a position that stands before a turn, as far as it differs
    from some deals; each is the game's deal with another seed.

    What can't be given is left out: the faces and other changing attributes of pieces.
    """
    return [
        *_of_the_game(game, state),
        *_zones(game, state, deals),
        *_variables(game, state, deals),
    ]


def setting_of(game: Game) -> list[GivenThing]:
    """Return what `given` has to say of the number of players and the options."""
    found = []
    if game.players != game.rules.header.players[0]:
        found.append(GivenThing(f"{game.players} players", sign=""))
    for name, word in game.option_words().items():
        option = game.rules.options[name]
        if game.compiled.setting.options[name] != option.default:
            found.append(GivenThing(name, (word,)))
    return found


def _of_the_game(game: Game, state: State) -> Iterator[GivenThing]:
    if state[at.ACTIVE]:
        yield GivenThing(f"{seat_word(state[at.ACTIVE])} is to move", sign="")
    if state[at.ROUND] != 1:
        yield GivenThing("round", (str(state[at.ROUND]),))
    for seat in range(game.players):
        total = state[game.compiled.layout.totals + seat]
        if total:
            whose = "my total" if not seat else f"total[seat {seat + 1}]"
            yield GivenThing(whose, (str(total),))


def _zones(game: Game, state: State, deals: Sequence[State]) -> Iterator[GivenThing]:
    for address, zone in game.compiled.layout.zones.items():
        items = lying_in_words(game, address, state)
        if any(items != lying_in_words(game, address, deal) for deal in deals):
            stock = zone.model.traits.stock
            yield GivenThing(place_in_words(game, address), items, zone=True, stock=stock)


def place_in_words(game: Game, address: int) -> str:
    """Return a zone as an example writes it: `my hand`, `hand[seat 2]`."""
    mine = game.compiled.layout.zones[address].owner == 0
    return f"my {game.wording.zone_at(address, 0)}" if mine else game.wording.zone_at(address)


def lying_in_words(game: Game, address: int, state: State) -> tuple[str, ...]:
    """Return the contents of a zone as an example writes it, from the bottom up, or in the order of
    names where none counts.
    """
    wording, layout = game.wording, game.compiled.layout
    zone, values = layout.zones[address], layout.zones[address].lying(state)
    if zone.family.counted:
        return (str(state[address]),) if state[address] else ()
    if zone.model.written is not None:
        kind = zone.model.written.type
        return _gathered([wording.value(v, kind, state) for v in values])
    names = [piece_in_words(game, p, state) for p in values]
    if zone.family.spaces:
        names = [f"{n} at {state[layout.space + p]}" for n, p in zip(names, values, strict=True)]
    return _gathered(names if zone.model.traits.ordered else sorted(names))


def piece_in_words(game: Game, piece: int, state: State) -> str:
    """Return what a piece is called, in quotes where an example needs them."""
    name = game.wording.name(piece, state)
    plain = all(re.fullmatch(r"\w+", word) and word not in _JOINTS for word in name.split(" "))
    return name if plain else '"' + name.replace("\\", "\\\\").replace('"', '\\"') + '"'


def _variables(game: Game, state: State, deals: Sequence[State]) -> Iterator[GivenThing]:
    for name, word in changed_variables(game, state, deals):
        yield GivenThing(name, (word,))


def changed_variables(
    game: Game, state: State, others: Sequence[State]
) -> Iterator[tuple[str, str]]:
    """Yield the variables whose values an example can write and that are otherwise in one of some
    other positions: each as it is written, and its value.
    """
    for name, variable in game.rules.variables.items():
        kind = variable.domain.type
        for offset, address in enumerate(game.compiled.layout.cells[name].addresses):
            value = state[address]
            plain = kind.kind in ("number", "enum", "truth")
            if plain and any(other[address] != value for other in others):
                yield variable_in_words(game, name, offset), game.wording.value(value, kind, state)


def variable_in_words(game: Game, name: str, offset: int) -> str:
    """Return a variable's cell as an example writes it: `my coins`, `coins[seat 2]`."""
    cells, domains = game.compiled.layout.cells[name], game.rules.variables[name].indices
    indices, mine = cells.indices(offset), cells.owner(offset) == 0
    words = [
        game.wording.value(value, domain.type, [])
        for n, (value, domain) in enumerate(zip(indices, domains, strict=True))
        if not mine or n != cells.owner_index
    ]
    return f"{'my ' if mine else ''}{name}{'[' + ', '.join(words) + ']' if words else ''}"


def _gathered(items: Sequence[str]) -> tuple[str, ...]:
    """Return things that stand after one another and are equal as `3 x stone`."""
    found: list[tuple[str, int]] = []
    for item in items:
        if found and found[-1][0] == item:
            found[-1] = item, found[-1][1] + 1
        else:
            found.append((item, 1))
    return tuple(item if many == 1 else f"{many} x {item}" for item, many in found)
