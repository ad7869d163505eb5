"""The table from one moment to the next: how it looks, and which piece is which."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine import RulesError
from engine.rules.zone_kinds import ZONE_KINDS
from engine.storage.watcher import FileWatcher
from engine.table.move_selection import MOST_TRIED, Narrowing, way_of
from viewer.app.at_screen import AtScreen
from viewer.app.i18n import plus, signed
from viewer.artwork.theme import SAFE_HUES, SEAT_HUES, Hues
from viewer.node_cache import NodeCache
from viewer.nodes import Box, Cells, Node, Spot
from viewer.scene.badges import badges
from viewer.scene.default_look import automatic
from viewer.scene.facts import facts_of
from viewer.scene.identity import Identities
from viewer.scene.look import Look
from viewer.scene.look_loader import read_look, view_files
from viewer.scene.present import present
from viewer.scene.scene import Marks, Scene, SeatInfo
from viewer.scene.zoom import enlarged

if TYPE_CHECKING:
    from engine import View
    from engine.table.pass_and_play import PassAndPlay
    from viewer.app.game_text import GameText
    from viewer.app.match_controller import MatchController
    from viewer.app.shell import Shell

IDLE = 4
"""So many decisions of each player a zone is empty and unused before it takes less room."""
POLL = 0.5
"""How often the view file is looked at, in seconds."""


class SceneView(AtScreen):
    """Shows the position of a game as nodes."""

    def __init__(
        self, shell: Shell, people: PassAndPlay, text: GameText, turn: MatchController
    ) -> None:
        super().__init__(shell, people)
        self.text = text
        self.turn = turn
        self.large: int | None = None
        """Whose part of the table is looked at closely, because the pointer rests there."""
        self.identities = Identities()
        self._cache = NodeCache()
        self._view: View | None = None
        self._scene: Scene | None = None
        self._shown: list[Node] = []
        self._large: tuple[tuple[Scene, int, Box], list[Node]] | None = None
        self._asked = -1
        self._before: dict[str, set[str]] = {}
        self._lay: dict[str, set[str]] = {}
        self._polled = 0.0
        self._used: dict[str, int] = {}
        """By family of zones that have held something: the decision that last used them."""
        self.look = self.read()

    def read(self) -> Look:
        """Return how the game looks; without its view file when that has errors."""
        game = self.guest.session.game
        self._watch = FileWatcher(view_files(game))
        language = game.wording.catalogue.language
        try:
            return self._coloured(read_look(game, language))
        except RulesError as problem:
            self._tell(problem)
            return self._coloured(automatic(facts_of(game), language))

    def _coloured(self, look: Look) -> Look:
        """Return a look in the colours that the person has chosen."""
        return look.in_hues(SAFE_HUES) if self.shell.prefs.palette == "safe" else look

    def _tell(self, problem: RulesError) -> None:
        first = problem.diagnostics[0]
        where = f"{first.span.place}: " if first.span.line else ""
        self.shell.toast(where + first.message, "bad")

    def tick(self, now: float) -> None:
        """Take over a changed view file; one with errors leaves the last good look."""
        if now < self._polled + POLL:
            return
        self._polled = now
        if self._watch.changed():
            game = self.guest.session.game
            try:
                self.look = self._coloured(read_look(game, game.wording.catalogue.language))
            except RulesError as problem:
                self._tell(problem)
            self.shell.touch()

    def renew(self) -> None:
        """Take note that the same game continues with other rules or in another language."""
        self.look = self.read()
        self._view = None

    def hues(self, seat: int) -> Hues:
        """Return the colours of a seat."""
        member = self.look.seat(seat)
        return member.hues if member else SEAT_HUES[seat % len(SEAT_HUES)]

    def nodes(self, box: Box, scale: float) -> list[Node]:
        """Return the nodes of the table in a box."""
        guest = self.guest
        view = guest.view()
        if view is not self._view:
            self.identities = self.identities.follow(view, self.look.counted())
            self._view = view
        marks = self.marks()
        scene = Scene(
            view, self.look, box, scale, marks, self.identities, self.seats(),
            self.shell.theme, self.badges(), idle=self._idle(view, marks), cache=self._cache,
        )  # fmt: skip
        if scene != self._scene:
            self._scene, self._shown = scene, present(scene)
        return [*self._shown, *self.close_up(scene)]

    def _idle(self, view: View, marks: Marks) -> frozenset[str]:
        """Return the families of zones that are empty and have been out of use for a while.

        The table doesn't move while zones fill and empty in turn, and what may be used is whole at
        once. A table that someone has designed keeps its places.
        """
        guest = self.guest
        now = len(guest.session.history) if guest.looking is None else guest.looking
        marked = {place for place, _ in (*marks.legal, *marks.targets, *marks.chosen)}
        for zone in view.zones:
            known = self._used.get(zone.family)
            if zone.count or (known is not None and (zone.place in marked or now < known)):
                self._used[zone.family] = now
        if self.look.designed:
            return frozenset()
        most = IDLE * view.players
        return frozenset(family for family, last in self._used.items() if now - last >= most)

    def look_at(self, node: Node | None) -> None:
        """Hear what the pointer rests on; None: it has moved on."""
        seat = None if node is None else self.text.whose(node.spots)
        if seat != self.large:
            self.large = seat
            self.shell.touch()

    def close_up(self, scene: Scene) -> list[Node]:
        """Return a large picture of what the pointer rests on, in the half where it isn't.

        It is only looked at: what is under it stays what is pointed at.
        """
        seat, under = self.large, self.shell.under
        if seat is None or under is None:
            return []
        box = scene.box
        upper = under.box.centre[1] > box.centre[1]
        part = Box(box.x, box.y if upper else box.centre[1], box.w, box.h / 2)
        if self._large is None or self._large[0] != (scene, seat, part):
            nodes = enlarged(scene, seat, part.inset(box.w * 0.06, box.h * 0.02))
            inert = [n._replace(spots=(), do=None, tip="", block=False) for n in nodes]
            self._large = (scene, seat, part), inert
        return self._large[1]

    def badges(self) -> dict[str, tuple[str, ...]]:
        """Return what zones are worth, as far as the one who looks can tell."""
        assert self._view is not None
        ledgers = [s.ledgers for s in self.text.standings()]
        return badges(self.look, self._view, ledgers) if ledgers else {}

    def marks(self) -> Marks:
        """Return what glows."""
        guest = self.guest
        if not guest.asked:
            return Marks()
        advice = self.turn.advice
        narrowing, borne = self.turn.narrowing, self.turn.borne.keys()
        if advice is not None:
            return Marks(targets=way_of(advice).spots)
        if narrowing.picks:
            return Marks(
                legal=frozenset(s for w in narrowing.ways for s in w.first) - narrowing.glowing,
                chosen=frozenset(narrowing.chosen),
                targets=narrowing.glowing | borne,
                labels=self.labels(narrowing),
                cells=self.cells(narrowing),
            )
        return Marks(legal=narrowing.glowing | borne, fresh=self.fresh())

    def labels(self, narrowing: Narrowing) -> dict[Spot, str]:
        """Return what is at the targets: the action, and what it would add to the score."""
        guest = self.guest
        labels = {spot: title.upper() for spot, title in narrowing.labels().items()}
        if not guest.asked or len(narrowing.left) > MOST_TRIED:
            return labels
        found: dict[Spot, set[int | None]] = {}
        preview = guest.preview
        for way in narrowing.left:
            worth = preview.gain(way.offer)
            for spot in way.targets:
                if spot in narrowing.glowing:
                    found.setdefault(spot, set()).add(worth)
        for spot, worths in found.items():
            worth = next(iter(worths)) if len(worths) == 1 else None
            if worth:
                labels[spot] = f"{labels.get(spot, '')} {plus(worth)}".strip()
        return labels

    def fresh(self) -> frozenset[Spot]:
        """Return the pieces that lie elsewhere than when the one who looks decided last."""
        guest, view = self.guest, self._view
        assert view is not None
        history = guest.session.history
        if not guest.asked:
            return frozenset()
        if self._asked != len(history):
            now = {
                zone.name: {self.identities.of(zone.name, n) for n in range(len(zone.items))}
                for zone in view.zones
            }
            self._asked, self._before, self._lay = len(history), self._lay, now
        strange = bool(history) and history[-1].seat != guest.seat
        return frozenset(
            zone.spot(n)
            for zone in view.zones
            if self._before
            and (strange or (ZONE_KINDS[zone.kind].held and zone.owner == guest.seat))
            for n in range(len(zone.items))
            if self.identities.of(zone.name, n) not in self._before.get(zone.name, set())
        )

    def cells(self, narrowing: Narrowing) -> Cells:
        """Return the spaces of tracks that some of the moves left lead to, when they are few.

        One that all of several lead to tells none apart, so that a click on it takes none.
        """
        if not self._on_tracks(narrowing):
            return frozenset()
        there = list(self.turn.landings(narrowing).values())
        shared = frozenset.intersection(*there) if len(there) > 1 else frozenset()
        return frozenset().union(*there) - shared

    def _on_tracks(self, narrowing: Narrowing) -> bool:
        """Return whether a piece may come to stand on a track."""
        assert self._view is not None
        tracks = {zone.place for zone in self._view.zones if ZONE_KINDS[zone.kind].spaces}
        return any(t in tracks for way in narrowing.left for t in way.offer.targets)

    def _mates(self, seat: int) -> bool:
        """Return whether a seat is of the same team as the one who looks."""
        me, teams = self.guest.seat, self.look.facts.teams
        return bool(teams) and me is not None and me != seat and me % teams == seat % teams

    def seats(self) -> tuple[SeatInfo, ...]:
        """Return what the plates say."""
        names, standings = self.text.names(), self.text.standings()
        ranked = bool(self.guest.session.game.compiled.rankings)
        infos = []
        for seat, kind in enumerate(self.guest.table.seats):
            score = signed(standings[seat].score) if ranked and seat < len(standings) else ""
            sitter, note = self.shell.translate.sitter(kind), self.text.note(seat)
            mate = self.shell.translate("partner") if self._mates(seat) else ""
            infos.append(SeatInfo(names[seat], self.hues(seat), sitter, score, note, mate))
        return tuple(infos)
