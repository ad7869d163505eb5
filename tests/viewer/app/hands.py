"""Hands for an app: open games, click what glows, press keys, let agents think."""

from __future__ import annotations

import random
import time
from collections import deque
from functools import lru_cache
from pathlib import Path

from engine import Game, Session, load
from engine.compile import layout as at
from engine.game.options import read_options
from engine.table.autosave import Autosave
from engine.table.seats import HUMAN
from tests.scope import EXAMPLES as EXAMPLES
from tests.scope import GAMES, telling
from viewer.app.controller import AppController
from viewer.app.editions import begin
from viewer.app.game_setup import GameSetup
from viewer.app.preferences import Preferences
from viewer.app.start_screen import StartScreen
from viewer.app.table_screen import TableScreen
from viewer.nodes import Node
from viewer.panels.screen import screen

SIZE = (1440, 900)


def every_game() -> list[str]:
    """Return the games of the library and of the examples, as they are opened."""
    return [str(p) for p in GAMES]


def quick() -> list[str]:
    """Return those of which whole games can be played in a moment."""
    some = ("lost-cities-card", "behind-screens", "kalah", "liars-dice", "whist")
    return telling([name for name in every_game() if Path(name).stem in some], every_game())


@lru_cache(maxsize=64)
def game(
    name: str, players: int = 0, language: str = "en", options: tuple[tuple[str, str], ...] = ()
) -> Game:
    loaded = load(name)
    rules = loaded.checked()
    low, _ = rules.header.players
    return Game(loaded, players or low, read_options(rules, dict(options)), language)


@lru_cache(maxsize=64)
def near_the_end(played: Game, left: int = 8) -> tuple[int, ...]:
    """Return a position of a game of chance from which so many decisions are left."""
    dice, state = random.Random(3), list(Session(played, 3).state)
    before: deque[tuple[int, ...]] = deque(maxlen=left)
    while state[at.PC] != at.OVER:
        before.append(tuple(state))
        played.interpreter.apply(state, dice.choice(list(played.interpreter.legal(state))))
    return before[0]


def app_with(
    name: str,
    *,
    seats: list[str] | None = None,
    seed: int = 1,
    language: str = "en",
    autosave: Autosave | None = None,
    covers: bool = False,
    players: int = 0,
    study: bool = False,
    options: dict[str, str] | None = None,
) -> AppController:
    """Return an app with a game on it; without seats people have all of them."""
    played = game(name, players or len(seats or []), language, tuple((options or {}).items()))
    session = Session(played, seed, fair=not study)
    prefs = Preferences.model_validate({"language": language, "hide_hands": covers})
    app = AppController(screen, prefs, autosave=autosave, pause=0.0)
    app.sit(session, seats or [HUMAN] * played.players, name)
    return app


def lobby(language: str = "en", autosave: Autosave | None = None) -> AppController:
    """Return an app with the start screen."""
    prefs = Preferences.model_validate({"language": language})
    return AppController(screen, prefs, autosave=autosave, pause=0.0)


def table(app: AppController) -> TableScreen:
    """Return the table of an app on which a game lies."""
    assert app.table is not None
    return app.table


def setup(app: AppController) -> GameSetup:
    """Return what is chosen on the start screen."""
    assert isinstance(app.screen, StartScreen)
    return app.screen.setup


def nodes(app: AppController) -> list[Node]:
    return app.nodes(SIZE)


def node(app: AppController, name: str) -> Node:
    """Return the node of an id."""
    return next(n for n in nodes(app) if n.id == name)


def press(app: AppController, name: str) -> None:
    """Click a control by its id."""
    found = node(app, name)
    app.click(found, *found.box.centre)


def texts(app: AppController) -> str:
    """Return everything that is written on the screen."""
    return "\n".join(n.words.text.replace("\n", " ") for n in nodes(app) if n.words)


def glowing(app: AppController) -> list[Node]:
    return [n for n in nodes(app) if n.glow in ("legal", "target") and n.spots]


def answers(app: AppController) -> list[Node]:
    heads = ("answer:", "confirm", "quick:")
    return [n for n in nodes(app) if n.do is not None and n.id.startswith(heads)]


def settle(app: AppController, now: float = 0.0) -> None:
    """Let agents think and move until a person is asked, or the game is over."""
    end = time.monotonic() + 300
    while table(app).guest.table.agent and not table(app).guest.session.over:
        now += 1
        app.tick(now)
        time.sleep(0.001)
        assert time.monotonic() < end, "an agent never came to an end"


def click_something(app: AppController, chance: random.Random) -> None:
    """Click something that glows, or a control of the prompt: never from a list of moves."""
    glow = glowing(app)
    asks = answers(app)
    found = chance.choice([*glow, *asks])
    app.click(found, *found.box.centre)


__all__ = ["begin"]
