"""What a designer asks of games between players who are alike, and the answers."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from engine.study import deal_luck, fairness, kingmaking, piece_effects, tension
from engine.study.deal_luck import DealLuck
from engine.study.fairness import Fairness
from engine.study.kingmaking import Kingmaking
from engine.study.piece_effects import PieceEffects
from engine.study.tension import Tension


@dataclass(frozen=True)
class Answers:
    """The answers of one ruleset; None for what wasn't asked, or for which the time was up."""

    fair: Fairness | None = None
    luck: DealLuck | None = None
    tense: Tension | None = None
    pieces: PieceEffects | None = None
    kings: Kingmaking | None = None

    def sentences(self) -> Iterator[str]:
        """Yield them in plain words."""
        for answer in (self.fair, self.luck, self.tense, self.pieces, self.kings):
            if answer is not None:
                yield from answer.sentences()

    def sections(self) -> Iterator[tuple[str, list[str]]]:
        """Yield the figures behind them, a title with its rows."""
        for title, answer in (
            (fairness.TITLE, self.fair),
            (deal_luck.TITLE, self.luck),
            (tension.TITLE, self.tense),
            (piece_effects.TITLE, self.pieces),
            (kingmaking.TITLE, self.kings),
        ):
            rows = [] if answer is None else list(answer.rows())
            if rows:
                yield title, rows

    def as_json(self) -> dict[str, Any]:
        """Return them as plain data."""
        found = {
            "fair": self.fair, "deal": self.luck, "tense": self.tense, "pieces": self.pieces,
            "kingmaking": self.kings,
        }  # fmt: skip
        return {name: answer.as_json() for name, answer in found.items() if answer is not None}


NOTHING = Answers()
