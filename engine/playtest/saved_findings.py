"""Saving the games that findings point at, and those that proposed examples lead to."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from engine.game.saves import write_save
from engine.game.session import Game, Session
from engine.language.diagnostics import RulesError
from engine.language.files import make_folder
from engine.playtest.coverage import CoverablePart
from engine.playtest.findings import Finding
from engine.playtest.played_game import PlayedGame
from engine.playtest.proposals import Proposal
from engine.rules.load import Loaded


def save_games(
    loaded: Loaded, found: Sequence[Finding], folder: Path, name: str = ""
) -> dict[int, Path]:
    """Save the game of each finding into a folder, one file for each game; return the files by the
    findings' numbers. `name`: what the files' names begin with, the ruleset's unless it is given.

    Raises RulesError (E601) where nothing can be written.
    """
    make_folder(folder)
    written: dict[PlayedGame, Path] = {}
    paths: dict[int, Path] = {}
    for number, finding in enumerate(found):
        run = finding.run
        if run is None:
            continue
        if run not in written:
            session = played_again(loaded, run)
            if session is None:
                continue
            path = folder / f"{name or loaded.path.stem}-{len(written) + 1}.save"
            seats = ["greedy" if run.greedy else "random"] * run.players
            write_save(session, path, seats)
            written[run] = path
        paths[number] = written[run]
    return paths


def save_proposals(
    loaded: Loaded, proposals: Sequence[Proposal], folder: Path, name: str = ""
) -> dict[CoverablePart, Path]:
    """Save the games that proposed examples lead to into a folder; return the files by their parts.
    Raises as `save_games` does.
    """
    make_folder(folder)
    paths: dict[CoverablePart, Path] = {}
    for proposal in proposals:
        if proposal.session is not None:
            path = folder / f"{name or loaded.path.stem}-example-{len(paths) + 1}.save"
            write_save(proposal.session, path)
            paths[proposal.part] = path
    return paths


def played_again(loaded: Loaded, run: PlayedGame, language: str = "en") -> Session | None:
    """Return a game played again as far as it goes; None if it can't even be dealt."""
    game = Game(loaded, run.players, dict(run.options), language)
    try:
        session = Session(game, run.seed, starter=run.starter)
    except RulesError:
        return None
    with suppress(RulesError):
        for move in run.moves:
            session.apply(move)
    return session
