"""Saved games of people, read from a folder: those of just these rules, and why others aren't.

A save comes from anybody: one that is damaged or of other rules is left out with a sentence.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from engine.agents.registry import agent_names
from engine.game.saves import Save, read_save, replay
from engine.game.session import Session
from engine.language.codes import Code
from engine.language.diagnostics import Diagnostic, RulesError
from engine.language.files import file_error
from engine.language.message import Message
from engine.rules import model as m
from engine.rules.load import Loaded

OTHER_RULES = "{name} is left out: it was played by other rules, or by another text of '{ruleset}'"
STUDY = "{name} is left out: it is a study of '{ruleset}', and no game"
SUFFIX = ".save"
MOST = 10_000
"""So many saves of a folder are read, in the order of their names."""
MOST_OF_A_KIND = 5
"""So many saves are named that were left out."""


@dataclass(frozen=True)
class PlayedSave:
    """A saved game and where it is. `people`: the seats, from 0, in which people sat.

    It is played again whenever it is opened: thousands of sessions would fill the memory.
    """

    path: Path
    save: Save
    loaded: Loaded
    people: frozenset[int]

    def open(self) -> Session:
        """Return the game, played again."""
        return replay(self.save, self.loaded, name=str(self.path))


@dataclass(frozen=True)
class PlayedSaves:
    """The games of a folder that one number of players played by the same options.

    `left_out`: what is wrong with the others, as diagnostics.
    """

    games: tuple[PlayedSave, ...]
    options: Mapping[str, int]
    left_out: tuple[Diagnostic, ...]
    others: int
    """How many have other numbers of players or options."""
    unread: int = 0
    """How many weren't read, because there are more than MOST."""


def read_folder(
    folder: Path,
    loaded: Loaded,
    players: int | None,
    given: Mapping[str, int],
    heard: Callable[[int, int], None],
) -> PlayedSaves:
    """Read the saves of a folder and of those in it, and play them again.

    `players`: so many play, any number if it is None; `given`: how some options are set. Of the
    saves that are so, those of the most frequent players and options are taken. `heard` hears how
    many of how many are read. Raises RulesError (E601) where the folder has no saves.
    """
    found: dict[tuple[int, tuple[tuple[str, int], ...]], list[PlayedSave]] = {}
    problems: list[Diagnostic] = []
    others = 0
    every = _paths(folder)
    paths = every[:MOST]
    for number, path in enumerate(paths):
        heard(number, len(paths))
        try:
            save = read_save(path)
            if save.rules != loaded.digest:
                raise _left_out(OTHER_RULES, path, save)
            if save.study:
                raise _left_out(STUDY, path, save)
            session = replay(save, loaded, name=str(path))
        except RulesError as problem:
            problems += problem.diagnostics
            continue
        options = values(session.game.rules, session.game.given)
        if players in (None, save.players) and given.items() <= options.items():
            kind = save.players, tuple(sorted(options.items()))
            found.setdefault(kind, []).append(PlayedSave(path, save, loaded, _people(save)))
        else:
            others += 1
    (_, options_), games = max(found.items(), key=_many, default=((0, ()), list[PlayedSave]()))
    others += sum(map(len, found.values())) - len(games)
    unread = len(every) - len(paths)
    return PlayedSaves(tuple(games), dict(options_), tuple(problems), others, unread)


def _many(found: tuple[object, list[PlayedSave]]) -> int:
    return len(found[1])


def values(rules: m.Ruleset, given: Mapping[str, int]) -> dict[str, int]:
    """Return every option with its value where some are given."""
    return {name: given.get(name, option.default) for name, option in rules.options.items()}


def _paths(folder: Path) -> list[Path]:
    try:
        paths = sorted(p for p in folder.rglob(f"*{SUFFIX}") if p.is_file())
    except OSError as problem:
        raise file_error(folder, "read", problem) from None
    if not paths:
        message = Message("there are no saved games ('*.save') in {folder}", folder)
        raise RulesError(Diagnostic(Code.E601, message))
    return paths


def _left_out(why: str, path: Path, save: Save) -> RulesError:
    return RulesError(Diagnostic(Code.E602, Message(why, path, save.ruleset)))


def _people(save: Save) -> frozenset[int]:
    """Return the seats of people: those of no AI player. A save that names nobody is of people."""
    agents = agent_names()
    named = enumerate(save.seats[: save.players])
    playing = {seat for seat, name in named if name.partition(":")[0] in agents}
    return frozenset(range(save.players)) - playing


def few(problems: Sequence[Diagnostic]) -> list[Diagnostic]:
    """Return the first of some diagnostics, and how many more there are."""
    if len(problems) <= MOST_OF_A_KIND:
        return list(problems)
    more = Message("{number} more saves are left out", len(problems) - MOST_OF_A_KIND)
    return [*problems[:MOST_OF_A_KIND], Diagnostic(Code.E602, more)]
