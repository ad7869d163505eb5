"""What has happened, as a person may know it: the log's rows, with the pieces that they name."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from engine.compile import layout as at
from engine.game.ledger import together
from engine.game.session import Decision, RoundResult, Session
from engine.game.stages import Part, dice_of
from engine.game.view import Item, View
from engine.rules import model as m
from engine.table.log_rows import (
    AnnouncementRow,
    DecisionRow,
    EndingRow,
    LogChip,
    LogRow,
    PaymentRow,
    RevealRow,
)

MOST_TURNED = 6
"""More pieces than these are a deal, of which no row tells."""


_Shown: TypeAlias = tuple[int, tuple[LogChip, ...]]
"""A seat, and what came to be seen of it."""


@dataclass(frozen=True)
class _Kept:
    """The rows of a decision, it, and the first after it was carried out."""

    made: list[Decision]
    done: int
    rows: list[LogRow]


class GameLog:
    """Tells the log of one game. Pieces that a move takes are shown as they were then; those that
    only a sentence names are found by their names.
    """

    def __init__(self, session: Session) -> None:
        """Prepare for a game: every piece's name is public, where it lies is not."""
        self.catalogue = session.game.wording.catalogue
        self.zones = {zone.name: zone.title for zone in session.view(None).zones}
        self.changing = {
            name
            for name, component in session.game.rules.components.items()
            if any(a.changes for a in component.attributes)
        }
        """The components whose pieces don't always look the same."""
        self.shown = {
            item.shown or item.name: item
            for zone in reversed(session.view(None).zones)
            for item in reversed(zone.items)
            if item.name is not None and item.component and item.component not in self.changing
        }
        self._rows: dict[tuple[int, int | None, bool], _Kept] = {}
        self._shown: dict[tuple[int, int | None], tuple[Decision, list[_Shown]]] = {}
        self._names: re.Pattern[str] | None = None
        self.dice = dice_of(session.game.rules)
        """The components that are rolled."""

    def entries(self, session: Session, viewer: int | None) -> list[LogRow]:
        """Return the rows of the log, the oldest first."""
        numbers = range(len(session.history) + 1)
        return [row for number in numbers for row in self.rows(session, number, viewer)]

    def rows(self, session: Session, number: int, viewer: int | None) -> list[LogRow]:
        """Return the rows of one decision, counted from 1, as they were found before where nothing
        can change them any more: itself, what was announced with it, why something ended, what was
        paid, what turns began with. Of 0, what was announced before the first decision.
        """
        history, key = session.history, (number, viewer, session.over)
        made = history[max(0, number - 1) : number]
        known = self._rows.get(key)
        if known and known.made == [*made, *history[known.done : known.done + 1]]:
            return known.rows
        done = session.carried_out(number)
        rows = self._rows_of(session, number, viewer)
        if done < len(history):
            self._rows[key] = _Kept([*made, history[done]], done, rows)
        return rows

    def _rows_of(self, session: Session, number: int, viewer: int | None) -> list[LogRow]:
        said = enumerate(session.said(number, viewer), 1)
        rows: list[LogRow] = [AnnouncementRow(number, nth, words) for nth, words in said]
        if not number:
            return rows
        rows.insert(0, self._decision(session, number, viewer))
        paid = [result for result in session.paid(viewer) if result.decisions == number]
        if paid or (number == len(session.history) and session.over):
            why = session.ending(number, viewer)
            rows += [EndingRow(number, why)] if why else []
            rows += [_payment(number, paid, why)] if paid else []
        return rows + self._began(session, number, viewer)

    def _decision(self, session: Session, number: int, viewer: int | None) -> DecisionRow:
        """Return the row of a decision, as `Session.log_row` tells of it."""
        seat, notation, words = session.log_row(number, viewer)
        if not notation:
            return DecisionRow(number, seat, "", (), words)
        made = session.history[number - 1]
        found = session.game.wording.action(made.state[at.PC], made.move)
        title = self.catalogue.name(found.action.name if found else "pass").replace("_", " ")
        chips = tuple(self._chips(session, made, found.action)) if found else ()
        if not any(chip.item for chip in chips):
            spoken = self._spoken(words, session, number, viewer)
            chips = (*(c for c in chips if not spoken or not c.word), *spoken)
        return DecisionRow(number, seat, title, chips, words)

    def turned(self, session: Session, row: DecisionRow, viewer: int | None) -> tuple[LogChip, ...]:
        """Return what a decision has shown to the one who reads: cards turned up or drawn, dice.

        Empty where that is more than fits a row, as after a deal. What comes to be seen when the
        turn has gone over has rows of its own.
        """
        if not row.title or row.number > len(session.history):
            return ()
        chips = self._showing(session, row.number, viewer)[0][1]
        named = {chip.item.name for chip in row.chips if chip.item is not None}
        fresh = [x for x in chips if x.item and (x.rolled or x.item.name not in named)]
        return tuple(fresh) if len(fresh) <= MOST_TURNED else ()

    def _began(self, session: Session, number: int, viewer: int | None) -> list[LogRow]:
        """Return a row for each seat of what came to be seen by itself after a decision, when the
        turn had gone over: what the next turn begins with, such as a roll.
        """
        if not session.game.staging.parted:
            return []
        dealt = [
            (seat, chips)
            for seat, chips in self._showing(session, number, viewer)[1:]
            if chips and len(chips) <= MOST_TURNED
        ]
        return [RevealRow(number, nth, seat, chips) for nth, (seat, chips) in enumerate(dealt, 1)]

    def _showing(self, session: Session, number: int, viewer: int | None) -> list[_Shown]:
        """Return what came to be seen with a decision by whose it is: first what the decision
        brought, then what the turns after it began with.
        """
        made, known = session.history[number - 1], self._shown.get((number, viewer))
        if known is None or known[0] is not made:
            game, before, after = session.game, list(made.state), session.state_after(number)
            if game.staging.parted:
                own, *turns = game.staging.parts(before, made.move, viewer, made.faces)
            else:
                look = game.viewer.view
                own, turns = Part(look(before, viewer), look(after, viewer)), []
            shown = [(made.seat, self._fresh(own))]
            for turn in turns:
                shown += self._by_owner(turn)
            known = self._shown[number, viewer] = made, shown
        return known[1]

    def _fresh(self, part: Part, whose: int | None = None) -> tuple[LogChip, ...]:
        """Return what was rolled in a part of a decision, and the pieces that can be seen after it
        and couldn't before; `whose`: only those that a seat owns, or nobody while it has the turn.
        """

        def theirs(owner: int | None) -> bool:
            return whose in (None, part.before.active if owner is None else owner)

        known = Counter(item.name for zone in part.before.zones for item in zone.items)
        chips = [_chip_of(roll.item, rolled=True) for roll in part.rolled if theirs(roll.owner)]
        for zone in part.after.zones:
            for item in zone.items:
                if item.name is None or not item.component:
                    continue
                if known[item.name] > 0:
                    known[item.name] -= 1
                elif theirs(zone.owner):
                    chips.append(_chip_of(item))
        return tuple(chips)

    def _by_owner(self, part: Part) -> list[_Shown]:
        """Return what came to be seen in a turn that began by itself, from whose turn it is on."""
        count = part.before.players
        seats = [(part.before.active + n) % count for n in range(count)]
        return [(seat, self._fresh(part, seat)) for seat in seats]

    def passing(self, session: Session, number: int, viewer: int | None) -> list[str]:
        """Return what a decision laid open before the rules took it away, and where that went.

        What the decision's own words or its row name is left out.
        """
        made, game = session.history[number - 1], session.game
        _, notation, words = session.log_row(number, viewer)
        if not notation:
            return []
        rows_of = (chips for _, chips in self._showing(session, number, viewer))
        listed = (chip for chips in rows_of if len(chips) <= MOST_TURNED for chip in chips)
        told = Counter(chip.text for chip in listed if chip.rolled)
        states = list(made.state), session.state_after(number)
        before, after = (_known(game.viewer.view(state, viewer)) for state in states)
        rows = []
        for stage in game.staging.stages(list(made.state), made.move, viewer, made.faces):
            for name, names in _known(stage.view).items():
                fresh = Counter(names) - Counter(before[name]) - told
                new = [x for x in fresh if x not in words]
                if len(names) > len(before[name]) and len(names) > len(after[name]) and new:
                    rows.append(f"{self.zones.get(name, name)}: {', '.join(names)}")
                    before[name] = names
            sentences = [
                f"→ {self.zones.get(name, name)}: {count}"
                for name, count in stage.swept
                if count > 1
            ]
            rows += [", ".join(sentences)] if sentences else []
        return rows

    def _chips(self, session: Session, made: Decision, action: m.Action) -> Iterator[LogChip]:
        """Yield what a move takes, as it was before the move: pieces, and words for the rest."""
        game, state = session.game, list(made.state)
        pairs = zip(game.wording.parameters(action), made.move[1:], strict=False)
        for p, value in pairs:
            known = p.type.kind == "piece" and game.wording.knows(made.seat, value, state)
            if known and value >= 0:
                yield _chip_of(game.viewer.piece(value, state, None))
            else:
                text = game.wording.argument(p, value, state)
                yield LogChip(self.zones.get(text) or self.catalogue.name(text), None, text)

    def _spoken(
        self, words: str, session: Session, number: int, viewer: int | None
    ) -> tuple[LogChip, ...]:
        """Return the pieces that a sentence names, where the move itself names none."""
        if self._names is None:
            self._names = _pattern(self.shown)
        found = [(hit.start(), self.shown[hit[0]]) for hit in self._names.finditer(words)]
        if self.changing:
            before = session.game.viewer.view(list(session.history[number - 1].state), viewer)
            items = (item for zone in before.zones for item in zone.items)
            now = {
                i.shown or str(i.name): i for i in items if i.name and i.component in self.changing
            }
            found += [(hit.start(), now[hit[0]]) for hit in _pattern(now).finditer(words)]
        named = dict.fromkeys(item for _, item in sorted(found, key=lambda pair: pair[0]))
        return tuple(_chip_of(item) for item in named)[:3]


def _pattern(names: Collection[str]) -> re.Pattern[str]:
    """Return what finds names of more than one letter in a sentence, the longest first."""
    known = sorted(names, key=len, reverse=True)
    pattern = "|".join(re.escape(name) for name in known if len(name) > 1)
    return re.compile(rf"(?<!\w)(?:{pattern or 'x^'})(?!\w)")


def _chip_of(item: Item, *, rolled: bool = False) -> LogChip:
    return LogChip(item.shown or str(item.name), item, rolled=rolled)


def _payment(number: int, results: list[RoundResult], why: str) -> PaymentRow:
    seats = range(len(results[0].ledgers))
    totals = tuple(together(r.ledgers[s].total for r in results) for s in seats)
    return PaymentRow(number, results[0].round, totals, why)


def _known(view: View) -> dict[str, list[str]]:
    """Return the pieces of each zone of which a view tells which they are."""
    return {
        zone.name: [item.shown or item.name for item in zone.items if item.name is not None]
        for zone in view.zones
    }


def people_of(team: int, teams: int, names: Sequence[str]) -> str:
    """Return the names of the people of a team, from 1, of so many teams: each seat in its turn."""
    return " + ".join(names[team - 1 :: teams])
