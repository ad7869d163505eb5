"""Choosing a number: the stepper, the slider and what is typed."""

from __future__ import annotations

LONGEST_NUMBER = 6
NUMBER = "number"
"""What scrolls a stepper."""


class NumberEntry:
    """Holds the number that a question for one stands at, and what was typed for it.

    `number` is None while what was typed may not be chosen.
    """

    def __init__(self) -> None:
        """Begin without any number."""
        self.numbers: tuple[int, ...] = ()
        """Those that may be chosen, the least first; none while no number is asked for."""
        self.number: int | None = None
        self.typed = ""

    def ask(self, numbers: tuple[int, ...]) -> None:
        """Prepare the number that a stepper stands at."""
        self.numbers, self.typed = numbers, ""
        if self.number not in numbers:
            self.number = numbers[0] if numbers else None

    def step(self, by: int) -> None:
        """Move the stepper to another number that may be chosen."""
        if self.numbers and self.number is None:
            wanted = int(self.typed or 0)
            self.set(min(self.numbers, key=lambda n: abs(n - wanted)))
        elif self.number is not None:
            place = self.numbers.index(self.number) + by
            self.set(self.numbers[max(0, min(place, len(self.numbers) - 1))])

    def set(self, number: int) -> None:
        """Put the stepper at a number that may be chosen."""
        if number in self.numbers:
            self.number, self.typed = number, ""

    def digit(self, digit: str) -> None:
        """Take a typed digit: the field shows what was typed, whether it may be chosen or not."""
        self._type((self.typed + digit)[-LONGEST_NUMBER:])

    def rub_out(self) -> bool:
        """Take away the digit that was typed last; return whether there was any."""
        typed = bool(self.typed)
        if typed:
            self._type(self.typed[:-1])
        return typed

    def _type(self, typed: str) -> None:
        self.typed = typed
        wanted = int(typed) if typed else self.numbers[0]
        self.number = wanted if wanted in self.numbers else None
