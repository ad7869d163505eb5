"""The ledger: where a seat's points come from, line by line, in any position.

For a reader it is made from what they know: a line's value and the sum are None where they depend
on something hidden, and what may or may not be a line is one whose value isn't known.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass

from engine.game.interpreter import State
from engine.game.masked_state import MaskedState
from engine.game.partial import Noted, Possible
from engine.game.watched import HiddenReadError, Watched
from engine.game.wording import Wording
from engine.language.diagnostics import RulesError
from engine.language.frozen import walk
from engine.language.source import Span
from engine.rules import model as m
from engine.rules.catalogue import signed
from engine.rules.said import Said, joined


@dataclass(frozen=True)
class LedgerRow:
    """A line of a score: its label, what it adds or by what it multiplies, and its place in the
    rules.

    `kind`: add or times. `value`: None if the reader can't know it. `shown`: the value for people:
    `−20`, `× 2`, or `?`.

    >>> from engine import Game, Session, load
    >>> session = Session(Game(load("examples/knock.cairn"), players=2), seed=5)
    >>> [(row.label, row.kind, row.value) for row in session.ledgers(0)[0].rows]
    [('Cards', 'add', 10)]
    """

    label: str
    kind: str
    value: int | None
    span: Span
    group: str = ""
    """What its turn of a loop is about, such as `blue`: the same for all lines of that turn."""
    names: frozenset[str] = frozenset()
    """The words of the values that its label names."""
    bound: tuple[tuple[int, str], ...] = ()
    """The words of the loops' names in its label, by their keys: `blue` for the colour."""

    @property
    def shown(self) -> str:
        """The value as people read it: `−20`, `× 2`, or `?` where it can't be known."""
        return f"× {signed(self.value)}" if self.kind == "times" else signed(self.value)


@dataclass(frozen=True)
class LedgerGroup:
    """Lines of one turn of a loop, or a line on its own, with what they come to.

    `total` is None where whoever reads it can't know it; `factor` tells whether it multiplies.
    """

    label: str
    rows: tuple[LedgerRow, ...]
    total: int | None
    factor: bool = False

    @property
    def shown(self) -> str:
        """What they come to, as people read it."""
        return f"× {signed(self.total)}" if self.factor else signed(self.total)


@dataclass(frozen=True)
class Ledger:
    """A seat's score, line by line.

    `total`: the points, None if the reader can't know them. `into`: the counter that they would be
    paid into, None for the totals.

    >>> from engine import Game, Session, load
    >>> session = Session(Game(load("examples/knock.cairn"), players=2), seed=5)
    >>> session.ledgers(0), session.ledgers(1, viewer=0)[0].total
    ([<Ledger of seat 1: Cards 10>], None)
    """

    seat: int
    rows: tuple[LedgerRow, ...]
    total: int | None
    into: str | None = None

    def __repr__(self) -> str:
        rows = ", ".join(f"{row.label} {row.shown}" for row in self.rows)
        return f"<Ledger of seat {self.seat + 1}: {rows}>"


