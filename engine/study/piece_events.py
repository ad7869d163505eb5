"""What players get and play: which pieces come to a seat, and which it names in its moves, when."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from engine.compile import layout as at
from engine.compile.instance import Piece
from engine.game.session import Game
from engine.game.wasm_executor import Stopped
from engine.study.stepped_games import SteppedGames, SteppedResult, asked_of_each

GOT = 0
"""The number of what happens when a piece comes to a seat; those of actions follow."""
MOST_KINDS = 400
"""Of a game with more kinds of pieces nothing is asked: too many would differ only by luck."""


class PieceEvent(NamedTuple):
    """The first time in a game that a seat gets a kind of piece, or names one in an action.

    `place`: its place in turn order; `what`: GOT, or the number of the action; `when`: how many
    decisions had been made; `part`: which part of the win that seat's side has in the end.
    """

    game: int
    place: int
    kind: int
    what: int
    when: int
    part: float


@dataclass(frozen=True)
class PieceKind:
    """Pieces that are equal but for what changes: what they are called, and their component.

    `numbers`: what is printed on them that is a number, by name.
    """

    name: str
    component: str
    numbers: tuple[tuple[str, int], ...]


class PieceWatch:
    """The pieces of a game: their kinds, whose zones are whose, and what names them in moves."""

    def __init__(self, games: SteppedGames) -> None:
        """Find out what there is; the module then holds a dealt game. Raises Stopped."""
        self.game: Game = games.game
        compiled, layout = self.game.compiled, self.game.compiled.layout
        games.deal(1, 1)
        state = games.state.tolist()
        found: dict[tuple[object, ...], int] = {}
        self.kinds: list[PieceKind] = []
        kind_of = []
        for piece in compiled.setting.pieces:
            key = (piece.component, *self._printed(piece))
            if key not in found:
                found[key] = len(found)
                self.kinds.append(self._kind(piece, state))
            kind_of.append(found[key])
        self.kind_of = np.array(kind_of, np.int64)
        first = layout.zone_of
        self.zones = slice(first, first + len(kind_of))
        self.owners = np.full(compiled.program.size + 1, -1, np.int64)
        for address, zone in layout.zones.items():
            if zone.owner is not None:
                self.owners[address] = zone.owner
        self.actions = ["", *dict.fromkeys(o.action.name for o in compiled.debug.actions.values())]
        """The names of what happens to pieces: of GOT none, then those of actions."""

    def _printed(self, piece: Piece) -> list[tuple[str, int]]:
        """Return the fixed attributes of a piece, leaving out whose it is."""
        attributes = self.game.rules.components[piece.component].attributes
        whose = {a.name for a in attributes if "Player" in a.domain.type.names}
        return [(name, value) for name, value in piece.values if name not in whose]

    def _kind(self, piece: Piece, state: list[int]) -> PieceKind:
        component = self.game.rules.components[piece.component]
        fixed = [a for a in component.attributes if not a.changes]
        values = dict(piece.values)
        numbers = [a.name for a in fixed if a.domain.type.kind == "number" and a.name in values]
        name = self.game.wording.name(piece.number, state)
        if component.name_varies:
            words = [
                self.game.wording.value(values[a.name], a.domain.type, state)
                for a in fixed
                if a.name in values
            ]
            name = " ".join([piece.component.lower(), *words])
        return PieceKind(name, piece.component, tuple((n, values[n]) for n in numbers))

    @property
    def comparable(self) -> bool:
        """Return whether there are several kinds of pieces, but not too many."""
        return 1 < len(self.kinds) <= MOST_KINDS

    @cached_property
    def taken(self) -> dict[tuple[int, int], tuple[int, list[int]]]:
        """Return by choice and place of an action its number, and which arguments are pieces."""
        found = {}
        for offered in self.game.compiled.debug.actions.values():
            single = self.game.wording.parameters(offered.action)
            pieces = [n for n, p in enumerate(single) if p.type.kind == "piece"]
            if pieces and offered.place >= 0:
                number = self.actions.index(offered.action.name)
                found[offered.choice, offered.place] = number, pieces
        return found


def piece_events(
    games: SteppedGames,
    watch: PieceWatch,
    most: int,
    seconds: float,
    heard: Callable[[float], None],
) -> tuple[list[PieceEvent], int]:
    """Play games; return what seats got and played, and how many games there were.

    `heard` hears the share that is done. It ends early when the time is over.
    """

    def ask(number: int) -> list[PieceEvent] | None:
        try:
            games.deal(number, number)
            seen = list(_seen(games, watch))
            result = games.result()
        except Stopped:
            return None
        if not result.parts.any():
            return None
        return list(_events(number, seen, result, games.game.players))

    found = asked_of_each(most, seconds, heard, ask)
    return [event for events in found for event in events], len(found)


_Seen = tuple[int, int, int, int]
"""A seat, a kind, what happens, and when."""


def _seen(games: SteppedGames, watch: PieceWatch) -> Iterator[_Seen]:
    """Play a game that is dealt; yield what happens to pieces, the first time for each seat."""
    state, known = games.state, set[tuple[int, int, int]]()
    module = games.module
    place, width = module.emitted.moves, module.emitted.width
    before: npt.NDArray[np.int32] = np.zeros_like(state[watch.zones])
    for chosen in games.steps():
        before, arrived = _arrivals(watch, state[watch.zones], before)
        when, seat = int(state[at.DECISIONS]), int(state[at.ME])
        happened = [(owner, kind, GOT) for owner, kind in arrived]
        move = module.words(place + 4 * width * chosen, width)
        what, pieces = watch.taken.get((int(state[at.PC]), move[0]), (GOT, ()))
        happened += [(seat, int(watch.kind_of[move[1 + n]]), what) for n in pieces]
        for one in happened:
            if one not in known:
                known.add(one)
                yield (*one, when)
    for owner, kind in _arrivals(watch, state[watch.zones], before)[1]:
        if (owner, kind, GOT) not in known:
            yield owner, kind, GOT, int(state[at.DECISIONS])


def _arrivals(
    watch: PieceWatch, now: npt.NDArray[np.int32], before: npt.NDArray[np.int32]
) -> tuple[npt.NDArray[np.int32], Sequence[tuple[int, int]]]:
    """Return where all pieces are, and the seat and kind of each that came to a seat."""
    (moved,) = np.nonzero(now != before)
    if not moved.size:
        return before, ()
    owners = watch.owners[now[moved]]
    found = [
        (int(owner), int(watch.kind_of[piece]))
        for piece, owner in zip(moved, owners, strict=True)
        if owner >= 0
    ]
    return now.copy(), found


def _events(
    number: int, seen: Sequence[_Seen], result: SteppedResult, players: int
) -> Iterator[PieceEvent]:
    for seat, kind, what, when in seen:
        place = (seat - result.starter) % players
        yield PieceEvent(number, place, kind, what, when, float(result.parts[seat]))
