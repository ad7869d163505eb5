"""Writing the rows of the log: what a person may know of what happened, with pieces as chips."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from engine.chronicle.rows import (
    DecisionRow,
    EndingRow,
    LogChip,
    LogRow,
    PaymentRow,
    RevealRow,
)
from engine.chronicle.shown import Shown
from engine.chronicle.stages import Stage
from engine.compile import layout as at
from engine.game.ledger import together
from engine.game.session import Decision, Game, RoundResult
from engine.game.view import Item, View, ZoneView
from engine.rules import model as m
from engine.rules.said import Said

MOST_TURNED = 6
"""More pieces than these are a deal, of which no row tells."""


class LogWriter:
    """Writes the rows of one game. The pieces that a move or its sentence names are shown as they
    were then.
    """

    def __init__(self, game: Game, zones: Sequence[ZoneView]) -> None:
        """Prepare for a game with these zones."""
        self.game = game
        self.catalogue = game.wording.catalogue
        self.zones = {zone.name: zone.title for zone in zones}

    def decision(self, number: int, made: Decision, words: Said) -> DecisionRow:
        """Return the row of a decision that its reader knows."""
        found = self.game.wording.action(made.state[at.PC], made.move)
        title = self.game.wording.title(found and found.action).replace("_", " ")
        chips = tuple(self._chips(made, found.action)) if found else ()
        if not any(chip.item for chip in chips):
            spoken = self._spoken(words, made)
            chips = (*(c for c in chips if not spoken or not c.word), *spoken)
        return DecisionRow(number, made.seat, title, chips, words)

    def passing(
        self,
        stages: Sequence[Stage],
        shown: Sequence[Shown],
        before: View,
        after: View,
        words: Said,
    ) -> Iterator[str]:
        """Yield what stages laid open before the rules took it away, and where that went.

        What the decision's own words or its rows name is left out.
        """
        listed = (chip for chips in map(chips_of, shown) if few(chips) for chip in chips)
        told = Counter(chip.text for chip in listed if chip.rolled)
        lying, later = _known(before), _known(after)
        colon = self.catalogue.colon
        named = {ref.text for ref in words.refs}
        for stage in stages:
            for name, names in _known(stage.view).items():
                fresh = Counter(names) - Counter(lying[name]) - told
                new = [x for x in fresh if x not in named]
                if len(names) > len(lying[name]) and len(names) > len(later[name]) and new:
                    yield f"{self.zones.get(name, name)}{colon}{', '.join(names)}"
                    lying[name] = names
            swept = [
                f"→ {self.zones.get(zone, zone)}{colon}{n}" for zone, n in stage.swept if n > 1
            ]
            if swept:
                yield ", ".join(swept)

    def _chips(self, made: Decision, action: m.Action) -> Iterator[LogChip]:
        """Yield what a move takes, as it was before the move: pieces, and words for the rest."""
        game, state = self.game, list(made.state)
        parameters = game.wording.parameters(action)
        pairs = zip(parameters, made.move[1:], strict=False)
        for number, (p, value) in enumerate(pairs, 1):
            known = p.type.kind == "piece" and game.wording.knows(made.seat, value, state)
            if known and value >= 0:
                yield _chip_of(game.viewer.piece(value, state, None))
                to = number < len(parameters) and parameters[number].type.kind == "zone"
                yield from self._stood(state[game.compiled.layout.zone_of + value], to=to)
            else:
                text = game.wording.argument(p, value, state)
                shown = game.wording.shown(value, p.type, state) if p.type.is_group else ""
                shown = shown or self.zones.get(text) or self.catalogue.name(text)
                yield LogChip(shown, None, text)

    def _stood(self, address: int, *, to: bool) -> Iterator[LogChip]:
        """Yield in which cell a piece stood, if it has a name; `to`: it says next where to."""
        if self.game.wording.is_named_spot(address):
            cell = self.game.wording.shown_zone(address)
            yield LogChip(f"{cell} →" if to else cell, None, self.game.wording.zone_at(address))

    def _spoken(self, words: Said, made: Decision) -> tuple[LogChip, ...]:
        """Return the pieces that a sentence names, as they were before the decision."""
        refs = (r.value for r in words.refs if r.type.kind == "piece" and r.value >= 0)
        piece, state = self.game.viewer.piece, list(made.state)
        return tuple(_chip_of(piece(number, state, None)) for number in dict.fromkeys(refs))[:3]


def payment(number: int, paid: Sequence[RoundResult], why: str) -> list[LogRow]:
    """Return the rows of why something ended with a decision and what was paid then."""
    rows: list[LogRow] = [EndingRow(number, why)] if why else []
    if not paid:
        return rows
    seats = range(len(paid[0].ledgers))
    totals = tuple(together(r.ledgers[s].total for r in paid) for s in seats)
    return [*rows, PaymentRow(number, paid[0].round, totals, why)]


def reveals(number: int, shown: Sequence[Shown]) -> list[LogRow]:
    """Return a row for each seat of what the turns after a decision began with, such as a roll."""
    dealt = [(s.seat, chips) for s in shown if (chips := chips_of(s)) and few(chips)]
    return [RevealRow(number, nth, seat, chips) for nth, (seat, chips) in enumerate(dealt, 1)]


def turned(row: DecisionRow, shown: Shown) -> tuple[LogChip, ...]:
    """Return what a decision has shown also what its row names: cards turned up or drawn, dice.

    Empty where that is more than fits a row, as after a deal.
    """
    named = {chip.item.name for chip in row.chips if chip.item is not None}
    fresh = [x for x in chips_of(shown) if x.item and (x.rolled or x.item.name not in named)]
    return tuple(fresh) if few(fresh) else ()


def few(chips: Sequence[LogChip]) -> bool:
    """Return whether so few pieces came to be seen that a row names them."""
    return len(chips) <= MOST_TURNED


def chips_of(shown: Shown) -> tuple[LogChip, ...]:
    """Return the chips of what came to be seen."""
    rolled = (_chip_of(item, rolled=True) for item in shown.rolled)
    return (*rolled, *map(_chip_of, shown.pieces))


def _chip_of(item: Item, *, rolled: bool = False) -> LogChip:
    return LogChip(item.shown or str(item.name), item, rolled=rolled)


def _known(view: View) -> dict[str, list[str]]:
    """Return the pieces of each zone of which a view tells which they are."""
    return {
        zone.name: [item.shown or item.name for item in zone.items if item.name is not None]
        for zone in view.zones
    }
