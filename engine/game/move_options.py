"""What a seat can choose, with everything that it could be pointed at with.

For each legal move: its arguments one by one, with where each lies in the mover's view, and from
which and to which zones it takes pieces. That is found by carrying out the action on a position
sampled from what the mover knows, so that it tells nothing more.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial
from typing import Literal

from engine.compile import layout as at
from engine.compile.debug_info import OfferedAction
from engine.game.interpreter import Move, State
from engine.game.knowledge import Knowledge
from engine.game.places import Spot, TablePlace
from engine.game.trace import Step, Tracer
from engine.game.wording import Wording
from engine.language.diagnostics import RulesError
from engine.language.frozen import walk
from engine.rules import model as m
from engine.rules.types import Type

SAMPLES = 2
"""On how many positions that the mover thinks possible an action is tried out."""
ArgumentKind = Literal["piece", "zone", "enum", "number", "seat", "truth", "mark"]


@dataclass(frozen=True)
class Argument:
    """An argument of a move: its name in the rules, its kind, and its value.

    `kind`: piece, zone, enum, number, seat, truth or mark. `text`: the value in notation. `shown`:
    in the language of the game. `place` and `index`: where a piece is in the view of the seat that
    decides; of a zone or a seat, only the place. `same`: the indices of all pieces there that would
    do as well.

    >>> from engine import Game, Session, load
    >>> session = Session(Game(load("examples/knock.cairn"), players=2), seed=5)
    >>> argument = session.move_options()[0].arguments[0]
    >>> str(argument.place), argument.index
    ('hand[seat 1]', 0)
    """

    name: str
    kind: ArgumentKind
    text: str
    shown: str
    place: TablePlace | None = None
    index: int | None = None
    same: tuple[int, ...] = ()

    @property
    def spots(self) -> tuple[Spot, ...]:
        """What means it on the table: one of the pieces that are alike, a zone, a seat."""
        if self.place is None:
            return ()
        if self.index is None:
            return (Spot(self.place),)
        return tuple(Spot(self.place, i) for i in self.same or (self.index,))


@dataclass(frozen=True)
class Thing:
    """Something of a position: a zone, or a piece in it, by their numbers; or a seat."""

    zone: int | None = None
    piece: int | None = None
    seat: int | None = None


@dataclass(frozen=True)
class MoveOption:
    """A legal move in full: its action, its arguments, and the zones that it touches.

    `text`: its notation. `says`: writes its sentence, for `words`; most of them nobody reads.
    `title`: the action in the language of the game; `label`: with the amount that it is about, such
    as `bet 2`. `sources` and `targets`: the zones from which
    it takes pieces, and those to which it brings pieces or in which it writes, as far as the seat
    that decides can know.

    >>> from engine import Game, Session, load
    >>> session = Session(Game(load("examples/nim.cairn"), players=2))
    >>> option = session.move_options()[0]
    >>> option, [(argument.name, argument.text) for argument in option.arguments]
    (<MoveOption take(1, 1): heap[1] → taken>, [('number', '1'), ('many', '1')])
    """

    text: str
    says: Callable[[], str] = field(compare=False)
    move: Move
    action: str
    title: str
    arguments: tuple[Argument, ...] = ()
    sources: tuple[TablePlace, ...] = ()
    targets: tuple[TablePlace, ...] = ()
    counts: Callable[[], str] = field(default=str, compare=False)

    @property
    def label(self) -> str:
        """What a button for it says."""
        return f"{self.title} {self.counts()}".rstrip()

    @property
    def words(self) -> str:
        """Its sentence."""
        return self.says()

    def __repr__(self) -> str:
        places = " → ".join(
            ", ".join(map(str, zones)) for zones in (self.sources, self.targets) if zones
        )
        return f"<MoveOption {self.text}{places and f': {places}'}>"


class MoveOptions:
    """Describes the legal moves of one compiled ruleset in full."""

    def __init__(self, wording: Wording, knowledge: Knowledge, tracer: Tracer) -> None:
        self.wording = wording
        self.knowledge = knowledge
        self.tracer = tracer
        self.layout = wording.layout
        self.rules = wording.rules
        self._last: tuple[State, list[MoveOption]] = ([], [])
        """The position that was described last: a screen asks again and again."""
        self._plain: dict[tuple[int, bool], list[tuple[m.Expr, set[int]]]] = {}
        self.zones = {address: wording.place_at(address) for address in self.layout.zones}
        self.addresses = {place: address for address, place in self.zones.items()}
        """Where the zones begin."""
        self._amassing = [zone for zone in self.layout.zones.values() if not zone.tells_apart]

    def of(self, state: State) -> list[MoveOption]:
        """Return what the seat that has to decide can choose, in the order of the text."""
        if state[at.PC] == at.OVER:
            return []
        if state != self._last[0]:
            samples = self.samples(state, SAMPLES)
            state = list(state)
            moves = self.wording.canonical_moves(state).items()
            found = [self._offer(text, move, state, samples) for text, (_, move) in moves]
            self._last = state, found
        return list(self._last[1])

    def samples(self, state: State, most: int) -> list[State]:
        """Return positions that the seat that has to decide can't tell from the truth."""
        return self.knowledge.samples(state, state[at.ME], most)

    def _offer(self, text: str, move: Move, state: State, samples: list[State]) -> MoveOption:
        found = self.wording.action(state[at.PC], move)
        action = found[0] if found else None
        name = action.name if action else "pass"
        arguments: tuple[Argument, ...] = ()
        if action:
            pairs = zip(self.wording.parameters(action), move[1:], strict=True)
            arguments = tuple(self.argument(p, value, state) for p, value in pairs)
        sources: dict[int, None] = {}
        targets: dict[int, None] = {}
        for sample in samples:
            taken, brought = self.touches(found, move, state, sample)
            sources |= dict.fromkeys(taken)
            targets |= dict.fromkeys(brought)
        sources |= dict.fromkeys(self._unseen(found, move, state))
        return MoveOption(
            text, partial(self.wording.words, state, move, state[at.ME]), move, name,
            self.title(action), arguments,
            tuple(self.zones[z] for z in sources), tuple(self.zones[z] for z in targets),
            partial(self.wording.amount, state, move),
        )  # fmt: skip

    def touches(
        self, found: OfferedAction | None, move: Move, state: State, sample: State
    ) -> tuple[list[int], list[int]]:
        """Return from which and to which zones an action moves something, by their addresses."""
        action = found.action if found else None
        like = self.wording.same_move(move, action, state, sample, state[at.ME])
        return ([], []) if like is None else self.moved(self.tracer.try_out(sample, like, found))

    def title(self, action: m.Action | None) -> str:
        """Return an action's name in the language of the game."""
        return self.wording.title(action).replace("_", " ")

    # -------------------------------------------------------------- arguments

    def argument(self, p: m.ActionParameter, value: int, state: State) -> Argument:
        """Return an argument of a move with where it is."""
        text = self.wording.argument(p, value, state)
        if p.type.kind == "piece":
            return self._piece(p, value, text, state)
        shown = self.wording.shown(value, p.type, state)
        kind = kind_of(p.type)
        place = self.zones.get(value) if kind == "zone" else None
        place = TablePlace.of_seat(value) if kind == "seat" else place
        return Argument(p.name, kind, text, shown, place)

    def _piece(self, p: m.ActionParameter, value: int, text: str, state: State) -> Argument:
        seat = state[at.ME]
        shown = self.wording.shown_piece(value, state, seat)
        address = state[self.layout.zone_of + value]
        if not address:
            return Argument(p.name, "piece", text, shown)
        lying = state[address + 1 : address + 1 + state[address]]
        index = lying.index(value)
        same: tuple[int, ...] = (index,)
        if self.wording.knows(seat, value, state):
            mark = self._mark(value, state)
            same = tuple(
                i
                for i, other in enumerate(lying)
                if self.wording.knows(seat, other, state) and self._mark(other, state) == mark
            )
        return Argument(p.name, "piece", text, shown, self.zones.get(address), index, same)

    def _mark(self, piece: int, state: State) -> tuple[int, ...]:
        """Return what tells a piece from others to those who know it."""
        layout = self.layout
        changing = [state[base + piece] for base, _, _ in layout.changing.values()]
        space = [state[layout.space + piece]] if layout.space else []
        return (self.wording.compiled.program.data["kind"][piece], *changing, *space)

    # -------------------------------------------------------------- what is moved

    def moved(self, steps: list[Step]) -> tuple[list[int], list[int]]:
        """Return the addresses of the zones that some steps have taken from and brought to."""
        begins: dict[int, int] = {}
        ends: dict[int, int] = {}
        written: dict[int, int] = {}
        sources: dict[int, None] = {}
        targets: dict[int, None] = {}
        for step in steps:
            for piece, old, new in self._pieces(step):
                begins.setdefault(piece, old)
                ends[piece] = new
            for address, more in self._amounts(step):
                written[address] = written.get(address, 0) + more
            for address in self._along(step):
                targets[address] = None
        for piece, old in begins.items():
            if old != ends[piece]:
                sources[old] = None
                targets[ends[piece]] = None
        for address, more in written.items():
            if more:
                (targets if more > 0 else sources)[address] = None
        return [z for z in sources if z], [z for z in targets if z]

    def _pieces(self, step: Step) -> Iterator[tuple[int, int, int]]:
        """Yield the pieces that lie elsewhere after a step: the piece, its old and new zone."""
        start, count = self.layout.zone_of, len(self.wording.setting.pieces)
        old, new = step.before[start : start + count], step.after[start : start + count]
        if old != new:
            for piece, (a, b) in enumerate(zip(old, new, strict=True)):
                if a != b:
                    yield piece, a, b

    def _amounts(self, step: Step) -> Iterator[tuple[int, int]]:
        """Yield the zones that hold more or less, or other values, and by how much."""
        for zone in self._amassing:
            old, new = step.before[zone.address], step.after[zone.address]
            if old != new:
                yield zone.address, new - old
            else:
                extent = slice(zone.address, zone.address + zone.family.stride)
                if step.before[extent] != step.after[extent]:
                    yield zone.address, 1

    def _along(self, step: Step) -> Iterator[int]:
        """Yield the tracks along which a piece has moved."""
        layout = self.layout
        start, count = layout.space, len(self.wording.setting.pieces)
        if not start or step.before[start : start + count] == step.after[start : start + count]:
            return
        for piece in range(count):
            zone = step.after[layout.zone_of + piece]
            same = step.before[layout.zone_of + piece] == zone
            if same and step.before[start + piece] != step.after[start + piece]:
                yield zone

    def _unseen(self, found: OfferedAction | None, move: Move, state: State) -> list[int]:
        """Return zones hidden from the mover from which the action may take, as it is written.

        What lies there decides whether it does, and a sample may lie the other way.
        """
        if found is None:
            return []
        seat = state[at.ME]
        return [
            zone
            for zone in self.written(found, move, state)
            if state[zone] and not self.layout.zones[zone].sees >> seat & 1
        ]

    def written(
        self, found: OfferedAction, move: Move, state: State, *, into: bool = False
    ) -> list[int]:
        """Return the zones that an action takes from as it is in the text, if that is sure.

        `into`: also those that it brings something to or writes in.
        """
        known, seat = self.wording.locals_of(found, move), state[at.ME]
        result = []
        for zone, names in self._plain_zones(found[0], into):
            if not names <= known.keys():
                continue
            try:
                address = self.wording.evaluate(zone, known, seat, state)
            except RulesError:
                continue
            if address in self.layout.zones:
                result.append(address)
        return result

    def _plain_zones(self, action: m.Action, into: bool) -> list[tuple[m.Expr, set[int]]]:
        """Return zones that an action speaks of, with the names that each depends on.

        Those that depend on variables are left out: the action may change them on the way.
        """
        if (action.number, into) not in self._plain:
            body = action.body
            found = []
            for zone in (*_taken_from(body), *(_brought_to(body) if into else ())):
                parts = list(walk(zone))
                if not any(isinstance(part, m.VarRef) for part in parts):
                    found.append((zone, {p.key for p in parts if isinstance(p, m.Local)}))
            self._plain[action.number, into] = found
        return self._plain[action.number, into]


def _taken_from(body: m.Block) -> Iterator[m.Expr]:
    """Yield the zones that moves of a block take pieces from, as expressions of one zone."""
    for part in walk(body):
        for what in m.handled_by(part).pieces if isinstance(part, m.Stmt) else ():
            while isinstance(what, m.Fold):
                what = what.binders[0].domain
            if isinstance(what, m.Op) and what.op in ("last", "first"):
                what = what.arguments[0]
            if isinstance(what, m.ZoneRef) and not what.is_open:
                yield what


def _brought_to(body: m.Block) -> Iterator[m.Expr]:
    """Yield the zones that a block moves pieces to or writes in, as expressions of one zone."""
    for part in walk(body):
        for to in m.handled_by(part).to if isinstance(part, m.Stmt) else ():
            if isinstance(to, m.ZoneRef) and not to.is_open:
                yield to


def kind_of(kind: Type) -> ArgumentKind:
    """Return what kind of argument a type makes."""
    if kind.kind == "enum":
        return "seat" if kind.name == "Player" else "enum"
    known: dict[str, ArgumentKind] = {
        "piece": "piece", "zone": "zone", "truth": "truth", "mark": "mark",
    }  # fmt: skip
    return known.get(kind.kind, "number")
