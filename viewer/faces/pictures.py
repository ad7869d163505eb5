"""Every picture by one name: cards, other pieces, score sheets, and what is no piece."""

from viewer.faces.backs import Back
from viewer.faces.cards import Card, Plain, Stack
from viewer.faces.pieces import Coin, Cube, Die, Disc, Pawn, Pebble, Stone, Token
from viewer.faces.sheet import Cell, Mark, Ring
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
    "Hexagon",
    "Icon",
    "Mark",
    "Panel",
    "Pawn",
    "Pebble",
    "Plain",
    "Ring",
    "Shade",
    "Stack",
    "Stone",
    "Token",
    "Well",
]
