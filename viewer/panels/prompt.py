"""The card that says whose turn it is, what is asked, and why: with the answers as buttons."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from viewer import commands as cmd
from viewer.commands import AtTable
from viewer.desk.i18n import capital
from viewer.desk.move_selection import Question
from viewer.desk.number_entry import NUMBER
from viewer.desk.tooltips import place_of
from viewer.nodes import Box, Node
from viewer.panels.kit import Kit

if TYPE_CHECKING:
    from engine import Explanation
    from viewer.desk.table_screen import TableScreen

PAD = 14.0
LEAST = 140.0
"""So high the card is at least, so that what is below it seldom moves."""
LEAST_ASKING = 60.0
"""Where there is less height on the table, questions are asked in the panel."""
MOST_COLUMNS = 8
WIDE = 240.0
"""A wider box than this has more than four answers in a row."""
MOST_STEPS = 40
"""So many places a slider has; of more numbers only some can be pointed at."""
MOST_TITLES = 4
"""So many actions are named in place of a phase."""
MOST_BUTTONS = 12
"""So many answers are buttons here; of more the rest is in the list of all moves."""


def prompt(table: TableScreen, kit: Kit, box: Box, asked: bool = False) -> float:
    """Add the card at the top of a box, no higher than it; return how high it is.

    `asked`: the question stands on the table.
    """
    inner = Box(box.x + kit.px(PAD), box.y + kit.px(PAD), box.w - 2 * kit.px(PAD), box.h)
    card = _Card(table, kit, inner)
    card.elsewhere = asked
    card.fill()
    high = min(box.h, max(kit.px(LEAST), card.y - box.y + kit.px(PAD)))
    theme = kit.theme
    top = theme.field if theme.strong else theme.button
    kit.panel(
        "prompt", Box(box.x, box.y, box.w, high), theme.field, theme.field_line, top=top, block=True
    )
    return high


def ask_there(table: TableScreen, kit: Kit, box: Box) -> bool:
    """Add the question that is open to a box on the table; tell whether there is one."""
    question = table.turn.question if table.match.asked else None
    if question is None or table.turn.advice is not None or box.h < kit.px(LEAST_ASKING):
        return False
    narrowing = table.turn.narrowing
    if narrowing.picks and narrowing.ready and len(question.choices) == 1:
        return False
    pad = kit.px(PAD * 0.6)
    inner = Box(box.x + pad, box.y + pad, box.w - 2 * pad, box.h + 2 * kit.px(PAD) - pad)
    kit.z += 2
    card = _Card(table, kit, inner)
    card.ask(question)
    kit.z -= 2
    ground = Box(box.x, box.y, box.w, min(box.h, card.y - box.y + pad * 0.5))
    kit.panel("asking:ground", ground, kit.theme.field, kit.theme.gold, block=True)
    return True


class _Card:
    """Fills the card from its top; what has no room any more is left out."""

    def __init__(self, table: TableScreen, kit: Kit, box: Box) -> None:
        self.table = table
        self.kit = kit
        self.box = box
        self.y = box.y
        self.elsewhere = False
        """Whether the question stands on the table."""
        self.match = table.match
        self.translate = table.translate

    @property
    def room(self) -> float:
        return self.box.bottom - 2 * self.kit.px(PAD) - self.y

    @property
    def _enter(self) -> str:
        """Return the key that confirms, empty while it would do something else."""
        elsewhere = self.table.shell.by_keys and self.table.shell.focus not in ("", "confirm")
        return "" if elsewhere else "Enter"

    def fill(self) -> None:
        head, colour = self._head()
        kit = self.kit
        self._line("prompt:head", head.upper(), 12, colour, weight="bold", gap=7)
        self._text("prompt:title", self._title(), 17, kit.theme.ink, weight="bold", lines=2, gap=6)
        if self.match.asked:
            self._asked()
        elif self.match.stages and self.match.looking is None:
            self._text("prompt:say", self.translate("seen"), 13, kit.theme.ink_soft, lines=2, gap=4)
        elif self.match.agent is not None and self.match.looking is None:
            self._thinking()

    # -------------------------------------------------------------- words

    def _head(self) -> tuple[str, str]:
        theme, translate, match = self.kit.theme, self.translate, self.match
        session = match.shown
        if match.looking is not None:
            return translate("looking"), theme.gold
        if match.study is not None:
            return translate("study"), theme.gold
        if match.stages:
            return translate("happened"), theme.gold
        if session.over:
            return translate("over"), theme.gold
        names = self.table.text.names()
        seat = session.seat or 0
        alone = match.humans[0] if len(match.humans) == 1 else None
        colour = theme.accent if match.asked or seat == alone else theme.ink_soft
        return self._whose(seat, session.turn_of, alone, names), colour

    def _whose(self, seat: int, active: int | None, alone: int | None, names: Sequence[str]) -> str:
        """Return who decides, and in whose turn where that is another's. `alone`: who is 'you'."""
        translate = self.translate
        if active is None or seat == active:
            return (
                translate("your_turn") if seat == alone else translate("turn_of", name=names[seat])
            )
        if seat == alone:
            return translate("you_decide", other=names[active])
        if active == alone:
            return translate("decides_in_yours", name=names[seat])
        return translate("decides", name=names[seat], other=names[active])

    def _title(self) -> str:
        match = self.match
        if match.asked and self.table.turn.advice is not None:
            return capital(self.table.turn.advice.title)
        if match.asked and self.table.turn.narrowing.picks:
            return self._picked()
        if match.stages and match.looking is None:
            return self.table.turn.swept() or self.translate("passing")
        if match.shown.over:
            return self.table.text.result_line()
        phase = match.view().phase_title
        if not phase and match.asked:
            titles = list(dict.fromkeys(w.offer.title for w in self.table.turn.narrowing.left))
            if len(titles) <= MOST_TITLES:
                return capital(f" {self.translate('orders')} ".join(titles))
        if phase or match.asked:
            return phase or self.translate("choose")
        return self.translate("round", n=match.view().round) if match.session.results else ""

    def _picked(self) -> str:
        """Return what may be done with what was picked: `Play or discard: 8 of Sea`."""
        narrowing = self.table.turn.narrowing
        titles = list(dict.fromkeys(w.offer.title for w in narrowing.left))
        chosen = set(narrowing.chosen)
        named = [
            a.shown
            for a in (narrowing.left[0].offer.arguments if narrowing.left else ())
            if a.zone is not None and {(a.zone, i) for i in a.same or (a.index,)} & chosen
        ]
        what = capital(f" {self.translate('orders')} ".join(titles[:3]))
        return (
            self.translate("pair", name=what, value=self.table.text.named(", ".join(named)))
            if named
            else what
        )

    # -------------------------------------------------------------- a person

    def _asked(self) -> None:
        turn, narrowing, theme = self.table.turn, self.table.turn.narrowing, self.kit.theme
        question = turn.question
        if turn.agents.adviser is not None:
            self._text("prompt:hint", self.translate("hint_thinking"), 13, theme.ink_soft)
        if turn.advice is not None:
            words = self.table.text.named(turn.advice.words or turn.advice.text)
            self._text("prompt:say", words, 14, theme.ink, lines=4, gap=4)
            reason = self.table.text.named(turn.agents.reason)
            self._text("prompt:why", reason, 12.5, theme.ink_soft, lines=6, gap=4)
            self._actions(confirm=True)
            return
        ready = narrowing.ready if narrowing.picks else None
        if turn.refused is not None:
            self._refused(turn.refused)
        elif ready is not None:
            self._ready()
        elif question is None or not narrowing.picks:
            occasion = "" if narrowing.picks else self.match.session.occasion
            said = self.table.text.named(occasion) or (self._next() if narrowing.glowing else "")
            self._text("prompt:say", said, 13, theme.ink_soft, lines=3, gap=4)
        only = ready is not None and question is not None and len(question.choices) == 1
        if question is not None and not only and not self.elsewhere:
            self.ask(question)
        if narrowing.picks:
            self._actions(confirm=ready is not None)
        elif turn.last_own and turn.last_own < len(self.match.session.history):
            self._since()

    def _since(self) -> None:
        """Offer to show again what the others have done."""
        high = self.kit.px(24)
        if self.room >= high:
            box = Box(self.box.x, self.y, self.box.w, high)
            words = self.translate("replay")
            self.kit.button("replay", box, words, AtTable.REPLAY, shown_key="V", size=12)
            self.y += high + self.kit.px(4)

    def _refused(self, why: Explanation) -> None:
        """Say why what was clicked can't be done, with the way to the rule."""
        sentence = " ".join([capital(why.sentence), *why.facts])
        self._text("prompt:say", self.table.text.named(sentence), 13, self.kit.theme.ink, lines=4)
        self._link(why)

    def _link(self, why: Explanation) -> None:
        """Add the rule and line that an explanation speaks of: a click opens the rules there."""
        words = place_of(why, self.translate, self.table.text.word)
        high = self.kit.px(24)
        if not words or self.room < high:
            return
        wide = min(self.box.w, self.kit.width(words, 12, weight="semibold") + self.kit.px(24))
        box = Box(self.box.x, self.y, wide, high)
        do = cmd.ShowRule(why.span.file, why.span.line)
        self.kit.button("prompt:rule", box, words, do, size=12)
        self.y += high + self.kit.px(5)

    def _next(self) -> str:
        """Return what is to be clicked: by its name where all that glows are answers to that."""
        narrowing = self.table.turn.narrowing
        if not narrowing.picks:
            return self.translate("choose_glowing")
        names = set()
        for way in narrowing.left:
            open_ = {s for group in way.arguments for s in group}
            spots = {s for s in narrowing.glowing if s in way.spots}
            named = [
                a.name
                for a in way.offer.arguments
                if a.zone is not None and {(a.zone, i) for i in a.same or (a.index,)} & open_
            ]
            names.add(named[0] if len(set(named)) == 1 and spots <= open_ else "")
        if len(names) != 1 or not all(names):
            return self.translate("choose_next")
        return self.translate("choose_value", name=capital(self.table.text.word(names.pop())))

    def _ready(self) -> None:
        """Say what the move that is left would do, and the rule that allows it."""
        ready = self.table.turn.narrowing.ready
        assert ready is not None
        theme = self.kit.theme
        if ready.words:
            self._text(
                "prompt:say", self.table.text.named(ready.words), 14, theme.ink, lines=4, gap=5
            )
        why = self.table.turn.because(ready)
        if why.sentence[:1].isupper():
            quote = f"“{capital(why.sentence)}”"
            self._text("prompt:why", quote, 12.5, theme.ink_soft, lines=3, gap=4)
            self._link(why)

    def _actions(self, *, confirm: bool) -> None:
        """Add the buttons to make the move and to let go."""
        kit, gap = self.kit, self.kit.px(8)
        high = kit.px(30)
        if self.room < high:
            return
        wide = (self.box.w - gap) / 2
        if confirm:
            box = Box(self.box.x, self.y, wide, high)
            ready = self.table.turn.advice or self.table.turn.narrowing.ready
            label = capital(ready.title) if ready is not None else self.translate("confirm")
            kit.button("confirm", box, label, AtTable.CONFIRM, shown_key=self._enter, tone="gold")
        x = self.box.x + (wide + gap if confirm else 0)
        box = Box(x, self.y, wide, high)
        kit.button("cancel", box, self.translate("cancel"), AtTable.CANCEL, shown_key="Esc")
        self.y += high + kit.px(4)

    # -------------------------------------------------------------- questions

    def ask(self, question: Question) -> None:
        if question.name:
            name = capital(self.table.text.word(question.name))
            self._line("prompt:ask", self.translate("choose_value", name=name), 13, gap=6)
        if question.numbers:
            self._stepper(question)
        else:
            self._choices(question)

    def _choices(self, question: Question) -> None:
        """Add the answers as buttons, as many in a row as fit; their tips say what they do."""
        kit, gap = self.kit, self.kit.px(6)
        labels = [self.table.text.named(c.label) for c in question.choices]
        tips = [
            capital(self.table.text.named(c.offer.words))
            if c.offer is not None and c.offer.words
            else ""
            for c in question.choices
        ]
        shown = [capital(label) for label in labels[:MOST_BUTTONS]]
        short = all(label.lstrip("−-").isdigit() for label in shown)
        most = max((kit.width(s, 13, weight="semibold") for s in shown), default=0.0)
        most += kit.px(30 if short else 40)
        columns = max(
            1,
            min(
                MOST_COLUMNS if self.box.w > kit.px(WIDE) else 4,
                int((self.box.w + gap) // (most + gap)),
                len(shown),
            ),
        )
        wide = (self.box.w - gap * (columns - 1)) / columns
        high = kit.px(30)
        for number, label in enumerate(shown):
            column = number % columns
            if column == 0 and number and self.room < high:
                break
            key = str(number + 1) if number < 9 else ""
            box = Box(self.box.x + column * (wide + gap), self.y, wide, high)
            kit.button(
                f"answer:{number}", box, label, cmd.Answer(number),
                key=key, shown_key=key, tip=tips[number] or capital(labels[number]),
            )  # fmt: skip
            if column == columns - 1 or number == len(shown) - 1:
                self.y += high + gap
        if len(labels) > MOST_BUTTONS:
            box = Box(self.box.x, self.y, self.box.w, high)
            kit.button("moves", box, self.translate("all_moves"), AtTable.MOVES, shown_key="M")
            self.y += high + gap

    def _stepper(self, question: Question) -> None:
        """Add a field for a number with minus and plus, a slider, and what the number would do."""
        kit, gap, high = self.kit, self.kit.px(6), self.kit.px(34)
        turn, numbers = self.table.turn, question.numbers
        number = turn.entry.number
        side = high * 1.2
        x, y = self.box.x, self.y
        kit.add(Node("step:wheel", Box(x, y, self.box.w, high * 1.9), kit.z, scroll=NUMBER))
        kit.button("step:less", Box(x, y, side, high), "−", cmd.Step(-1), size=18)
        take = kit.px(76)
        middle = Box(x + side + gap, y, self.box.w - 2 * side - take - 3 * gap, high)
        line = kit.theme.field_line if number is not None else kit.theme.tip_line
        kit.panel("step:well", middle, kit.theme.panel, line, up=1)
        colour = kit.theme.gold if number is not None else kit.theme.tip_line
        kit.line(
            "step:number", turn.entry.typed or str(number), middle, 19, colour,
            font="title", weight="bold", align="center", up=2,
        )  # fmt: skip
        kit.button("step:more", Box(middle.right + gap, y, side, high), "+", cmd.Step(1), size=18)
        box = Box(self.box.right - take, y, take, high)
        tone = "gold" if number is not None else ""
        kit.button("confirm", box, "OK", AtTable.CONFIRM, shown_key=self._enter, tone=tone)
        self.y += high + gap
        self._slider(numbers)
        chosen = next((c.offer for c in question.choices if c.pick.value == str(number)), None)
        if chosen is not None and chosen.words:
            words = self.table.text.named(chosen.words)
            self._text("step:words", words, 13, kit.theme.ink_soft, lines=3, gap=4)

    def _slider(self, numbers: Sequence[int]) -> None:
        """Add a bar to point at a number on, with the least and the greatest at its ends."""
        kit, theme = self.kit, self.kit.theme
        high, part = kit.px(20), kit.px(30)
        if self.room < high:
            return
        low, top = str(numbers[0]), str(numbers[-1])
        left = kit.width(low, 12) + kit.px(6)
        right = kit.width(top, 12) + kit.px(6)
        bar = Box(self.box.x + left, self.y, max(part, self.box.w - left - right), high)
        ends = (("low", low, Box(self.box.x, self.y, left, high), "left"),
                ("high", top, Box(bar.right, self.y, right, high), "right"))  # fmt: skip
        for name, text, place, align in ends:
            kit.line(f"slide!{name}", text, place, 12, theme.ink_soft, align=align, hush=True)
        count = min(len(numbers), MOST_STEPS)
        stands = self.table.turn.entry.number
        wide = bar.w / count
        for step in range(count):
            number = numbers[round(step * (len(numbers) - 1) / max(1, count - 1))]
            reached = stands is not None and number <= stands
            box = Box(bar.x + wide * step, bar.y, wide, high)
            thin = box.inset(min(kit.px(1), wide * 0.1), high * 0.3)
            fill = theme.gold if reached else theme.button
            kit.panel(f"slide!{step}", thin, fill, theme.button_line, radius=2, up=1)
            kit.add(
                Node(
                    f"slide:{step}", box, kit.z + 3, do=cmd.SetNumber(number),
                    slide="number", scroll=NUMBER, tip=str(number),
                )
            )  # fmt: skip
        self.y += high + kit.px(6)

    # -------------------------------------------------------------- agents

    def _thinking(self) -> None:
        kit = self.kit
        seat = self.match.session.seat or 0
        dots = "." * self.table.turn.agents.dots
        words = self.translate("thinking", name=self.table.text.names()[seat]) + dots
        self._line("prompt:thinking", words, 13, kit.theme.ink_soft, gap=7)
        if not self.match.humans:
            self._watching()
        elif self.room > kit.px(30):
            box = Box(self.box.x, self.y, min(self.box.w, kit.px(170)), kit.px(30))
            kit.button(
                "hurry",
                box,
                self.translate("play_now"),
                AtTable.HURRY,
                shown_key="P",
                icon="fast",
            )
            self.y += kit.px(34)

    def _watching(self) -> None:
        """Add what somebody needs who looks on at agents: a pause, and one move after the other."""
        kit, gap, high = self.kit, self.kit.px(8), self.kit.px(30)
        if self.room < high:
            return
        paused = self.table.turn.agents.paused
        wide = (self.box.w - gap) / 2
        label, icon = ("go_on_play", "play") if paused else ("pause", "pause")
        place = Box(self.box.x, self.y, wide, high)
        kit.button("pause", place, self.translate(label), AtTable.PAUSE, shown_key="␣", icon=icon)
        place = Box(place.right + gap, self.y, wide, high)
        kit.button(
            "next_move", place, self.translate("next_move"), AtTable.NEXT_MOVE, icon="skip_end"
        )
        self.y += high + gap

    # -------------------------------------------------------------- lines

    def _line(
        self,
        name: str,
        text: str,
        size: float,
        colour: str = "",
        *,
        weight: str = "regular",
        gap: float = 4,
    ) -> None:
        high = self.kit.px(size * 1.35)
        if self.room >= high:
            box = Box(self.box.x, self.y, self.box.w, high)
            self.kit.line(name, text, box, size, colour, weight=weight)
            self.y += high + self.kit.px(gap)

    def _text(
        self,
        name: str,
        text: str,
        size: float,
        colour: str,
        *,
        weight: str = "regular",
        lines: int = 3,
        gap: float = 4,
    ) -> None:
        kit = self.kit
        high = kit.high("x", 1e6, size)
        lines = min(lines, int(self.room // high))
        if lines > 0 and text:
            self.y += kit.text(
                name, text, self.box.x, self.y, self.box.w, size, colour, weight=weight, lines=lines
            )
            self.y += kit.px(gap)
