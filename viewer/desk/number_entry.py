"""Choosing a number: the stepper, the slider and what is typed."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from viewer.desk.move_selection import Pick, Question

if TYPE_CHECKING:
    from engine import Offer

LONGEST_NUMBER = 6
NUMBER = "number"
"""What scrolls a stepper."""


class NumberEntry:
    """Holds the number that a question for one stands at, and what was typed for it.

    `number` is None while what was typed may not be chosen.
    """

    def __init__(
        self,
        question: Callable[[], Question | None],
        *,
        changed: Callable[[], None],
        choose: Callable[[Pick, Offer | None], None],
        let_go: Callable[[], None],
        refuse: Callable[[int, int], None],
    ) -> None:
        """Begin without any number.

        `question`: what is asked at the moment. `changed` hears of another number, `choose` takes
        the one that was decided on; `let_go` lets go of what was picked last; `refuse` hears the
        least and the greatest number that may be chosen when another was typed.
        """
        self.number: int | None = None
        self.typed = ""
        self._question = question
        self._changed = changed
        self._choose = choose
        self._let_go = let_go
        self._refuse = refuse

    def clear(self) -> None:
        """Forget the number: another position is there."""
        self.number, self.typed = None, ""

    def ask(self) -> None:
        """Prepare the number that a stepper stands at."""
        question = self._question()
        self.typed = ""
        if question is None or not question.numbers:
            self.number = None
        elif self.number not in question.numbers:
            self.number = question.numbers[0]

    def step(self, by: int) -> None:
        """Move the stepper to another number that may be chosen."""
        question = self._question()
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
        question = self._question()
        if question is not None and number in question.numbers:
            self.number, self.typed = number, ""
            self._changed()

    def digit(self, digit: str) -> None:
        """Take a typed digit: the field shows what was typed, whether it may be chosen or not."""
        self._type((self.typed + digit)[-LONGEST_NUMBER:])

    def rub_out(self) -> None:
        """Take away the digit that was typed last; without any, what was picked last."""
        if self.typed:
            self._type(self.typed[:-1])
        else:
            self._let_go()

    def _type(self, typed: str) -> None:
        question = self._question()
        if question is None or not question.numbers:
            return
        self.typed = typed
        wanted = int(typed) if typed else question.numbers[0]
        self.number = wanted if wanted in question.numbers else None
        self._changed()

    def answer(self) -> None:
        """Choose the number at which the stepper stands, or say which may be chosen."""
        question = self._question()
        if question is None or not question.numbers:
            return
        wanted = str(self.number)
        choice = next((c for c in question.choices if c.pick.value == wanted), None)
        if choice is not None:
            self._choose(choice.pick, choice.offer)
        else:
            self._refuse(question.numbers[0], question.numbers[-1])