class Ledgers:
    """Reads the ledgers of one compiled ruleset."""

    def __init__(self, wording: Wording) -> None:
        self.wording = wording
        compiled = wording.compiled
        self.lines = compiled.lines
        found = [
            part
            for part in walk((compiled.rules.scores, compiled.rules.afters))
            if isinstance(part, m.Score)
        ]
        self.scores = sorted(found, key=lambda score: score.number)
        self.loops = {
            id(line): loop
            for loop in walk(tuple(self.scores))
            if isinstance(loop, m.ForEach)
            for line in walk(loop.body)
            if isinstance(line, m.LedgerLine)
        }
        """The loop in which a line stands, the innermost."""
        self._read: tuple[MaskedState, dict[int, list[Ledger]]] | None = None
        """What was read of the last position that a viewer asked about, by seat."""

    def ledger(self, state: State, seat: int, score: int, viewer: int | None = None) -> Ledger:
        """Return one score of a seat as it would be paid now, as far as a viewer knows.

        Without lines and total where it can't be paid yet: it asks for a piece that isn't there.
        """
        sight = MaskedState(None, state) if viewer is None else self.wording.sight(state, viewer)
        return self._ledger(state, seat, score, sight)

    def _ledger(self, state: State, seat: int, score: int, sight: MaskedState) -> Ledger:
        into = self.scores[score].into
        try:
            total, notes = self._notes(state, seat, score, sight)
        except RulesError:
            return Ledger(seat, (), None, into)
        rows: list[LedgerRow] = []
        before = -1
        for number, value, label in notes:
            line = self.lines[number]
            words, names, bound = self._label(line.label, label, sight)
            same = rows[-1].group if rows and self._same_loop(before, number) else words
            group = self._group(number, label, sight, same)
            place = line.source.span
            rows.append(LedgerRow(words, line.kind, _known(value), place, group, names, bound))
            before = number
        return Ledger(
            seat, tuple(dict.fromkeys(rows)) if total is None else tuple(rows), total, into
        )

    def _notes(
        self, state: State, seat: int, score: int, sight: MaskedState
    ) -> tuple[int | None, Sequence[Noted]]:
        interpreter = self.wording.interpreter
        if sight.whole:
            return interpreter.points(state, score, seat), interpreter.notes(state, score, seat)
        with suppress(HiddenReadError):
            watched = Watched(sight.state)
            total = interpreter.points(watched, score, seat)
            return total, interpreter.notes(watched, score, seat)
        partly, notes = interpreter.measures.noted(score, seat, sight)
        return _known(partly), notes

    def ledgers(self, state: State, seat: int, viewer: int | None = None) -> list[Ledger]:
        """Return all scores of a seat, in the order of the text, as far as a viewer knows."""
        numbers = range(len(self.scores))
        if viewer is None:
            return [self.ledger(state, seat, number) for number in numbers]
        return self._ledgers(state, seat, self.wording.sight(state, viewer))

    def _ledgers(self, state: State, seat: int, sight: MaskedState) -> list[Ledger]:
        """Return the same for a reader, as before if they know no other position now."""
        if self._read is None or self._read[0] is not sight:
            self._read = sight, {}
        known = self._read[1]
        if seat not in known:
            numbers = range(len(self.scores))
            known[seat] = [self._ledger(state, seat, number, sight) for number in numbers]
        return list(known[seat])

    def ranked(self, state: State, seat: int, viewer: int | None = None) -> bool:
        """Tell whether a viewer knows what a seat would be ranked by first if it were paid now."""
        if viewer is None or not self.wording.compiled.rankings:
            return True
        sight, interpreter = self.wording.sight(state, viewer), self.wording.interpreter
        try:
            interpreter.rank(Watched(sight.state), 0, seat)
            sure = True
        except HiddenReadError:
            sure = self._surely_ranked(seat, sight)
        except RulesError:
            sure = True
        paid = self._ledgers(state, seat, sight)
        return sure and all(ledger.total is not None for ledger in paid)

    def _surely_ranked(self, seat: int, sight: MaskedState) -> bool:
        """Tell the same where something hidden may count."""
        try:
            return _known(self.wording.interpreter.measures.ranked(0, seat, sight)) is not None
        except RulesError:
            return True

    def _same_loop(self, before: int, number: int) -> bool:
        """Return whether a line may belong to the same turn of a loop as the one before it."""
        loops = [self.loops.get(id(self.lines[n].source)) for n in (before, number)]
        return before < number and loops[0] is loops[1]

    def _group(
        self, number: int, values: tuple[Possible, ...], sight: MaskedState, same: str
    ) -> str:
        """Return what a line's turn of its loop is about: what its label names of it, else `same`.

        Empty for a line in no loop.
        """
        line = self.lines[number]
        loop = self.loops.get(id(line.source))
        if loop is None:
            return ""
        keys = {binder.key for binder in loop.binders}
        given = [part for part in line.label.parts if isinstance(part, m.Expr)]
        names = [
            self.wording.read(value, part.type, sight)
            for part, value in zip(given, values, strict=True)
            if isinstance(part, m.Local) and part.key in keys
        ]
        return joined(" ", names) or same

    def _label(
        self, words: m.Words, values: tuple[Possible, ...], sight: MaskedState
    ) -> tuple[str, frozenset[str], tuple[tuple[int, str], ...]]:
        """Return the label of a line, the words of the values in it, and those of loops' names."""
        given = [part for part in words.parts if isinstance(part, m.Expr)]
        read = {
            id(part): self.wording.read(value, part.type, sight)
            for part, value in zip(given, values, strict=True)
        }
        parts = self.wording.parts(words)
        label = Said(part if isinstance(part, str) else read[id(part)] for part in parts)
        bound = {part.key: read[id(part)] for part in given if isinstance(part, m.Local)}
        return label, frozenset(read.values()), tuple(bound.items())


def together(totals: Iterable[int | None]) -> int | None:
    """Return the sum of what several ledgers come to, None where one isn't known."""
    found = list(totals)
    return None if None in found else sum(total or 0 for total in found)


def grouped(rows: Iterable[LedgerRow]) -> list[LedgerGroup]:
    """Return the lines of a ledger with a sum for each turn of a loop; factors of 1 say nothing."""
    groups: list[list[LedgerRow]] = []
    for row in rows:
        if groups and row.group and groups[-1][-1].group == row.group:
            groups[-1].append(row)
        else:
            groups.append([row])
    found = []
    for members in groups:
        alone = len(members) == 1
        factor = members[0].kind == "times" and not members[0].group
        total = members[0].value if factor else _sum(members)
        label = members[0].label if alone else members[0].group
        telling = tuple(row for row in members if row.kind != "times" or row.value != 1)
        if telling:
            found.append(LedgerGroup(label, telling, total, factor))
    return found


def _sum(rows: Iterable[LedgerRow]) -> int | None:
    """Return what the lines of one turn of a loop come to."""
    total = 0
    for row in rows:
        if row.value is None:
            return None
        total = total * row.value if row.kind == "times" else total + row.value
    return total


def _known(value: Possible) -> int | None:
    return value if isinstance(value, int) else None
