"""The ledger: where a seat's points come from, line by line, in any position.

For a reader it is made from what they know: a line's value and the sum are None where they depend
on something hidden, and what may or may not be a line is one whose value isn't known.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from engine.game.interpreter import State
from engine.game.partial import Noted, Possible
from engine.game.sight import Sight
from engine.game.wording import Wording
from engine.language.diagnostics import RulesError
from engine.language.source import Span
from engine.rules import model as m
from engine.rules.walk import walk


@dataclass(frozen=True)
class LedgerRow:
    """A line: its words, whether it adds or multiplies, by how much, and the rule's line.

    `value` is None where whoever reads it can't know it.
    """

    label: str
    kind: str
    value: int | None
    span: Span


@dataclass(frozen=True)
class Ledger:
    """A seat's score. `into` names the counter that it would be paid into, None for the totals.

    `total` is None where whoever reads it can't know it.
    """

    seat: int
    rows: tuple[LedgerRow, ...]
    total: int | None
    into: str | None = None


class Ledgers:
    """Reads the ledgers of one compiled ruleset."""

    def __init__(self, wording: Wording) -> None:
        """Prepare for a ruleset."""
        self.wording = wording
        compiled = wording.compiled
        self.lines = compiled.lines
        found = [
            part
            for part in walk((compiled.rules.scores, compiled.rules.afters))
            if isinstance(part, m.Score)
        ]
        self.scores = sorted(found, key=lambda score: score.number)

    def ledger(self, state: State, seat: int, score: int, viewer: int | None = None) -> Ledger:
        """Return one score of a seat as it would be paid now, as far as a viewer knows."""
        sight = Sight(None, state) if viewer is None else self.wording.sight(state, viewer)
        into = self.scores[score].into
        total, notes = self._notes(state, seat, score, sight)
        rows = []
        for number, value, label in notes:
            line = self.lines[number]
            words = self._label(line.label, label, sight)
            rows.append(LedgerRow(words, line.kind, _known(value), line.source.span))
        return Ledger(
            seat, tuple(dict.fromkeys(rows)) if total is None else tuple(rows), total, into
        )

    def _notes(
        self, state: State, seat: int, score: int, sight: Sight
    ) -> tuple[int | None, Sequence[Noted]]:
        interpreter = self.wording.interpreter
        if sight.seat is None:
            return interpreter.points(state, score, seat), interpreter.notes(state, score, seat)
        total, notes = interpreter.measures.noted(score, seat, sight)
        return _known(total), notes

    def ledgers(self, state: State, seat: int, viewer: int | None = None) -> list[Ledger]:
        """Return all scores of a seat, in the order of the text, as far as a viewer knows."""
        return [self.ledger(state, seat, number, viewer) for number in range(len(self.scores))]

    def ranked(self, state: State, seat: int, viewer: int | None = None) -> bool:
        """Tell whether a viewer knows what a seat would be ranked by first if it were paid now."""
        if viewer is None or not self.wording.compiled.rankings:
            return True
        sight = self.wording.sight(state, viewer)
        try:
            sure = _known(self.wording.interpreter.measures.ranked(0, seat, sight)) is not None
        except RulesError:
            sure = True
        paid = self.ledgers(state, seat, viewer)
        return sure and all(ledger.total is not None for ledger in paid)

    def _label(self, words: m.Words, values: tuple[Possible, ...], sight: Sight) -> str:
        given = [part for part in words.parts if isinstance(part, m.Expr)]
        known = {id(part): value for part, value in zip(given, values, strict=True)}
        return "".join(
            part if isinstance(part, str) else self.wording.read(known[id(part)], part.type, sight)
            for part in self.wording.parts(words)
        )


def together(totals: Iterable[int | None]) -> int | None:
    """Return the sum of what several ledgers come to, None where one isn't known."""
    found = list(totals)
    return None if None in found else sum(total or 0 for total in found)


def _known(value: Possible) -> int | None:
    return value if isinstance(value, int) else None
