"""Every picture by one name: cards, other pieces, score sheets, and what is no piece."""

from viewer.faces.backs import Back
from viewer.faces.cards import Card, PlainCard, Stack
from viewer.faces.pieces import Coin, Cube, Die, Disc, Pawn, Pebble, Stone, Token
from viewer.faces.sheet import Cell, HandMark, Ring
from viewer.faces.widgets import (
    Badge,
    Bar,
    Chip,
    Clear,
    Glow,
    Ground,
    Hexagon,
    Icon,
    Panel,
    Shade,
    Well,
)

__all__ = [
    "Back",
    "Badge",
    "Bar",
    "Card",
    "Cell",
    "Chip",
    "Clear",
    "Coin",
    "Cube",
    "Die",
    "Disc",
    "Glow",
    "Ground",
    "HandMark",
    "Hexagon",
    "Icon",
    "Panel",
    "Pawn",
    "Pebble",
    "PlainCard",
    "Ring",
    "Shade",
    "Stack",
    "Stone",
    "Token",
    "Well",
]
