"""The table from one moment to the next: how it looks, and which piece is which."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine import RulesError, Watch
from viewer.desk.narrow import way_of
from viewer.desk.sitting import HUMAN
from viewer.faces import SEAT_HUES, Hues
from viewer.nodes import Box, Node
from viewer.table.auto import automatic
from viewer.table.badges import badges
from viewer.table.compose import read_look, view_files
from viewer.table.facts import facts_of
from viewer.table.identity import Identities
from viewer.table.look import Look
from viewer.table.present import present
from viewer.table.scene import Marks, Scene, SeatInfo

if TYPE_CHECKING:
    from engine import View
    from viewer.desk.desk import Desk

POLL = 0.5
"""How often the view file is looked at, in seconds."""


class Tableau:
    """Shows the position on a desk as nodes."""

    def __init__(self, desk: Desk) -> None:
        """Prepare to show the game on the table."""
        self.desk = desk
        self.identities = Identities()
        self._view: View | None = None
        self._scene: Scene | None = None
        self._shown: list[Node] = []
        self._polled = 0.0
        self.look = self.read()

    def read(self) -> Look:
        """Return how the game looks; without its view file when that has mistakes."""
        assert self.desk.sitting is not None
        game = self.desk.sitting.session.game
        self._watch = Watch(view_files(game))
        language = game.wording.catalogue.language
        try:
            return read_look(game, language)
        except RulesError as problem:
            self._tell(problem)
            return automatic(facts_of(game), language)

    def _tell(self, problem: RulesError) -> None:
        first = problem.diagnostics[0]
        where = f"{first.span.place}: " if first.span.line else ""
        self.desk.toast(where + first.message, "bad")

    def tick(self, now: float) -> None:
        """Take over a changed view file; one with mistakes leaves the last good look."""
        if now < self._polled + POLL:
            return
        self._polled = now
        if self._watch.changed():
            assert self.desk.sitting is not None
            game = self.desk.sitting.session.game
            try:
                self.look = read_look(game, game.wording.catalogue.language)
            except RulesError as problem:
                self._tell(problem)
            self.desk.touch()

    def renew(self) -> None:
        """Take note that the same game goes on with other rules or in another language."""
        self.look = self.read()
        self._view = None

    def hues(self, seat: int) -> Hues:
        """Return the colours of a seat."""
        member = self.look.seat(seat)
        return member.hues if member else SEAT_HUES[seat % len(SEAT_HUES)]

    def nodes(self, box: Box, scale: float) -> list[Node]:
        """Return the nodes of the table in a box."""
        sitting = self.desk.sitting
        assert sitting is not None
        view = sitting.view()
        if view is not self._view:
            self.identities = self.identities.follow(view, self.look.counted())
            self._view = view
        scene = Scene(
            view, self.look, box, scale, self.marks(), self.identities, self.seats(),
            self.desk.theme, self.badges(),
        )  # fmt: skip
        if scene != self._scene:
            self._scene, self._shown = scene, present(scene)
        return self._shown

    def badges(self) -> dict[str, tuple[str, ...]]:
        """Return what zones are worth, as far as the one who looks can tell."""
        assert self._view is not None
        ledgers = [s.ledgers or () for s in self.desk.standings()]
        return badges(self.look, self._view, ledgers) if ledgers else {}

    def marks(self) -> Marks:
        """Return what glows."""
        sitting = self.desk.sitting
        assert sitting is not None
        if not sitting.asked:
            return Marks()
        advice = self.desk.acting.advice
        narrowing = sitting.narrowing
        if advice is not None:
            return Marks(targets=way_of(advice).spots)
        if narrowing.picks:
            return Marks(
                legal=frozenset(s for w in narrowing.ways for s in w.first) - narrowing.glowing,
                chosen=frozenset(narrowing.chosen),
                targets=narrowing.glowing,
                labels={s: t.upper() for s, t in narrowing.labels().items()},
            )
        return Marks(legal=narrowing.glowing)

    def seats(self) -> tuple[SeatInfo, ...]:
        """Return what the plates say."""
        desk, sitting = self.desk, self.desk.sitting
        assert sitting is not None
        names, standings = desk.names(), desk.standings()
        infos = []
        for seat, kind in enumerate(sitting.seats):
            shown = (
                desk.tongue("person")
                if kind == HUMAN
                else desk.tongue("agent", name=desk.tongue.agent(kind))
            )
            score = standings[seat].shown if seat < len(standings) else ""
            ranked = bool(sitting.session.game.compiled.rankings)
            infos.append(
                SeatInfo(
                    names[seat], self.hues(seat), shown, score if ranked else "", desk.note(seat)
                )
            )
        return tuple(infos)
