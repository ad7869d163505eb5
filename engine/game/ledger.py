"""The ledger: where a seat's points come from, line by line, in any position."""

from __future__ import annotations

from dataclasses import dataclass

from engine.game.interpreter import State
from engine.game.wording import Wording
from engine.language.source import Span
from engine.rules import model as m
from engine.rules.walk import walk


@dataclass(frozen=True)
class LedgerRow:
    """A line: its words, whether it adds or multiplies, by how much, and the rule's line."""

    label: str
    kind: str
    value: int
    span: Span


@dataclass(frozen=True)
class Ledger:
    """A seat's score. `into` names the counter that it would be paid into, None for the totals."""

    seat: int
    rows: tuple[LedgerRow, ...]
    total: int
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

    def ledger(self, state: State, seat: int, score: int) -> Ledger:
        """Return one score of a seat as it would be paid now."""
        interpreter = self.wording.interpreter
        rows = []
        for number, value, label in interpreter.notes(state, score, seat):
            line = self.lines[number]
            rows.append(
                LedgerRow(self._label(line.label, label, state), line.kind, value, line.source.span)
            )
        total = interpreter.points(state, score, seat)
        return Ledger(seat, tuple(rows), total, self.scores[score].into)

    def ledgers(self, state: State, seat: int) -> list[Ledger]:
        """Return all scores of a seat, in the order of the text."""
        return [self.ledger(state, seat, number) for number in range(len(self.scores))]

    def _label(self, words: m.Words, values: tuple[int, ...], state: State) -> str:
        given = [part for part in words.parts if isinstance(part, m.Expr)]
        known = {id(part): value for part, value in zip(given, values, strict=True)}
        return "".join(
            part if isinstance(part, str) else self.wording.shown(known[id(part)], part.type, state)
            for part in self.wording.parts(words)
        )
