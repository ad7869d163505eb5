"""Moves as people write them: `explore(red 5)`, `give(red 2 + blue 4, seat 3)`.

A move is known by its number or its value; its notation is for people, saves and examples. This is
the one file that reads it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from engine.rules.said import Said, joined

AND = " + "
"""Is written between the things that one argument takes at once."""
NOTHING = "nothing"
"""Is written for an argument that may take several things and takes none."""
LONGEST = 500
"""More letters of a written move are not read."""
Key: TypeAlias = tuple[str, tuple[tuple[str, ...], ...] | None]
"""What is equal for texts that write the same things, in whatever order each argument has them."""


@dataclass(frozen=True)
class MoveText:
    """A written move: the name of its action, and its arguments; None without brackets.

    `str(read_move("give( red 2+blue 4,seat 3 )")) == "give(red 2 + blue 4, seat 3)"`
    """

    name: str
    arguments: tuple[str, ...] | None = None

    def __str__(self) -> str:
        """Return the move in the canonical notation."""
        return self.name if self.arguments is None else f"{self.name}({', '.join(self.arguments)})"

    @property
    def said(self) -> Said:
        """The move as people read and type it, with what its arguments name: `play red 5`."""
        if not self.arguments:
            return Said([self.name])
        return Said([self.name, " ", joined(", ", self.arguments)])

    @property
    def key(self) -> Key:
        """Return what tells the move from others, whichever order its things are written in."""
        if self.arguments is None:
            return self.name, None
        return self.name, tuple(tuple(sorted(things_of(a))) for a in self.arguments)

    def without_places(self) -> MoveText:
        """Return the move with the places of its pieces left out."""
        if self.arguments is None:
            return self
        bare = (AND.join(map(_without_place, things_of(a))) or NOTHING for a in self.arguments)
        return MoveText(self.name, tuple(bare))


def read_move(text: str) -> MoveText:
    """Read a written move. Never raises: what is no move reads as an action that no game has."""
    text = " ".join(text.split())[:LONGEST]
    match = re.fullmatch(r"([^()]+?) ?\((.*)\)", text)
    if not match:
        return MoveText(text)
    arguments: list[str] = []
    depth, current = 0, ""
    for char in match[2]:
        depth += (char in "([") - (char in ")]")
        if char == "," and depth <= 0:
            arguments.append(current.strip())
            current = ""
        else:
            current += char
    arguments.append(current.strip())
    return MoveText(match[1], tuple(re.sub(r" ?, ?", ", ", a) for a in arguments))


def read_moves(texts: Iterable[str]) -> list[MoveText]:
    """Read written moves, as a server sends them."""
    return list(map(read_move, texts))


def bracketed(line: str, names: Collection[str]) -> str | None:
    """Return a line that begins with an action's name in the notation; None for other lines.

    >>> bracketed("step green 3", {"step"})
    'step(green 3)'
    """
    move = read_move(line)
    if move.name in names:
        return line
    for name in sorted(names, key=len, reverse=True):
        if line.casefold().startswith(f"{name.casefold()} "):
            rest = line[len(name) :].strip(" ():")
            return f"{name}({rest})"
    return None


def action_of(text: str) -> str:
    """Return the name of the action that a move as it is written begins with.

    >>> action_of("take(2, 4)")
    'take'
    """
    return read_move(text).name


def things_of(argument: str) -> list[str]:
    """Return the things that a written argument takes at once, perhaps none."""
    return [] if argument == NOTHING else re.split(r" ?\+ ?", argument)


def meant(wanted: MoveText, known: Iterable[str]) -> list[str]:
    """Return those of some moves that a written one may mean.

    First those that write the same things; then, of pieces whose places are left out, all that fit;
    then, without brackets, every move of that name.
    """
    read = {one: read_move(one) for one in known}
    same = [one for one, move in read.items() if move.key == wanted.key]
    if same:
        return same
    if wanted.arguments is None:
        return [one for one, move in read.items() if move.name == wanted.name]
    return [one for one, move in read.items() if move.without_places().key == wanted.key]


def fits(wanted: MoveText, *ways: MoveText) -> bool:
    """Return whether a written move means one that can be written in several ways, each argument
    in any of them, also with the place of a piece left out.
    """
    if wanted.arguments is None or any(way.name != wanted.name for way in ways):
        return False
    every = [*ways, *(way.without_places() for way in ways)]
    rows = zip(wanted.arguments, *(way.arguments or () for way in every), strict=False)
    same = all(_things(one) in map(_things, others) for one, *others in rows)
    return same and all(len(way.arguments or ()) == len(wanted.arguments) for way in ways)


def translated(text: str, word: Callable[[str], str]) -> MoveText:
    """Return a written move with its name and each of its arguments as `word` has them."""
    move = read_move(text)
    arguments = None if move.arguments is None else tuple(map(word, move.arguments))
    return MoveText(word(move.name), arguments)


def natural(words: Sequence[str]) -> list[tuple[int, int, str]]:
    """Return by what words are sorted: letters as such, numbers by their size."""
    parts = re.split(r"(\d+)", ", ".join(words))
    return [(1, int(p), "") if p.isdecimal() else (0, 0, p) for p in parts if p]


def _things(argument: str) -> list[str]:
    return sorted(things_of(argument))


def _without_place(thing: str) -> str:
    return re.sub(r" in \w+(?:\[[^\]]*\])?$", "", thing)
