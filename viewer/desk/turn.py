"""What a person does at the table, and what agents do: choosing, making, going back."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from engine import ZONE_KINDS, RulesError, Session, deal_again, in_language
from viewer.desk.agent_turns import Minds
from viewer.desk.game_log import Chronicle, Entry
from viewer.desk.i18n import capital
from viewer.desk.move_selection import Narrowing, Pick, Question
from viewer.desk.number_entry import NumberEntry
from viewer.desk.start_screen import Lobby
from viewer.desk.tooltips import Tip, of_explanation
from viewer.nodes import WHOLE, Node, Spot

if TYPE_CHECKING:
    from engine import Explanation, Match, Offer
    from viewer.desk.desk import Desk

MOST_REPLAYED = 12
"""So many moves are shown again at most, the last ones."""
SEEN = 1.3
"""So long, in seconds, is shown what a move puts down and the rules take away again."""
KEEP = 2.0
"""At most so often, in seconds, a game is kept while it is played."""


class Acting:
    """Plays the game of a desk."""

    def __init__(self, desk: Desk) -> None:
        """Prepare; a game is put on the table with `begin`."""
        self.desk = desk
        self.minds = Minds(desk)
        self.entry = NumberEntry(
            lambda: self.question,
            changed=self._numbered,
            choose=self.pick,
            let_go=self.back,
            refuse=self._no_number,
        )
        self.list_typed = ""
        """The digits that were typed while all moves are listed."""
        self.before: Narrowing | None = None
        self._narrowed: tuple[int, Narrowing] | None = None
        self.rules = ""
        self.still = False
        self._unkept = False
        self._kept = 0.0
        self._seen = 0.0
        self._why: dict[str, Explanation] = {}

    # -------------------------------------------------------------- a game

    @property
    def sitting(self) -> Match:
        """Return the game on the table."""
        sitting = self.desk.sitting
        assert sitting is not None
        return sitting

    @property
    def advice(self) -> Offer | None:
        """Return the move that a hint has named."""
        return self.minds.advice

    def begin(self, rules: str) -> None:
        """Begin to play what was put on the table; `rules` is how the ruleset is opened again."""
        self.rules = rules
        self.minds.begin(self.sitting.session)
        self.changed()

    def stop(self) -> None:
        """Take no more notice of what agents think."""
        self.minds.stop()

    def keep(self) -> None:
        """Keep the game for another time."""
        desk, self._unkept = self.desk, False
        if desk.keeper is not None and desk.sitting is not None:
            kept = desk.sitting.study or desk.sitting
            desk.keeper.keep(kept.session, kept.seats, self.rules, desk.game_title)

    def changed(self) -> None:
        """Take note that another position is on the table."""
        self.stop()
        self.entry.clear()
        self.list_typed, self.before = "", None
        self.minds.changed()
        if self.desk.lesson is not None and self.sitting.looking is None:
            self.desk.lesson.look(self.sitting.session)
        self._why.clear()
        self.desk.tip = None
        if self.desk.by_keys:
            self.desk.focus = ""
        self.entry.ask()
        if self.sitting.stages:
            self.desk.touch()
        elif self.sitting.session.over and self.sitting.looking is None:
            self.desk.open("result")
        elif self.desk.overlay in ("result", "moves"):
            self.desk.open("")
        self.desk.touch()

    def tick(self, now: float) -> None:
        """Keep the game now and then, and let agents think and move."""
        if self.still:
            return
        if self._unkept and now >= self._kept + KEEP:
            self._kept = now
            self.keep()
        if self.sitting.stages and now >= self._seen + self._longer():
            self.pass_by()
            return
        self.minds.tick(now)

    def _longer(self) -> float:
        """Return how long a stage is shown: slower motion gives more time."""
        return SEEN / min(1.0, self.desk.speed) if self.desk.speed else SEEN

    def pass_by(self) -> bool:
        """Go on from what a move shows in passing; tell whether there was anything."""
        if self.desk.sitting is None or not self.sitting.stages or self.desk.overlay:
            return False
        self.sitting.pass_on()
        self._seen = self.desk.now
        self.changed()
        return True

    def replay(self) -> None:
        """Show again what has happened since the last move of the one who looks."""
        sitting = self.sitting
        session, viewer = sitting.session, sitting.viewer
        if sitting.looking is not None or sitting.curtain is not None:
            return
        last = len(session.history)
        mine = [n for n, d in enumerate(session.history) if d.seat == viewer]
        first = max(mine[-1] + 1 if mine else 0, last - MOST_REPLAYED)
        if first >= last:
            self.desk.toast(self.desk.tongue("nothing_new"))
            return
        sitting.show_again(first)
        self._seen = self.desk.now
        self.changed()

    def swept(self) -> str:
        """Return where what is shown in passing goes next, in words; empty for nowhere."""
        if not self.sitting.stages:
            return ""
        stage, tongue = self.sitting.stages[0], self.desk.tongue
        titles = {zone.name: self.desk.titled(zone) for zone in stage.view.zones}
        rows = [tongue("swept", zone=titles[z], n=n) for z, n in stage.swept[:2] if z in titles]
        return " · ".join(rows)

    def hurry(self) -> None:
        """Let the agent that thinks decide at once."""
        self.minds.hurry()

    def hint(self) -> None:
        """Ask the best agent what it would do."""
        self.minds.hint()

    # -------------------------------------------------------------- choosing

    @property
    def question(self) -> Question | None:
        """Return what is asked for in words."""
        return self.narrowing.question if self.sitting.asked else None

    @property
    def narrowing(self) -> Narrowing:
        """Return what was picked of the legal moves, and what is left of them."""
        sitting = self.sitting
        if self._narrowed is None or self._narrowed[0] != sitting.version:
            fresh = Narrowing.of(sitting.offers, sitting.session.seat)
            self._narrowed = (sitting.version, fresh)
        return self._narrowed[1]

    def let_go(self) -> None:
        """Let go of everything picked, and ask anew."""
        self._narrowed = (self.sitting.version, Narrowing(self.narrowing.ways))
        self.entry.ask()

    def _numbered(self) -> None:
        """Take note that the stepper stands at another number."""
        self.minds.advice = None
        self.desk.touch()

    def _no_number(self, low: int, high: int) -> None:
        """Say which numbers may be chosen."""
        self.desk.toast(self.desk.tongue("number_range", low=low, high=high))

    def point(self, spots: Sequence[Spot], x: float, y: float) -> None:
        """Choose what stands for some spots, or say why it can't be chosen."""
        sitting = self.sitting
        if not sitting.asked:
            self.desk.say_tip(self._not_now(x, y))
            return
        found = self.narrowing.click(spots)
        if found is None:
            self.refuse(spots, x, y)
            return
        self._take(found)

    def pick(self, pick: Pick, offer: Offer | None = None) -> None:
        """Take an answer to a question."""
        if offer is not None:
            self.make(offer)
        else:
            self._take(self.narrowing.pick(pick))

    def _take(self, narrowing: Narrowing, *, play: bool = True) -> None:
        """Take over what was picked, and make the move when nothing is left to choose."""
        self.minds.advice = None
        self._narrowed = (self.sitting.version, narrowing)
        done = narrowing.done
        self.entry.ask()
        if self.desk.by_keys:
            self.desk.focus = "next" if narrowing.glowing and narrowing.picks else ""
        self.desk.touch()
        if done is not None and play:
            self.make(done)

    def confirm(self) -> None:
        """Make the move that is left, or choose the stepper's number."""
        question = self.question
        if self.sitting.asked and self.advice is not None:
            self.make(self.advice)
        elif question is not None and question.numbers:
            self.entry.answer()
        elif self.sitting.asked and self.narrowing.ready is not None:
            self.make(self.narrowing.ready)

    def release(self) -> bool:
        """Let go of everything picked; tell whether there was anything."""
        narrowing = self.narrowing
        if self.advice is None and not narrowing.picks:
            return False
        self.minds.advice = None
        self._take(Narrowing(narrowing.ways))
        return True

    def back(self) -> None:
        """Let go of what was picked last."""
        if self.narrowing.picks:
            self._take(self.narrowing.back())

    def lift(self, spots: Sequence[Spot]) -> None:
        """Begin to drag a thing: what it can be dropped on glows."""
        sitting = self.sitting if self.desk.sitting else None
        if sitting is None or not sitting.asked:
            return
        self.before = self.narrowing
        narrowing = self.narrowing
        own = [s for s in spots if s in narrowing.chosen]
        found = narrowing if own else narrowing.click(spots)
        if found is not None:
            self._take(found, play=False)

    def drop(self, spots: Sequence[Spot], x: float, y: float) -> None:
        """Let go of what was dragged, over something."""
        sitting = self.sitting if self.desk.sitting else None
        if sitting is None or not sitting.asked:
            return
        narrowing, self.before = self.narrowing, None
        if not narrowing.picks or not spots or any(s in narrowing.chosen for s in spots):
            return
        if narrowing.find(spots, narrowing.left) is None:
            self.refuse(spots, x, y)
            return
        found = narrowing.click(spots)
        if found is not None:
            self._take(found)

    def make(self, offer: Offer) -> None:
        """Make a move of the person who is asked."""
        self.made(lambda: self.sitting.make(offer))

    def made(self, doing: Callable[[], object]) -> None:
        """Make a move, a person's or an agent's, and take note of what it has changed."""
        try:
            doing()
        except RulesError as problem:
            self.minds.failed = True
            self.desk.toast(str(problem), "bad")
            return
        self._seen = self.desk.now
        self.changed()
        self._unkept = True

    # -------------------------------------------------------------- why

    def refuse(self, spots: Sequence[Spot], x: float, y: float) -> None:
        """Say why nothing that may be done contains what was clicked."""
        found = self._why_not(spots)
        if found:
            self.desk.say_tip(self._told_why(found[0], x, y))
        else:
            self.desk.say_tip(Tip(self.desk.tongue("nothing_here"), x, y))

    def _why_not(self, spots: Sequence[Spot]) -> list[Explanation]:
        """Return why nothing legal contains something that was clicked, after what was picked.

        What stands for the zones of several seats is asked about for the one who decides.
        """
        sitting = self.sitting
        owners = {zone.name: zone.owner for zone in sitting.view().zones}
        mine = [s for s in spots if owners.get(s[0]) in (None, sitting.session.seat)]
        return list(sitting.session.why_not([*self.narrowing.chosen, *(mine or spots)]))

    def _told_why(self, found: Explanation, x: float, y: float) -> Tip:
        """Return a tip with an explanation, people by their names."""
        tip = of_explanation(found, self.desk.tongue, x, y)
        text, narrowing = self.desk.named(tip.text), self.narrowing
        ways = [w.offer.words for w in narrowing.left if w.offer.words]
        if not found.legal and not found.span.line and narrowing.picks and ways:
            told = (f"· {capital(self.desk.named(w))}" for w in dict.fromkeys(ways[:3]))
            text = "\n".join([text, self.desk.tongue("instead"), *told])
        return replace(tip, text=text)

    def why(self, spots: Sequence[Spot], x: float, y: float) -> None:
        """Say why a thing can be chosen, or why it can't; of what is chosen, what it leads to."""
        sitting = self.sitting
        if not sitting.asked:
            self.desk.say_tip(self._not_now(x, y))
            return
        narrowing = self.narrowing
        chosen = any(spot in narrowing.chosen for spot in spots)
        found = narrowing if chosen else narrowing.click(spots)
        if found is None or not found.left:
            self.refuse(spots, x, y)
            return
        told = self.because(found.left[0].offer)
        words = (self.desk.named(w.offer.words) for w in found.left[:3] if w.offer.words)
        rows = list(dict.fromkeys(map(capital, words)))
        tip = self._told_why(told, x, y)
        if told.sentence[:1].isupper():
            rows.append(f"“{tip.text}”")
        text = "\n".join(rows)
        self.desk.say_tip(Tip(text, x, y, foot=tip.foot, at=tip.at))

    def because(self, offer: Offer) -> Explanation:
        """Return why a move is legal."""
        if offer.text not in self._why:
            session = self.sitting.session
            self._why[offer.text] = session.explain(session.seat or 0, offer.text)
        return self._why[offer.text]

    def rest(self, node: Node | None, x: float, y: float) -> None:
        """Say what the pointer rests on, and why it can or can't be chosen now."""
        if node is None:
            self.desk.say_tip(None)
            return
        if not node.spots or self.desk.sitting is None:
            self.desk.say_tip(Tip(node.tip, x, y) if node.tip else None)
            return
        self.desk.tip = None
        ledger = self.desk.ledger_of(node.spots[0])
        if ledger:
            head, _, lines = ledger.partition("\n")
            self.desk.say_tip(Tip(lines, x, y, title=head))
            return
        if self.sitting.asked:
            self.why(node.spots, x, y)
        title = self._about(node)
        tip = self.desk.tip or Tip("", x, y)
        self.desk.say_tip(replace(tip, title=title) if title or tip.text else None)
        self.desk.touch()

    def _about(self, node: Node) -> str:
        """Return what a thing is; what lies with it only where it covers that."""
        told = node.tip or self.desk.contents(node.spots[0])
        name, index = node.spots[0]
        zone = next((z for z in self.sitting.view().zones if z.name == name), None)
        if index == WHOLE or zone is None or (ZONE_KINDS[zone.kind].stacked and zone.count > 1):
            return told
        return told.partition("\n")[0]

    def _not_now(self, x: float, y: float) -> Tip:
        sitting, tongue = self.sitting, self.desk.tongue
        if sitting.looking is not None:
            return Tip(tongue("looking_back"), x, y)
        seat = sitting.session.seat
        if sitting.stages:
            return Tip(tongue("passing"), x, y)
        if seat is None:
            return Tip(tongue("game_over"), x, y)
        return Tip(tongue("not_your_turn", name=self.desk.names()[seat]), x, y)

    # -------------------------------------------------------------- going back

    def undo(self) -> None:
        """Take back, or say why that is refused."""
        known = self.desk.entries()
        try:
            self.sitting.undo()
        except RulesError as problem:
            self.desk.toast(capital(problem.diagnostics[0].message), "bad")
            return
        self.changed()
        self._told("taken_back", known, len(self.sitting.session.history) + 1)

    def redo(self) -> None:
        """Make again what was taken back, or say that there is nothing."""
        first = len(self.sitting.session.history) + 1
        try:
            self.sitting.redo()
        except RulesError as problem:
            self.desk.toast(capital(problem.diagnostics[0].message), "bad")
            return
        self.changed()
        self._told("made_again", self.desk.entries(), first)

    def _told(self, key: str, entries: Sequence[Entry], number: int) -> None:
        """Say what was taken back or made again, as far as the one who looks may know it."""
        entry = next((e for e in entries if e.number == number), None)
        if entry is not None:
            words = entry.words or " ".join([entry.title, *(c.text for c in entry.chips)])
            self.desk.toast(self.desk.tongue(key, what=self.desk.named(words)))

    def look(self, number: int | None) -> None:
        """Look at an earlier position, or come back to the present."""
        self.stop()
        self.sitting.look(number)
        self.changed()

    def stroll(self, by: int) -> None:
        """Look one move further back or on."""
        sitting = self.sitting
        last = len(sitting.session.history)
        now = last if sitting.looking is None else sitting.looking
        self.look(max(0, now + by))

    def fork(self) -> None:
        """Try something out from the position that is shown."""
        sitting = self.sitting
        number = len(sitting.session.history) if sitting.looking is None else sitting.looking
        self.stop()
        sitting.fork(number)
        self.changed()

    def end_study(self) -> None:
        """Go back to the game that waits."""
        self.stop()
        self.sitting.end_study()
        self.changed()

    # -------------------------------------------------------------- other games

    def replace(self, session: Session) -> None:
        """Go on with the same game on other rules or in another language."""
        self.stop()
        self.sitting.replace(session)
        self.desk.chronicle = Chronicle(session)
        if self.desk.tableau is not None:
            self.desk.tableau.renew()
        self.minds.begin(session)
        self.changed()

    def speak(self, language: str) -> None:
        """Go on in another language."""
        if self.desk.lobby is not None:
            self.desk.lobby.language = language
        if self.desk.sitting is not None:
            self.replace(in_language(self.sitting.session, language))

    def leave(self) -> None:
        """Leave the game for the start screen; it is kept."""
        desk = self.desk
        if desk.sitting is not None:
            self.keep()
            self.stop()
        if desk.keeper is not None:
            desk.keeper.fresh()
        desk.sitting, desk.book, desk.chronicle, desk.tableau = None, None, None, None
        desk.lobby = Lobby(desk.tongue.language, people=list(desk.prefs.people))
        desk.open("")

    def deal_again(self) -> None:
        """Play the same game again, dealt anew."""
        sitting = self.sitting
        old = sitting.session
        if self.desk.keeper is not None:
            self.desk.keeper.fresh()
        self.desk.sit(deal_again(old), list(sitting.seats), self.rules)

    # -------------------------------------------------------------- the list of moves

    def list_digit(self, digit: str) -> None:
        """Choose a move of the list by its number, as soon as no longer number is possible."""
        count = len(self.sitting.offers)
        typed = (self.list_typed + digit).lstrip("0")[-4:]
        if not typed or int(typed) > count:
            typed = digit if 0 < int(digit) <= count else ""
        self.list_typed = typed
        self.desk.touch()
        if typed and int(typed) * 10 > count:
            self.list_take()

    def list_take(self) -> None:
        """Make the move of the list whose number was typed."""
        if self.list_typed:
            offer = self.sitting.offers[int(self.list_typed) - 1]
            self.desk.open("")
            self.make(offer)

    def why_chosen(self) -> None:
        """Say why what is chosen may be done."""
        ready = self.narrowing.ready if self.sitting.asked else None
        if ready is not None:
            found = self.because(ready)
            tip = self._told_why(found, 0, 0)
            self.desk.toast(tip.text)
