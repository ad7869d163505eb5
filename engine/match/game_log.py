"""What has happened, as a person may know it: the log's rows, with the pieces that they name."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, replace

from engine.game.ledger import together
from engine.game.session import RoundResult, Session
from engine.game.view import Item, View

MOST_TURNED = 6
"""More pieces than these are a deal, of which no row tells."""


@dataclass(frozen=True)
class LogChip:
    """Something that a row names: its words, and the piece if it is one, or a word of the rules."""

    text: str
    item: Item | None = None
    word: str = ""


@dataclass(frozen=True)
class LogEntry:
    """A row of the log. `number` counts decisions from 1; 0 for what happened by itself then:
    a score that was paid, or, without `totals`, why something ended or what was announced (`nth`
    counts from 1 what was).

    `title` is the action, `words` its whole sentence; `totals` what each seat was paid, None where
    the reader can't know it.
    """

    number: int
    seat: int
    title: str
    chips: tuple[LogChip, ...] = ()
    words: str = ""
    round: int = 0
    totals: tuple[int | None, ...] = ()
    after: int = 0
    nth: int = 0


def parts_of(notation: str) -> tuple[str, list[str]]:
    """Part a move's notation into its action and its arguments."""
    name, bracket, rest = notation.partition("(")
    if not bracket:
        return name, []
    arguments, depth, current = [], 0, ""
    for char in rest.removesuffix(")"):
        depth += (char in "([") - (char in ")]")
        if char == "," and depth == 0:
            arguments.append(current.strip())
            current = ""
        else:
            current += char
    return name, [*arguments, current.strip()]


