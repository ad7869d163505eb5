"""What a person has settled once and for all, and where the viewer keeps things."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Annotated, Literal

from pydantic import AliasChoices, BaseModel, ConfigDict, Field, ValidationError, field_validator

import engine

SCALES = (1.0, 1.15, 1.3)
"""How large texts and panels may be."""
SPEEDS = (0.0, 0.5, 1.0, 2.0)
"""How fast pieces move; at 0 they are where they belong at once."""


Side = Annotated[int, Field(ge=0, le=20_000)]


class Preferences(BaseModel):
    """A person's settings."""

    model_config = ConfigDict(frozen=True, extra="ignore")
    theme: Literal["table", "contrast"] = "table"
    palette: Literal["usual", "safe"] = "usual"
    """`safe`: colours that everybody tells apart."""
    scale: float = Field(default=1.0, ge=0.8, le=1.6)
    """How large texts and panels are."""
    language: str = ""
    speed: float = Field(default=1.0, ge=0, le=10, allow_inf_nan=False)
    sound: bool = True
    hide_hands: bool = Field(default=True, validation_alias=AliasChoices("hide_hands", "curtain"))
    """Whether the screen is covered between two people's turns."""
    people: tuple[str, ...] = ()
    last: tuple[str, ...] = ()
    """What was played last: the game, the ruleset with variants, who sat there, and options as
    `name=value`."""
    window: tuple[Side, Side] = (0, 0)
    """How large the window was at last; 0 for as large as it usually is."""

    @field_validator("language")
    @classmethod
    def _spoken(cls, language: str) -> str:
        from engine.rules.library import languages

        if language and language not in languages():
            raise ValueError("it isn't spoken here")
        return language


def games_folder() -> Path:
    """Return where games are kept by themselves, and those that are saved in the window."""
    from engine.storage.folders import state_folder

    return state_folder() / "games"


def rules_folder() -> Path:
    """Return where rulesets of one's own are kept that were made in the window."""
    from engine.storage.folders import data_folder

    return data_folder() / "rules"


def report_file() -> Path:
    """Return where it is noted what went wrong in the viewer itself."""
    from engine.storage.folders import state_folder

    return state_folder() / "mishaps.txt"


def _file() -> Path:
    from engine.storage.folders import config_folder

    return config_folder() / "viewer.yaml"


def read_preferences() -> Preferences:
    """Return what was kept last; the defaults where nothing was.

    Raises RulesError (E601) with the place for a file that can't be read.
    """
    from engine.language.placed_yaml import PlacedYaml
    from engine.language.source import Source
    from engine.rules.load import display, read_text
    from engine.storage.plain_file import is_there

    try:
        path = _file()
    except OSError:
        return Preferences()
    if not is_there(path):
        return Preferences()
    source = Source(display(path), read_text(path, "file of settings"))
    places = PlacedYaml(source, engine.Code.E601, "this file of settings")
    try:
        return Preferences.model_validate(places.data or {})
    except ValidationError as problem:
        error = problem.errors()[0]
        raise engine.RulesError(places.problem(error["loc"], str(error["msg"]).lower())) from None


def keep_preferences(preferences: Preferences) -> bool:
    """Keep settings for the next time; return whether that was possible."""
    kept = preferences.model_dump(mode="json").items()
    rows = [f"{name}: {json.dumps(value, ensure_ascii=False)}" for name, value in kept]
    return write_whole(_file(), "\n".join(rows) + "\n")


def write_whole(path: Path, text: str) -> bool:
    """Write a small file so that it is either whole or not touched; return whether it worked."""
    from engine.storage.atomic_write import write_whole

    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(path, text)
    except OSError:
        return False
    return True


def language_of_place() -> str:
    """Return the language that the machine is set to, English for one that isn't spoken here."""
    from engine.rules.library import languages

    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if os.environ.get(name):
            found = os.environ[name][:2].lower()
            return found if found in languages() else "en"
    return "en"
