"""The card that says whose turn it is, what is asked, and why: with the answers as buttons."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from engine.rules.said import joined
from engine.table.move_selection import Question
from viewer import commands as cmd
from viewer.app.i18n import capital
from viewer.app.number_entry import NUMBER
from viewer.app.tooltips import place_of
from viewer.commands import AtTable
from viewer.nodes import Box, Node
from viewer.panels.panel_builder import Column, PanelBuilder

if TYPE_CHECKING:
    from engine import Explanation, MoveOption
    from viewer.app.table_screen import TableScreen

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


def prompt(
    table: TableScreen, builder: PanelBuilder, box: Box, asked: bool = False, whole: bool = False
) -> float:
    """Add the card at the top of a box, no higher than it; return how high it is.

    `asked`: the question is on the table. `whole`: the card fills the box.
    """
    card = _Card(table, builder, box.inset(builder.px(PAD)), asked)
    card.fill()
    high = min(box.h, max(builder.px(LEAST), card.box.y - box.y + builder.px(PAD)))
    high = box.h if whole else high
    theme = builder.theme
    top = theme.field if theme.strong else theme.button
    builder.panel("prompt", box.head(high), theme.field, theme.field_line, top=top, block=True)
    return high


def ask_there(table: TableScreen, builder: PanelBuilder, box: Box) -> bool:
    """Add the question that is open to a box on the table; return whether there is one."""
    question = table.turn.question if table.guest.asked else None
    if question is None or table.turn.advice is not None or box.h < builder.px(LEAST_ASKING):
        return False
    narrowing = table.turn.narrowing
    if narrowing.picks and narrowing.ready and len(question.choices) == 1:
        return False
    pad = builder.px(PAD * 0.6)
    builder.z += 2
    card = _Card(table, builder, box.cut(pad, pad, pad))
    card.ask(question)
    builder.z -= 2
    ground = box.head(min(box.h, card.box.y - box.y + pad * 0.5))
    builder.panel("asking:ground", ground, builder.theme.field, builder.theme.gold, block=True)
    return True


class _Card(Column):
    """Fills the card from its top."""

    def __init__(
        self, table: TableScreen, builder: PanelBuilder, box: Box, elsewhere: bool = False
    ) -> None:
        """`elsewhere`: the question stands on the table."""
        super().__init__(builder, box)
        self.table = table
        self.elsewhere = elsewhere
        self.guest, self.people = table.guest, table.people
        self.turn, self.translate = table.turn, table.translate
        self.named = table.text.named

    @property
    def _enter(self) -> str:
        """Return the key that confirms, empty while it would do something else."""
        elsewhere = self.table.shell.by_keys and self.table.shell.focus not in ("", "confirm")
        return "" if elsewhere else "Enter"

    def fill(self) -> None:
        head, colour = self._head()
        builder = self.builder
        self.text("prompt:head", head.upper(), 12, colour, weight="bold", lines=2, gap=7)
        self.text(
            "prompt:title", self._title(), 17, builder.theme.ink, weight="bold", lines=2, gap=6
        )
        if self.guest.asked:
            self._asked()
        elif self.guest.stages and self.guest.looking is None:
            self.text("prompt:say", self.translate("seen"), 13, builder.theme.ink_soft, lines=2)
        elif self.guest.table.agent is not None and self.guest.looking is None:
            self._thinking()
        elif self.guest.session.over and self.guest.looking is None and self.fits_control(30):
            self.builder.button(
                "over:result", self.controls(30, 4), self.translate("result"), AtTable.RESULT
            )

    # -------------------------------------------------------------- words

    def _head(self) -> tuple[str, str]:
        theme, translate, guest = self.builder.theme, self.translate, self.guest
        session = guest.shown
        if guest.looking is not None:
            return translate("looking"), theme.gold
        if self.people.trying:
            return translate("study"), theme.gold
        if guest.stages:
            return translate("happened"), theme.gold
        if session.over:
            return translate("over"), theme.gold
        mine = guest.asked or guest.table.humans == [session.seat]
        return self.table.text.whose_turn(), theme.accent if mine else theme.ink_soft

    def _title(self) -> str:
        guest = self.guest
        if guest.asked and self.turn.advice is not None:
            return capital(self.turn.advice.title)
        if guest.asked and self.turn.narrowing.picks:
            return self._picked()
        if guest.stages and guest.looking is None:
            return self.turn.swept() or self.translate("passing")
        if guest.shown.over:
            return self.table.text.result_line()
        phase = guest.view().phase_title
        if not phase and guest.asked:
            titles = list(dict.fromkeys(w.offer.title for w in self.turn.narrowing.left))
            if len(titles) <= MOST_TITLES:
                return capital(f" {self.translate('orders')} ".join(titles))
        if phase or guest.asked:
            return phase or self.translate("choose")
        return self.translate("round", n=guest.view().round) if guest.session.results else ""

    def _picked(self) -> str:
        """Return what may be done with what was picked: `Play or discard: 8 of Sea`."""
        narrowing = self.turn.narrowing
        titles = list(dict.fromkeys(w.offer.title for w in narrowing.left))
        chosen = set(narrowing.chosen)
        named = [
            a.shown
            for a in (narrowing.left[0].offer.arguments if narrowing.left else ())
            if a.index is not None and not chosen.isdisjoint(a.spots)
        ]
        what = capital(f" {self.translate('orders')} ".join(titles[:3]))
        value = self.named(joined(", ", named))
        return self.translate("pair", name=what, value=value) if named else what

    # -------------------------------------------------------------- a person

    def _asked(self) -> None:
        turn, narrowing, theme = self.turn, self.turn.narrowing, self.builder.theme
        question = turn.question
        if self.guest.adviser is not None:
            self.text("prompt:hint", self.translate("hint_thinking"), 13, theme.ink_soft)
        if turn.advice is not None:
            words = self.named(turn.advice.words or turn.advice.text)
            self.text("prompt:say", words, 14, theme.ink, lines=4)
            advice = self.guest.advice
            reason = self.named(advice.reason) if advice is not None else ""
            self.text("prompt:why", reason, 12.5, theme.ink_soft, lines=6)
            self._actions(turn.advice)
            return
        ready = narrowing.ready if narrowing.picks else None
        refused = turn.reasons.refused
        if refused is not None:
            sentence = joined(" ", [capital(refused.sentence), *refused.facts])
            self.text("prompt:say", self.named(sentence), 13, theme.ink, lines=4)
            self._link(refused)
        elif ready is not None:
            self._ready(ready)
        elif question is None or not narrowing.picks:
            occasion = "" if narrowing.picks else self.guest.session.occasion
            said = self.named(occasion) or (self._next() if narrowing.glowing else "")
            self.text("prompt:say", said, 13, theme.ink_soft)
        only = ready is not None and question is not None and len(question.choices) == 1
        if question is not None and not only and not self.elsewhere:
            self.ask(question)
        if narrowing.picks:
            self._actions(ready)
        elif 0 < turn.last_own < len(self.guest.session.history) and self.fits_control(24):
            words = self.translate("replay")
            self.builder.button(
                "replay", self.controls(24, 4), words, AtTable.REPLAY, shown_key="V", size=12
            )

    def _link(self, why: Explanation) -> None:
        """Add the rule and line that an explanation speaks of: a click opens the rules there."""
        words = place_of(why, self.translate, self.table.text.word)
        if words and self.fits_control(24):
            wide = self.builder.width(words, 12, weight="semibold") + self.builder.px(24)
            do = cmd.ShowRule(why.span.file, why.span.line)
            box = self.controls(24, 5)
            self.builder.button("prompt:rule", box.start(min(box.w, wide)), words, do, size=12)

    def _next(self) -> str:
        """Return what is to be clicked: by its name where all that glows are answers to that."""
        narrowing = self.turn.narrowing
        if not narrowing.picks:
            touch = self.builder.finger
            return self.translate("choose_glowing_touch" if touch else "choose_glowing")
        names: set[str] = set()
        for way in narrowing.left:
            open_ = {s for group in way.arguments for s in group}
            spots = {s for s in narrowing.glowing if s in way.spots}
            named = [
                a.name
                for a in way.offer.arguments
                if a.index is not None and not open_.isdisjoint(a.spots)
            ]
            names.add(named[0] if len(set(named)) == 1 and spots <= open_ else "")
        if len(names) != 1 or not all(names):
            return self.translate("choose_next")
        said = self.table.text.asked_for([way.offer for way in narrowing.left], names.pop())
        return said or self.translate("choose_next")

    def _ready(self, ready: MoveOption) -> None:
        """Say what the move that is left would do."""
        self.text("prompt:say", self.named(ready.words), 14, self.builder.theme.ink, lines=4, gap=5)

    def _actions(self, ready: MoveOption | None) -> None:
        """Add the buttons to make the move that is left, if there is one, and to let go."""
        if not self.fits_control(30):
            return
        builder = self.builder
        left, right = self.controls(30, 4).columns(2, builder.px(8))
        if ready is not None:
            label = capital(ready.title)
            builder.button(
                "confirm", left, label, AtTable.CONFIRM, shown_key=self._enter, tone="gold"
            )
        box = left if ready is None else right
        builder.button("cancel", box, self.translate("cancel"), AtTable.CANCEL, shown_key="Esc")

    # -------------------------------------------------------------- questions

    def ask(self, question: Question) -> None:
        if question.name:
            said = self.table.text.asked_for(question.offers, question.name)
            self.text("prompt:ask", said, 13, lines=3, gap=6)
        if question.numbers:
            self._stepper(question)
        else:
            self._choices(question)

    def _choices(self, question: Question) -> None:
        """Add the answers as buttons, as many in a row as fit; their tips say what they do."""
        builder, gap = self.builder, self.builder.px(6)
        labels = [capital(self.named(c.label)) for c in question.choices]
        shown = labels[:MOST_BUTTONS]
        short = all(label.lstrip("−-").isdigit() for label in shown)
        need = max((builder.width(s, 13, weight="semibold") for s in shown), default=0.0)
        need += builder.px(30 if short else 40)
        need = max(need, builder.finger)
        most = MOST_COLUMNS if self.box.w > builder.px(WIDE) else 4
        columns = max(1, min(most, int((self.box.w + gap) // (need + gap)), len(shown)))
        places: list[Box] = []
        for number, (label, choice) in enumerate(zip(shown, question.choices, strict=False)):
            if not places:
                if number and not self.fits_control(30):
                    break
                places = self.controls(30, 6).columns(columns, gap)
            key = str(number + 1) if number < 9 else ""
            words = choice.offer.words if choice.offer is not None else ""
            builder.button(
                f"answer:{number}", places.pop(0), label, cmd.Answer(number),
                key=key, shown_key=key, tip=capital(self.named(words)) or label,
            )  # fmt: skip
        if len(labels) > MOST_BUTTONS:
            label = self.translate("all_moves")
            builder.button("moves", self.controls(30, 6), label, AtTable.MOVES, shown_key="M")

    def _stepper(self, question: Question) -> None:
        """Add a field for a number with minus and plus, a slider, and what the number would do."""
        builder, gap = self.builder, self.builder.px(6)
        number, numbers = self.turn.entry.number, question.numbers
        high = builder.control(34) + builder.control(20) + builder.px(10.6)
        builder.add(Node("step:wheel", self.box.head(high), builder.z, scroll=NUMBER))
        row = self.controls(34, 6)
        side, take = max(row.h * 1.2, builder.finger), builder.px(76)
        builder.button("step:less", row.start(side), "−", cmd.Step(-1), size=18)
        builder.button("confirm", row.end(take), "OK", AtTable.CONFIRM, shown_key=self._enter,
                   tone="" if number is None else "gold")  # fmt: skip
        row = row.cut(right=take + gap)
        builder.button("step:more", row.end(side), "+", cmd.Step(1), size=18)
        well = row.inset(side + gap, 0)
        line, colour = builder.theme.field_line, builder.theme.gold
        if number is None:
            line = colour = builder.theme.tip_line
        builder.panel("step:well", well, builder.theme.panel, line, up=1)
        builder.line(
            "step:number", self.turn.entry.typed or str(number), well, 19, colour,
            font="title", weight="bold", align="center", up=2,
        )  # fmt: skip
        if self.fits_control(20):
            self._slider(self.controls(20, 6), numbers)
        chosen = next((c.offer for c in question.choices if c.pick.value == str(number)), None)
        if chosen is not None:
            self.text("step:words", self.named(chosen.words), 13, builder.theme.ink_soft)

    def _slider(self, row: Box, numbers: Sequence[int]) -> None:
        """Add a bar to point at a number on, with the least and the greatest at its ends."""
        builder, theme = self.builder, self.builder.theme
        low, top = str(numbers[0]), str(numbers[-1])
        left, right = (builder.width(text, 12) + builder.px(6) for text in (low, top))
        bar = row.cut(left)
        bar = bar.start(max(builder.px(30), bar.w - right))
        end = Box(bar.right, row.y, right, row.h)
        builder.line("slide!low", low, row.start(left), 12, theme.ink_soft, hush=True)
        builder.line("slide!high", top, end, 12, theme.ink_soft, align="right", hush=True)
        count, stands = min(len(numbers), MOST_STEPS), self.turn.entry.number
        for step, box in enumerate(bar.columns(count)):
            number = numbers[round(step * (len(numbers) - 1) / max(1, count - 1))]
            reached = stands is not None and number <= stands
            thin = box.inset(min(builder.px(1), box.w * 0.1), box.h * 0.3)
            fill = theme.gold if reached else theme.button
            builder.panel(f"slide!{step}", thin, fill, theme.button_line, radius=2, up=1)
            builder.add(
                Node(
                    f"slide:{step}", box, builder.z + 3, do=cmd.SetNumber(number),
                    slide="number", scroll=NUMBER, tip=str(number),
                )
            )  # fmt: skip

    # -------------------------------------------------------------- agents

    def _thinking(self) -> None:
        builder, translate = self.builder, self.translate
        seat = self.guest.session.seat or 0
        dots = "." * self.turn.agents.dots
        words = translate("thinking", name=self.table.text.names()[seat]) + dots
        self.line("prompt:thinking", words, 13, builder.theme.ink_soft, gap=7)
        if not self.fits_control(30):
            return
        if self.guest.table.humans:
            box = self.controls(30, 4)
            box = box.start(min(box.w, builder.px(170)))
            builder.button(
                "hurry", box, translate("play_now"), AtTable.HURRY, shown_key="P", icon="fast"
            )
            return
        # Someone looks on at agents.
        left, right = self.controls(30, 8).columns(2, builder.px(8))
        label, icon = ("go_on_play", "play") if self.turn.agents.paused else ("pause", "pause")
        builder.button("pause", left, translate(label), AtTable.PAUSE, shown_key="␣", icon=icon)
        builder.button(
            "next_move", right, translate("next_move"), AtTable.NEXT_MOVE, icon="skip_end"
        )
