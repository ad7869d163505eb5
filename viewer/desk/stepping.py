"""Choosing a number: the stepper, the slider and what is typed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from viewer.desk.agent_turns import Minds
from viewer.desk.move_selection import Pick, Question

if TYPE_CHECKING:
    from engine import Offer
    from viewer.desk.desk import Desk
    from viewer.desk.match import Sitting

LONGEST_NUMBER = 6


class Stepping:
    """Holds the number that a question for one stands at, and what was typed for it.

    `number` is None while what was typed may not be chosen.
    """

    def __init__(self, desk: Desk, minds: Minds) -> None:
        """Begin without any number."""
        self.desk = desk
        self.minds = minds
        self.number: int | None = None
        self.typed = ""

    @property
    def sitting(self) -> Sitting:
        """Return the game on the table."""
        raise NotImplementedError

    def pick(self, pick: Pick, offer: Offer | None = None) -> None:
        """Take an answer to a question."""
        raise NotImplementedError

    def back(self) -> None:
        """Let go of what was picked last."""
        raise NotImplementedError

    def ask(self) -> None:
        """Prepare the number that a stepper stands at."""
        question = self.question
        self.typed = ""
        if question is None or not question.numbers:
            self.number = None
        elif self.number not in question.numbers:
            self.number = question.numbers[0]

    @property
    def question(self) -> Question | None:
        """Return what is asked for in words."""
        return self.sitting.narrowing.question if self.sitting.asked else None

    def step(self, by: int) -> None:
        """Move the stepper to another number that may be chosen."""
        question = self.question
        if question is None or not question.numbers:
            return
        numbers = question.numbers
        if self.number is None:
            wanted = int(self.typed or 0)
            self.set(min(numbers, key=lambda n: abs(n - wanted)))
            return
        place = numbers.index(self.number) + by
        self.set(numbers[max(0, min(place, len(numbers) - 1))])

    def set(self, number: int) -> None:
        """Put the stepper at a number that may be chosen."""
        question = self.question
        if question is not None and number in question.numbers:
            self.number, self.typed = number, ""
            self.minds.advice = None
            self.desk.touch()

    def digit(self, digit: str) -> None:
        """Take a typed digit: the field shows what was typed, whether it may be chosen or not."""
        self._type((self.typed + digit)[-LONGEST_NUMBER:])

    def rub_out(self) -> None:
        """Take away the digit that was typed last; without any, what was picked last."""
        if self.typed:
            self._type(self.typed[:-1])
        else:
            self.back()

    def _type(self, typed: str) -> None:
        question = self.question
        if question is None or not question.numbers:
            return
        self.minds.advice = None
        self.typed = typed
        wanted = int(typed) if typed else question.numbers[0]
        self.number = wanted if wanted in question.numbers else None
        self.desk.touch()

    def answer_number(self) -> None:
        """Choose the number at which the stepper stands, or say which may be chosen."""
        question = self.question
        if question is None or not question.numbers:
            return
        wanted = str(self.number)
        choice = next((c for c in question.choices if c.pick.value == wanted), None)
        if choice is not None:
            self.pick(choice.pick, choice.offer)
        else:
            low, high = question.numbers[0], question.numbers[-1]
            self.desk.toast(self.desk.tongue("number_range", low=low, high=high))
