"""What is told of the game on the table: names, titles, the log, how the seats stand, the end."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, TypeVar, cast

from engine.chronicle.rows import DecisionRow
from engine.rules.said import Said, joined
from engine.table.addressed import addressed
from engine.table.scoreboard import scores_on_the_way, standings
from engine.table.seats import HUMAN, NOBODY, people_of
from engine.teach.prompts import prompt_for
from viewer.app.at_screen import AtScreen
from viewer.app.i18n import capital
from viewer.app.scoreboard import ledger_lines
from viewer.app.shell import Shell
from viewer.nodes import Spot, TablePlace

if TYPE_CHECKING:
    from engine import MoveOption, ZoneView
    from engine.chronicle.rows import LogChip, LogRow
    from engine.table.pass_and_play import PassAndPlay
    from engine.table.scoreboard import Standing

T = TypeVar("T")
MOST_NAMED = 12
"""So many pieces of a zone are named in a tip, from the top."""
STEPS = 32
"""So many points the curves of a game have."""


class GameText(AtScreen):
    """Tells of a game in the person's language, as far as who looks may know it."""

    def __init__(self, shell: Shell, people: PassAndPlay) -> None:
        super().__init__(shell, people)
        self.hushed = False
        """Whether scores aren't told, because someone is asked about them."""
        self._known: dict[str, tuple[object, object]] = {}
        self._stood: tuple[object, int, list[Standing]] | None = None
        """Whom the standings were for, after how many decisions, and what they were."""

    def replaced(self) -> None:
        """Take note that the game continues on another session."""
        self._known.clear()
        self._stood = None

    @property
    def title(self) -> str:
        """Return the title of the game in the person's language."""
        game = self.guest.session.game
        return str(game.wording.catalogue.text(game.rules.header.title))

    def named(self, text: str) -> str:
        """Return a sentence of the rules with people in the place of their seats."""
        you, names = self.translate("you"), list(self.names())
        mine = names.index(you) if you in names else None
        if mine is not None:
            numbered = self.translate("player", n=mine + 1)
            names[mine] = f"{numbered} ({you[:1].lower()}{you[1:]})"
        language, count = self.translate.language, self.guest.session.game.rules.header.teams
        teams = [people_of(number, count, self.names()) for number in range(1, count + 1)]
        return addressed(text, names, you=mine, teams=teams, language=language)

    def toast(self, text: str, tone: str = "plain") -> None:
        """Show a sentence of the rules for a while, with the people's names."""
        self.shell.toast(self.named(text), tone)

    def word(self, word: str) -> str:
        """Return a word of the rules in the person's language."""
        return str(self.guest.session.game.wording.catalogue.name(word)).replace("_", " ")

    def asked_for(self, offers: Sequence[MoveOption], name: str) -> str:
        """Return what to choose next to make one of some moves of an action."""
        session = self.guest.session
        key = (id(session), len(session.history), name, tuple(offer.text for offer in offers))
        moves = [offer.move for offer in offers]
        return self._once("asked", key, lambda: self.named(prompt_for(session, moves, name)))

    def whose(self, spots: Iterable[Spot]) -> int | None:
        """Return which of several other seats something small belongs to."""
        if not self.guest.present or self.shell.overlay:
            return None
        view = self.guest.view()
        found = next((seat for place, _ in spots for seat in place.seats), None)
        return found if view.players > 2 and found != view.seat else None

    def titled(self, zone: ZoneView) -> str:
        """Return what a zone is called, with its owner's name: `Tricks · Ada`."""
        words = joined(" ", [zone.heading or zone.family, *(shown for _, shown in zone.spoken)])
        named = self.named(capital(words))
        return named if zone.owner is None else f"{named} · {self.names()[zone.owner]}"

    def zone(self, place: TablePlace) -> ZoneView | None:
        """Return a zone as the one who looks sees it; none while the screen is covered."""
        zones = self.guest.view().zones if self.guest.present else ()
        return next((zone for zone in zones if zone.place == place), None)

    def means(self, spot: Spot) -> str:
        """Return the rules' sentence on a zone, empty where they have none."""
        game, zone = self.guest.session.game, self.zone(spot.place)
        words = None if zone is None else game.rules.zones[zone.family].words
        return str(game.wording.catalogue.text(words)) if words else ""

    def contents(self, spot: Spot) -> str:
        """Return what a zone is called and what can be seen in it, for tips."""
        zone = self.zone(spot.place)
        if zone is None:
            return ""
        known = [item.shown for item in zone.items if item.name is not None]
        shown = ", ".join(reversed(known[-MOST_NAMED:])) if known else str(zone.count)
        return f"{self.named(capital(zone.title))}: {shown}"

    def says(self, spot: Spot) -> str:
        """Return what the rules say of the words on a piece, a line for each."""
        zone = self.zone(spot.place)
        if zone is None or not 0 <= spot.nth < len(zone.items):
            return ""
        sayings = dict(zone.items[spot.nth].says)
        one = len(sayings) == 1
        pairs = sayings.items()
        rows = (text if one else Said([capital(word), ": ", text]) for word, text in pairs)
        return "\n".join(map(self.named, rows))

    def ledger_of(self, spot: Spot) -> str:
        """Return the running ledger of a seat in lines, empty for what is no seat."""
        standings = self.standings()
        (seat,) = spot.place.seats if not spot.place.family else (-1,)
        if not 0 <= seat < len(standings):
            return ""
        return "\n".join(ledger_lines(self.names()[seat], standings[seat], self.word))

    def note(self, seat: int) -> str:
        """Return what a seat's plate says below its score."""
        guest = self.guest
        if guest.looking is not None or guest.session.seat != seat:
            return ""
        if guest.table.agent is not None:
            return self.translate("thinks")
        return str(guest.view().phase_title)

    def whose_turn(self) -> str:
        """Return who decides, and in whose turn where that is another's."""
        guest, names, translate = self.guest, self.names(), self.translate
        seat, active = guest.shown.seat or 0, guest.shown.turn_of
        alone = self.people.alone
        if active is None:
            return translate("you_at_once" if seat == alone else "at_once", name=names[seat])
        if seat == active:
            return translate("your_turn" if seat == alone else "turn_of", name=names[seat])
        if seat == alone:
            return translate("you_decide", other=names[active])
        if active == alone:
            return translate("decides_in_yours", name=names[seat])
        return translate("decides", name=names[seat], other=names[active])

    def result_line(self) -> str:
        """Return who has won."""
        session, names, translate = self.guest.session, self.names(), self.translate
        won = session.winners
        if session.together:
            return translate("all_won" if won else "all_lost")
        if not won:
            return translate("nobody")
        if len(won) > 1:
            first = ", ".join(names[s] for s in won[:-1])
            return translate("shared", names=f"{first} {translate('and')} {names[won[-1]]}")
        mine = [self.people.alone] == won
        return translate("you_won") if mine else translate("won", name=names[won[0]])

    def rating(self, seat: int | None = None) -> str:
        """Return what a seat's result is called, or without a seat that of all who share one; empty
        where it has no name, or is told with the others'.
        """
        ratings = self.guest.session.ratings
        common = len(set(ratings)) == 1
        if common != (seat is None):
            return ""
        return capital(ratings[seat or 0])

    def ending(self) -> str:
        """Return the rules' own words on why the game is over, empty without any."""
        session = self.guest.session
        return self.guest.chronicle.ending(len(session.history), None)

    def curve(self) -> dict[int, tuple[int, ...]]:
        """Return how the seats stood from the deal to the end, by how many decisions were made."""
        session = self.guest.session
        last = len(session.history)
        if last < 2:
            return {}
        key = (id(session), last)
        return self._once("curve", key, lambda: scores_on_the_way(session, STEPS))

    def names(self) -> list[str]:
        """Return what the seats are called."""
        people, seats = self.shell.prefs.people, tuple(self.guest.table.seats)
        key = (seats, people, self.people.alone)
        return self._once("names", key, lambda: self._names(seats, people))

    def _names(self, seats: tuple[str, ...], called: Sequence[str]) -> list[str]:
        translate, alone = self.translate, self.people.alone
        given = [name.strip() for name in translate("names").split(",")]
        free = iter([name for name in given if name not in called])
        names = []
        for seat, kind in enumerate(seats):
            numbered = translate("player", n=seat + 1)
            written = called[seat] if seat < len(called) else ""
            if kind in (HUMAN, NOBODY) or (written and self.guest.table.hosted):
                names.append(written or (translate("you") if seat == alone else numbered))
            else:
                names.append(next(free, numbered))
        return names

    def entries(self) -> list[LogRow]:
        """Return the log as the one who looks may know it, the oldest first."""
        guest, history = self.guest, self.guest.session.history
        if not guest.present:
            return []
        last = id(history[-1]) if history else 0
        key = (len(history), last, guest.seat, guest.session)
        return self._once("entries", key, lambda: guest.chronicle.entries(guest.seat))

    def last(self) -> str:
        """Return who decided last, and what, in the words of the log; empty before anybody has."""
        rows = reversed(self.entries())
        made = next((row for row in rows if isinstance(row, DecisionRow)), None)
        if made is None:
            return ""
        return f"{capital(self.names()[made.seat])}: {self.named(made.words or made.title)}"

    def turned(self, row: DecisionRow) -> tuple[LogChip, ...]:
        """Return what a row's decision has shown to the one who looks."""
        guest = self.guest
        history = guest.session.history
        made = history[row.number - 1] if row.number <= len(history) else None
        key = (row, made, guest.seat, guest.session)
        return self._once(
            f"turned {row.number}", key, lambda: guest.chronicle.turned(row, guest.seat)
        )

    def standings(self) -> list[Standing]:
        """Return how the seats stand in the position that is shown; in haste, how they stood."""
        guest = self.guest
        if not guest.present or self.hushed:
            return []
        shown = guest.shown
        length, who = len(shown.history), (guest.seat, guest.looking, shown)
        if self.shell.hasty and self._stood is not None and self._stood[0] == who:
            self.shell.behind |= self._stood[1] != length
            return self._stood[2]
        found = self._once("standings", (length, who), lambda: standings(shown, guest.seat))
        self._stood = who, length, found
        return found

    def _once(self, name: str, key: object, work: Callable[[], T]) -> T:
        """Return what was computed before, as long as the key is the same."""
        key = (self.translate.language, key)
        known = self._known.get(name)
        if known is None or known[0] != key:
            known = (key, work())
            self._known[name] = known
        return cast(T, known[1])
