"""The kinds of games that lists tell apart."""

from enum import StrEnum


class GameKind(StrEnum):
    """What a game is played with."""

    BOARD = "board"
    CARDS = "cards"
    DICE = "dice"
    TILES = "tiles"
