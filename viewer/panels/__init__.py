"""Everything on the screen that is not the table, as nodes; and the doors to open an app with."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from engine import Code, Diagnostic, RulesError, agent_names, load, playable, read_save
from engine.agents.search_config import current_name
from engine.game.arranged import lay_position
from engine.game.saves import rules_named
from engine.table.autosave import Autosave
from engine.table.deal import resumed
from engine.table.seats import HUMAN, seats_of, usual_agent
from engine.teach.newcomer import is_newcomer
from viewer.app.controller import AppController
from viewer.app.editions import begin, lasting
from viewer.app.preferences import Preferences, games_folder, read_preferences
from viewer.app.rules_pages import came_with_cairn
from viewer.app.start_screen import StartScreen
from viewer.panels.screen import screen

if TYPE_CHECKING:
    from engine import Session

__all__ = ["AppController", "open_app", "shot_app"]


def open_app(
    ruleset: str | None = None,
    seats: Sequence[str] | None = None,
    players: int | None = None,
    seed: int | None = None,
    settings: Mapping[str, str] | None = None,
    save: Path | None = None,
    study: bool = False,
    language: str | None = None,
    first: int | None = None,
    begins: str | None = None,
    rules: str | None = None,
) -> AppController:
    """Return an app with a game on it, dealt or read from a save, or with the start screen.

    `ruleset` may be a save's file; `save` is where the game is saved when the window closes;
    `begins`: at which position the game begins, as `begin_from` takes it.

    Rules of one's own with errors are opened to be edited. Raises RulesError for what can't be
    opened, before there is any window.
    """
    prefs, unread = Preferences(), ""
    try:
        prefs = read_preferences()
    except RulesError as problem:
        found = problem.diagnostics[0]
        unread = f"{found.span.place}: {found.message}" if found.span.line else found.message
    if language:
        prefs = prefs.model_copy(update={"language": language})
    autosave = Autosave(games_folder())
    app = AppController(screen, prefs, autosave=autosave, save=save)
    if unread:
        app.shell.toast(unread, "bad")
    spoken = app.shell.translate.language
    if seats is not None:
        _check(seats)
    kept = _save_named(ruleset)
    if kept is not None:
        read = read_save(kept)
        known = rules or autosave.rules_of(kept) or rules_named(read.ruleset, kept)
        opened = lasting(known)
        session, sat = resumed(read, playable(load(opened)), str(kept), spoken)
        names = list(seats or sat or _usual(read.players))
        app.sit(session, names, opened)
    elif ruleset is not None and begins is not None:
        laid = lay_position(playable(load(ruleset)), begins, spoken)
        app.sit(laid.session, list(seats or seats_of(laid.session)), lasting(ruleset))
        if laid.stopped:
            app.shell.toast(laid.stopped, "bad")
    elif ruleset is not None and isinstance(app.screen, StartScreen) and _has_mistakes(ruleset):
        app.screen.edit(ruleset)
    elif ruleset is not None:
        session, names, opened = begin(
            ruleset, seats=seats, players=players, seed=seed,
            options=dict(settings or {}), study=study, language=spoken, first=first,
        )  # fmt: skip
        app.sit(session, names, opened)
        if seats is None and is_newcomer() and names.count(HUMAN) == 1:
            app.open("first")
    return app


def shot_app(session: Session, seat: int | None = None, language: str = "en") -> AppController:
    """Return an app that shows a position and nothing more: nobody thinks, nothing is kept."""
    prefs = Preferences.model_validate({"language": language, "hide_hands": False})
    app = AppController(screen, prefs)
    asked = session.seat if seat is None else seat
    seats = [HUMAN if n == asked else "greedy" for n in range(session.game.players)]
    app.sit(session, seats, session.game.loaded.name, still=True)
    app.open("")
    return app


def _has_mistakes(ruleset: str) -> bool:
    """Return whether a ruleset has a text of one's own with errors, which can be edited.

    Raises RulesError where it can't be read.
    """
    loaded = load(ruleset)
    own = any(not came_with_cairn(path) for path in loaded.files)
    return own and (loaded.rules is None or bool(loaded.findings.errors))


def _save_named(name: str | None) -> Path | None:
    """Return the save that is meant by a ruleset's name on the command line."""
    if name is None or not Path(name).is_file():
        return None
    with Path(name).open("rb") as file:
        return Path(name) if file.read(6) == b"cairn:" else None


def _usual(players: int) -> list[str]:
    return [HUMAN, *[usual_agent()] * (players - 1)]


def _check(seats: Sequence[str]) -> None:
    known = [HUMAN, *agent_names()]
    for name in map(current_name, seats):
        if name.partition(":")[0] not in known:
            message = f"there is no agent '{name}'; a seat can be {', '.join(known)}"
            raise RulesError(Diagnostic(Code.E603, message))
