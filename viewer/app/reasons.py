"""Why something at the table can be done, or can't, said where it was pointed at."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from engine.rules.zone_kinds import ZONE_KINDS
from engine.table.move_selection import MOST_TRIED, Narrowing
from engine.table.pass_and_play import PassAndPlay
from viewer.app.at_screen import AtScreen
from viewer.app.game_text import GameText
from viewer.app.i18n import capital
from viewer.app.shell import Shell
from viewer.app.tooltips import Tip, of_explanation
from viewer.nodes import WHOLE, Node, Spot

if TYPE_CHECKING:
    from engine import Explanation, MoveOption


class Reasons(AtScreen):
    """What is said to the person at the screen of what they point at or try."""

    def __init__(
        self,
        shell: Shell,
        people: PassAndPlay,
        text: GameText,
        heard: Callable[[Explanation], None],
    ) -> None:
        """Prepare; `heard` is told why something can't be done."""
        super().__init__(shell, people)
        self.text = text
        self._heard = heard
        self._why: dict[str, Explanation] = {}
        self.refused: Explanation | None = None
        """Why what was clicked last can't be done, until something else is."""

    @property
    def narrowing(self) -> Narrowing:
        """Return what was picked of the legal moves, and what is left of them."""
        return self.guest.selection

    def changed(self) -> None:
        """Take note that another position is on the table."""
        self.refused = None
        self._why.clear()

    def takes(self, spots: Sequence[Spot]) -> None:
        """Say what a place takes on which something else was dropped."""
        tip, places = self.shell.tip, {place for place, _ in spots}
        if tip is None:
            return
        rows = self._listed(o.words for o in self.guest.offers if places & {*o.targets})
        more = [self.translate("takes"), *rows[:3]] if rows else [self.text.means(spots[0])]
        self.shell.say_tip(replace(tip, text="\n".join(row for row in (tip.text, *more) if row)))

    def refuse(self, spots: Sequence[Spot], x: float, y: float) -> None:
        """Say why nothing that may be done contains what was clicked, or what comes before it."""
        ways = () if self.narrowing.picks else self.narrowing.ways
        if any(way.has(spot, "argument") for way in ways for spot in spots):
            self.shell.say_tip(Tip(self.translate("later"), x, y))
            return
        found = self._why_not(spots)
        if found:
            self.refused = found[0] if found[0].forbidden else None
            self.shell.say_tip(self._why_tip(found[0], x, y))
            self._heard(found[0])
        else:
            self.shell.say_tip(Tip(self.translate("nothing_here"), x, y))

    def _why_not(self, spots: Sequence[Spot]) -> list[Explanation]:
        """Return why nothing legal contains something that was clicked, after what was picked.

        A choice about the zones of several seats is asked for the one who decides.
        """
        guest = self.guest
        owners = {zone.place: zone.owner for zone in guest.view().zones}
        mine = [s for s in spots if owners.get(s.place) in (None, guest.session.seat)]
        return list(guest.session.why_not([*self.narrowing.chosen, *(mine or spots)]))

    def _why_tip(self, found: Explanation, x: float, y: float) -> Tip:
        """Return a tip with an explanation, people by their names."""
        tip = of_explanation(found, self.translate, self.text.word, x, y)
        text, narrowing = self.text.named(tip.text), self.narrowing
        rows = self._listed(w.offer.words for w in narrowing.left)[:3]
        if not found.legal and not found.span.line and narrowing.picks and rows:
            text = "\n".join([text, self.translate("instead"), *rows])
        return replace(tip, text=text)

    def why(self, spots: Sequence[Spot], x: float, y: float) -> None:
        """Say why a thing can be chosen, or why it can't; of what is chosen, what it leads to."""
        guest = self.guest
        if not guest.asked:
            self.shell.say_tip(self.not_now(x, y))
            return
        narrowing = self.narrowing
        chosen = any(spot in narrowing.chosen for spot in spots)
        found = narrowing if chosen else narrowing.click(spots)
        if found is None or not found.left:
            self.refuse(spots, x, y)
            return
        explained = self.because(found.left[0].offer)
        words = (self.text.named(w.offer.words) for w in found.left[:3] if w.offer.words)
        tip = self._why_tip(explained, x, y)
        text = "\n".join(dict.fromkeys(map(capital, words)))
        self.shell.say_tip(Tip(text, x, y, foot=tip.foot, at=tip.at))

    def because(self, offer: MoveOption) -> Explanation:
        """Return why a move is legal."""
        if offer.text not in self._why:
            session = self.guest.session
            self._why[offer.text] = session.explain(session.seat or 0, offer.text)
        return self._why[offer.text]

    def rest(self, node: Node | None, x: float, y: float) -> None:
        """Say what the pointer rests on, and why it can or can't be chosen now."""
        if node is None or not node.spots:
            self.shell.rest(node, x, y)
            return
        self.shell.tip = None
        ledger = self.text.ledger_of(node.spots[0])
        if ledger:
            head, _, lines = ledger.partition("\n")
            self.shell.say_tip(Tip(lines, x, y, title=head))
            return
        if self.guest.asked:
            clicked = self.refused
            self.why(node.spots, x, y)
            self.refused = clicked  # the prompt answers clicks alone
        title, says = self._about(node), self.text.says(node.spots[0])
        tip = replace(self.shell.tip or Tip("", x, y), tone="plain")
        tip = replace(tip, text="\n".join(part for part in (says, tip.text) if part))
        self.shell.say_tip(replace(tip, title=title) if title or tip.text else None)
        self.shell.touch()

    def _about(self, node: Node) -> str:
        """Return what a thing is; what lies with it only where it covers that."""
        text = node.tip or self.text.contents(node.spots[0])
        place, index = node.spots[0]
        zone = self.text.zone(place)
        if index == WHOLE or zone is None or (ZONE_KINDS[zone.kind].stacked and zone.count > 1):
            return text
        return text.partition("\n")[0]

    def not_now(self, x: float, y: float) -> Tip:
        """Return why nothing can be chosen at all."""
        guest, translate = self.guest, self.translate
        if guest.looking is not None:
            return Tip(translate("looking_back"), x, y)
        seat = guest.session.seat
        if guest.stages:
            return Tip(translate("passing"), x, y)
        if seat is None:
            return Tip(translate("game_over"), x, y)
        return Tip(translate("not_yet", who=self.text.whose_turn()), x, y)

    def which(self, x: float, y: float) -> Tip:
        """Return what is said of a place that all moves left come to: which of them is meant."""
        rows = self._listed(w.offer.words for w in self.narrowing.left)
        return Tip("\n".join([self.translate("which"), *rows[:MOST_TRIED]]), x, y)

    def _listed(self, sentences: Iterable[str]) -> list[str]:
        """Return the rules' sentences on moves as rows of a list."""
        return [f"· {capital(self.text.named(s))}" for s in dict.fromkeys(sentences) if s]

    def why_chosen(self) -> None:
        """Say why what is chosen may be done."""
        ready = self.narrowing.ready if self.guest.asked else None
        if ready is not None:
            found = self.because(ready)
            tip = self._why_tip(found, 0, 0)
            self.text.toast(tip.text)
