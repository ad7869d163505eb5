"""The types of the rule language. Ranges of numbers are no part of a type: they are known only when
players and options are fixed, and are checked where the program is laid out.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import Literal

from engine.language.message import Message, comma, joined

Kind = Literal[
    "truth", "number", "enum", "piece", "zone", "set", "tuple", "none", "text", "mark", "error"
]


@dataclass(frozen=True, slots=True)
class Type:
    """What an expression yields.

    `names`: the enumeration, the components of a piece, or the family of a zone.
    `items`: the parts of a tuple or the element of a set. `maybe`: may be none as well.
    """

    kind: Kind
    names: tuple[str, ...] = ()
    items: tuple[Type, ...] = ()
    maybe: bool = False

    @property
    def name(self) -> str:
        """Return the one name of an enumeration, component or zone."""
        return self.names[0]

    @property
    def is_seat(self) -> bool:
        """Return whether its values are seats."""
        return self.names[:1] == (PLAYER_NAME,)

    @property
    def is_group(self) -> bool:
        """Return whether its values are seats or teams."""
        return self.names[:1] in ((PLAYER_NAME,), (TEAM_NAME,))

    def sure(self) -> Type:
        """Return the type without none."""
        return replace(self, maybe=False)

    def describe(self) -> str:
        """Return the type as people call it."""
        if self.is_seat:
            base: str = Message("a player")
        elif self.names[:1] == (TEAM_NAME,):
            base = Message("a team")
        elif self.kind == "enum":
            base = Message("one of {name}", self.name.strip("."))
        elif self.kind == "piece":
            base = joined([Message(article("{name}", name), name) for name in self.names], "or")
        elif self.kind == "zone":
            base = Message("a zone ({name})", self.name)
        elif self.kind == "set":
            base = Message("several of {kind}", self.items[0].describe())
        elif self.kind == "tuple":
            base = Message("({kinds})", comma([item.describe() for item in self.items]))
        else:
            base = Message(_PLAIN[self.kind])
        return Message("{kind} or none", base) if self.maybe else base


_PLAIN = {
    "truth": "yes or no",
    "number": "a number",
    "none": "none",
    "text": "a text",
    "mark": "a mark",
    "error": "something unknown",
}
PLAYER_NAME = "Player"
TEAM_NAME = "Team"
TRUTH = Type("truth")
NUMBER = Type("number")
TEXT = Type("text")
MARK = Type("mark")
NONE = Type("none")
ERROR = Type("error")
PLAYER = Type("enum", (PLAYER_NAME,))
TEAM = Type("enum", (TEAM_NAME,))


def seat_word(seat: int) -> str:
    """Return a seat, from 0, as the rules write it: `seat 1`."""
    return f"seat {seat + 1}"


def team_word(team: int) -> str:
    """Return a team, from 0, as the rules write it: `team 1`."""
    return f"team {team + 1}"


def seat_of(word: str) -> int | None:
    """Return the seat, from 0, that a word such as `seat 1` means, None if it means none."""
    found = re.fullmatch(r"seat ([0-9]{1,4})", word)
    return int(found[1]) - 1 if found else None


def article(noun: str, sounds: str = "") -> str:
    """Return a noun with 'a' or 'an', as it or `sounds` begins."""
    return f"{'an' if (sounds or noun)[:1].lower() in 'aeiou' else 'a'} {noun}"


def enum(name: str) -> Type:
    """Return the type of an enumeration."""
    return Type("enum", (name,))


def piece(*components: str) -> Type:
    """Return the type of a piece of one of the components."""
    return Type("piece", tuple(sorted(components)))


def zone(family: str) -> Type:
    """Return the type of the zones of a family."""
    return Type("zone", (family,))


def set_of(element: Type) -> Type:
    """Return the type of several things of a type."""
    return Type("set", (), (element,))
