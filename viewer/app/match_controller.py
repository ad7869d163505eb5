"""What a person does at the table: choosing, making, asking why, going back."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from engine import RulesError
from engine.chronicle.rows import DecisionRow
from engine.rules.said import joined
from engine.table.move_selection import MOST_TRIED, Narrowing, Pick, PickOption, Question
from engine.table.pass_and_play import PassAndPlay
from viewer.app.agent_turns import AgentTurns
from viewer.app.at_screen import AtScreen
from viewer.app.game_text import GameText
from viewer.app.i18n import capital
from viewer.app.number_entry import NumberEntry
from viewer.app.reasons import Reasons
from viewer.app.shell import Shell
from viewer.app.sounds import sounds_of
from viewer.nodes import Cells, Spot

if TYPE_CHECKING:
    from engine import Explanation, MoveOption
    from engine.chronicle.rows import LogRow

MOST_REPLAYED = 12
"""So many moves are shown again at most, the last ones."""
SEEN = 1.3
"""So long, in seconds, is shown what a move puts down and the rules take away again."""


class MatchController(AtScreen):
    """Plays a match: what is picked of the legal moves, and the agents' turns between."""

    def __init__(
        self,
        shell: Shell,
        people: PassAndPlay,
        text: GameText,
        changed: Callable[[], bool],
        refused: Callable[[Explanation], None],
    ) -> None:
        """Prepare; `changed` hears that another position is on the table, and tells whether there
        is something to be said of it, so that the result waits; `refused` hears why something
        can't be done.
        """
        super().__init__(shell, people)
        self.text = text
        self.agents = AgentTurns(shell, people, made=self.made)
        self.entry = NumberEntry()
        self.list_typed = ""
        """The digits that were typed while all moves are listed."""
        self._on_change = changed
        self.reasons = Reasons(shell, people, text, refused)
        self.warned: Callable[[MoveOption], bool] = lambda offer: False
        """Warns a person of a move, and tells whether it is to be chosen again."""
        self._seen = 0.0
        self._called = 0

    @property
    def advice(self) -> MoveOption | None:
        """Return the move that a hint has named."""
        advice = self.guest.advice
        return advice.move if advice is not None else None

    def begin(self) -> None:
        """Begin to play the game on the table."""
        self.agents.begin()
        self.changed()

    def changed(self) -> None:
        """Take note that another position is on the table."""
        shell, guest = self.shell, self.guest
        self.agents.stop()
        self.entry = NumberEntry()
        self.list_typed = ""
        self.agents.changed()
        more = self._on_change()
        self.reasons.changed()
        shell.tip = None
        if shell.by_keys:
            shell.focus = ""
        self._ask_number()
        self._call()
        if guest.stages:
            shell.touch()
        elif guest.session.over and guest.looking is None:
            shell.open("" if more else "result")
        elif shell.overlay in ("result", "moves"):
            shell.open("")
        shell.touch()

    def _call(self) -> None:
        """Let be heard that someone is asked, once others have decided."""
        history, guest = self.guest.session.history, self.guest
        if guest.asked and len(history) > self._called and history[-1].seat != guest.session.seat:
            self.shell.sound("turn")
        if guest.asked or len(history) < self._called:
            self._called = len(history)

    def tick(self, now: float) -> None:
        """Continue from what has been shown long enough, and let agents think and move."""
        if self.guest.stages and now >= self._seen + self._longer():
            self.pass_by()
            return
        self._hear_advice()
        self.agents.tick(now)

    def _longer(self) -> float:
        """Return how long a stage is shown: slower motion gives more time."""
        return SEEN / min(1.0, self.shell.speed) if self.shell.speed else SEEN

    def pass_by(self) -> bool:
        """Continue from what a move shows in passing; return whether there was anything."""
        if not self.guest.stages or self.shell.overlay:
            return False
        self.guest.pass_on()
        self._seen = self.shell.now
        self.changed()
        return True

    @property
    def last_own(self) -> int:
        """Return after how many decisions the one who looks had last made one."""
        history, viewer = self.guest.session.history, self.guest.seat
        last = range(len(history), 0, -1)
        return next((number for number in last if history[number - 1].seat == viewer), 0)

    def replay(self) -> None:
        """Show again what has happened since the last move of the one who looks."""
        guest = self.guest
        if guest.looking is not None or not guest.present:
            return
        first = max(self.last_own, len(guest.session.history) - MOST_REPLAYED)
        if first >= len(guest.session.history):
            self.shell.toast(self.translate("nothing_new"))
            return
        guest.show_again(first)
        self._seen = self.shell.now
        self.changed()

    def swept(self) -> str:
        """Return what is announced, or where what is shown in passing goes next, in words; of what
        goes nowhere, the decision that ends with it.
        """
        if not self.guest.stages:
            return ""
        stage = self.guest.stages[0]
        if stage.said:
            return self.text.named(stage.said)
        titles = {zone.name: self.text.titled(zone) for zone in stage.view.zones}
        swept = stage.swept[:2]
        rows = [self.translate("swept", zone=titles[z], n=n) for z, n in swept if z in titles]
        return " · ".join(rows) or self.text.last()

    # -------------------------------------------------------------- hints

    def hint(self) -> None:
        """Ask what is best here, and why."""
        if self.guest.ask_advice():
            self.shell.touch()

    def _hear_advice(self) -> None:
        """Put the advised move before the person: it glows, and Enter makes it."""
        advice = self.guest.hear_advice()
        if advice is None:
            return
        if advice.move is None and advice.problem:
            self.shell.toast(capital(self.shell.translate.told(advice.problem)), "bad")
        self.let_go()
        if self.shell.by_keys:
            self.shell.focus = "confirm"
        self.shell.touch()

    # -------------------------------------------------------------- choosing

    @property
    def question(self) -> Question | None:
        """Return what is asked for in words."""
        return self.narrowing.question if self.guest.asked else None

    @property
    def narrowing(self) -> Narrowing:
        """Return what was picked of the legal moves, and what is left of them."""
        return self.guest.selection

    def let_go(self) -> None:
        """Let go of everything picked, and ask anew."""
        self.guest.select(Narrowing(self.narrowing.ways))
        self._ask_number()

    def answer(self, number: int) -> None:
        """Take one of the answers to what is asked, by its number from 0."""
        question = self.question
        if question is not None and number < len(question.choices):
            choice = question.choices[number]
            self.pick(choice.pick, choice.offer)

    def _ask_number(self) -> None:
        question = self.question
        self.entry.ask(question.numbers if question is not None else ())

    def numbered(self) -> None:
        """Take note that the stepper stands at another number."""
        self.guest.drop_advice()
        self.shell.touch()

    def point(self, spots: Sequence[Spot], x: float, y: float, space: int | None = None) -> None:
        """Choose the option for some spots, or for a space of theirs, or say why there is none."""
        guest = self.guest
        if not guest.asked:
            self.shell.say_tip(self.reasons.not_now(x, y))
            return
        if not self._land(spots, x, y, space):
            found, borne = self.narrowing.click(spots), self.borne
            answer = next((borne[spot] for spot in spots if spot in borne), None)
            if found is not None:
                self._take(found)
            elif answer is not None:
                self.pick(answer.pick, answer.offer)
            else:
                self.reasons.refuse(spots, x, y)

    @property
    def borne(self) -> dict[Spot, PickOption]:
        """Return the pieces of one's own that bear an answer to what is asked, such as its rank."""
        question = self.question
        if question is None or not question.asks_word:
            return {}
        seat, found = self.guest.session.seat, {}
        for zone in self.guest.view().zones if seat is not None else ():
            for index, item in enumerate(zone.items if zone.owner == seat else ()):
                values = {value for _, value in item.values}
                borne = [choice for choice in question.choices if choice.pick.value in values]
                if len(borne) == 1:
                    found[zone.spot(index)] = borne[0]
        return found

    def _land(self, spots: Sequence[Spot], x: float, y: float, space: int | None) -> bool:
        """Keep the moves that come to a place, where that tells them apart; otherwise say that all
        of them do. Return whether any does.
        """
        narrowing = self.narrowing
        if not narrowing.picks:
            return False
        cells = {(place, space) for place, _ in spots if space is not None}
        moves = self.landings(narrowing).items() if cells else ()
        kept = frozenset(move for move, there in moves if not cells.isdisjoint(there))
        if kept and (len(kept) == 1 or len(kept) < len(narrowing.left)):
            self._take(narrowing.pick(Pick(moves=kept)))
            return True
        shared = bool(kept) or narrowing.shared(spots)
        if shared:
            self.shell.say_tip(self.reasons.which(x, y))
        return shared

    def landings(self, narrowing: Narrowing) -> dict[str, Cells]:
        """Return which spaces of tracks each move left leads to, by notation, when they are few."""
        guest = self.guest
        if not guest.asked or len(narrowing.left) > MOST_TRIED:
            return {}
        preview = guest.preview
        return {way.offer.text: preview.landings(way.offer) for way in narrowing.left}

    def pick(self, pick: Pick, offer: MoveOption | None = None) -> None:
        """Take an answer to a question."""
        if offer is not None:
            self.make(offer)
        else:
            self._take(self.narrowing.pick(pick))

    def _take(self, narrowing: Narrowing, *, play: bool = True) -> None:
        """Take over what was picked, and make the move when nothing is left to choose."""
        self.guest.drop_advice()
        self.reasons.refused = None
        self.guest.select(narrowing)
        done = narrowing.done
        self._ask_number()
        if self.shell.by_keys:
            self.shell.focus = "next" if narrowing.glowing and narrowing.picks else ""
        self.shell.touch()
        if done is not None and play:
            self.make(done)

    def confirm(self) -> None:
        """Make the move that is left, or choose the stepper's number."""
        question, number = self.question, self.entry.number
        if self.guest.asked and self.advice is not None:
            self.make(self.advice)
        elif question is not None and question.numbers and number is not None:
            choice = next(c for c in question.choices if c.pick.value == str(number))
            self.pick(choice.pick, choice.offer)
        elif question is not None and question.numbers:
            low, *_, high = question.numbers
            self.shell.toast(self.translate("number_range", low=low, high=high))
        elif self.guest.asked and self.narrowing.ready is not None:
            self.make(self.narrowing.ready)

    def release(self) -> bool:
        """Let go of everything picked; return whether there was anything."""
        narrowing = self.narrowing
        if self.advice is None and not narrowing.picks:
            return False
        self.guest.drop_advice()
        self._take(Narrowing(narrowing.ways))
        return True

    def back(self) -> None:
        """Let go of what was picked last."""
        if self.narrowing.picks:
            self._take(self.narrowing.back())

    def lift(self, spots: Sequence[Spot]) -> None:
        """Begin to drag a thing: what it can be dropped on glows."""
        guest = self.guest
        if not guest.asked:
            return
        narrowing = self.narrowing
        own = [s for s in spots if s in narrowing.chosen]
        found = narrowing if own else narrowing.click(spots)
        if found is not None:
            self._take(found, play=False)

    def drop(self, spots: Sequence[Spot], x: float, y: float, space: int | None = None) -> None:
        """Let go of what was dragged, over something, or over a space of it."""
        guest = self.guest
        if not guest.asked:
            return
        narrowing = self.narrowing
        if not narrowing.picks or not spots or any(s in narrowing.chosen for s in spots):
            return
        if self._land(spots, x, y, space):
            return
        if narrowing.find(spots, narrowing.left) is None:
            self.reasons.refuse(spots, x, y)
            self.reasons.takes(spots)
            return
        found = narrowing.click(spots)
        if found is not None:
            self._take(found)

    def make(self, offer: MoveOption) -> None:
        """Make a move of the person who is asked, unless they are warned of it first."""
        if self.warned(offer):
            self.release()
            return
        self.made(lambda: self.guest.make(offer))

    def made(self, doing: Callable[[], object]) -> None:
        """Make a move, a person's or an agent's, and take note of what it has changed."""
        before = self.guest.view()
        try:
            doing()
        except RulesError as problem:
            self.agents.failed = True
            self.text.toast(str(problem), "bad")
            return
        self.shell.sound(*sounds_of(before, self.guest.view(), self.guest.chronicle.showing.dice))
        self._seen = self.shell.now
        self.changed()

    # -------------------------------------------------------------- going back

    def undo(self) -> None:
        """Take back, or ask the others for that. Raises RulesError where that is refused."""
        known = self.text.entries()
        if not self.people.undo():
            self.shell.toast(self.translate("asked_undo"))
            return
        self.changed()
        self._recall("taken_back", known, len(self.guest.session.history) + 1)

    def redo(self) -> None:
        """Make again what was taken back. Raises RulesError where there is nothing."""
        first = len(self.guest.session.history) + 1
        self.guest.table.redo()
        self.changed()
        self._recall("made_again", self.text.entries(), first)

    def _recall(self, key: str, rows: Sequence[LogRow], number: int) -> None:
        """Say what was taken back or made again, as far as the one who looks may know it."""
        found = (row for row in rows if isinstance(row, DecisionRow) and row.number == number)
        row = next(found, None)
        if row is not None:
            words = row.words or joined(" ", [row.title, *(c.text for c in row.chips)])
            self.shell.toast(self.translate(key, what=self.text.named(words)))

    def look(self, number: int | None) -> None:
        """Look at an earlier position, or come back to the present."""
        self.agents.stop()
        self.guest.look(number)
        self.changed()

    @property
    def _shown(self) -> int:
        """Return after how many decisions the position is that is shown."""
        guest = self.guest
        return len(guest.session.history) if guest.looking is None else guest.looking

    def stroll(self, by: int) -> None:
        """Look one move further back or on."""
        self.look(max(0, self._shown + by))

    def what_if(self) -> None:
        """Try something out from the position that is shown."""
        self.agents.stop()
        self.people.what_if(self._shown)
        self.changed()

    # -------------------------------------------------------------- the list of moves

    def list_digit(self, digit: str) -> None:
        """Choose a move of the list by its number, as soon as no longer number is possible."""
        count = len(self.guest.offers)
        typed = (self.list_typed + digit).lstrip("0")[-4:]
        if not typed or int(typed) > count:
            typed = digit if 0 < int(digit) <= count else ""
        self.list_typed = typed
        self.shell.touch()
        if typed and int(typed) * 10 > count:
            self.list_take()

    def list_take(self) -> None:
        """Make the move of the list whose number was typed."""
        if self.list_typed:
            offer = self.guest.offers[int(self.list_typed) - 1]
            self.shell.open("")
            self.make(offer)
