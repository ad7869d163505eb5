"""What keeps the window from opening, as something that can be said to a person."""

from __future__ import annotations


class NoWindow(Exception):
    """No window can be opened, or nothing drawn: a sentence that says why and what to do about it.

    `screen` is False if there is no screen at all, so that the terminal is meant to be played in.
    """

    def __init__(self, sentence: str, screen: bool = True) -> None:
        super().__init__(sentence)
        self.screen = screen