class GameLog:
    """Tells the log of one game; pieces are found by their names."""

    def __init__(self, session: Session) -> None:
        """Prepare for a game: every piece's name is public, where it lies is not."""
        self.catalogue = session.game.wording.catalogue
        self.zones = {zone.name: zone.title for zone in session.view(None).zones}
        self.pieces: dict[str, Item] = {}
        for zone in session.view(None).zones:
            for item in zone.items:
                if item.name is not None and item.component:
                    self.pieces.setdefault(item.name, item)
        self.shown = {item.shown or name: item for name, item in self.pieces.items()}
        self._ended: dict[tuple[int, int | None], str] = {}
        self._entries: dict[tuple[int, int, str, str], LogEntry] = {}
        self._turned: dict[tuple[int, int | None, str], tuple[LogChip, ...]] = {}
        self._names: re.Pattern[str] | None = None
        self.dice = {
            name
            for name, component in session.game.rules.components.items()
            if len(component.attributes) == 1 and component.attributes[0].changes
        }
        """Pieces of which every roll is told, also of those that show what they showed before."""
        self.kinds = {
            action.name: tuple(
                (p.type.items[0] if p.type.kind == "set" else p.type).kind
                for p in action.parameters
            )
            for action, *_ in session.game.explainer.everywhere
        }
        """What kind of thing each argument of an action is: a number is no card of that name."""

    def entries(self, session: Session, viewer: int | None) -> list[LogEntry]:
        """Return the rows of the log, the oldest first."""
        rows: list[LogEntry] = []
        paid: dict[int, list[RoundResult]] = {}
        for result in session.paid(viewer):
            paid.setdefault(result.decisions, []).append(result)
        whole = len(session.history)
        rows += _announced(session, 0, viewer)
        for number, (seat, notation, words) in enumerate(session.log(viewer), 1):
            rows.append(self.entry(number, seat, notation, words))
            rows += _announced(session, number, viewer)
            if number in paid:
                why = self.ending(session, number, viewer) if number <= whole else ""
                if why:
                    rows.append(LogEntry(0, -1, "", words=why, after=number))
                rows.append(replace(self._score(number, paid[number]), words=why))
            elif number == whole and session.over:
                why = self.ending(session, number, viewer)
                if why:
                    rows.append(LogEntry(0, -1, "", words=why, after=number))
        return rows

    def entry(self, number: int, seat: int, notation: str, words: str) -> LogEntry:
        """Return the row of one decision, as `Session.log` tells of it."""
        key = (number, seat, notation, words)
        if key not in self._entries:
            self._entries[key] = self._read(*key)
        return self._entries[key]

    def _read(self, number: int, seat: int, notation: str, words: str) -> LogEntry:
        if not notation:
            return LogEntry(number, seat, "", (), words, after=number)
        name, arguments = parts_of(notation)
        title = self.catalogue.name(name).replace("_", " ")
        kinds = self.kinds.get(name, ())
        chips = tuple(
            self.chip(argument, kinds[n] if n < len(kinds) else "piece")
            for n, argument in enumerate(arguments)
        )
        if not any(chip.item for chip in chips):
            spoken = self.spoken(words)
            chips = (*(c for c in chips if not spoken or not c.word), *spoken)
        return LogEntry(number, seat, title, chips, words, after=number)

    def turned(self, session: Session, entry: LogEntry, viewer: int | None) -> tuple[LogChip, ...]:
        """Return what a decision has shown to the one who reads: cards turned up or drawn, dice.

        Empty where that is more than fits a row, as after a deal.
        """
        history, number = session.history, entry.number
        if not (entry.title and 0 < number <= len(history)):
            return ()
        key = (number, viewer, history[number - 1].text)
        if key not in self._turned:
            before = list(history[number - 1].state)
            after = list(history[number].state) if number < len(history) else session.state
            look = session.game.viewer.view
            known = Counter(item.name for zone in look(before, viewer).zones for item in zone.items)
            found: list[Item] = []
            for zone in look(after, viewer).zones:
                items = [i for i in zone.items if i.name is not None and i.component]
                new = []
                for item in items:
                    if known[item.name] > 0:
                        known[item.name] -= 1
                    else:
                        new.append(item)
                rolled = {i.component for i in new} & self.dice
                found += [i for i in items if i.component in rolled] if rolled else new
            named = {chip.item.name for chip in entry.chips if chip.item is not None}
            fresh = [i for i in found if i.name not in named or i.component in self.dice]
            chips = tuple(LogChip(i.shown or str(i.name), i) for i in fresh)
            self._turned[key] = chips if len(chips) <= MOST_TURNED else ()
        return self._turned[key]

    def passing(self, session: Session, number: int, viewer: int | None) -> list[str]:
        """Return what a decision laid open before the rules took it away, and where that went.

        What the decision's own words name is left out.
        """
        history = session.history
        if not 0 < number <= len(history) or not session.log(viewer)[number - 1][1]:
            return []
        made, game = history[number - 1], session.game
        words = session.log(viewer)[number - 1][2]
        later = history[number].state if number < len(history) else session.state
        before, after = (
            _known(game.viewer.view(list(state), viewer)) for state in (made.state, later)
        )
        rows = []
        for stage in game.staging.stages(list(made.state), made.move, viewer):
            for name, names in _known(stage.view).items():
                new = [x for x in names if x not in words]
                if len(names) > len(before[name]) and len(names) > len(after[name]) and new:
                    rows.append(f"{self.zones.get(name, name)}: {', '.join(names)}")
                    before[name] = names
            told = [
                f"→ {self.zones.get(name, name)}: {count}"
                for name, count in stage.swept
                if count > 1
            ]
            rows += [", ".join(told)] if told else []
        return rows

    def chip(self, text: str, kind: str = "piece") -> LogChip:
        """Return what an argument of a kind stands for, by its notation."""
        for name in (text, text.split(" in ")[0]) if kind == "piece" else ():
            if name in self.pieces:
                item = self.pieces[name]
                return LogChip(item.shown or name, item)
        return LogChip(self.zones.get(text) or self.catalogue.name(text), None, text)

    def spoken(self, words: str) -> tuple[LogChip, ...]:
        """Return the pieces that a sentence names, where the move itself names none."""
        if self._names is None:
            known = sorted(self.shown, key=len, reverse=True)
            pattern = "|".join(re.escape(name) for name in known if len(name) > 1)
            self._names = re.compile(rf"(?<!\w)(?:{pattern or 'x^'})(?!\w)")
        found = dict.fromkeys(self._names.findall(words))
        return tuple(LogChip(name, self.shown[name]) for name in found)[:3]

    def ending(self, session: Session, number: int, viewer: int | None) -> str:
        """Return the rules' own sentences on why something ended with a decision."""
        key = (number, viewer)
        if key not in self._ended:
            decision = session.history[number - 1]
            fired = session.game.firing.fired(list(decision.state), decision.move, viewer)
            told = dict.fromkeys(f.words for f in fired if f.kind == "ending" and f.words)
            self._ended[key] = " ".join(told)
        return self._ended[key]

    def _score(self, number: int, results: list[RoundResult]) -> LogEntry:
        seats = range(len(results[0].ledgers))
        totals = tuple(together(r.ledgers[s].total for r in results) for s in seats)
        return LogEntry(0, -1, "", round=results[0].round, totals=totals, after=number)


def _known(view: View) -> dict[str, list[str]]:
    """Return the pieces of each zone of which a view tells which they are."""
    return {
        zone.name: [item.shown or item.name for item in zone.items if item.name is not None]
        for zone in view.zones
    }


def _announced(session: Session, number: int, viewer: int | None) -> list[LogEntry]:
    """Return a row for each thing that was announced with a decision; 0 is before the first."""
    said = enumerate(session.said(number, viewer), 1)
    return [LogEntry(0, -1, "", words=words, after=number, nth=nth) for nth, words in said]


def named(text: str, seats: list[str], name: Callable[[str], str]) -> str:
    """Return a sentence of the rules with the people's names for `seat 2`."""
    for number, who in reversed(list(enumerate(seats, 1))):
        called = name(f"seat {number}")
        text = _exchanged(_exchanged(text, called, who), _capital(called), _capital(who))
    return text


def _exchanged(text: str, word: str, other: str) -> str:
    """Return a text with another word in the place of one, wherever that stands by itself."""
    return re.sub(rf"(?<!\w){re.escape(word)}(?!\w)", lambda _: other, text)


def _capital(text: str) -> str:
    """Return a name as it stands at the beginning of a sentence."""
    return text[:1].upper() + text[1:]
